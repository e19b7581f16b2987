/**
 * Compares the engine's documents with the ROM: page map and memory map of engine-asm/README.md, and
 * engine-asm/signature.txt. `-u` writes them again.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { EngineSession } from '#engine-driver';
import { bootedEngine, engineAssembly, position } from '#test/engine/engine-fixture.ts';
import { memoryMap, pageMap } from '#test/engine/engine-maps.ts';
import { UPDATE } from '#test/update.ts';

const FOLDER = join(import.meta.dirname, '..', '..', 'engine-asm');
/** Positions to search, and how deep. */
const SEARCHED = 3;
const SEARCH_DEPTH = 3;
const KIWIPETE = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1';

/** The first positions of the set with which depth is measured. */
const MIDDLE_GAME = readFileSync(join(FOLDER, '..', 'test', 'data', 'positions', 'middle-game.epd'), 'utf8')
  .split('\n', SEARCHED)
  .map((line) => `${line.split(' ').slice(0, 4).join(' ')} 0 1`);

/** Nodes, cycles and score of a search with the hash table, so that a change to it shows. */
function searchLine(engine: EngineSession, fen: string): string {
  engine.setUp(position(fen));
  engine.write('searchDepth', SEARCH_DEPTH);
  engine.write('searchOptions', engine.symbol('OPTION_HASH'));
  const start = engine.machine.cycle;
  engine.command('COMMAND_SEARCH', 1_000_000_000);
  const score = 128 * ((engine.read('searchScore', 1) << 24) >> 24) + engine.read('searchScore', 0);
  return `Search: ${engine.nodes()} ${engine.machine.cycle - start} ${score}\n`;
}

/** Compares the part of a file between two marks with what it should be, or writes it. */
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
  it('is perft nodes, cycles and hash of the ROM, and what searches take', () => {
    const engine = bootedEngine({ seed: 1 });
    engine.setUp(position(KIWIPETE));
    const start = engine.machine.cycle;
    engine.write('perftDepth', 2);
    engine.command('COMMAND_PERFT', 100_000_000);
    const nodes = [3, 2, 1, 0].reduce((sum, byte) => sum * 256 + engine.read('nodes', byte), 0);
    const perft = `Bench: ${nodes} ${engine.machine.cycle - start} ${engineAssembly().debugInfo.imageHash}\n`;
    const signature = perft + MIDDLE_GAME.map((fen) => searchLine(engine, fen)).join('');
    const path = join(FOLDER, 'signature.txt');
    if (UPDATE) writeFileSync(path, signature);
    else expect(readFileSync(path, 'utf8')).toBe(signature);
  });
});
