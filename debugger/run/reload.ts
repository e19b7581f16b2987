/**
 * Continues a reassembled program with the RAM, the registers and the picture of the previous run.
 *
 * The position moves along with the names of the code. Addresses that the program keeps in RAM, such as return
 * addresses, are not changed; the console says what has moved.
 */
import { counted, isFailure, type RomAddress } from '#basics';
import { withoutLine } from '#emulator';
import { failures, type RequestFailure } from '../errors.ts';
import type { Debuggee } from './debuggee.ts';
import { isGenerated } from '../program/symbols.ts';
import type { Program } from '../program/program.ts';

/** RAM declarations that a message names at most. */
const MOST_NAMES = 5;

/** Puts `next` where `before` is, which no longer runs; returns what has changed, in words for the debug console. */
export function takeOverRun(before: Debuggee, next: Debuggee): string | RequestFailure {
  const [has, wanted] = [before.machine.ramKib, next.machine.ramKib];
  if (has !== wanted) return failures.otherRam(has, wanted);
  before.runner.halt();
  const snapshot = before.machine.snapshot();
  const { address, nextAddress } = snapshot.cpu;
  const moved = movedCode(address, before.program, next.program);
  const inOrder = nextAddress === ((address + 1) & 0xffff);
  const after = inOrder ? moved.address + 1 : movedCode(nextAddress, before.program, next.program).address;
  const cpu = { ...snapshot.cpu, address: moved.address, nextAddress: after & 0xffff };
  // Old and new code share the line that is being drawn, so that it is not judged.
  const problem = next.beginFrom({ ...snapshot, cpu, monitor: withoutLine(snapshot.monitor) });
  if (isFailure(problem)) return failures.badState('The present state', problem.message.replace(/\.$/, ''));
  return [
    'Reloaded; RAM and registers are as they were. The past begins here.',
    ...changes(before, next, moved.exact),
  ].join(' ');
}

function changes(before: Debuggee, next: Debuggee, exact: boolean): readonly string[] {
  const { code, ram } = movedNames(before.program, next.program);
  const place = next.program.symbols.describe(next.machine.address) ?? 'the same address';
  const names = ram.length <= MOST_NAMES ? ram : [...ram.slice(0, MOST_NAMES), `${ram.length - MOST_NAMES} more`];
  return [
    ...(exact ? [] : [`The code at the program's place has changed; it goes on at ${place}.`]),
    ...(code === 0
      ? []
      : [`${counted(code, 'label has moved', 'labels have moved')}; return addresses in RAM are still the old ones.`]),
    ...(ram.length === 0 ? [] : [`RAM is declared differently: ${names.join(', ')}.`]),
  ];
}

type Code = Pick<Program, 'rom' | 'info'>;

/**
 * Where an address of `before` is in `now`. If code between the name and the address has changed, the first word that
 * differs; the address itself if no name before it is left. It is exact if the words between the name and the address
 * are the same instructions, so that this is the same place.
 */
function movedCode(address: RomAddress, before: Code, now: Code) {
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
function movedNames(before: Code, now: Code): { readonly code: number; readonly ram: readonly string[] } {
  const places = labelsOf(now);
  const code = [...labelsOf(before)].filter(([name, place]) => places.get(name) !== place).length;
  const tables = new Map(now.info.tables.map((table) => [table.name, table]));
  const ram = before.info.tables.filter(({ name, address, layout, first, last }) => {
    const table = tables.get(name);
    return [table?.address, table?.layout, table?.first, table?.last].join() !== [address, layout, first, last].join();
  });
  return { code, ram: ram.map(({ name }) => name) };
}

function labelsOf({ info }: Code): ReadonlyMap<string, number> {
  const labels = info.symbols.filter(({ kind, name }) => kind === 'label' || (kind === 'local' && !isGenerated(name)));
  return new Map(labels.map(({ name, value }) => [name, value]));
}

function nearest(names: readonly (readonly [string, number])[], distanceOf: (place: number) => number) {
  const places = names.map(([name, place]) => ({ name, distance: distanceOf(place) }));
  const [best] = places.filter(({ distance }) => distance >= 0).sort((one, other) => one.distance - other.distance);
  return best;
}

/** How many words, at most `count`, are the same instructions; operands may differ, since names have moved. */
function sameWords(one: Uint16Array, at: number, other: Uint16Array, there: number, count: number): number {
  let same = 0;
  while (same < count && (one[at + same] ?? 0) >> 8 === (other[there + same] ?? 0) >> 8) same++;
  return same;
}
