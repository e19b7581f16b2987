/** What `run` prints at the end: the machine's state, for people and as JSON. */
import type { DebugBreak, DebugTable } from '#assembler';
import { type Machine, formatDifference, formatFault, type Difference } from '#emulator';
import { hexByte, hexWord, CLOCK_HZ } from '#isa';
import { bankOf, entryAddress } from '#basics';
import { kindByName } from '#files';
import { printJson, type Output, commandFailure, type CommandFailure } from '../output.ts';
import { printPicture } from '../report.ts';
import type { ProgramNames } from './program.ts';
import { usageLines, type UsageReport } from './frame-usage.ts';

/** Results of a run besides the machine's state. */
interface RunResults {
  readonly shown: readonly ShownMemory[];
  /** The first thing that was not as declared. */
  readonly difference: Difference | undefined;
  /** The breakpoint of the source that stopped it. */
  readonly met: DebugBreak | undefined;
  /** What the cycles of a frame were used for, if requested. */
  readonly usage: UsageReport | undefined;
  readonly names: ProgramNames | undefined;
}

/** State after the last cycle, in the convention of the emulator's documentation: `pc` is the next word to fetch. */
export function printStateAsJson(
  machine: Machine,
  { shown, difference, met, usage, names }: RunResults,
  output: Output,
): void {
  const { ac, x, y, out, outx } = machine.registers;
  const { badLines, badFrames, frames } = machine.monitor;
  printJson(output, 'run', {
    cycle: machine.cycle,
    pc: machine.nextAddress,
    ...{ ac, x, y, out, outx },
    ramHash: machine.ramHash,
    outHash: machine.outHash,
    monitor: { badLines, badFrames, frames },
    ...(difference !== undefined && { difference: { ...difference, place: names?.place(difference.address) ?? null } }),
    ...(met !== undefined && {
      break: { address: met.address, place: writtenAt(met, names), condition: met.condition },
    }),
    ...(usage !== undefined && { usage }),
    ...(machine.notices.length > 0 && {
      notices: machine.notices.map((notice) => ({ ...notice, place: names?.place(notice.address) ?? null })),
    }),
    ...(shown.length > 0 && { show: Object.fromEntries(shown.map(({ name, bytes }) => [name, bytes])) }),
  });
}

export function printState(
  machine: Machine,
  { shown, difference, met, usage, names }: RunResults,
  output: Output,
): void {
  const { ac, x, y, out, outx } = machine.registers;
  const at = (address: number): string => {
    const place = names?.place(address);
    return place === undefined ? `address ${hexWord(address)}` : `${place}, address ${hexWord(address)}`;
  };
  if (difference !== undefined) output.err(`${at(difference.address)}: ${formatDifference(difference)}`);
  if (met !== undefined) output.err(`${writtenAt(met, names)}: stopped at .break ${met.condition}`.trimEnd());
  output.out(`cycle ${machine.cycle}, ${(machine.cycle / CLOCK_HZ).toFixed(3)} s, next ${at(machine.address)}`);
  const registers = Object.entries({ ac, x, y, out, outx }).map(([name, value]) => `${name} ${hexByte(value)}`);
  output.out(`pc ${hexWord(machine.nextAddress)}  ${registers.join('  ')}`);
  for (const memory of shown) for (const line of shownLines(memory)) output.out(line);
  output.out(`RAM hash ${machine.ramHash}  OUT hash ${machine.outHash}`);
  printPicture(output, null, machine.monitor);
  for (const fault of machine.monitor.firstFaults)
    output.out(`  cycle ${fault.cycle}, ${at(fault.address)}: ${formatFault(fault)}`);
  if (usage !== undefined) for (const line of usageLines(usage)) output.out(line);
  for (const notice of machine.notices) output.out(`  cycle ${notice.cycle}, ${at(notice.address)}: ${notice.message}`);
}

/** `file:line` of a breakpoint of the source. */
function writtenAt({ source, line }: DebugBreak, names: ProgramNames | undefined): string {
  const { path = '' } = names?.info.sources[source] ?? {};
  return `${names?.shown(path) ?? path}:${line + 1}`;
}

type ShownTable = Pick<DebugTable, 'name' | 'address' | 'size' | 'first' | 'last' | 'stride'> & {
  /** Absent for a stretch of RAM. */
  readonly attributes?: DebugTable['attributes'];
};

/** A piece of RAM and what it holds: the bytes of entry after entry. */
interface ShownMemory {
  readonly name: string;
  /** RAM address of the first entry. */
  readonly address: number;
  readonly bytes: readonly number[];
}

/** The program and the names of `--show`, whose list swallows a program that follows it. */
export function programAndNames(
  program: string | undefined,
  shown: readonly string[] = [],
): { readonly file: string; readonly names: readonly string[] } | CommandFailure {
  const file = program ?? shown.find((word) => kindByName(word) !== undefined);
  if (file === undefined) return commandFailure(2, 'name the program to run: a source or a ROM image');
  return { file, names: program === undefined ? shown.filter((word) => word !== file) : shown };
}

/** The declarations of names; a failure for an unknown one, or without a source. */
export function findTables(wanted: readonly string[], names: ProgramNames | undefined): ShownTable[] | CommandFailure {
  const tables: ShownTable[] = [];
  for (const name of wanted) {
    if (/^[$\d]/.test(name)) {
      const stretch = stretchOf(name);
      if (stretch === undefined) return commandFailure(2, `--show ${name}: not an address of RAM, or a range of such`);
      tables.push(stretch);
      continue;
    }
    if (names === undefined) return commandFailure(2, `--show ${name}: an image has no names; give an address`);
    const table = names.table(name);
    if (table === undefined) return commandFailure(2, `--show ${name}: the program declares no RAM of this name`);
    tables.push(table);
  }
  return tables;
}

/** `$30`, or `$0200..$020f`, as bytes one after the other. */
function stretchOf(word: string): ShownTable | undefined {
  const [first = NaN, last = first, ...more] = word.split('..').map((each) => Number(each.replace(/^\$/, '0x')));
  if (!(first >= 0 && first <= last && last <= 0xffff && Number.isInteger(first + last)) || more.length > 0)
    return undefined;
  return { name: word, address: first, size: last - first + 1, first: 0, last: 0, stride: 0 };
}

/** What `run --show` shows of a machine: the bytes of a declared variable or table, or of a stretch of RAM. */
export function showMemory(machine: Machine, table: ShownTable): ShownMemory {
  const { name, address, size, first, last, attributes } = table;
  const bank = attributes && bankOf({ attributes });
  const bytes: number[] = [];
  for (let index = first; index <= last; index++) {
    for (let offset = 0; offset < size; offset++) {
      bytes.push(machine.readRam(entryAddress(table, index) + offset, bank));
    }
  }
  return { name, address, bytes };
}

const BYTES_PER_LINE = 16;

/** `name $0030: $01 $02 …`, a line for every sixteen bytes. */
function shownLines({ name, address, bytes }: ShownMemory): string[] {
  const rows = Array.from({ length: Math.ceil(bytes.length / BYTES_PER_LINE) }, (_, row) =>
    bytes.slice(row * BYTES_PER_LINE, (row + 1) * BYTES_PER_LINE).map((byte) => hexByte(byte)),
  );
  const head = `${name} ${hexWord(address)}: `;
  return rows.map((row, index) => (index === 0 ? head : ' '.repeat(head.length)) + row.join(' '));
}
