/**
 * Checks of the source itself, once all words are known: assertions, and constants that nothing used, so
 * that their errors are found. The proof of the timing and the lints come afterwards (check-timing.ts).
 */
import { closestName, elementAt } from '#basics';
import { distanceText } from '../placement/layout.ts';
import { documentationAbove } from '../syntax/documentation.ts';
import type { Fix } from '../contract/diagnostic.ts';
import { itemAt, shownName, type Item, type Program, isWrittenOnce, writeFix } from '../program/program.ts';
import type { Evaluator } from '../values/evaluate.ts';
import { partsOf } from '../values/table-operand.ts';
import { lineRange } from '../contract/source.ts';
import type { DirectiveStatement, Expression } from '../contract/syntax.ts';

/** Reports failed assertions and wrong constants. */
export function check(program: Program, evaluator: Evaluator): void {
  for (const symbol of program.symbols) evaluator.settle(symbol);
  for (const item of program.directives) {
    const { statement } = item;
    if (statement?.kind !== 'directive') continue;
    if (statement.name === 'assert') assert(program, evaluator, item, statement);
    if (statement.name === 'interface') checkInterface(program, evaluator, item, statement);
  }
}

/** Reports labels that nothing refers to, except those of routines and tables, which also help readers. */
export function checkUnused(program: Program): void {
  const blocks = new Set(program.blocks.map((block) => block.name));
  for (const symbol of program.symbols) {
    const { name, kind, isUsed, file, line, start, end, value } = symbol;
    if ((kind !== 'label' && kind !== 'local') || isUsed || blocks.has(name) || value === 0) continue;
    if (kind === 'label' && documentationAbove(elementAt(program.files, file).lines, line) !== '') continue;
    const item = itemAt(program, value);
    const place = { file, line, off: item?.file === file ? item.off : undefined };
    const fixes = item === undefined || !isWrittenOnce(item) ? [] : [removeLabel(program, file, line, start, end)];
    const extras = { unnecessary: true as const, fixes };
    program.findings.add('GT0913', `Nothing uses the label "${shownName(symbol)}"`, place, { start, end }, extras);
  }
}

/** Removes a label and its colon. Blanks keep the rest in its column; a line that becomes empty is removed. */
function removeLabel(program: Program, file: number, line: number, start: number, end: number): Fix {
  const { lines, path } = elementAt(program.files, file);
  const { text } = elementAt(lines, line);
  const rest = text.slice(0, start) + text.slice(end + 1);
  const isAlone = rest.trim() === '' && line + 1 < lines.length;
  const range = isAlone
    ? { start: { line, character: 0 }, end: { line: line + 1, character: 0 } }
    : lineRange(line, start, end + 1);
  return {
    title: 'Remove the label',
    isStatement: true,
    edits: [{ file: path, range, newText: isAlone ? '' : ' '.repeat(end + 1 - start) }],
  };
}

/** Reports constants that nothing uses, where one of almost the same name would take the place of a default. */
export function checkMisspelt(program: Program): void {
  const asked = new Set(program.controls.flatMap(({ expression }) => namesAsked(expression)));
  for (const { name, origin, isUsed, file, start, end } of program.symbols) {
    if (origin === undefined || isUsed || asked.has(name)) continue;
    const meant = closestName(name, asked);
    if (meant === undefined || program.globals.get(meant)?.file === file) continue;
    const fixes = [writeFix(program, origin, { start, end }, meant)];
    const message = `Nothing uses "${name}"; did you mean "${meant}"?`;
    program.findings.add('GT0922', message, origin, { start, end }, { fixes });
  }
}

/** Names of which a condition asks whether they are defined. */
function namesAsked(expression: Expression): readonly string[] {
  const parts = partsOf(expression);
  const isAsked = expression.kind === 'call' && expression.name.text.toLowerCase() === 'defined';
  return parts.flatMap((part) => (isAsked && part.kind === 'symbol' ? part.name : namesAsked(part)));
}

function assert(program: Program, evaluator: Evaluator, item: Item, statement: DirectiveStatement): void {
  const [condition, text] = statement.expressions;
  const value = condition === undefined ? NaN : evaluator.value(condition, item);
  const message = text === undefined ? undefined : evaluator.text(text, item);
  if (text !== undefined && message === undefined && !Number.isNaN(evaluator.value(text, item)))
    program.findings.add('GT0107', 'The message of ".assert" is a text', item, text);
  if (value !== 0 || condition === undefined) return;
  const claim = item.parsed.text.slice(condition.start, condition.end);
  const failed = message ?? `Assertion failed: ${claim}`;
  program.findings.add('GT0606', failed + distanceText(evaluator, item, condition), item, condition);
}

/** Names are what an interface is made of. */
function checkInterface(program: Program, evaluator: Evaluator, item: Item, { expressions }: DirectiveStatement): void {
  for (const expression of expressions) {
    const isName = expression.kind === 'symbol';
    if (isName) evaluator.value(expression, item);
    else program.findings.add('GT0107', 'Only names can be in an interface', item, expression);
  }
}
