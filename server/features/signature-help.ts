/**
 * Signature help: the parameters of a macro, the operands of a directive, the forms of an instruction.
 */
import { DIRECTIVES, formsOf, type Position } from '#assembler';
import type { SignatureHelp, SignatureInformation } from 'vscode-languageserver';
import { signatureOf } from '../help/symbols.ts';
import type { View } from '../project/view.ts';
import { completionContext, type CompletionContext } from '../tree/completion-context.ts';
import { lineAt } from '../tree/places.ts';

/** Characters that ask for help without being told to. */
export const SIGNATURE_TRIGGERS = [' ', ','] as const;

/** Help on the statement whose operands are being typed; null elsewhere. */
export function signatureHelp(view: View, position: Position): SignatureHelp | null {
  const line = lineAt(view, position.line);
  if (line === undefined) return null;
  const context = completionContext(line, position.character);
  const { head } = context;
  if (head === undefined) return null;
  const macro = view.assembly.symbols.definitionNamed(head);
  if (macro?.kind === 'macro')
    return macroHelp(signatureOf(macro), macro.parameters ?? [], macro.documentation, context);
  const directive = head.startsWith('.') ? DIRECTIVES[head.slice(1)] : undefined;
  if (directive !== undefined) {
    return only({ label: `${head} ${directive.usage}`.trimEnd(), documentation: directive.summary }, 0);
  }
  return formsHelp(head.toLowerCase(), context);
}

function macroHelp(
  label: string,
  parameters: readonly string[],
  text: string,
  context: CompletionContext,
): SignatureHelp {
  const signature: SignatureInformation = {
    label,
    parameters: parameters.map((parameter) => ({ label: parameter })),
    ...(text === '' ? {} : { documentation: text }),
  };
  return only(signature, context.operand ?? 0);
}

function formsHelp(mnemonic: string, context: CompletionContext): SignatureHelp | null {
  const signatures = formsOf(mnemonic).map((form) => signatureOfForm(mnemonic, form));
  if (signatures.length === 0) return null;
  const operand = context.operand ?? 0;
  const fitting = signatures.findIndex(({ parameters }) => (parameters?.length ?? 0) > operand);
  return { signatures, activeSignature: Math.max(0, fitting), activeParameter: operand };
}

/** Operands are divided by commas outside brackets. */
function signatureOfForm(mnemonic: string, form: string): SignatureInformation {
  const parameters = form === '' ? [] : form.split(/,(?![^[]*\])/);
  return { label: `${mnemonic} ${form}`.trimEnd(), parameters: parameters.map((label) => ({ label })) };
}

function only(signature: SignatureInformation, activeParameter: number): SignatureHelp {
  return { signatures: [signature], activeSignature: 0, activeParameter };
}
