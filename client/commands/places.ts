/** Commands about a place in memory: break where it changes, show it. */
import * as vscode from 'vscode';
import { DEBUG_TYPE } from '#debugger/protocol';
import { askForPlace, placeOf, type Clicked } from '../views/clicked-place.ts';
import { MemoryText } from '../views/memory-text.ts';

const HEX_EDITOR = 'ms-vscode.hexeditor';

export function registerPlaceCommands(context: vscode.ExtensionContext): void {
  const text = new MemoryText();
  const { registerCommand } = vscode.commands;
  const withPlace = (act: (place: string) => void | Promise<void>) => async (clicked?: Clicked) => {
    const place = placeOf(clicked) ?? (await askForPlace());
    if (place !== undefined) await act(place);
  };
  const showAsText = async (place: string): Promise<void> => {
    const found = await memoryOf(place);
    if (found !== undefined) await text.show(found.session, found.reference);
  };
  context.subscriptions.push(
    text,
    registerCommand('gigatron.breakOnChange', withPlace(breakOnChange)),
    registerCommand(
      'gigatron.showInMemory',
      withPlace((place) => showInMemory(place, text)),
    ),
    registerCommand('gigatron.showInMemoryAsText', withPlace(showAsText)),
  );
}

/** The list of functions takes names of RAM as well, and shows them with the other breakpoints. */
function breakOnChange(place: string): void {
  const isThere = vscode.debug.breakpoints.some(
    (breakpoint) => breakpoint instanceof vscode.FunctionBreakpoint && breakpoint.functionName === place,
  );
  if (!isThere) vscode.debug.addBreakpoints([new vscode.FunctionBreakpoint(place)]);
}

/** In the hex editor if it is installed, otherwise as text. */
async function showInMemory(place: string, text: MemoryText): Promise<void> {
  const found = await memoryOf(place);
  if (found === undefined) return;
  const { session, reference } = found;
  if (vscode.extensions.getExtension(HEX_EDITOR) === undefined) return text.show(session, reference);
  // As VS Code itself names memory when it opens it.
  const path = `/${encodeURIComponent(reference)}/memory.bin`;
  const uri = vscode.Uri.from({ scheme: 'vscode-debug-memory', authority: session.id, path });
  await vscode.commands.executeCommand('vscode.openWith', uri, 'hexEditor.hexedit');
}

/** Where a place is in memory; undefined if it is nowhere, which is reported, or if nothing is being debugged. */
async function memoryOf(place: string) {
  const session = vscode.debug.activeDebugSession;
  if (session?.type !== DEBUG_TYPE) return undefined;
  const reference = /^(?:ram|rom):/.test(place) ? place.replace(/\/.*/, '') : await referenceOf(place, session);
  return reference === undefined ? undefined : { session, reference };
}

/** Where an expression is; if its value is only a number, that is the address of the byte. */
async function referenceOf(place: string, session: vscode.DebugSession): Promise<string | undefined> {
  const ask = async (expression: string): Promise<string | undefined> => {
    const value: unknown = await session.customRequest('evaluate', { expression, context: 'watch' });
    return (value as { readonly memoryReference?: string }).memoryReference;
  };
  try {
    return (await ask(place)) ?? (await ask(`[${place}]`));
  } catch (error) {
    void vscode.window.showErrorMessage(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}
