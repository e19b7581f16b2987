import { Chess, SQUARES, type Square } from 'chess.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decode } from '#chess';
import { position } from '#test/chess/positions.ts';
import { DECLARATIONS, memoryOf, square, TestMemory } from '#test/chess/seed-program.ts';
import { codePosition } from './coded-board.ts';
import { compareBoard, compareWithOracle } from './compare.ts';
import { expectedTables } from './expected-tables.ts';
import { good } from '#test/good.ts';
import { forAll } from '#test/draws.ts';
import { projectText } from '#test/project.ts';

const perft = JSON.parse(projectText('test/data/perft.json')) as {
  positions: { fen: string }[];
};
const FENS = perft.positions.map(({ fen }) => fen);
const START = FENS[0]!;

/** The attackers' squares by what they attack, as the oracle's bytes name them and the decoder finds them. */
function attackersByBytes(fen: string): Map<string, string[]> {
  const tables = decode(memoryOf(fen), DECLARATIONS);
  const found = new Map<string, string[]>();
  for (const map of tables.attackMaps) {
    for (const entry of map.squares) {
      if (entry.place !== 'board' || (map.attackers === 'sliders' && !entry.faithful)) continue;
      const key = `${map.side} ${map.attackers} ${entry.name ?? ''}`;
      found.set(key, entry.bits.map(({ from }) => from?.name ?? 'unknown').sort());
    }
  }
  return found;
}

describe('the oracle', () => {
  it('agrees with chess.js about every attack in every position of the suite', () => {
    expect(FENS.length).toBeGreaterThan(100);
    let attacks = 0;
    for (const fen of FENS) {
      const chess = new Chess(fen, { skipValidation: true });
      const found = attackersByBytes(fen);
      for (const name of SQUARES) {
        for (const [side, colour] of [
          ['white', 'w'],
          ['black', 'b'],
        ] as const) {
          const attackers = chess.attackers(name, colour);
          const byKind = (kinds: string): string[] =>
            attackers.filter((from: Square) => kinds.includes(chess.get(from)!.type)).sort();
          expect(found.get(`${side} leapers ${name}`), `${fen} ${name}`).toEqual(byKind('knp'));
          if (chess.get(name)) expect(found.get(`${side} sliders ${name}`), `${fen} ${name}`).toEqual(byKind('qrb'));
          attacks += attackers.length;
        }
      }
    }
    expect(attacks).toBeGreaterThan(5000);
  });

  it('finds the neighbours that chess.js sees by looking along each line', () => {
    for (const fen of FENS.slice(0, 40)) {
      const chess = new Chess(fen, { skipValidation: true });
      const { neighbours } = decode(memoryOf(fen), DECLARATIONS);
      for (const entry of neighbours!.squares.filter(({ place, linked }) => place === 'board' && linked)) {
        const north = entry.links.find(({ direction }) => direction === 'n')!;
        const file = entry.name!.charAt(0);
        const ranks = [1, 2, 3, 4, 5, 6, 7, 8].filter((rank) => rank > Number(entry.name!.charAt(1)));
        const met = ranks.map((rank) => `${file}${String(rank)}`).find((name) => chess.get(name as Square));
        expect(north.to.name).toBe(met ?? null);
        if (!met) expect(north.to).toMatchObject({ place: 'guard', number: square(`${file}8`) + 10 });
      }
    }
  });

  it('agrees with tables made from the same board, and compares thousands of bytes', () => {
    const comparison = compareWithOracle(memoryOf(START), DECLARATIONS);
    expect(comparison.differences).toEqual([]);
    expect(comparison.problems).toEqual([]);
    expect(comparison.compared).toBeGreaterThan(600);
  });

  it('names every entry that is wrong, and only those', () => {
    const entries = expectedTables(boardOf(START), DECLARATIONS).tables.flatMap(({ table, entries }) =>
      [...entries.keys()].map((index) => ({ table: table.name, index })),
    );
    forAll(
      60,
      [fc.uniqueArray(fc.nat(entries.length - 1), { minLength: 1, maxLength: 5 }), fc.integer({ min: 1, max: 255 })],
      (picks, flip) => {
        const memory = memoryOf(START);
        const before = decodeBytes(memory);
        const spoiled = picks.map((pick) => entries[pick]!);
        for (const { table, index } of spoiled) memory.write(table, index, before(table, index) ^ flip);
        const named = compareWithOracle(memory, DECLARATIONS).differences.map(
          ({ table, square: at }) => `${table} ${String(at)}`,
        );
        expect(named.sort()).toEqual(spoiled.map(({ table, index }) => `${table} ${String(index)}`).sort());
      },
    );
  });

  it('says in words what differs', () => {
    const memory = memoryOf(START);
    memory.write('whiteSliders', square('d2'), 0x02);
    memory.write('near_n', square('e2'), square('e8'));
    expect(
      compareWithOracle(memory, DECLARATIONS).differences.map(({ name, table, detail }) => [table, name, detail]),
    ).toEqual([
      ['near_n', 'e2', 'e8 instead of e7'],
      ['whiteSliders', 'd2', 'n missing, e too many, ne missing'],
    ]);
  });

  it('ignores slider attacks and links of empty squares', () => {
    const memory = memoryOf(START);
    memory.write('whiteSliders', square('e4'), 0xff);
    memory.write('near_n', square('e4'), 0);
    expect(compareWithOracle(memory, DECLARATIONS).differences).toEqual([]);
  });

  it('compares the board itself with a position', () => {
    const memory = memoryOf(START);
    expect(compareBoard(memory, DECLARATIONS, position(START))).toEqual([]);
    memory.write('board', square('e2'), 0);
    expect(compareBoard(memory, DECLARATIONS, position(START))).toEqual(['e2 holds nothing instead of a white pawn.']);
  });

  it('says when the declarations have no bit for a piece, or no board', () => {
    const sets = DECLARATIONS.sets.map((set) => ({ ...set, bits: set.bits.filter((bit) => bit !== 'piece:3a') }));
    expect(expectedTables(boardOf(START), { ...DECLARATIONS, sets }).problems).toEqual([
      'The set whiteLeapers of whiteLeaps has no bit for piece:3a.',
      'The set blackLeapers of blackLeaps has no bit for piece:3a.',
    ]);
    expect(compareWithOracle(new TestMemory(), { tables: [], squares: null, sets: [], pieces: null })).toMatchObject({
      compared: 0,
    });
  });

  it('refuses more pieces of a kind than there are entries', () => {
    expect(codePosition(position('4k3/8/8/8/8/8/8/NNNNNK2 w - - 0 1'), DECLARATIONS.pieces!)).toMatchObject({
      message: 'The piece list has no entry for another white knight.',
    });
  });
});

function boardOf(fen: string) {
  return good(codePosition(position(fen), DECLARATIONS.pieces!));
}

function decodeBytes(memory: TestMemory): (table: string, index: number) => number {
  const copy = memory.bytes.slice();
  return (name, index) => {
    const table = DECLARATIONS.tables.find((candidate) => candidate.name === name)!;
    return copy[table.address + (index - table.first) * table.stride]!;
  };
}
