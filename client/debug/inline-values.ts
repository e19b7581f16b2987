/** Values in the editor while a program is debugged: at the ends of lines, and of what the mouse points at. */
import * as vscode from 'vscode';
import { LANGUAGE_ID } from '#server/protocol';
import { expressionAt, operandsOf, type Operand } from './operands.ts';

export function registerInlineValues(context: vscode.ExtensionContext): void {
  const { registerInlineValuesProvider, registerEvaluatableExpressionProvider } = vscode.languages;
  context.subscriptions.push(
    registerInlineValuesProvider(LANGUAGE_ID, {
      provideInlineValues: (document, viewport, { stoppedLocation }) => values(document, viewport, stoppedLocation),
    }),
    registerEvaluatableExpressionProvider(LANGUAGE_ID, {
      provideEvaluatableExpression: (document, { line, character }) => {
        const found = expressionAt(document.lineAt(line).text, character);
        return found && new vscode.EvaluatableExpression(rangeOf(line, found), found.expression);
      },
    }),
  );
}

/** Each cell once, on the visible line nearest to the stop; what depends on registers only on the line of the stop. */
function values(document: vscode.TextDocument, viewport: vscode.Range, stopped: vscode.Range): vscode.InlineValue[] {
  const here = stopped.start.line;
  const first = Math.max(0, viewport.start.line);
  const lines = Array.from({ length: Math.max(0, Math.min(viewport.end.line, document.lineCount - 1) - first + 1) });
  const nearest = lines.map((_, at) => first + at).sort((one, other) => Math.abs(one - here) - Math.abs(other - here));
  const seen = new Set<string>();
  return nearest.flatMap((line) =>
    operandsOf(document.lineAt(line).text).flatMap((operand): vscode.InlineValue[] => {
      if (seen.has(operand.expression) || (operand.isMomentary && line !== here)) return [];
      seen.add(operand.expression);
      return [new vscode.InlineValueEvaluatableExpression(rangeOf(line, operand), operand.expression)];
    }),
  );
}

function rangeOf(line: number, { start, end }: Operand): vscode.Range {
  return new vscode.Range(line, start, line, end);
}
