/** Counting moves with the engine ROM. */
import { Chess } from 'chess.js';
import { failure, type Failure } from '#basics';
import type { Assembly } from '#assembler';
import { parseFen } from '#chess';
import { countAndMeasure, countLeaves, monitorFailure, type CountingRom } from './counting.ts';
import type { PerftCount, PerftReport } from './counting.ts';
import { ENGINE_NAMES, EngineSession } from './engine-session.ts';
import { missingName } from './mailbox-session.ts';
import { possibleFen } from './possible-fen.ts';

/** The deepest count for which the engine has frames. */
export const MOST_PLIES = 32;

/** A session that has started, or a sentence on why it has not: the program may not be an engine. */
export function bootEngine({ image, debugInfo }: Pick<Assembly, 'image' | 'debugInfo'>): EngineSession | Failure {
  const missing = missingName(debugInfo, ENGINE_NAMES);
  if (missing !== undefined) return failure(`the program is not a chess engine: it has no ${missing}`);
  const session = new EngineSession(image, debugInfo, { seed: 1 });
  if (!session.runUntilReady()) return failure('the engine does not come up');
  return monitorFailure(session, 0) ?? session;
}

/** The engine as a ROM that counts moves; positions are FENs. */
function counting(session: EngineSession): CountingRom<string> {
  const asFailure = (refusal?: { readonly message: string }): Failure | undefined =>
    refusal && failure(refusal.message);
  return {
    session,
    cyclesPerNode: 20_000,
    cyclesAtLeast: 50_000_000,
    mostMoves: 218,
    setUp(fen) {
      const parsed = parseFen(fen);
      return asFailure(parsed.ok ? session.setUp(parsed.position) : parsed);
    },
    refusal: () => asFailure(session.refusal()),
    /** Moves of the position as the engine sees it, without impossible rights. */
    after: (fen) =>
      new Chess(possibleFen(session, fen), { skipValidation: true })
        .moves({ verbose: true })
        .map(({ lan, after }) => [lan, after]),
  };
}

/** Sets a position up and counts the leaves `depth` plies below it. */
export function perft(session: EngineSession, fen: string, depth: number): PerftCount | Failure {
  return countLeaves(counting(session), fen, depth);
}

/** Counts a position, and measures what is asked for. */
export function perftReport(
  session: EngineSession,
  { debugInfo }: Pick<Assembly, 'debugInfo'>,
  fen: string,
  depth: number,
  asked: { readonly divided?: boolean; readonly profiled?: boolean } = {},
): PerftReport | Failure {
  return countAndMeasure(counting(session), debugInfo, fen, depth, asked);
}
