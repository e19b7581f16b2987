/**
 * What the engine's documents say against the ROM: page map and memory map of engine-asm/README.md, and
 * engine-asm/signature.txt. `UPDATE_ENGINE_DOCUMENTS=1` writes them anew.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bootedEngine, engineAssembly, position } from '#test/engine/engine-fixture.ts';
import { memoryMap, pageMap } from '#test/engine/engine-maps.ts';

const FOLDER = join(import.meta.dirname, '..', '..', 'engine-asm');
const UPDATE = process.env['UPDATE_ENGINE_DOCUMENTS'] === '1';
const KIWIPETE = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1';

/** Compares a part of a file between two marks with what it must be, or writes it. */
function expectPart(file: string, mark: string, text: string): void {
  const path = join(FOLDER, file);
  const whole = readFileSync(path, 'utf8');
  const [start, end] = [`<!-- ${mark} -->\n`, `\n<!-- end ${mark} -->`];
  const [from, to] = [whole.indexOf(start) + start.length, whole.indexOf(end)];
  expect(whole.indexOf(start)).toBeGreaterThanOrEqual(0);
  expect(to).toBeGreaterThan(0);
  if (UPDATE) writeFileSync(path, whole.slice(0, from) + text + whole.slice(to));
  else expect(whole.slice(from, to)).toBe(text);
}

describe('engine-asm/README.md', () => {
  it('has the page map of the ROM', () => expectPart('README.md', 'page map', pageMap(engineAssembly().debugInfo)));
  it('has the memory map of the ROM', () =>
    expectPart('README.md', 'memory map', memoryMap(engineAssembly().debugInfo)));
});

describe('engine-asm/signature.txt', () => {
  it('is perft nodes, cycles and hash of the ROM', () => {
    const engine = bootedEngine({ seed: 1 });
    engine.setUp(position(KIWIPETE));
    const start = engine.machine.cycle;
    engine.write('perftDepth', 2);
    engine.command('COMMAND_PERFT', 100_000_000);
    const nodes = [3, 2, 1, 0].reduce((sum, byte) => sum * 256 + engine.read('nodes', byte), 0);
    const signature = `Bench: ${nodes} ${engine.machine.cycle - start} ${engineAssembly().debugInfo.imageHash}\n`;
    const path = join(FOLDER, 'signature.txt');
    if (UPDATE) writeFileSync(path, signature);
    else expect(readFileSync(path, 'utf8')).toBe(signature);
  });
});
