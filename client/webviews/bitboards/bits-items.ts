/** What the Bitboards view lists: what the program declares, what the user added from RAM, and typed numbers. */
import type { Lens, LensKind, LensOrder } from '#chess';
import { lensHex, lensProblems, parseLens, readOctadState } from '#chess';
import { hexWord, type RamAddress } from '#basics';
import type { TablesMessage } from '#debugger/protocol';

export interface BitsItem extends Lens {
  /** Identifies it in the view, even after the program has gone on. */
  readonly key: string;
  readonly title: string;
  /** RAM address of its first byte; null for a number. */
  readonly address: RamAddress | null;
  /** The bank that has it, if the address alone does not say. */
  readonly bank?: number | undefined;
  readonly bytes: readonly number[];
  /** Whether the user added it and can remove it. */
  readonly added: boolean;
  /** What is wrong with it, a sentence each. */
  readonly problems: readonly string[];
}

/** What the user added: a place in RAM by an expression, or a number. */
export interface AddedItem {
  readonly source: 'ram' | 'number';
  readonly text: string;
  readonly kind: LensKind;
  readonly order: LensOrder;
}

/**
 * All items: declared ones, the boards of a declared Octad state, then what was added. Of the declared ones the largest
 * come first, so that the game itself comes before the words that the program computes with.
 */
export function itemsOf(
  { tables, lenses }: Pick<TablesMessage, 'tables' | 'lenses'>,
  added: readonly AddedItem[],
): BitsItem[] {
  const declared = tables.bits.map((bits) => item(bits, `declared ${bits.name}`, bits.name, bits, false));
  const looked = lenses.map((lens) => {
    const { expression, kind, order, address, problem } = lens;
    const title = address === null ? expression : `${expression} at ${hexWord(address)}`;
    const made = item(lens, `ram ${expression} ${kind} ${order}`, title, lens, true);
    return problem === null ? made : { ...made, problems: [problem] };
  });
  const largestFirst = declared.toSorted((a, b) => b.bytes.length - a.bytes.length);
  const numbers = added.filter(({ source }) => source === 'number').flatMap(numberItem);
  return [...largestFirst.flatMap((made) => [made, ...partsOf(made)]), ...looked, ...numbers];
}

/** The item of a typed number; none if the text is not a number. */
export function numberItem({ text, kind, order }: AddedItem): BitsItem[] {
  const bytes = parseLens({ kind, order }, text);
  return bytes ? [item({ kind, order }, `number ${text} ${kind} ${order}`, text, { address: null, bytes }, true)] : [];
}

export function copyOf(made: Pick<BitsItem, 'kind' | 'order' | 'bytes'>): AddedItem {
  return { source: 'number', text: lensHex(made, made.bytes), kind: made.kind, order: made.order };
}

function partsOf({ kind, order, key, title, address, bank, bytes }: BitsItem): BitsItem[] {
  if (kind !== 'octad-state') return [];
  return readOctadState(bytes).boards.map(({ name, offset }) => {
    const at = address === null ? null : address + offset;
    const own = { address: at, bank, bytes: bytes.slice(offset, offset + 2) };
    return item({ kind: 'bitboard16', order }, `${key} ${name}`, `${title}: ${name}`, own, false);
  });
}

function item(
  { kind, order }: Lens,
  key: string,
  title: string,
  { address, bank, bytes }: Pick<BitsItem, 'address' | 'bank' | 'bytes'>,
  added: boolean,
): BitsItem {
  return { kind, order, key, title, address, bank, bytes, added, problems: lensProblems({ kind, order }, bytes) };
}
