/**
 * Code lenses: above a label or macro, how often it is used; above a routine, also what it costs; above a test, how to
 * run and debug it.
 *
 * The places are found at once, from the definitions of the file. Counts and costs are requested later, and only for
 * visible lines.
 */
import type { SymbolDefinition } from '#assembler';
import { counted } from '#basics';
import type { CodeLens } from 'vscode-languageserver';
import { routineCycles } from '../help/routines.ts';
import type { View } from '../project/view.ts';
import { isMade } from '../tree/made-names.ts';
import { references } from './uses.ts';

/** Client commands for lenses; a lens without one only shows its text. */
export interface LensCommands {
  readonly references?: string | undefined;
  readonly test?: { readonly run: string; readonly debug: string } | undefined;
}

/** What resolving a lens needs besides its place: the file. */
export interface LensData {
  readonly uri: string;
}

/** The lenses of a document, in order of their lines; those on names have no text yet. */
export function codeLenses(view: View, commands: LensCommands): CodeLens[] {
  const { settings } = view;
  const lenses = settings['codeLens.tests'] && commands.test !== undefined ? testLensesOf(view, commands.test) : [];
  if (!settings['codeLens.references'] && !settings['codeLens.cycles']) return lenses;
  const data: LensData = { uri: view.uriOf(view.path) };
  const named = namesOf(view).map(({ range }): CodeLens => ({ range, data }));
  return [...lenses, ...named].sort((a, b) => a.range.start.line - b.range.start.line);
}

/** Gives a lens on a name its text. @param views the programs that read the document, the first one for the proof */
export function resolveLens(views: readonly View[], lens: CodeLens, commands: LensCommands): CodeLens {
  const [view] = views;
  if (view === undefined) return lens;
  const { 'codeLens.references': counts, 'codeLens.cycles': costs } = view.settings;
  const { start } = lens.range;
  const definition = namesOf(view).find(({ range }) => range.start.line === start.line);
  const places = counts ? references(views, start, false) : [];
  const cycles = costs && definition !== undefined ? routineCycles(view.assembly, definition) : '';
  // A lens that was announced must have a text.
  const title = [counts ? counted(places.length, 'reference') : '', cycles].filter(Boolean).join(' · ');
  const { uri } = lens.data as LensData;
  const shown = places.length > 0 ? commands.references : undefined;
  const action = shown === undefined ? { command: '' } : { command: shown, arguments: [uri, start, places] };
  return { ...lens, command: { title: title || 'cycles not known', ...action } };
}

/** The global labels and macros that are written in a document, one for each line. */
function namesOf({ assembly, path }: View): readonly SymbolDefinition[] {
  const byLine = new Map<number, SymbolDefinition>();
  for (const definition of assembly.symbols.definitionsIn(path)) {
    const { kind, scope, range } = definition;
    if (scope !== '' || (kind !== 'label' && kind !== 'macro')) continue;
    if (!isMade(assembly, definition) && !byLine.has(range.start.line)) byLine.set(range.start.line, definition);
  }
  return [...byLine.values()];
}

function testLensesOf({ assembly, path, uriOf }: View, { run, debug }: NonNullable<LensCommands['test']>): CodeLens[] {
  return assembly.tests.tests
    .filter(({ file }) => file === path)
    .flatMap(({ name, range: { start } }) => {
      const range = { start, end: start };
      const parameters = [uriOf(path), name];
      return [
        { range, command: { title: 'Run Test', command: run, arguments: parameters } },
        { range, command: { title: 'Debug Test', command: debug, arguments: parameters } },
      ];
    });
}
