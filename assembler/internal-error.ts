/**
 * Exceptions inside the assembler, which are faults of ours: each becomes one finding that names the phase, so that no
 * source, however odd, silences an editor or ends a command with a stack.
 */
import type { ProofMemory } from './checks/check-timing.ts';
import type { Program } from './program/program.ts';
import type { Later } from './result.ts';

export type Phase = 'reading' | 'expansion' | 'declarations' | 'layout' | 'encoding' | 'checks' | 'timing proof';

/** The phase that runs. */
export interface PhaseMark {
  phase: Phase;
}

/** Reports an exception at the first line of the program. */
export function reportInternalError({ findings }: Program, phase: Phase, error: unknown): void {
  const text = `Internal error of the assembler (${phase}); please report it with this source: ${String(error)}`;
  findings.add('GT0706', text, { file: 0, line: 0 }, undefined);
}

/** The proof and the lints; if one of them throws, what is known of the proof is dropped and the check reports it. */
export function guardedProof(
  program: Program,
  memory: ProofMemory,
  { check, prove }: Pick<Later, 'check' | 'prove'>,
): Pick<Later, 'check' | 'prove'> {
  return {
    check() {
      try {
        check();
      } catch (error) {
        memory.proof = undefined;
        reportInternalError(program, 'timing proof', error);
      }
    },
    *prove() {
      try {
        yield* prove();
      } catch {
        // The check that follows comes to the same place, and reports it.
        memory.proof = undefined;
      }
    },
  };
}
