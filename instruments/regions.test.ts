/** Regions of whole programs: every cycle has a name, and every name stands where its label is written. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { assemble } from '#assembler';
import { createMachine } from '#emulator';
import { CYCLES_PER_FRAME, hexWord } from '#isa';
import { regionsOf } from './regions.ts';

const ROOT = join(import.meta.dirname, '..');
const FRAMES = 60;

it.each(['engine-asm', 'samples/octad', 'templates/game'])('%s', (folder) => {
  const host = { read: (path: string) => ({ text: readFileSync(path, 'utf8') }) };
  const { debugInfo, image } = assemble(join(ROOT, folder, 'main.gtasm'), host, { check: false });
  const { all, regionOf } = regionsOf(debugInfo, image);

  const written = new Map(debugInfo.symbols.map((symbol) => [`${symbol.value} ${symbol.name}`, symbol]));
  for (const { name, address, place } of all) {
    const label = written.get(`${address} ${name}`);
    if (label === undefined) continue;
    expect({ name, source: place?.source, line: place?.line }).toEqual({
      name,
      source: label.source,
      line: label.line,
    });
  }

  const machine = createMachine(image);
  machine.startProfile();
  machine.run(FRAMES * CYCLES_PER_FRAME);
  const { executions } = machine.profile!;
  const isUnnamed = (address: number): boolean =>
    executions[address]! > 0 && all[regionOf[address]!]!.name === '(unnamed)';
  expect([...executions.keys()].filter(isUnnamed).map(hexWord)).toEqual([]);
});
