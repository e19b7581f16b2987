/**
 * Bytes of the zero page that the handler reads, but that decide nothing: a counter of frames, for example.
 *
 * The proof follows the handler once for each value that a byte can hold, so a byte that counts to 255 and decides
 * nothing costs 256 times as much as one that is not known. To treat a byte as unknown is always sound.
 */
import { AC, byteReadBy, IS_FIXED_BRANCH, IS_JUMP, opcodeOfWord, registersRead, registersWritten } from '#isa';
import type { TimingProgram } from '../contract/program.ts';
import type { TimeWords } from '../words/time-words.ts';
import type { Ways } from './ways.ts';

/** A word that executes, and the one after it; undefined after an unresolved jump. */
interface Place {
  readonly address: number;
  readonly next: number | undefined;
}

/**
 * Finds the bytes that the handler reads by `[D]`, and whose value comes neither to a jump, to OUT, X or Y, nor to a
 * byte whose value does. Every word that the program reaches only by a taken check, or not at all, counts as the
 * handler's.
 */
export function findIdleBytes(
  program: TimingProgram,
  { addresses }: TimeWords,
  { isOutside }: Ways,
): ReadonlySet<number> {
  const read = new Set<number>();
  const deciding = new Set(program.checks.map(({ account }) => account));
  const madeFrom = new Map<number, Set<number>>();
  for (const address of addresses) {
    const byte = isOutside[address] === 1 ? undefined : byteReadBy(program.words[address] ?? 0);
    if (byte === undefined) continue;
    read.add(byte);
    const { decides, stored } = usesOf(program, address);
    if (decides) deciding.add(byte);
    for (const each of stored) madeFrom.set(each, (madeFrom.get(each) ?? new Set()).add(byte));
  }
  // The set grows while it is walked, so the bytes that a deciding byte is made from are walked as well.
  for (const byte of deciding) for (const each of madeFrom.get(byte) ?? []) deciding.add(each);
  return new Set([...read].filter((byte) => !deciding.has(byte)));
}

/** What becomes of a byte that a word reads: whether it may decide something, and to which bytes it is stored. */
function usesOf({ words }: TimingProgram, reader: number): { decides: boolean; stored: ReadonlySet<number> } {
  const stored = new Set<number>();
  if (opcodeOfWord(words[reader] ?? 0).target !== 'ac') return { decides: true, stored };
  const seen = new Set<number>();
  let place: Place = { address: reader + 1, next: reader + 2 };
  while (!seen.has(place.address)) {
    seen.add(place.address);
    const word = words[place.address] ?? 0;
    const usesAc = (registersRead(word) & AC) !== 0;
    if (!usesAc && (registersWritten(word) & AC) !== 0) return { decides: false, stored };
    const { operation, target, address } = opcodeOfWord(word);
    if (usesAc && operation === 'st' && address === 'd' && target === 'none') stored.add(word & 0xff);
    else if (usesAc && target !== 'ac') break;
    if (place.next === undefined) break;
    place = { address: place.next, next: afterNext(place.next, word) };
  }
  return { decides: true, stored };
}

/** The word after the next one: where a jump goes, or on in order. */
function afterNext(next: number, word: number): number | undefined {
  if (IS_JUMP[word >> 8] === 0) return next + 1;
  return IS_FIXED_BRANCH[word >> 8] === 1 ? (next & 0xff00) | (word & 0xff) : undefined;
}
