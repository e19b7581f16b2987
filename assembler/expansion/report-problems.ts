/** Reports what parsing has found wrong with a file: in its lines, and in the blocks that they open and close. */
import type { AssembledFile } from '../assembly.ts';
import type { Findings } from '../findings.ts';
import { blockStructure } from '../syntax/block-structure.ts';

/** @param index of the file in the program */
export function reportProblems(findings: Findings, file: AssembledFile, index: number): void {
  const structure = blockStructure(file.lines);
  for (const line of structure.broken) {
    for (const problem of file.lines[line]!.problems)
      findings.add(problem.code, problem.message, { file: index, line }, problem);
  }
  for (const problem of structure.problems) {
    findings.add(problem.code, problem.message, { file: index, line: problem.line }, problem.span);
  }
}
