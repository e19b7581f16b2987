/** Counting moves with the engine ROM: one position, its division by first moves, a whole suite. */
import { Chess } from 'chess.js';
import { failure, isFailure, type Failure } from '#basics';
import type { Assembly, DebugInfo } from '#assembler';
import { parseFen, type PlainPosition } from '#chess';
import { CLOCK_HZ, CYCLES_PER_FRAME } from '#isa';
import { ENGINE_NAMES, EngineSession } from './engine-session.ts';
import { handlerShare } from './handler-share.ts';
import { missingName } from './mailbox-session.ts';
import { possibleFen } from './possible-fen.ts';

/** Cycles that a node may take on average before the engine counts as hung, and those allowed for the set-up. */
const CYCLES_PER_NODE = 20_000;
const CYCLES_AT_LEAST = 50_000_000;
/** The deepest count for which the engine has frames. */
export const MOST_PLIES = 32;
/** No position has more legal moves. */
const MOST_MOVES = 218;

/** Leaves, and the machine cycles that the count took. */
export interface PerftCount {
  readonly nodes: number;
  readonly cycles: number;
}

/** A count, and what was measured during it. */
export interface PerftReport extends PerftCount {
  /** Leaves below each first move, in coordinate notation; null unless asked for. */
  readonly divide: Readonly<Record<string, number>> | null;
  /** Per second of emulated time. */
  readonly nodesPerSecond: number;
  /** 0..1; null unless asked for, and for a count of less than two frames. */
  readonly handlerShare: number | null;
  readonly monitor: { readonly badLines: number; readonly badFrames: number; readonly frames: number };
}

/** A session that has started, or a sentence on why it has not: the program may not be an engine. */
export function bootEngine({ image, debugInfo }: Pick<Assembly, 'image' | 'debugInfo'>): EngineSession | Failure {
  const missing = missingName(debugInfo, ENGINE_NAMES);
  if (missing !== undefined) return failure(`the program is not a chess engine: it has no ${missing}`);
  const session = new EngineSession(image, debugInfo, { seed: 1 });
  if (!session.runUntilReady()) return failure('the engine does not come up');
  return monitorFailure(session, 0) ?? session;
}

/** Sets a position up and counts the leaves `depth` plies below it. */
export function perft(session: EngineSession, fen: string, depth: number): PerftCount | Failure {
  const parsed = parseFen(fen);
  return parsed.ok ? countIn(session, parsed.position, depth) : failure(parsed.message);
}

function countIn(session: EngineSession, position: PlainPosition, depth: number): PerftCount | Failure {
  const { faultCount } = session.machine.monitor;
  const refusal = session.setUp(position);
  if (refusal) return failure(refusal.message);
  const count = countFrom(session, depth);
  return isFailure(count) ? count : (monitorFailure(session, faultCount) ?? count);
}

/**
 * A count is worthless if the picture broke meanwhile. Returns undefined unless the monitor has counted more faults than
 * `before`.
 */
export function monitorFailure({ machine: { monitor } }: EngineSession, before: number): Failure | undefined {
  const { badLines, badFrames, faultCount, faults } = monitor;
  if (faultCount === before) return undefined;
  const first = faults.at(Math.max(before - faultCount, -faults.length));
  return failure(
    `the monitor counted ${badLines} bad lines and ${badFrames} bad frames, now one at cycle ${first?.cycle ?? 0}`,
  );
}

function countFrom(session: EngineSession, depth: number): PerftCount | Failure {
  const { machine } = session;
  const start = machine.cycle;
  session.write('perftDepth', depth);
  const limit = CYCLES_AT_LEAST + CYCLES_PER_NODE * MOST_MOVES ** Math.min(depth, 6);
  if (!session.command('COMMAND_PERFT', limit)) return failure(`the engine did not answer within ${limit} cycles`);
  const refusal = session.refusal();
  return refusal ? failure(refusal.message) : { nodes: session.nodes(), cycles: machine.cycle - start };
}

/**
 * Counts a position and measures nodes per emulated second, sync faults, and whatever else is requested.
 * @param asked `divided`: also counts below each first move; the moves and the positions after them come from the
 * host's chess library. `profiled`: counts once more, and measures the share of handler and checks
 */
export function perftReport(
  session: EngineSession,
  { debugInfo }: Pick<Assembly, 'debugInfo'>,
  fen: string,
  depth: number,
  asked: { readonly divided?: boolean; readonly profiled?: boolean } = {},
): PerftReport | Failure {
  const parsed = parseFen(fen);
  if (!parsed.ok) return failure(parsed.message);
  const count = countIn(session, parsed.position, depth);
  if (isFailure(count)) return count;
  const { badLines, badFrames, frames } = session.machine.monitor;
  const divide = asked.divided === true ? divideByMove(session, fen, depth) : null;
  if (isFailure(divide)) return divide;
  const sum = Object.values(divide ?? {}).reduce((total, nodes) => total + nodes, 0);
  if (divide !== null && sum !== count.nodes) {
    return failure(`the counts below the first moves add up to ${sum}, but the position has ${count.nodes}`);
  }
  return {
    ...count,
    divide,
    nodesPerSecond: Math.round(count.nodes / (count.cycles / CLOCK_HZ)),
    handlerShare: asked.profiled === true ? shareOf(session, debugInfo, parsed.position, depth, count.cycles) : null,
    monitor: { badLines, badFrames, frames },
  };
}

/** Counts once more, profiled. */
function shareOf(
  session: EngineSession,
  debugInfo: DebugInfo,
  position: PlainPosition,
  depth: number,
  cycles: number,
): number | null {
  // A count this short has no whole frame.
  if (cycles < 2 * CYCLES_PER_FRAME || session.setUp(position)) return null;
  session.write('perftDepth', depth);
  session.write('command', session.symbol('COMMAND_PERFT'));
  const share = handlerShare(session.machine, debugInfo, cycles);
  session.runUntilReady(2 * cycles + CYCLES_AT_LEAST);
  return share ?? null;
}

/** Moves of the position as the engine sees it, without impossible rights. */
function divideByMove(session: EngineSession, fen: string, depth: number): Record<string, number> | Failure {
  const divide: Record<string, number> = {};
  const game = new Chess(possibleFen(session, fen), { skipValidation: true });
  for (const { lan, after } of game.moves({ verbose: true })) {
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
