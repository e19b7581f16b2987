/**
 * The settings that the language server reads, with their defaults.
 *
 * The manifest (package.json, `contributes.configuration`) declares the same names and defaults; a
 * test compares them. A value of the wrong type counts as not set, since settings are written by hand.
 */

/** Values of the section `gigatron`. */
export interface ServerSettings {
  /** `gigatron.mainFile`: path of the program's main file, relative to the workspace folder and in it; empty: found by includes. */
  readonly mainFile: string;
  /** `gigatron.defines`: constants defined for the assembly, as with `--define` on the command line. */
  readonly defines: Readonly<Record<string, number>>;
  /** `gigatron.inlayHints.cycles`: cycles at the end of each straight run of instructions. */
  readonly cycleHints: boolean;
  /** `gigatron.inlayHints.timing`: what each time check charges, and its verdict. */
  readonly timingHints: boolean;
}

/** Defaults by the name of the setting below `gigatron`. */
export const SETTING_DEFAULTS = {
  mainFile: '',
  defines: {},
  'inlayHints.cycles': false,
  'inlayHints.timing': false,
} as const;

/** The settings when the client says nothing. */
export const DEFAULT_SETTINGS: ServerSettings = {
  mainFile: SETTING_DEFAULTS.mainFile,
  defines: SETTING_DEFAULTS.defines,
  cycleHints: SETTING_DEFAULTS['inlayHints.cycles'],
  timingHints: SETTING_DEFAULTS['inlayHints.timing'],
};

/** Reads the section as the client sent it (nested objects, as LSP clients do). */
export function parseSettings(section: unknown): ServerSettings {
  const hints = property(section, 'inlayHints');
  return {
    mainFile: stringOr(property(section, 'mainFile'), DEFAULT_SETTINGS.mainFile),
    defines: numbersOf(property(section, 'defines')),
    cycleHints: booleanOr(property(hints, 'cycles'), DEFAULT_SETTINGS.cycleHints),
    timingHints: booleanOr(property(hints, 'timing'), DEFAULT_SETTINGS.timingHints),
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
