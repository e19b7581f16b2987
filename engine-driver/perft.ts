/** Counting moves with the engine ROM: one position, its division by first moves, a whole suite. */
import { Chess } from 'chess.js';
import type { Assembly } from '#assembler';
import { parseFen } from '#chess';
import { CLOCK_HZ } from '#isa';
import { EngineSession } from './engine-session.ts';
import { isFailure, type Failure } from './failure.ts';
import { handlerShare } from './handler-share.ts';

/** Cycles that a node may take on average before the engine counts as hung, and those of the set-up. */
const CYCLES_PER_NODE = 20_000;
const CYCLES_AT_LEAST = 50_000_000;
/** No position has more legal moves. */
const MOST_MOVES = 218;

/** Leaves, and the machine's cycles that it took to count them. */
export interface PerftCount {
  readonly nodes: number;
  readonly cycles: number;
}

/** A count with what was measured on the way. */
export interface PerftReport extends PerftCount {
  /** Leaves below each first move, in coordinate notation; null unless asked for. */
  readonly divide: Readonly<Record<string, number>> | null;
  /** Per second of emulated time. */
  readonly nodesPerSecond: number;
  readonly handlerShare: number | null;
  readonly monitor: { readonly badLines: number; readonly badFrames: number; readonly frames: number };
}

/** A session that has come up, or one sentence why it has not. */
export function bootEngine(assembly: Assembly): EngineSession | Failure {
  const session = new EngineSession(assembly.image, assembly.debugInfo, { seed: 1 });
  return session.runUntilReady() ? session : { failure: 'the engine does not come up' };
}

/** Sets a position up and counts the leaves `depth` plies below it. */
export function perft(session: EngineSession, fen: string, depth: number): PerftCount | Failure {
  const parsed = parseFen(fen);
  if (!parsed.ok) return { failure: parsed.message };
  const refusal = session.setUp(parsed.position);
  return refusal ? { failure: refusal.message } : countFrom(session, depth);
}

/** A count is worth nothing if the picture broke meanwhile: a fault of the monitor fails it. */
function countFrom(session: EngineSession, depth: number): PerftCount | Failure {
  const { machine } = session;
  const start = machine.cycle;
  session.write('perftDepth', depth);
  const limit = CYCLES_AT_LEAST + CYCLES_PER_NODE * MOST_MOVES ** Math.min(depth, 6);
  if (!session.command('COMMAND_PERFT', limit)) return { failure: `the engine did not answer within ${limit} cycles` };
  const refusal = session.refusal();
  if (refusal) return { failure: refusal.message };
  const { badLines, badFrames, faults } = machine.monitor;
  if (faults.length > 0) {
    return {
      failure: `the monitor counted ${badLines} bad lines and ${badFrames} bad frames; the first at cycle ${faults[0]!.cycle}`,
    };
  }
  return { nodes: session.nodes(), cycles: machine.cycle - start };
}

/**
 * Counts a position and measures: nodes per emulated second, share of handler and checks, sync faults.
 * @param divided also counts below each first move; the moves and the positions behind them come from the host's chess library
 */
export function perftReport(
  session: EngineSession,
  assembly: Assembly,
  fen: string,
  depth: number,
  divided: boolean,
): PerftReport | Failure {
  const count = perft(session, fen, depth);
  if (isFailure(count)) return count;
  const { badLines, badFrames, frames } = session.machine.monitor;
  const divide = divided ? divideByMove(session, fen, depth) : null;
  if (isFailure(divide)) return divide;
  const sum = Object.values(divide ?? {}).reduce((total, nodes) => total + nodes, 0);
  if (divide !== null && sum !== count.nodes) {
    return { failure: `the counts below the first moves add up to ${sum}, but the position has ${count.nodes}` };
  }
  return {
    ...count,
    divide,
    nodesPerSecond: Math.round(count.nodes / (count.cycles / CLOCK_HZ)),
    handlerShare: shareOf(session, assembly, fen, depth, count.cycles),
    monitor: { badLines, badFrames, frames },
  };
}

/** Counts once more, profiled. */
function shareOf(
  session: EngineSession,
  assembly: Assembly,
  fen: string,
  depth: number,
  cycles: number,
): number | null {
  const parsed = parseFen(fen);
  if (!parsed.ok || session.setUp(parsed.position)) return null;
  session.write('perftDepth', depth);
  session.write('command', session.symbol('COMMAND_PERFT'));
  const share = handlerShare(session.machine, assembly.debugInfo, cycles);
  session.runUntilReady(2 * cycles + CYCLES_AT_LEAST);
  return share ?? null;
}

function divideByMove(session: EngineSession, fen: string, depth: number): Record<string, number> | Failure {
  const divide: Record<string, number> = {};
  for (const { lan, after } of new Chess(fen).moves({ verbose: true })) {
    if (depth <= 1) {
      divide[lan] = 1;
      continue;
    }
    const count = perft(session, after, depth - 1);
    if (isFailure(count)) return count;
    divide[lan] = count.nodes;
  }
  return divide;
}
