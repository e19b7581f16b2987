/**
 * The Octad ROM at work in the emulator.
 *
 * All that is known about the ROM is a few names in its debug information: the state of 74 bytes, the side to move, the
 * command and its answer. Everything else is up to the ROM.
 */
import { failure, type Failure } from '#basics';
import type { Assembly } from '#assembler';
import { octadStateBytes, type OctadPosition } from '#chess';
import { MailboxSession, missingName, type NeededNames } from '../mailbox-session.ts';

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
