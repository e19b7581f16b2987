/** The lints of the machine over a laid-out program. */
import { prepareProof, type ProofContext } from '#proof';
import { lintFlow } from './flow-lints.ts';
import { lintBranches } from './branch-lints.ts';
import type { LintProgram, LintFinding } from './context.ts';
import { lintWords } from './word-lints.ts';

export * from './context.ts';

/** Runs every lint; findings come in address order. @param proof what the timing proof has found out already */
export function lintProgram(program: LintProgram, proof: ProofContext = prepareProof(program)): readonly LintFinding[] {
  const context = { program, proof };
  const findings = [...lintBranches(context), ...lintWords(context), ...lintFlow(context)];
  return findings.sort((a, b) => a.address - b.address);
}
