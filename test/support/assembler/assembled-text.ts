/**
 * Short programs in tests: from a text to its assembly, words and errors. The timing proof on a small program in one
 * page, with a handler for every time check.
 */
import { expect } from 'vitest';
import { assemble, type AssembleOptions, type Assembly } from '#assembler';
import { proveTiming } from '#proof';
import { textsHost } from './hosts.ts';
import { inPage, timedProgram } from './timed-program.ts';

/** Assembles a text as main.gtasm, with further files by path. */
export function assembleText(
  text: string,
  options: AssembleOptions & { readonly others?: Readonly<Record<string, string>> } = {},
): Assembly {
  return assemble('main.gtasm', textsHost({ 'main.gtasm': text, ...options.others }), options);
}

/** The same without proof and lints. */
export function assembleUnchecked(text: string): Assembly {
  return assembleText(text, { check: false });
}

/** The words of a program by rising address, in hexadecimal. */
function words(assembly: Assembly): string[] {
  return [...assembly.image]
    .map((word, address) => [word, address] as const)
    .filter(([, address]) => assembly.used[address] === 1)
    .map(([word]) => word.toString(16).padStart(4, '0'));
}

/** Codes of the errors with line and column, counted from 0. */
export function codes(assembly: Assembly): string[] {
  return assembly.diagnostics
    .filter((d) => d.severity === 'error')
    .map((d) => `${d.code} ${d.range.start.line}:${d.range.start.character}`);
}

/** Assembles without errors and gives the words in hexadecimal. */
export function wordsOf(text: string): string[] {
  const assembly = assembleText(text);
  expect(assembly.diagnostics.filter((d) => d.severity === 'error')).toEqual([]);
  return words(assembly);
}

/** Proves a body at $0100; its first label must be `start`. */
export function prove(body: string) {
  const program = timedProgram(inPage(body));
  const report = proveTiming(program);
  return { program, ...report, verdicts: report.results.map((result) => result.verdict), first: report.results[0]! };
}
