/** Short programs in tests: from a text to its assembly, words and errors. */
import { expect } from 'vitest';
import { failure } from '#basics';
import { assemble, type Assembly } from '#assembler';

/** Assembles a text as main.gtasm, with further files by path. */
export function assembleText(text: string, others: Record<string, string> = {}): Assembly {
  const files: Record<string, string> = { 'main.gtasm': text, ...others };
  return assemble('main.gtasm', {
    read: (path) => (path in files ? { text: files[path]! } : failure('there is no such file')),
  });
}

/** The words of a program by rising address, in hexadecimal. */
export function words(assembly: Assembly): string[] {
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
export function wordsOf(text: string, others: Record<string, string> = {}): string[] {
  const assembly = assembleText(text, others);
  expect(assembly.diagnostics.filter((d) => d.severity === 'error')).toEqual([]);
  return words(assembly);
}
