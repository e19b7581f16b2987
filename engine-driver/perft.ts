/** Counting moves with the engine ROM: from one position, or from each of a suite with known counts. */
import { Chess } from 'chess.js';
import { failure, type Failure, isFailure } from '#basics';
import type { Assembly } from '#assembler';
import { parseFen } from '#chess';
import { countAndMeasure, countLeaves, monitorFailure } from './counting.ts';
import type { Asked, CountingRom, PerftCount, PerftReport } from './counting.ts';
import { ENGINE_NAMES, EngineSession, possibleFen } from './engine-session.ts';
import { missingName } from './mailbox-session.ts';

/** The deepest count for which the engine has frames. */
export const MOST_PLIES = 32;

/** A session that has started, or why it has not: the program may not be an engine. */
export function bootEngine({ image, debugInfo }: Pick<Assembly, 'image' | 'debugInfo'>): EngineSession | Failure {
  const missing = missingName(debugInfo, ENGINE_NAMES);
  if (missing !== undefined) return failure(`the program is not a chess engine: it has no ${missing}`);
  const session = new EngineSession(image, debugInfo, { seed: 1 });
  if (!session.runUntilReady()) return failure('the engine does not come up');
  return monitorFailure(session, 0) ?? session;
}

/** The engine as a ROM that counts moves. */
function counting(session: EngineSession): CountingRom {
  return {
    session,
    cyclesPerNode: 20_000,
    cyclesAtLeast: 50_000_000,
    mostMoves: 218,
    setUp(fen) {
      const parsed = parseFen(fen);
      return isFailure(parsed) ? parsed : session.setUp(parsed);
    },
    refusal: () => session.refusal(),
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

/** Counts a position, and measures what is requested. */
export function perftReport(
  session: EngineSession,
  { debugInfo }: Pick<Assembly, 'debugInfo'>,
  fen: string,
  depth: number,
  asked?: Asked,
): PerftReport | Failure {
  return countAndMeasure(counting(session), debugInfo, fen, depth, asked);
}

/** A position (of Octad, an OFEN), and how many leaves it has at a depth. */
export interface SuiteEntry {
  readonly fen: string;
  readonly depth: number;
  readonly expected: number;
}

/** What a run over the suite has found so far. */
export interface SuiteReport {
  passed: number;
  failed: number;
  /** Entries whose expected count is above the limit. */
  skipped: number;
  /** `found`: the count, or a sentence on why there is none. */
  readonly failures: { fen: string; depth: number; expected: number; found: number | string }[];
  cycles: number;
  nodes: number;
}

/** Reads a suite's text, `{positions: [{fen, perft: {depth: count}}]}`; a failure names the entry that is wrong. */
export function parseSuite(text: string): readonly SuiteEntry[] | Failure {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    return failure('the suite is not a JSON document');
  }
  const positions = (document as { positions?: unknown } | null)?.positions;
  if (!Array.isArray(positions)) return failure('the suite has no list of positions');
  const entries: SuiteEntry[] = [];
  for (const [index, position] of (positions as unknown[]).entries()) {
    const written = (position ?? {}) as { fen?: unknown; ofen?: unknown; perft?: unknown };
    const [fen, counts] = [written.fen ?? written.ofen, written.perft];
    if (typeof fen !== 'string' || typeof counts !== 'object' || counts === null) {
      return failure(`position ${index + 1} of the suite needs "fen" and "perft"`);
    }
    for (const [depth, expected] of Object.entries(counts)) {
      const plies = Number(depth);
      const isDepth = Number.isInteger(plies) && plies >= 1 && plies <= MOST_PLIES;
      if (!isDepth || !isCount(expected)) {
        const needed = `"perft" needs depths from 1 to ${MOST_PLIES} with whole numbers`;
        const found = `"${depth}": ${JSON.stringify(expected)}`;
        return failure(`position ${index + 1} of the suite: ${needed}, not ${found}`);
      }
      entries.push({ fen, depth: plies, expected });
    }
  }
  return entries.length === 0 ? failure('the suite has no counts') : entries;
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

/** Runs every entry whose expected count is at most `maxNodes`. */
export function runSuite(
  count: (fen: string, depth: number) => PerftCount | Failure,
  entries: readonly SuiteEntry[],
  maxNodes: number,
  progress: (report: SuiteReport, entry: SuiteEntry) => void,
): SuiteReport {
  const report: SuiteReport = { passed: 0, failed: 0, skipped: 0, failures: [], cycles: 0, nodes: 0 };
  for (const entry of entries) {
    if (entry.expected > maxNodes) {
      report.skipped++;
      continue;
    }
    progress(report, entry);
    const counted = count(entry.fen, entry.depth);
    const found = isFailure(counted) ? counted.message : counted.nodes;
    if (!isFailure(counted)) {
      report.cycles += counted.cycles;
      report.nodes += counted.nodes;
    }
    if (found === entry.expected) report.passed++;
    else {
      report.failed++;
      report.failures.push({ ...entry, found });
    }
  }
  return report;
}
