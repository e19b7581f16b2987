/** The assembler: a whole program, and a generated source that fills the ROM; words and lines per second. */
import { assemble, disassemble, type SourceHost } from '#assembler';
import { ROM_WORDS } from '#isa';
import type { Benchmark } from './benchmark.ts';

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
  ];
}

/** An image of every kind of word, the same at each run (a linear congruential sequence). */
function mixedImage(): Uint16Array {
  const image = new Uint16Array(ROM_WORDS);
  let state = 1;
  for (let i = 0; i < ROM_WORDS; i++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    image[i] = state >>> 16;
  }
  return image;
}
