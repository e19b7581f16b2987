/**
 * Exceptions inside the assembler, which are faults of ours: each becomes one finding that names the phase, so that no
 * source, however odd, silences an editor or ends a command with a stack.
 */
import type { Pieces } from '#proof';
import { NO_VERDICTS, type Verdicts } from './checks/check-timing.ts';
import type { Proof } from './checks/kept-proof.ts';
import type { Program } from './program/program.ts';

export type Phase = 'reading' | 'expansion' | 'declarations' | 'layout' | 'encoding' | 'checks' | 'timing proof';

export interface PhaseMark {
  phase: Phase;
}

/** Reports an exception at the first line of the program. */
export function reportInternalError({ findings }: Program, phase: Phase, error: unknown): void {
  const text = `Internal error of the assembler (${phase}); please report it with this source: ${String(error)}`;
  findings.add('GT0706', text, { file: 0, line: 0 }, undefined);
}

/** The verdicts of a check; if it throws, what is known of the proof is dropped and a finding says so. */
export function guardedCheck(program: Program, proof: Pick<Proof, 'forget'>, check: () => Verdicts): Verdicts {
  try {
    return check();
  } catch (error) {
    proof.forget();
    reportInternalError(program, 'timing proof', error);
    return NO_VERDICTS;
  }
}

/** A proof in pieces; if it throws, what is known of it is dropped. */
export function* guardedPieces(proof: Pick<Proof, 'forget'>, prove: () => Pieces<void>): Pieces<void> {
  try {
    yield* prove();
  } catch {
    // The check that follows runs into the same error, and reports it.
    proof.forget();
  }
}
