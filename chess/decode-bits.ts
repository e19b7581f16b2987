/** Boards and words of bits that a program declares: every entry of a table whose element is a lens. */
import { entryAddress } from '#basics';
import type { MemoryReader, ProgramDeclarations, TableDeclaration } from './declarations.ts';
import type { DecodedBits } from './decoded.ts';
import { LENSES, lensOf, type Lens } from './lens/lens.ts';
import type { ProblemList } from './problem-list.ts';

/** The most entries that a view can sensibly list. */
const MOST_ENTRIES = 512;
/** A move word of 20 bits also fits into three bytes. */
const SHORT_MOVE_WORD = 3;

/** Every declared board and word with its bytes. */
export function decodeBits(
  memory: MemoryReader,
  { tables }: ProgramDeclarations,
  problems: ProblemList,
): DecodedBits[] {
  const found: DecodedBits[] = [];
  for (const table of tables) {
    const lens = tableLens(table, problems);
    if (!lens) continue;
    for (let index = table.first; index <= table.last && found.length < MOST_ENTRIES; index++)
      found.push(entryOf(table, index, lens, memory));
  }
  return found;
}

function tableLens(table: TableDeclaration, problems: ProblemList): Lens | undefined {
  if (!lensOf(table.element)) return undefined;
  const lens = lensOf(table.element, table.attributes['order']);
  if (!lens) {
    problems.add(
      `The table ${table.name} has the order ${table.attributes['order'] ?? ''}, which its element does not have.`,
    );
    return undefined;
  }
  const least = lens.kind === 'move-word' ? SHORT_MOVE_WORD : LENSES[lens.kind].bytes;
  if (table.size >= least) return lens;
  problems.add(`A ${lens.kind} has ${least} bytes, but an entry of ${table.name} has ${table.size}.`);
  return undefined;
}

function entryOf(table: TableDeclaration, index: number, lens: Lens, memory: MemoryReader): DecodedBits {
  const address = entryAddress(table, index);
  const count = Math.min(table.size, LENSES[lens.kind].bytes);
  const bytes = Array.from({ length: count }, (_, offset) => memory.read((address + offset) & 0xffff) & 0xff);
  const isSingle = table.index === '' && table.first === table.last;
  return { ...lens, name: isSingle ? table.name : `${table.name}[${index}]`, address, bytes };
}
