/** Short programs in tests: assembles a text and gives its words and errors; proves a small program in one page. */
import { expect } from 'vitest';
import { assemble, type AssembleOptions, type Assembly, type DebugInfo } from '#assembler';
import { createMachine } from '#emulator';
import { proveTiming } from '#proof';
import { folderHost, textsHost } from './hosts.ts';
import { inPage, timedProgram } from './timed-program.ts';

export interface TextOptions extends AssembleOptions {
  /** Further files by path. */
  readonly others?: Readonly<Record<string, string | Uint8Array>>;
  /** An earlier assembly, to assemble again. */
  readonly before?: Assembly | undefined;
}

/** Assembles a text as main.gtasm. */
export function assembleText(text: string, options: TextOptions = {}): Assembly {
  return assemble('main.gtasm', textsHost({ 'main.gtasm': text, ...options.others }), options, options.before);
}

/** Assembles the program of a folder of the project. */
export function assembleFolder(folder: string): Assembly {
  return assemble('main.gtasm', folderHost(folder));
}

/** Assembles a text as main.gtasm, without proof and lints. */
export function assembleUnchecked(text: string): Assembly {
  return assembleText(text, { check: false });
}

/** What a source declares, with its symbols. */
export function declared(text: string): DebugInfo {
  const assembly = assembleUnchecked(text);
  expect(codes(assembly), text).toEqual([]);
  return assembly.debugInfo;
}

/** Codes of the errors with line and column, counted from 0. */
export function codes(assembly: Assembly): string[] {
  return assembly.diagnostics
    .filter((d) => d.severity === 'error')
    .map((d) => `${d.code} ${d.range.start.line}:${d.range.start.character}`);
}

/** Assembles a text in which only the timing proof may find errors. */
export function assembleTimed(text: string, options: TextOptions = {}): Assembly {
  const assembly = assembleText(text, options);
  const others = codes(assembly).filter((code) => !code.startsWith('GT08'));
  expect(others, text).toEqual([]);
  return assembly;
}

/** Replaces parts of a text, each of which must be there. */
export function replaced(text: string, ...parts: readonly (readonly [from: string | RegExp, to: string])[]): string {
  return parts.reduce((before, [from, to]) => {
    const after = before.replace(from, to);
    expect(after, `${from} is not there`).not.toBe(before);
    return after;
  }, text);
}

export function valueOf({ debugInfo }: Assembly, name: string): number {
  return debugInfo.symbols.find((symbol) => symbol.name === name)!.value;
}

/** The cycles that the timing proof reports in the detail of a verdict; 1 if it reports none. */
export function cyclesTold(detail: string | undefined): number {
  return Number(/takes (\d+)/.exec(detail ?? '')?.[1] ?? 1);
}

/** Faults that the monitor counts in the first `cycles` after power-on. */
export function faultsIn({ image }: Assembly, cycles: number): number {
  const machine = createMachine(image);
  machine.run(cycles);
  const { badLines, badFrames } = machine.monitor;
  return badLines + badFrames;
}

/** Assembles without errors and gives the words by rising address, in hexadecimal. */
export function wordsOf(text: string): string[] {
  const { diagnostics, image, used } = assembleText(text);
  expect(diagnostics.filter((d) => d.severity === 'error')).toEqual([]);
  return [...image.filter((_, address) => used[address] === 1)].map((word) => word.toString(16).padStart(4, '0'));
}

/** Proves a body at $0100; its first label must be `start`. */
export function prove(body: string) {
  const program = timedProgram(inPage(body));
  const report = proveTiming(program);
  return { program, ...report, verdicts: report.results.map((result) => result.verdict), first: report.results[0]! };
}
