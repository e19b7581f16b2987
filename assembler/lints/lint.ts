/** All lints over a program, in address order. */
import { prepareProof, type ProofContext } from '#proof';
import type { LintProgram } from './lint-program.ts';
import { lintBranches } from './branch-lints.ts';
import type { LintFinding } from './finding.ts';
import { lintFlow } from './flow-lints.ts';
import { lintWords } from './word-lints.ts';

/**
 * Runs every lint.
 * @param proof what the timing proof found out, to be found out only once
 */
export function lintProgram(program: LintProgram, proof: ProofContext = prepareProof(program)): readonly LintFinding[] {
  const context = { program, proof };
  const findings = [...lintBranches(context), ...lintWords(context), ...lintFlow(context)];
  return findings.sort((a, b) => a.address - b.address);
}
