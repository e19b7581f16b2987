/** Reports what parsing has found wrong with a file: in its lines, and in the blocks that they open and close. */
import { elementAt } from '#basics';
import type { AssembledFile, LineProblem } from '../contract/syntax.ts';
import type { Fix } from '../contract/diagnostic.ts';
import { type Findings, endBlock, removeStatement } from '../program/findings.ts';
import { lineRange } from '../contract/source.ts';
import { blockStructure } from '../syntax/block-structure.ts';

/** @param index of the file in the program */
export function reportProblems(findings: Findings, file: AssembledFile, index: number): void {
  const structure = blockStructure(file.lines);
  for (const line of structure.broken) {
    for (const problem of elementAt(file.lines, line).problems) {
      const fixes = fixesOf(file, line, problem);
      findings.add(problem.code, problem.message, { file: index, line }, problem, { fixes });
    }
  }
  for (const problem of structure.problems) {
    const { line, missing } = problem;
    const fix = missing === undefined ? removeStatement(file, line) : endBlock(file, missing.end, line, missing.before);
    findings.add(problem.code, problem.message, { file: index, line }, problem.span, { fixes: [fix] });
  }
}

/** The fix of a finding in a line, as edits of its file. */
export function fixesOf({ path }: AssembledFile, line: number, { fix }: LineProblem): Fix[] {
  if (fix === undefined) return [];
  const { start, end, text, ...shown } = fix;
  return [{ ...shown, edits: [{ file: path, range: lineRange(line, start, end), newText: text }] }];
}
