/** The options of commands that assemble: constants, folders of includes, and how warnings are reported. */
import { resolve } from 'node:path';
import { InvalidArgumentError, type Command } from 'commander';
import { isFailure } from '#basics';
import { DIAGNOSTIC_CODES, isRegister, type AssembleOptions, type Diagnostic } from '#assembler';
import { commandFailure, type CommandFailure } from './failures.ts';

export interface SourceOptions {
  readonly define?: readonly string[];
  readonly include?: readonly string[];
}

export function addSourceOptions(command: Command): Command {
  return command
    .option('-D, --define <name=value>', 'define a constant of the source; may be repeated', collect)
    .option('-I, --include <folder>', 'look for included files in a folder as well; may be repeated', collect);
}

/** Collects the values of an option that may be repeated. */
export function collect(value: string, previous: readonly string[] = []): string[] {
  return [...previous, value];
}

/** The same for the assembler; a failure with status 2 for a wrong value. */
export function assembleOptions({ define = [], include = [] }: SourceOptions): AssembleOptions | CommandFailure {
  const defines = parseDefines(define);
  if (isFailure(defines)) return defines;
  return { defines, includeFolders: include.map((folder) => resolve(folder).replaceAll('\\', '/')) };
}

/** Parses the `NAME=VALUE` arguments of `-D`. VALUE is a number as in a source, or a negative one; 1 by default. */
export function parseDefines(words: readonly string[]): Record<string, number> | CommandFailure {
  // Entries, not assignments: a name such as __proto__ is a name like any other.
  const defines: [string, number][] = [];
  for (const word of words) {
    const [, name, text = '1'] = /^([A-Za-z_]\w*)(?:=(.*))?$/.exec(word) ?? [];
    const value = parseNumber(text);
    if (name === undefined || value === undefined) {
      return commandFailure(2, `-D ${word}: expected NAME=VALUE with a number of at most 32 bits as value`);
    }
    if (isRegister(name)) return commandFailure(2, `-D ${word}: "${name}" is a register`);
    defines.push([name, value]);
  }
  return Object.fromEntries(defines);
}

function parseNumber(text: string): number | undefined {
  const [, sign = '', body = ''] = /^(-?)(.*)$/.exec(text) ?? [];
  const digits = body.replace(/^\$/, '0x').replace(/^%/, '0b').replaceAll('_', '');
  const value = /^(0x[\da-f]+|0b[01]+|\d+)$/i.test(digits) ? Number(digits) : NaN;
  return value <= 0xffffffff ? (sign === '-' ? -value : value) : undefined;
}

/** A value of `--warning`: `error`, `error=GT0901`, `no-GT0913`. */
interface WarningWish {
  readonly isError: boolean;
  /** Undefined: all warnings. */
  readonly code: string | undefined;
}

export interface WarningOptions {
  readonly warning?: readonly WarningWish[];
}

export function addWarningOptions(command: Command): Command {
  return command.option(
    '-W, --warning <what>',
    '"error": warnings count as errors; "error=GT0901": those of a code; "no-GT0913": leave a code out; may be repeated',
    (text: string, previous: readonly WarningWish[] = []) => [...previous, warningWish(text)],
  );
}

function warningWish(text: string): WarningWish {
  if (text === 'error') return { isError: true, code: undefined };
  const [, word, name = ''] = /^(error=|no-)(\w+)$/.exec(text) ?? [];
  const code = name.toUpperCase();
  if (word === undefined) throw new InvalidArgumentError('expected error, error=CODE or no-CODE');
  const [severity] = new Map(Object.entries(DIAGNOSTIC_CODES)).get(code) ?? [];
  if (severity === undefined) throw new InvalidArgumentError(`unknown code "${name}"`);
  if (word === 'no-' && severity === 'error')
    throw new InvalidArgumentError(`${code} is an error, which cannot be left out`);
  return { isError: word === 'error=', code };
}

/** Findings as `--warning` asks for them; the last value that applies to a finding wins. */
export function judged(findings: readonly Diagnostic[], { warning: wishes = [] }: WarningOptions): Diagnostic[] {
  return findings.flatMap((finding) => {
    const wish = wishes.findLast(
      ({ code }) => code === finding.code || (code === undefined && finding.severity === 'warning'),
    );
    if (wish === undefined || finding.severity === 'error') return [finding];
    return wish.isError ? [{ ...finding, severity: 'error' as const }] : [];
  });
}
