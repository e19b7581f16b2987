/**
 * From F5 to a picture: the debugger's work until the first frames have been drawn, and again after one line has
 * changed. The peer is one assembly without proof, from scratch.
 */
import { assemble, type Assembly, type SourceHost } from '#assembler';
import { createMachine } from '#emulator';
import { CYCLES_PER_FRAME } from '#isa';
import type { Benchmark } from './benchmark.ts';

/** Frames to run until the monitor has a whole picture. */
const FRAMES = 3;

/** @param main path of the program's main file, @param title names it */
export function startBenchmarks(main: string, host: SourceHost, title: string): Benchmark[] {
  const group = `F5, ${title}`;
  const toPicture = (image: Uint16Array): number => {
    createMachine(image).run(FRAMES * CYCLES_PER_FRAME);
    return 1;
  };
  let last: Assembly | undefined;
  let turn = 0;
  return [
    { group, name: 'assembled without proof', unit: 'starts', run: () => Math.min(1, start(main, host).words) },
    { group, name: 'to the first picture', unit: 'starts', run: () => toPicture(start(main, host).image) },
    {
      group,
      name: 'restart or reload, one line changed',
      unit: 'starts',
      run() {
        turn++;
        last = start(main, changedHost(main, host, turn), last);
        return toPicture(last.image);
      },
    },
  ];
}

/** What the debugger does: assembles without the proof, and asks for the debug information. */
function start(main: string, host: SourceHost, before?: Assembly): Assembly {
  const assembly = assemble(main, host, { check: false }, before);
  if (assembly.debugInfo.lines.length === 0) throw new Error(`${main} has no words`);
  return assembly;
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
