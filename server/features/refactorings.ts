/**
 * Refactorings: lines become a macro and a call becomes lines; a number or expression becomes a constant; a routine or
 * file changes its notation. None of them changes a word of the program.
 */
import { lineRange } from '#assembler';
import type { Expression, InstructionStatement, Operand, Range, Span } from '#assembler';
import { elementAt } from '#basics';
import { CodeActionKind, type CodeAction, type TextEdit } from 'vscode-languageserver';
import type { View } from '../project/view.ts';
import { blockNames } from '../tree/block-names.ts';
import { freeName, isHead } from '../tree/movable-lines.ts';
import { covers, expressionParts, isCommentLine } from '../tree/places.ts';
import { extractMacro, inlineMacro } from './macro-refactorings.ts';
import { editAction, withRename, type RefactoringClient } from './refactoring.ts';

/** The listing's mnemonics by Muller's, where they differ. */
const TO_LISTING: Readonly<Record<string, string>> = {
  lda: 'ld',
  sta: 'st',
  add: 'adda',
  sub: 'suba',
  and: 'anda',
  or: 'ora',
  xor: 'xora',
  bpl: 'bge',
  bmi: 'blt',
};
const TO_MULLER = Object.fromEntries(Object.entries(TO_LISTING).map(([muller, listing]) => [listing, muller]));

export function refactorings(view: View, range: Range, client: RefactoringClient): CodeAction[] {
  return [
    ...extractConstant(view, range, client),
    ...extractMacro(view, range, client),
    ...inlineMacro(view, range.start, client),
    ...otherNotation(view, range),
  ];
}

function extractConstant(view: View, { start, end }: Range, client: RefactoringClient): CodeAction[] {
  const { statement, text } = view.file.lines[start.line] ?? {};
  if (statement === undefined || text === undefined || start.line !== end.line || statement.kind === 'constant')
    return [];
  const isCursor = start.character === end.character;
  const isSelected = (part: Expression): boolean =>
    isCursor
      ? covers(part, start.character) && part.kind === 'number'
      : part.start === start.character && part.end === end.character && isFree(part);
  const part = expressionParts(statement).find((each) => isSelected(each) && !usesBlock(view, start.line, each));
  if (part === undefined) return [];
  const name = freeName('CONSTANT', (each) => view.assembly.symbols.definitionNamed(each) !== undefined);
  const edits = [
    { range: lineRange(firstLine(view), 0, 0), newText: `${name} = ${text.slice(part.start, part.end)}\n` },
    { range: lineRange(start.line, part.start, part.end), newText: name },
  ];
  const extracted = editAction(view, 'Extract constant', CodeActionKind.RefactorExtract, edits);
  return [withRename(view, extracted, { line: start.line + 1, character: part.start }, client)];
}

/** Whether an expression means the same elsewhere: it does not depend on its place, and has no local name. */
function isFree(expression: Expression): boolean {
  switch (expression.kind) {
    case 'number':
      return true;
    case 'symbol':
      return !expression.name.startsWith('.');
    case 'unary':
      return isFree(expression.argument);
    case 'binary':
      return isFree(expression.left) && isFree(expression.right);
    case 'choice':
      return [expression.condition, expression.yes, expression.no].every(isFree);
    case 'call':
      return expression.arguments.every(isFree);
    default:
      return false;
  }
}

/** Whether an expression has a name that only a block around it knows. */
function usesBlock({ file }: View, line: number, { start, end }: Span): boolean {
  return blockNames(file.lines).some(({ ranges }) =>
    ranges.some((range) => range.start.line === line && start <= range.start.character && range.end.character <= end),
  );
}

/** The line after the comment at the head of a file, if a blank line follows that; otherwise the first line. */
function firstLine({ file: { lines } }: View): number {
  const end = lines.findIndex((line) => !isCommentLine(line));
  return end > 0 && lines[end]?.text.trim() === '' ? end + 1 : 0;
}

function otherNotation(view: View, { start }: Range): CodeAction[] {
  const { lines } = view.file;
  if (lines[start.line]?.statement?.kind !== 'instruction') return [];
  const directiveOn = (line: number): string => {
    const statement = lines[line]?.statement;
    return statement?.kind === 'directive' ? statement.name : '';
  };
  /** Whether a macro or a named routine begins or ends in a line. */
  const isEdge = (line: number): boolean => ['macro', 'endmacro', 'proc', 'endproc'].includes(directiveOn(line));
  let first = start.line;
  while (first > 0 && !isHead(elementAt(lines, first)) && !isEdge(first - 1)) first--;
  let last = start.line;
  while (last + 1 < lines.length && !isHead(elementAt(lines, last + 1)) && !isEdge(last + 1)) last++;
  const part = directiveOn(first - 1) === 'macro' ? 'macro' : 'routine';
  const notations = [
    ["Muller's notation", toMuller],
    ['listing notation', toListing],
  ] as const;
  return notations.flatMap(([name, convert]) => {
    const inFile = rewritten(view, convert);
    const inRoutine = inFile.filter(({ range }) => first <= range.start.line && range.start.line <= last);
    const { RefactorRewrite } = CodeActionKind;
    return [
      ...(inRoutine.length > 0 ? [editAction(view, `Write the ${part} in ${name}`, RefactorRewrite, inRoutine)] : []),
      ...(inFile.length > 0 ? [editAction(view, `Write the file in ${name}`, RefactorRewrite, inFile)] : []),
    ];
  });
}

type Convert = (statement: InstructionStatement, textOf: (span: Span) => string) => string;

function rewritten({ file }: View, convert: Convert): TextEdit[] {
  return file.lines.flatMap(({ statement, text }, line) => {
    // An instruction with an explicit mode or operand byte can only be written in the listing's notation.
    if (statement?.kind !== 'instruction' || statement.mode >= 0 || statement.ghost !== undefined) return [];
    if (statement.form === undefined) return [];
    const end = statement.operands.at(-1)?.end ?? statement.mnemonicSpan.end;
    const old = text.slice(statement.mnemonicSpan.start, end);
    const newText = convert(statement, (span) => text.slice(span.start, span.end));
    const isSame = newText.replace(/\s+/g, ' ') === old.replace(/\s+/g, ' ');
    return isSame ? [] : [{ range: lineRange(line, statement.mnemonicSpan.start, end), newText }];
  });
}

const toListing: Convert = ({ mnemonic, operands }, textOf) => {
  const isMemory = mnemonic === 'lda' || mnemonic === 'sta';
  const parts = operands.map((operand, index) => {
    if (operand.kind === 'register') return operand.register;
    if (operand.kind === 'memory') return memoryText(operand, textOf, (register) => register.toLowerCase());
    const value = textOf(operand.value);
    return isMemory && index === 0 && !operand.immediate ? `[${value}]` : value;
  });
  return written(TO_LISTING[mnemonic] ?? mnemonic, parts);
};

const toMuller: Convert = ({ mnemonic, operands }, textOf) => {
  const [first] = operands;
  const isLoad = mnemonic === 'ld' && operands.length === 1 && first?.kind !== 'register';
  const isStore = mnemonic === 'st' && operands.length === 1;
  const isKept = (mnemonic === 'ld' && !isLoad) || (mnemonic === 'st' && !isStore);
  const name = isKept ? mnemonic : (TO_MULLER[mnemonic] ?? mnemonic);
  const parts = operands.map((operand) => {
    if (operand.kind === 'register') return operand.register.toUpperCase();
    if (operand.kind === 'value') return isLoad ? `#${textOf(operand.value)}` : textOf(operand.value);
    const [part] = operand.parts;
    const isPlain = (isLoad || isStore) && operand.parts.length === 1 && part?.kind === 'value';
    return isPlain ? textOf(part) : memoryText(operand, textOf, (register) => register.toUpperCase());
  });
  return written(name.toUpperCase(), parts);
};

function memoryText(
  { parts }: Operand & { readonly kind: 'memory' },
  textOf: (span: Span) => string,
  spell: (register: string) => string,
): string {
  return `[${parts.map((part) => (part.kind === 'register' ? spell(part.register) : textOf(part))).join(',')}]`;
}

function written(mnemonic: string, operands: readonly string[]): string {
  return operands.length === 0 ? mnemonic : `${mnemonic.padEnd(4)} ${operands.join(',')}`;
}
