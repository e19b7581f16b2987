/** What `run` prints at the end: the machine's state, for people and as JSON. */
import type { DebugBreak } from '#assembler';
import { type Machine, formatDifference, formatFault, type Difference } from '#emulator';
import { hexByte, hexWord, CLOCK_HZ } from '#isa';
import { printJson, type Output } from '../output.ts';
import type { ProgramNames } from './program.ts';
import { usageLines, type UsageReport } from './frame-usage.ts';
import { type ShownMemory, shownLines } from './shown-memory.ts';

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
  const { frames, badLines, badFrames, firstFaults } = machine.monitor;
  if (difference !== undefined) output.err(`${at(difference.address)}: ${formatDifference(difference)}`);
  if (met !== undefined) output.err(`${writtenAt(met, names)}: stopped at .break ${met.condition}`.trimEnd());
  output.out(`cycle ${machine.cycle}, ${(machine.cycle / CLOCK_HZ).toFixed(3)} s, next ${at(machine.address)}`);
  const registers = Object.entries({ ac, x, y, out, outx }).map(([name, value]) => `${name} ${hexByte(value)}`);
  output.out(`pc ${hexWord(machine.nextAddress)}  ${registers.join('  ')}`);
  for (const memory of shown) for (const line of shownLines(memory)) output.out(line);
  output.out(`RAM hash ${machine.ramHash}  OUT hash ${machine.outHash}`);
  output.out(`${frames} frames, ${badLines} bad lines, ${badFrames} bad frames`);
  for (const fault of firstFaults) output.out(`  cycle ${fault.cycle}, ${at(fault.address)}: ${formatFault(fault)}`);
  if (usage !== undefined) for (const line of usageLines(usage)) output.out(line);
  for (const notice of machine.notices) output.out(`  cycle ${notice.cycle}, ${at(notice.address)}: ${notice.message}`);
}

/** `file:line` of a breakpoint of the source. */
function writtenAt({ source, line }: DebugBreak, names: ProgramNames | undefined): string {
  const { path = '' } = names?.info.sources[source] ?? {};
  return `${names?.shown(path) ?? path}:${line + 1}`;
}
