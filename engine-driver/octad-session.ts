/**
 * The Octad ROM at work in the emulator, and counting moves with it.
 *
 * All that is known about the ROM is a few names in its debug information: the state of 74 bytes, the side to move, the
 * command and its answer. Everything else is up to the ROM.
 */
import { failure, isFailure, type Failure } from '#basics';
import type { Assembly } from '#assembler';
import { octadStateBytes, type OctadPosition, octadMoves, octadMoveText, octadPlay, parseOfen, toOfen } from '#chess';
import { MailboxSession, missingName, type NeededNames } from './mailbox-session.ts';
import { countAndMeasure, countLeaves } from './counting.ts';
import type { Asked, CountingRom, PerftCount, PerftReport } from './counting.ts';

/** Names that a program needs to be driven as an Octad computer. */
const OCTAD_NAMES: NeededNames = {
  cells: ['octad', 'octadSide', 'command', 'status', 'perftDepth', 'nodes'],
  constants: ['mainLoop', 'COMMAND_PERFT', 'STATUS_DONE', 'MOST_PLIES'],
};

export class OctadSession extends MailboxSession {
  /** Puts a position into the mailbox. */
  setUp(position: OctadPosition): undefined {
    this.writeBytes('octad', octadStateBytes(position));
    this.write('octadSide', position.sideToMove === 'black' ? 1 : 0);
  }
}

/** A session that has started, or why it has not: the program may not be an Octad computer. */
export function bootOctad({ image, debugInfo }: Pick<Assembly, 'image' | 'debugInfo'>): OctadSession | Failure {
  const missing = missingName(debugInfo, OCTAD_NAMES);
  if (missing !== undefined) return failure(`the program is not an Octad computer: it has no ${missing}`);
  const session = new OctadSession(image, debugInfo, { seed: 1 });
  return session.runUntilReady() ? session : failure('the Octad computer does not come up');
}

/** The deepest count for which the ROM has pages. */
export const MOST_OCTAD_PLIES = 10;

function counting(session: OctadSession): CountingRom {
  return {
    session,
    cyclesPerNode: 100_000,
    cyclesAtLeast: 20_000_000,
    mostMoves: 80,
    setUp(ofen) {
      const parsed = parseOfen(ofen);
      return isFailure(parsed) ? parsed : session.setUp(parsed);
    },
    refusal: () =>
      session.read('status') === session.symbol('STATUS_DONE')
        ? undefined
        : failure('the ROM does not know the command'),
    after(ofen) {
      const parsed = parseOfen(ofen);
      if (isFailure(parsed)) return [];
      return octadMoves(parsed).map((move) => [octadMoveText(move), toOfen(octadPlay(parsed, move))]);
    },
  };
}

/** Counts the leaves `depth` plies below a position. */
export function octadPerftCount(session: OctadSession, ofen: string, depth: number): PerftCount | Failure {
  return countLeaves(counting(session), ofen, depth);
}

/** Counts a position, and measures what is requested. */
export function octadPerftReport(
  session: OctadSession,
  { debugInfo }: Pick<Assembly, 'debugInfo'>,
  ofen: string,
  depth: number,
  asked?: Asked,
): PerftReport | Failure {
  return countAndMeasure(counting(session), debugInfo, ofen, depth, asked);
}
