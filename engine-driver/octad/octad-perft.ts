/**
 * The Octad ROM at work in the emulator, and counting moves with it: one position, its division by first moves, a
 * suite.
 */
import { failure, type Failure, isFailure } from '#basics';
import type { Assembly, DebugInfo } from '#assembler';
import { octadStateBytes, type OctadPosition, octadMoves, octadMoveText, octadPlay, parseOfen } from '#chess';
import { MailboxSession, missingName, type NeededNames } from '../mailbox-session.ts';
import { CLOCK_HZ, CYCLES_PER_FRAME } from '#isa';
import { handlerShare } from '../handler-share.ts';
import type { PerftCount, PerftReport } from '../perft.ts';
import { runSuite, type SuiteEntry, type SuiteReport } from '../suite.ts';

/**
 * The Octad ROM at work in the emulator.
 *
 * All that is known about the ROM is a few names in its debug information: the state of 74 bytes, the side to move, the
 * command and its answer. Everything else is up to the ROM.
 */

/** Names that a program needs to be driven as an Octad computer. */
const OCTAD_NAMES: NeededNames = {
  cells: ['octad', 'octadSide', 'command', 'status', 'perftDepth', 'nodes'],
  constants: ['mainLoop', 'COMMAND_PERFT', 'STATUS_DONE', 'MOST_PLIES'],
};

/** One running Octad computer. */
export class OctadSession extends MailboxSession {
  /** Puts a position into the mailbox. */
  setUp(position: OctadPosition): void {
    this.writeBytes('octad', octadStateBytes(position));
    this.write('octadSide', position.sideToMove === 'black' ? 1 : 0);
  }
}

/** A session that has started, or a sentence on why it has not: the program may not be an Octad computer. */
export function bootOctad({ image, debugInfo }: Pick<Assembly, 'image' | 'debugInfo'>): OctadSession | Failure {
  const missing = missingName(debugInfo, OCTAD_NAMES);
  if (missing !== undefined) return failure(`the program is not an Octad computer: it has no ${missing}`);
  const session = new OctadSession(image, debugInfo, { seed: 1 });
  return session.runUntilReady() ? session : failure('the Octad computer does not come up');
}

/** Cycles that a leaf may take before the ROM counts as hung, and those allowed in addition. */
const CYCLES_PER_NODE = 100_000;
const CYCLES_AT_LEAST = 20_000_000;
/** No position of Octad has more legal moves. */
const MOST_MOVES = 80;
/** The deepest count for which the ROM has pages. */
export const MOST_OCTAD_PLIES = 10;

/** Counts the leaves `depth` plies below a position. */
export function octadPerftCount(session: OctadSession, ofen: string, depth: number): PerftCount | Failure {
  const parsed = parseOfen(ofen);
  return 'error' in parsed ? failure(parsed.error) : countIn(session, parsed.position, depth);
}

function countIn(session: OctadSession, position: OctadPosition, depth: number): PerftCount | Failure {
  const { machine } = session;
  const { faultCount } = machine.monitor;
  const start = machine.cycle;
  session.setUp(position);
  session.write('perftDepth', depth);
  const limit = CYCLES_AT_LEAST + CYCLES_PER_NODE * MOST_MOVES ** Math.min(depth, 5);
  if (!session.command('COMMAND_PERFT', limit)) return failure(`the ROM did not answer within ${limit} cycles`);
  if (session.read('status') !== session.symbol('STATUS_DONE')) return failure('the ROM does not know the command');
  if (machine.monitor.faultCount !== faultCount) return failure('the monitor counted faults of the picture');
  return { nodes: session.nodes(), cycles: machine.cycle - start };
}

/**
 * Counts a position and measures.
 * @param asked `divided`: also counts below each first move; the moves, and the positions after them, come from the host's
 * rules. `profiled`: counts once more, and measures the share of handler and checks
 */
export function octadPerftReport(
  session: OctadSession,
  { debugInfo }: Pick<Assembly, 'debugInfo'>,
  ofen: string,
  depth: number,
  asked: { readonly divided?: boolean; readonly profiled?: boolean } = {},
): PerftReport | Failure {
  const parsed = parseOfen(ofen);
  if ('error' in parsed) return failure(parsed.error);
  const count = countIn(session, parsed.position, depth);
  if (isFailure(count)) return count;
  const { badLines, badFrames, frames } = session.machine.monitor;
  const divide = asked.divided === true ? divideByMove(session, parsed.position, depth) : null;
  if (isFailure(divide)) return divide;
  const sum = Object.values(divide ?? {}).reduce((total, nodes) => total + nodes, 0);
  if (divide !== null && sum !== count.nodes)
    return failure(`the counts below the first moves add up to ${sum}, but the position has ${count.nodes}`);
  const nodesPerSecond = Math.round(count.nodes / (count.cycles / CLOCK_HZ));
  const share = asked.profiled === true ? shareOf(session, debugInfo, parsed.position, depth, count.cycles) : null;
  return { ...count, divide, nodesPerSecond, handlerShare: share, monitor: { badLines, badFrames, frames } };
}

/** Counts once more, profiled; null for a count of less than two frames. */
function shareOf(
  session: OctadSession,
  debugInfo: DebugInfo,
  position: OctadPosition,
  depth: number,
  cycles: number,
): number | null {
  if (cycles < 2 * CYCLES_PER_FRAME) return null;
  session.setUp(position);
  session.write('perftDepth', depth);
  session.write('command', session.symbol('COMMAND_PERFT'));
  const share = handlerShare(session.machine, debugInfo, cycles);
  session.runUntilReady(2 * cycles + CYCLES_AT_LEAST);
  return share ?? null;
}

function divideByMove(session: OctadSession, position: OctadPosition, depth: number): Record<string, number> | Failure {
  const divide: Record<string, number> = {};
  for (const move of octadMoves(position)) {
    const count = depth <= 1 ? { nodes: 1, cycles: 0 } : countIn(session, octadPlay(position, move), depth - 1);
    if (isFailure(count)) return count;
    divide[octadMoveText(move)] = count.nodes;
  }
  return divide;
}

/** Runs every entry of a suite whose expected count is at most `maxNodes`. */
export function runOctadSuite(
  session: OctadSession,
  entries: readonly SuiteEntry[],
  maxNodes: number,
  progress: (report: SuiteReport, entry: SuiteEntry) => void,
): SuiteReport {
  return runSuite((ofen, depth) => octadPerftCount(session, ofen, depth), entries, maxNodes, progress);
}
