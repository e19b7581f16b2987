/**
 * Signature help: the parameters of a macro, the operands of a directive, the forms of an instruction, the arguments
 * of a function.
 */
import { DIRECTIVES, formsOf, type Position, type SymbolDefinition } from '#assembler';
import type { SignatureHelp, SignatureInformation } from 'vscode-languageserver';
import { FUNCTION_HELP } from '../help/words.ts';
import { effectOf } from '../help/instruction-effect.ts';
import { signatureOf } from '../help/symbols.ts';
import type { View } from '../project/view.ts';
import { completionContext, type CompletionContext } from '../tree/completion-context.ts';
import { parameterPlace } from '../tree/parameters.ts';

/** Characters that ask for help when they are typed. */
export const SIGNATURE_TRIGGERS = [' ', ',', '('] as const;

/** Stands for a comma that does not separate operands. */
const HELD = '\u0000';

/** Help on the statement whose operands are being typed; null elsewhere. */
export function signatureHelp(view: View, position: Position): SignatureHelp | null {
  const line = view.file.lines[position.line];
  if (line === undefined) return null;
  const context = completionContext(line, position.character);
  if (line.comment >= 0 && position.character > line.comment) return null;
  const called = calledFunction(line.text.slice(0, position.character));
  if (called !== undefined) {
    const { usage = '', summary = '' } = FUNCTION_HELP.get(called) ?? {};
    return only({ label: `${called}(${usage})`, documentation: summary }, 0);
  }
  const { head } = context;
  if (head === undefined) return null;
  const macro = view.assembly.symbols.definitionNamed(head);
  if (macro?.kind === 'macro') return macroHelp(macro, context);
  const directive = head.startsWith('.') ? DIRECTIVES[head.slice(1)] : undefined;
  if (directive !== undefined)
    return only({ label: `${head} ${directive.usage}`.trimEnd(), documentation: directive.summary }, 0);
  return formsHelp(head.toLowerCase(), context);
}

/** The function whose parentheses are open at the end of a text, or undefined. */
function calledFunction(before: string): string | undefined {
  let depth = 0;
  for (let at = before.length - 1; at >= 0; at--) {
    if (before[at] === ')') depth++;
    else if (before[at] === '(' && depth-- === 0) {
      const name = /[A-Za-z_]\w*$/.exec(before.slice(0, at))?.[0].toLowerCase() ?? '';
      if (FUNCTION_HELP.has(name)) return name;
      depth = 0;
    }
  }
  return undefined;
}

function macroHelp(macro: SymbolDefinition, { typed = '', operand = 0 }: CompletionContext): SignatureHelp {
  const { parameters = [], documentation } = macro;
  const signature = {
    label: signatureOf(macro),
    parameters: parameters.map((label) => ({ label })),
    ...(documentation !== '' && { documentation }),
  };
  return only(signature, parameterPlace(parameters, typed, operand));
}

function formsHelp(mnemonic: string, context: CompletionContext): SignatureHelp | null {
  const forms = formsOf(mnemonic);
  if (forms.size === 0) return null;
  const signatures = [...forms].map(([form, opcode]) => {
    const parameters = operandsOf(form).map((label) => ({ label }));
    return { label: `${mnemonic} ${form}`.trimEnd(), parameters, documentation: effectOf(opcode, 'd') };
  });
  const operand = context.operand ?? 0;
  const fits = [...forms.keys()].map((form) => fitOf(form, context.typed ?? '', operand));
  const best = fits.indexOf(Math.max(...fits));
  return { signatures, activeSignature: best, activeParameter: operand };
}

/** How well a form matches what is typed: letters in common; −1 if it has too few operands or another shape. */
function fitOf(form: string, typed: string, operand: number): number {
  const wanted = operandsOf(form);
  const given = operandsOf(typed.replace(/\s+/g, '').toLowerCase());
  if (wanted.length <= operand) return -1;
  let common = 0;
  for (const [index, text] of given.entries()) {
    const pattern = wanted[index] ?? '';
    if (text !== '' && text.startsWith('[') !== pattern.startsWith('[')) return -1;
    common += sharedStart(text, pattern);
  }
  return common;
}

function sharedStart(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return length;
}

/** Operands are separated by commas outside brackets; the last bracket may still be open. */
function operandsOf(text: string): readonly string[] {
  return text === ''
    ? []
    : text
        .replace(/\[[^\]]*\]?/g, (memory) => memory.replaceAll(',', HELD))
        .split(',')
        .map((part) => part.replaceAll(HELD, ','));
}

function only(signature: SignatureInformation, activeParameter: number): SignatureHelp {
  return { signatures: [signature], activeSignature: 0, activeParameter };
}
