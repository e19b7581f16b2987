/**
 * Compares the engine's documents with the ROM: engine-asm/maps.md and engine-asm/signature.txt. `-u` writes them
 * again.
 */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { EngineSession } from '#engine-driver';
import type { DebugInfo, DebugTable } from '#assembler';
import { KIWIPETE, position } from '#test/chess/positions.ts';
import { bootedEngine, engineAssembly, middleGameFens } from '#test/engine/engine-fixture.ts';
import { expectPart } from '#test/golden/golden.ts';
import { countLeaves, searchScore, think } from '#test/engine/searching.ts';
import { PROJECT } from '#test/project.ts';

const hex = (value: number): string => `$${value.toString(16).padStart(2, '0')}`;

/** One row per used ROM page: words, and the files whose code is there. */
function pageMap({ lines, sources }: DebugInfo): string {
  const pages = new Map<number, { words: number; files: Set<string> }>();
  for (const { address, source, expansion } of lines) {
    const page = pages.get(address >> 8) ?? { words: 0, files: new Set<string>() };
    page.words++;
    page.files.add(sources[expansion?.at(-1)?.source ?? source]!.path);
    pages.set(address >> 8, page);
  }
  const rows = [...pages]
    .sort(([a], [b]) => a - b)
    .map(([page, { words, files }]) => `| ${hex(page)} | ${words} | ${[...files].join(', ')} |`);
  return ['| ROM page | words of 256 | files |', '| --- | --- | --- |', ...rows].join('\n');
}

/** One row per column, row and frame of RAM; the zero page in one row. */
function memoryMap({ tables }: DebugInfo): string {
  const rows = tables
    .filter(({ layout }) => layout === 'column' || layout === 'row')
    .sort(byPlace)
    .map(memoryRow);
  const fields = tables.filter(({ layout }) => layout === 'field');
  const frames = fields.map(({ name, address, first, last, size }) => {
    const pages = `${hex(address >> 8)}–${hex((address >> 8) + last - first)}`;
    return `| ${pages} | ${hex(address & 0xff)} | \`${name}\` | ${size} a page |`;
  });
  const bytes = tables
    .filter(({ layout, attributes }) => layout === 'zero-page' && attributes['over'] === undefined)
    .reduce((sum, { size, last, first }) => sum + size * (last - first + 1), 0);
  return [
    '| RAM pages | low byte | table | meaning |',
    '| --- | --- | --- | --- |',
    `| $00 | | ${bytes} bytes of variables | see machine/zero-page.gtasm |`,
    ...rows,
    ...frames,
  ].join('\n');
}

function byPlace(a: DebugTable, b: DebugTable): number {
  return a.layout.localeCompare(b.layout) || (a.address & 0xff) - (b.address & 0xff) || a.address - b.address;
}

function memoryRow({ name, layout, address, first, last, index, element, attributes }: DebugTable): string {
  const meaning = [
    `${element} by ${index}`,
    ...Object.entries(attributes).map(([key, value]) => `${key} ${value}`),
  ].join(', ');
  const low = hex(address & 0xff);
  return layout === 'column'
    ? `| ${hex(first)}–${hex(last)} | ${low} | \`${name}\` | ${meaning} |`
    : `| ${hex(address >> 8)} | ${low}–${hex((address & 0xff) + last - first)} | \`${name}\` | ${meaning} |`;
}

const MAPS = 'engine-asm/maps.md';
/** How many positions to search, and how deep. */
const SEARCHED = 3;
const SEARCH_DEPTH = 3;

/** Nodes, cycles and score of a search with the hash table, so that a change to the search shows. */
function searchLine(engine: EngineSession, fen: string): string {
  engine.setUp(position(fen));
  const start = engine.machine.cycle;
  think(engine, { depth: SEARCH_DEPTH, options: ['HASH'] });
  return `Search: ${engine.nodes()} ${engine.machine.cycle - start} ${searchScore(engine)}\n`;
}

describe(MAPS, () => {
  it('has the page map of the ROM', () => expectPart(MAPS, 'page map', pageMap(engineAssembly().debugInfo)));
  it('has the memory map of the ROM', () => expectPart(MAPS, 'memory map', memoryMap(engineAssembly().debugInfo)));
});

describe('engine-asm/signature.txt', () => {
  it('is perft nodes, cycles and hash of the ROM, and what searches take', async () => {
    const engine = bootedEngine({ seed: 1 });
    engine.setUp(position(KIWIPETE));
    const start = engine.machine.cycle;
    const nodes = countLeaves(engine, 2);
    const perft = `Bench: ${nodes} ${engine.machine.cycle - start} ${engineAssembly().debugInfo.imageHash}\n`;
    const signature =
      perft +
      middleGameFens()
        .slice(0, SEARCHED)
        .map((fen) => searchLine(engine, fen))
        .join('');
    await expect(signature).toMatchFileSnapshot(join(PROJECT, 'engine-asm/signature.txt'));
  });
});
