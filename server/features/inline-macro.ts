/** Inline macro: the lines of a macro, with the arguments filled in, replace a call or all calls. */
import { isFailure } from '#basics';
import { libraryName, lineRange, type AssembledFile, type CallStatement, type Position } from '#assembler';
import { CodeActionKind, type CodeAction, type TextEdit } from 'vscode-languageserver';
import type { View } from '../project/view.ts';
import { inlinedCall, macroNamed, type GivenNames, type Macro } from '../tree/inlined-call.ts';
import { disabledAction, editAction, type RefactoringClient } from './refactoring.ts';

const KIND = CodeActionKind.RefactorInline;

interface Call {
  readonly file: AssembledFile;
  readonly line: number;
  readonly statement: CallStatement;
}

/** Replaces the macro call at a position, or all calls, with the macro's lines; nothing if there is no macro. */
export function inlineMacro(view: View, { line }: Position, client: RefactoringClient): CodeAction[] {
  const statement = view.file.lines[line]?.statement;
  if (statement?.kind === 'call') {
    const macro = macroNamed(view.assembly, statement.name.text);
    if (macro === undefined) return [];
    const all = callsOf(view, macro);
    return [
      ...inlineOne(view, { file: view.file, line, statement }, macro, client),
      ...(all.length > 1 ? inlineAll(view, all, macro, client) : []),
    ];
  }
  const defined = statement?.kind === 'directive' && statement.name === 'macro' ? statement.names[0]?.text : undefined;
  const macro = defined === undefined ? undefined : macroNamed(view.assembly, defined);
  return macro === undefined ? [] : inlineAll(view, callsOf(view, macro), macro, client);
}

function inlineOne(view: View, { file, line, statement }: Call, macro: Macro, client: RefactoringClient): CodeAction[] {
  const title = `Inline macro ${macro.name}`;
  const inlined = inlinedCall(file, line, statement, macro, new Map());
  if (isFailure(inlined)) return disabledAction(title, KIND, inlined.message, client);
  return [editAction(view, title, KIND, [editOf({ file, line, statement }, inlined.text)])];
}

/** All calls at once. The definition stays, since another program may use it. */
function inlineAll(view: View, calls: readonly Call[], macro: Macro, client: RefactoringClient): CodeAction[] {
  if (calls.length === 0) return [];
  const title = `Inline all calls of macro ${macro.name} (${calls.length})`;
  if (macro.body.some(({ statement }) => statement?.kind === 'call' && statement.name.text === macro.name))
    return disabledAction(title, KIND, 'The macro calls itself.', client);
  const given: GivenNames = new Map();
  const changes: Record<string, TextEdit[]> = {};
  for (const call of calls) {
    const inlined = inlinedCall(call.file, call.line, call.statement, macro, given);
    if (isFailure(inlined))
      return disabledAction(title, KIND, `The call in line ${call.line + 1}: ${inlined.message}`, client);
    (changes[view.uriOf(call.file.path)] ??= []).push(editOf(call, inlined.text));
  }
  return [{ title, kind: KIND, edit: { changes } }];
}

function editOf({ file, line }: Call, newText: string): TextEdit {
  return { range: lineRange(line, 0, file.lines[line]?.text.length ?? 0), newText };
}

/** The calls of a macro in the program's files; those in libraries stay as they are. */
function callsOf({ assembly }: View, { name }: Macro): readonly Call[] {
  return assembly.files
    .filter(({ path }) => libraryName(path) === undefined)
    .flatMap((file) =>
      file.lines.flatMap(({ statement }, line) =>
        statement?.kind === 'call' && statement.name.text === name ? [{ file, line, statement }] : [],
      ),
    );
}
