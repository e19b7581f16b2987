/**
 * Finds the code of a program again after it has been reassembled, for a reload that keeps RAM and registers: addresses
 * move along with the names before and after them.
 */
import type { RomAddress } from '#basics';
import { isGenerated } from './symbols.ts';
import type { Program } from './program.ts';

interface MovedCode {
  readonly address: RomAddress;
  /** Whether the words between the name and the address are the same instructions, so that this is the same place. */
  readonly exact: boolean;
}

type Code = Pick<Program, 'rom' | 'info'>;

/**
 * Where an address of `before` is in `now`. If code between the name and the address has changed, the first word that
 * differs; the address itself if no name before it is left.
 */
export function movedCode(address: RomAddress, before: Code, now: Code): MovedCode {
  const places = labelsOf(now);
  const names = [...labelsOf(before)].filter(([name, place]) => places.has(name) && place >> 8 === address >> 8);
  const start = nearest(names, (place) => address - place);
  const end = nearest(names, (place) => place - address);
  if (end !== undefined) {
    const there = (places.get(end.name) ?? 0) - end.distance;
    const words = sameWords(before.rom, address, now.rom, there, end.distance + 1);
    if (words > end.distance) return { address: there, exact: true };
  }
  if (start === undefined) return { address, exact: now.rom[address] === before.rom[address] };
  const from = places.get(start.name) ?? 0;
  const words = sameWords(before.rom, address - start.distance, now.rom, from, start.distance);
  return { address: from + words, exact: words === start.distance };
}

/** What has moved: names of code and declarations of RAM that are now elsewhere, or gone. */
export function movedNames(before: Code, now: Code): { readonly code: number; readonly ram: readonly string[] } {
  const places = labelsOf(now);
  const code = [...labelsOf(before)].filter(([name, place]) => places.get(name) !== place).length;
  const tables = new Map(now.info.tables.map((table) => [table.name, table]));
  const ram = before.info.tables.filter(({ name, address, layout, first, last }) => {
    const table = tables.get(name);
    return [table?.address, table?.layout, table?.first, table?.last].join() !== [address, layout, first, last].join();
  });
  return { code, ram: ram.map(({ name }) => name) };
}

/** Addresses of the labels that the source names. */
function labelsOf({ info }: Code): ReadonlyMap<string, number> {
  const labels = info.symbols.filter(({ kind, name }) => kind === 'label' || (kind === 'local' && !isGenerated(name)));
  return new Map(labels.map(({ name, value }) => [name, value]));
}

function nearest(
  names: readonly (readonly [string, number])[],
  distanceOf: (place: number) => number,
): { readonly name: string; readonly distance: number } | undefined {
  let best: { readonly name: string; readonly distance: number } | undefined;
  for (const [name, place] of names) {
    const distance = distanceOf(place);
    if (distance >= 0 && distance < (best?.distance ?? Infinity)) best = { name, distance };
  }
  return best;
}

/** How many words, at most `count`, are the same instructions; operands may differ, since names have moved. */
function sameWords(one: Uint16Array, at: number, other: Uint16Array, there: number, count: number): number {
  let same = 0;
  while (same < count && (one[at + same] ?? 0) >> 8 === (other[there + same] ?? 0) >> 8) same++;
  return same;
}
