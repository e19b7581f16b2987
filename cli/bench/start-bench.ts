/**
 * From F5 to a picture: the debugger's work until the first frames have been drawn, and again after one line has changed.
 * The peer is one assembly without proof, from scratch.
 */
import { assemble, AssemblyMemory, type SourceHost } from '#assembler';
import { createMachine } from '#emulator';
import { CYCLES_PER_FRAME } from '#isa';
import type { Benchmark } from './benchmark.ts';

/** How many frames to run: the monitor then has a whole picture. */
const FRAMES = 3;

/** @param main path of the program's main file, @param title names it */
export function startBenchmarks(main: string, host: SourceHost, title: string): Benchmark[] {
  const group = `F5, ${title}`;
  const toPicture = (image: Uint16Array): void => void createMachine(image).run(FRAMES * CYCLES_PER_FRAME);
  const kept = new AssemblyMemory();
  let turn = 0;
  return [
    { group, name: 'assembled without proof', unit: 'starts', run: () => start(main, host).words },
    {
      group,
      name: 'to the first picture',
      unit: 'starts',
      run() {
        toPicture(start(main, host).image);
        return 1;
      },
    },
    {
      group,
      name: 'restart or reload, one line changed',
      unit: 'starts',
      run() {
        turn++;
        toPicture(start(main, changedHost(main, host, turn), kept).image);
        return 1;
      },
    },
  ];
}

/** What the debugger does: assembles without the proof, and asks for the debug information. */
function start(main: string, host: SourceHost, memory?: AssemblyMemory): { image: Uint16Array; words: number } {
  const { image, debugInfo } = assemble(main, host, { check: false }, memory);
  return { image, words: Math.min(1, debugInfo.lines.length) };
}

/** The same sources with another comment at the end of the main file. */
function changedHost(main: string, host: SourceHost, turn: number): SourceHost {
  return {
    read(path, as) {
      const source = host.read(path, as);
      return path === main && 'text' in source ? { ...source, text: `${source.text}; ${turn}\n` } : source;
    },
  };
}
