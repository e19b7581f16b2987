/**
 * The settings that the language server reads, with their defaults.
 *
 * The manifest (package.json, `contributes.configuration`) declares the same names and defaults; a
 * test compares them. A value of the wrong type counts as not set, since settings are written by hand.
 */

/** Values of the section `gigatron`. */
export interface ServerSettings {
  /** `gigatron.mainFile`: path of the main file, relative to and inside the workspace folder; empty: found by includes. */
  readonly mainFile: string;
  /** `gigatron.defines`: constants defined for the assembly, as with `--define` on the command line. */
  readonly defines: Readonly<Record<string, number>>;
  /** `gigatron.inlayHints.cycles`: cycles at the end of each straight run of instructions. */
  readonly cycleHints: boolean;
  /** `gigatron.inlayHints.timing`: what each time check charges, and its verdict. */
  readonly timingHints: boolean;
  /** `gigatron.inlayHints.parameters`: names of macro parameters before the arguments of calls. */
  readonly parameterHints: ParameterHints;
  /** `gigatron.diagnostics.workspace`: check programs without an open document, too. */
  readonly judgesClosed: boolean;
  /** `gigatron.codeLens.references`: how often a label or macro is used, above it. */
  readonly referenceLenses: boolean;
  /** `gigatron.codeLens.cycles`: what a routine costs, above it. */
  readonly cycleLenses: boolean;
  /** `gigatron.codeLens.tests`: above each test, links that run and debug it. */
  readonly testLenses: boolean;
}

/** Which arguments have the name of their parameter: none, those that are numbers or texts, or all. */
type ParameterHints = (typeof PARAMETER_HINTS)[number];
const PARAMETER_HINTS = ['none', 'literals', 'all'] as const;

/** Defaults by the name of the setting below `gigatron`. */
export const SETTING_DEFAULTS = {
  mainFile: '',
  defines: {},
  'inlayHints.cycles': false,
  'inlayHints.timing': false,
  'inlayHints.parameters': 'literals',
  'diagnostics.workspace': true,
  'codeLens.references': true,
  'codeLens.cycles': true,
  'codeLens.tests': true,
} as const;

export const DEFAULT_SETTINGS: ServerSettings = {
  mainFile: SETTING_DEFAULTS.mainFile,
  defines: SETTING_DEFAULTS.defines,
  cycleHints: SETTING_DEFAULTS['inlayHints.cycles'],
  timingHints: SETTING_DEFAULTS['inlayHints.timing'],
  parameterHints: SETTING_DEFAULTS['inlayHints.parameters'],
  judgesClosed: SETTING_DEFAULTS['diagnostics.workspace'],
  referenceLenses: SETTING_DEFAULTS['codeLens.references'],
  cycleLenses: SETTING_DEFAULTS['codeLens.cycles'],
  testLenses: SETTING_DEFAULTS['codeLens.tests'],
};

/** Reads the section as the client sent it (nested objects, as LSP clients do). */
export function parseSettings(section: unknown): ServerSettings {
  const hints = property(section, 'inlayHints');
  const lenses = property(section, 'codeLens');
  return {
    mainFile: stringOr(property(section, 'mainFile'), DEFAULT_SETTINGS.mainFile),
    defines: numbersOf(property(section, 'defines')),
    cycleHints: booleanOr(property(hints, 'cycles'), DEFAULT_SETTINGS.cycleHints),
    timingHints: booleanOr(property(hints, 'timing'), DEFAULT_SETTINGS.timingHints),
    parameterHints:
      PARAMETER_HINTS.find((known) => known === property(hints, 'parameters')) ?? DEFAULT_SETTINGS.parameterHints,
    judgesClosed: booleanOr(property(property(section, 'diagnostics'), 'workspace'), DEFAULT_SETTINGS.judgesClosed),
    referenceLenses: booleanOr(property(lenses, 'references'), DEFAULT_SETTINGS.referenceLenses),
    cycleLenses: booleanOr(property(lenses, 'cycles'), DEFAULT_SETTINGS.cycleLenses),
    testLenses: booleanOr(property(lenses, 'tests'), DEFAULT_SETTINGS.testLenses),
  };
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

function stringOr(value: unknown, fallback: string): string {
  return typeof value === 'string' ? value : fallback;
}

function booleanOr(value: unknown, fallback: boolean): boolean {
  return typeof value === 'boolean' ? value : fallback;
}

function numbersOf(value: unknown): Record<string, number> {
  if (typeof value !== 'object' || value === null) return {};
  const numbers = Object.entries(value).filter((entry): entry is [string, number] => Number.isInteger(entry[1]));
  return Object.fromEntries(numbers);
}
