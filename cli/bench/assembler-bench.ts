/**
 * The assembler: a whole program, a generated source that fills the ROM, and keystrokes in a program of
 * 20,000 lines, one file or forty, as the language server assembles it, each state from the one before.
 */
import { assemble, disassemble, type Assembly, type SourceHost } from '#assembler';
import { ROM_WORDS } from '#isa';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { lazily, type Benchmark } from './benchmark.ts';
import { KEYSTROKES, largeProject, type Keystroke, type LargeProject } from './large-project.ts';

/** @param main path of a program that `host` reads */
export function assemblerBenchmarks(main: string, host: SourceHost, title: string): Benchmark[] {
  const listing = disassemble(mixedImage());
  const generated: SourceHost = { read: () => ({ text: listing }) };
  const words = (name: string, path: string, files: SourceHost, check: boolean): Benchmark => ({
    group: 'assembler',
    name,
    unit: 'words',
    run: () => assemble(path, files, { check }).words,
  });
  return [
    words('a full ROM from its disassembly', 'full.gtasm', generated, false),
    words(`${title}, without proof`, main, host, false),
    words(`${title}, with proof and lints`, main, host, true),
    ...keystrokeBenchmarks('20,000 lines', 0),
    ...keystrokeBenchmarks('20,000 lines in 40 files', 40),
  ];
}

/** Each kind of keystroke, typed and undone in turn, up to names and findings without the proof. */
function keystrokeBenchmarks(title: string, files: number): Benchmark[] {
  const typing = lazily(() => startTyping(largeProject(files)));
  return largeProject(files).keystrokes.map((key, index, all) => ({
    group: `assembler, keystroke in ${title}`,
    name: key.name,
    unit: 'keystrokes',
    rounds: KEYSTROKES,
    run: () => typing().type(key),
    ...(index === all.length - 1 && { memory: () => typing().held() }),
  }));
}

/** A program in which keys are typed, and taken back, and the memory that it holds. */
function startTyping({ texts, main, keystrokes }: LargeProject) {
  const before = heldBytes();
  const current = new Map(texts);
  const host: SourceHost = { read: (path) => ({ text: current.get(path) ?? '' }) };
  const typedTexts = new Map(keystrokes.map((key) => [key.name, withKey(texts.get(key.path) ?? '', key)]));
  let last: Assembly | undefined;
  let isTyped = false;
  return {
    type(key: Keystroke): number {
      isTyped = !isTyped;
      current.set(key.path, (isTyped ? typedTexts.get(key.name) : texts.get(key.path)) ?? '');
      last = assemble(main, host, { check: false }, last);
      return last.words > 0 ? 1 : 0;
    },
    held: (): number => heldBytes() - before,
  };
}

function withKey(text: string, { line, character, text: typed }: Keystroke): string {
  const lines = text.split('\n');
  const old = lines[line] ?? '';
  lines[line] = old.slice(0, character) + typed + old.slice(character);
  return lines.join('\n');
}

/** Bytes in use after a garbage collection. */
function heldBytes(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** An image with every kind of word, the same in each run (a linear congruential sequence). */
function mixedImage(): Uint16Array {
  const image = new Uint16Array(ROM_WORDS);
  let state = 1;
  for (let i = 0; i < ROM_WORDS; i++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    image[i] = state >>> 16;
  }
  return image;
}
