/**
 * The settings that the language server reads, by their names below `gigatron`, with their defaults.
 *
 * The manifest (package.json, `contributes.configuration`) declares the same names and defaults; a
 * test compares them. A value of the wrong type counts as not set, since settings are written by hand.
 */

/** Values of the section `gigatron`. */
export interface ServerSettings {
  /** Path of the main file, relative to and inside the workspace folder; empty: found by includes. */
  readonly mainFile: string;
  /** Constants defined for the assembly, as with `--define` on the command line. */
  readonly defines: Readonly<Record<string, number>>;
  /** Cycles at the end of each straight run of instructions. */
  readonly 'inlayHints.cycles': boolean;
  /** What each time check charges, and its verdict. */
  readonly 'inlayHints.timing': boolean;
  /** Which arguments of calls show the name of their parameter: none, numbers and texts, or all. */
  readonly 'inlayHints.parameters': (typeof PARAMETER_HINTS)[number];
  /** Check programs without an open document, too. */
  readonly 'diagnostics.workspace': boolean;
  /** How often a label or macro is used, above it. */
  readonly 'codeLens.references': boolean;
  /** What a routine costs, above it. */
  readonly 'codeLens.cycles': boolean;
  /** Above each test, links that run and debug it. */
  readonly 'codeLens.tests': boolean;
}

const PARAMETER_HINTS = ['none', 'literals', 'all'] as const;

export const DEFAULT_SETTINGS: ServerSettings = {
  mainFile: '',
  defines: {},
  'inlayHints.cycles': false,
  'inlayHints.timing': false,
  'inlayHints.parameters': 'literals',
  'diagnostics.workspace': true,
  'codeLens.references': true,
  'codeLens.cycles': true,
  'codeLens.tests': true,
};

/** Reads the section as the client sent it (nested objects, as LSP clients do). */
export function parseSettings(section: unknown): ServerSettings {
  const read = Object.entries(DEFAULT_SETTINGS).map(([name, fallback]) => {
    const value = name.split('.').reduce((outer, key) => (Object(outer) as Record<string, unknown>)[key], section);
    return [name, typeof value === typeof fallback ? value : (fallback as unknown)] as const;
  });
  const settings = Object.fromEntries(read) as unknown as ServerSettings;
  const parameters = PARAMETER_HINTS.find((known) => known === settings['inlayHints.parameters']);
  const defines = Object.entries((settings.defines as typeof settings.defines | null) ?? {});
  return {
    ...settings,
    defines: Object.fromEntries(defines.filter(([, value]) => Number.isInteger(value))),
    'inlayHints.parameters': parameters ?? DEFAULT_SETTINGS['inlayHints.parameters'],
  };
}
