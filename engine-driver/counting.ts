/** Counting moves with a ROM through its mailbox: a position, its division by first moves, a suite. */
import { counted, failure, isFailure, type Failure } from '#basics';
import type { DebugInfo } from '#assembler';
import { CLOCK_HZ, CYCLES_PER_FRAME } from '#isa';
import { handlerShare } from './handler-share.ts';
import type { MailboxSession } from './mailbox-session.ts';

/** Leaves, and the machine cycles that the count took. */
export interface PerftCount {
  readonly nodes: number;
  readonly cycles: number;
}

/** A count, and what was measured during it. */
export interface PerftReport extends PerftCount {
  /** Leaves below each first move, by the move in the game's notation; null unless asked for. */
  readonly divide: Readonly<Record<string, number>> | null;
  /** Per second of emulated time. */
  readonly nodesPerSecond: number;
  /** 0..1; null unless asked for, and for a count of less than two frames. */
  readonly handlerShare: number | null;
  readonly monitor: { readonly badLines: number; readonly badFrames: number; readonly frames: number };
}

/** A ROM that counts moves of a game, and the game's rules on the host. Positions are in the game's notation. */
export interface CountingRom {
  readonly session: MailboxSession;
  /** Cycles that a leaf may take before the ROM counts as hung, and those allowed in addition. */
  readonly cyclesPerNode: number;
  readonly cyclesAtLeast: number;
  /** No position has more legal moves. */
  readonly mostMoves: number;
  /** Puts a position into the mailbox. */
  setUp(position: string): Failure | undefined;
  /** Why the ROM has not carried out a command. */
  refusal(): Failure | undefined;
  /** The legal moves by name, each with the position after it. */
  after(position: string): Iterable<readonly [move: string, position: string]>;
}

/** The limit of cycles does not grow beyond this depth: it is astronomical by then. */
const DEEPEST_LIMIT = 5;

/** Counts the leaves `depth` plies below a position. */
export function countLeaves(rom: CountingRom, position: string, depth: number): PerftCount | Failure {
  const { machine } = rom.session;
  const { faultCount } = machine.monitor;
  const refused = rom.setUp(position);
  if (refused !== undefined) return refused;
  const start = machine.cycle;
  rom.session.write('perftDepth', depth);
  const limit = rom.cyclesAtLeast + rom.cyclesPerNode * rom.mostMoves ** Math.min(depth, DEEPEST_LIMIT);
  if (!rom.session.command('COMMAND_PERFT', limit)) return failure(`the ROM did not answer within ${limit} cycles`);
  const refusal = rom.refusal() ?? monitorFailure(rom.session, faultCount);
  return refusal ?? { nodes: rom.session.nodes(), cycles: machine.cycle - start };
}

/** A failure if the monitor has counted more faults than `before`: a broken picture makes a count worthless. */
export function monitorFailure({ machine: { monitor } }: MailboxSession, before: number): Failure | undefined {
  const { badLines, badFrames, faultCount, faults } = monitor;
  if (faultCount === before) return undefined;
  const first = faults.at(Math.max(before - faultCount, -faults.length));
  const seen = `${counted(badLines, 'bad line')} and ${counted(badFrames, 'bad frame')}`;
  return failure(`the monitor counted ${seen}, the first new one at cycle ${first?.cycle ?? 0}`);
}

/** What a report has besides the count. */
export interface Asked {
  /** Counts below each first move; the moves, and the positions after them, come from the host. */
  readonly divided?: boolean;
  /** The share of handler and checks, for which it counts once more. */
  readonly profiled?: boolean;
}

/** Counts a position and measures leaves per emulated second, sync faults, and whatever else is requested. */
export function countAndMeasure(
  rom: CountingRom,
  debugInfo: DebugInfo,
  position: string,
  depth: number,
  asked: Asked = {},
): PerftReport | Failure {
  const count = countLeaves(rom, position, depth);
  if (isFailure(count)) return count;
  const { badLines, badFrames, frames } = rom.session.machine.monitor;
  const divide = asked.divided === true ? divideByMove(rom, position, depth) : null;
  if (isFailure(divide)) return divide;
  const sum = Object.values(divide ?? {}).reduce((total, nodes) => total + nodes, 0);
  if (divide !== null && sum !== count.nodes) {
    return failure(`the counts below the first moves add up to ${sum}, but the position has ${count.nodes}`);
  }
  return {
    ...count,
    divide,
    nodesPerSecond: Math.round(count.nodes / (count.cycles / CLOCK_HZ)),
    handlerShare: asked.profiled === true ? shareOf(rom, debugInfo, position, depth, count.cycles) : null,
    monitor: { badLines, badFrames, frames },
  };
}

/** Counts once more, profiled; null for a count that has no whole frame. */
function shareOf(
  { session, setUp, cyclesAtLeast }: CountingRom,
  debugInfo: DebugInfo,
  position: string,
  depth: number,
  cycles: number,
): number | null {
  if (cycles < 2 * CYCLES_PER_FRAME || setUp(position) !== undefined) return null;
  session.write('perftDepth', depth);
  session.begin('COMMAND_PERFT');
  const share = handlerShare(session.machine, debugInfo, cycles);
  session.runUntilReady(2 * cycles + cyclesAtLeast);
  return share ?? null;
}

function divideByMove(rom: CountingRom, position: string, depth: number): Record<string, number> | Failure {
  const divide: Record<string, number> = {};
  for (const [move, next] of rom.after(position)) {
    const count = depth <= 1 ? { nodes: 1, cycles: 0 } : countLeaves(rom, next, depth - 1);
    if (isFailure(count)) return count;
    divide[move] = count.nodes;
  }
  return divide;
}
