/** Coverage as VS Code shows it in the gutter: lines, arms of branches, routines. */
import * as vscode from 'vscode';
import type { CoveredFile } from '#server/protocol';

/** A file's summary, and what it is made of. */
export function fileCoverage({ uri, lines, branches, routines }: CoveredFile): {
  readonly file: vscode.FileCoverage;
  readonly details: vscode.FileCoverageDetail[];
} {
  const statements = lines.map(({ line, count }) => {
    const arms = branches
      .filter((branch) => branch.line === line)
      .flatMap(({ taken, notTaken }) => [
        new vscode.BranchCoverage(taken, new vscode.Position(line, 0), 'taken'),
        new vscode.BranchCoverage(notTaken, new vscode.Position(line, 0), 'not taken'),
      ]);
    return new vscode.StatementCoverage(count, new vscode.Position(line, 0), arms);
  });
  const declarations = routines.map(
    ({ name, line, count }) => new vscode.DeclarationCoverage(name, count, new vscode.Position(line, 0)),
  );
  const details = [...statements, ...declarations];
  return { file: vscode.FileCoverage.fromDetails(vscode.Uri.parse(uri), details), details };
}
