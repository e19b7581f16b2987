import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TableDeclaration } from '#basics';
import { decode } from './decode.ts';
import { boardToFen } from './fen.ts';
import { declared } from '#test/assembler/assembled-text.ts';
import { DECLARATIONS, memoryOf, square, TestMemory } from '#test/chess/seed-program.ts';
import type { AttackMap, DecodedTables, PieceSlot } from './decoded.ts';
import { forAll } from '#test/draws.ts';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const START_CASTLING_E3 = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1';

function map(tables: DecodedTables, side: string, attackers: string): AttackMap {
  return tables.attackMaps.find((candidate) => candidate.side === side && candidate.attackers === attackers)!;
}

function on<T extends { number: number }>(squares: readonly T[], name: string): T {
  return squares.find(({ number }) => number === square(name))!;
}

function slot(tables: DecodedTables, index: number): PieceSlot {
  const lists = tables.pieceLists!;
  return [...lists.white.slots, ...lists.black.slots].find((candidate) => candidate.index === index)!;
}

describe('decode', () => {
  it('finds nothing wrong with the start position', () => {
    expect(decode(memoryOf(START), DECLARATIONS).problems).toEqual([]);
  });

  it('reads pieces, guards and the state of the position', () => {
    const board = decode(memoryOf(START_CASTLING_E3), DECLARATIONS).board!;
    expect(board.squares).toHaveLength(100);
    expect(on(board.squares, 'd8')).toMatchObject({
      code: 0x13,
      content: 'piece',
      piece: { kind: 'queen', side: 'black' },
    });
    expect(board.squares.filter(({ place }) => place === 'guard').every(({ content }) => content === 'guard')).toBe(
      true,
    );
    expect(board).toMatchObject({ sideToMove: 'black', castling: 'KQkq' });
    expect(board.enPassant?.square?.name).toBe('e3');
    expect(board.cursor?.square?.name).toBe('e2');
    expect(boardToFen(board)).toBe(START_CASTLING_E3);
  });

  it('says who attacks: a slider along its line, a leaper by its place, a pawn one step back', () => {
    const tables = decode(memoryOf('4k3/8/8/3p4/8/1N2P3/8/3QK3 w - - 0 1'), DECLARATIONS);
    const d5 = on(map(tables, 'white', 'sliders').squares, 'd5');
    expect(d5).toMatchObject({
      faithful: true,
      bits: [{ label: 'n', from: { name: 'd1' }, piece: { kind: 'queen' } }],
    });
    const d4 = on(map(tables, 'white', 'leapers').squares, 'd4');
    expect(d4.bits.map(({ label, from }) => [label, from?.name])).toEqual([
      ['pawn:nw', 'e3'],
      ['piece:3a', 'b3'],
    ]);
    expect(on(map(tables, 'white', 'sliders').squares, 'd3').faithful).toBe(false);
    expect(on(map(tables, 'black', 'leapers').squares, 'e4').bits).toMatchObject([
      { meaning: 'pawn', from: { name: 'd5' } },
    ]);
  });

  it('records attacks on edge guards', () => {
    const sliders = map(decode(memoryOf('7k/8/8/8/8/8/8/R6K w - - 0 1'), DECLARATIONS), 'white', 'sliders');
    const west = sliders.squares.find(({ number }) => number === square('a1') - 1)!;
    expect(west).toMatchObject({ place: 'guard', faithful: true, bits: [{ label: 'w', from: { name: 'a1' } }] });
  });

  it('lists pieces in link order, with dummy cell, free slots, pre-promoted and removed pieces', () => {
    const tables = decode(memoryOf('4k3/P7/8/8/8/8/4P3/RN2K3 w - - 0 1'), DECLARATIONS);
    const { white } = tables.pieceLists!;
    expect(white).toMatchObject({ end: 'complete', order: [0x10, 0x1a, 0x3a, 0x7e, 0x3e, 0x5e] });
    expect(slot(tables, 0x3e)).toMatchObject({ state: 'pre-promoted', square: { name: 'a7' }, next: 0x5e });
    expect(slot(tables, 0x7e).state).toBe('dummy');
    expect(slot(tables, 0x14).state).toBe('free');
    expect(slot(tables, 0x1c).state).toBe('removed');
    expect(slot(tables, 0x3a)).toMatchObject({ attackBit: 0x88, state: 'listed' });
    expect(white.freeChains).toEqual([{ table: 'qSlots', order: [0x14, 0x16, 0x18] }]);
    expect(tables.pieceLists!.black).toMatchObject({
      order: [0x11, 0x7f],
      freeChains: [{ table: 'qSlots', order: [0x15, 0x17, 0x19] }],
    });
    expect(tables.problems).toEqual([]);
  });

  it('finds the list even if the table of kinds holds nonsense', () => {
    const memory = memoryOf(START);
    for (let index = 0x10; index <= 0x7f; index++) memory.write('kindNow', index, 0x7e);
    const tables = decode(memory, DECLARATIONS);
    expect(tables.pieceLists!.white).toMatchObject({ end: 'complete' });
    expect(tables.pieceLists!.white.order).toHaveLength(17);
  });

  it('cuts a list that runs in a circle and says where', () => {
    const memory = memoryOf(START);
    memory.write('next', 0x3c, 0x12);
    const tables = decode(memory, DECLARATIONS);
    expect(tables.pieceLists!.white.end).toBe('loop');
    expect(slot(tables, 0x3c)).toMatchObject({ state: 'broken', problem: 'the next link of $3c leads back to $12' });
    expect(slot(tables, 0x5e).problem).toBe('$5e stands on a2 but is not in the list');
  });

  it('reports a link that does not lead back, in list and neighbour table', () => {
    const memory = memoryOf(START);
    memory.write('previous', 0x12, 0x1a);
    memory.write('near_n', square('e2'), square('e6'));
    const tables = decode(memory, DECLARATIONS);
    expect(slot(tables, 0x12).problem).toBe('the previous link of $12 is $1a instead of $10');
    const e2 = on(tables.neighbours!.squares, 'e2');
    expect(e2.links.find(({ direction }) => direction === 'n')).toMatchObject({ to: { name: 'e6' }, symmetric: false });
    expect(e2.links.filter(({ symmetric }) => symmetric === false)).toHaveLength(1);
    expect(tables.problems.join(' ')).toContain('Neighbour link that does not lead back: e2 to e6 (n), and 1 more.');
  });

  it('shows eight neighbours of an inner square, and of a guard only those across the board', () => {
    const { neighbours } = decode(memoryOf(START), DECLARATIONS);
    expect(on(neighbours!.squares, 'e2').links.map(({ direction, to }) => [direction, to.name])).toEqual([
      ['n', 'e7'],
      ['ne', null],
      ['e', 'f2'],
      ['se', 'f1'],
      ['s', 'e1'],
      ['sw', 'd1'],
      ['w', 'd2'],
      ['nw', null],
    ]);
    const guard = neighbours!.squares.find(({ number }) => number === square('e1') - 10)!;
    expect(guard.links.map(({ direction, to }) => [direction, to.name])).toEqual([
      ['n', 'e1'],
      ['ne', 'f1'],
      ['nw', 'd1'],
    ]);
  });

  it('takes the kind of a promoted piece from the table of kinds where there is one', () => {
    const memory = memoryOf('4k3/8/8/8/8/8/8/N1N1K1N1 w - - 0 1');
    memory.write('kindNow', 0x30, 0x1b);
    const { board } = decode(memory, DECLARATIONS);
    expect(on(board!.squares, 'g1').piece).toEqual({ code: 0x30, kind: 'rook', side: 'white' });
  });

  it('passes on how the tables compare with the board', () => {
    const memory = memoryOf(START);
    expect(decode(memory, DECLARATIONS).oracle).toMatchObject({ differing: 0, differences: [] });
    memory.write('whiteLeaps', square('e4'), 0x02);
    expect(decode(memory, DECLARATIONS).oracle).toMatchObject({
      differing: 1,
      differences: [{ table: 'whiteLeaps', name: 'e4', detail: 'pawn:nw too many' }],
    });
  });

  it('says what a program does not declare, unless it declares nothing about chess', () => {
    const nothing = { tables: [], squares: null, sets: [], pieces: null };
    const tables = decode(new TestMemory(), nothing);
    expect(tables).toMatchObject({ board: null, attackMaps: [], pieceLists: null, neighbours: null, oracle: null });
    expect(tables.problems).toEqual([]);
    const { problems } = decode(new TestMemory(), { ...nothing, squares: DECLARATIONS.squares });
    expect(problems).toEqual([expect.stringContaining('piece codes'), expect.stringContaining('no board')]);
    const codeless = decode(memoryOf(START), { ...DECLARATIONS, pieces: null });
    expect(codeless.board).toBeNull();
    expect(codeless.problems[0]).toContain('piece codes');
  });

  it('decodes any RAM to a result of bounded size that survives JSON', () => {
    forAll(50, [fc.infiniteStream(fc.nat(255)), fc.nat()], (stream, seed) => {
      const memory = new TestMemory();
      const few = Array.from({ length: 64 }, () => stream.next().value);
      for (let address = 0; address < 65536; address++) memory.bytes[address] = few[(address * (seed | 1)) % 61] ?? 0;
      const tables = decode(memory, DECLARATIONS);
      expect(JSON.parse(JSON.stringify(tables))).toEqual(tables);
      expect(tables.problems.length).toBeLessThan(60);
      for (const list of [tables.pieceLists!.white, tables.pieceLists!.black]) {
        expect(new Set(list.order).size).toBe(list.order.length);
      }
    });
  });
});

const BOARDS = declared(`
        .row boards, 0..1 at $0300 bytes 8 index=number element=bitboard64
        .zp occupied, 2 at $40 element=bitboard16`).tables;
const TABLE = BOARDS[0]!;

function decoded(...tables: TableDeclaration[]): DecodedTables {
  const memory = { read: (address: number) => address & 0xff };
  return decode(memory, { tables, squares: null, sets: [], pieces: null });
}

describe('declared boards and words of bits', () => {
  it('are every entry with its bytes', () => {
    const { bits, problems } = decoded(...BOARDS, { ...TABLE, element: 'byte' });
    expect(problems).toEqual([]);
    expect(bits).toEqual([
      { kind: 'bitboard64', order: 'lowest-first', name: 'boards[0]', address: 0x300, bytes: [0, 1, 2, 3, 4, 5, 6, 7] },
      { kind: 'bitboard64', order: 'lowest-first', name: 'boards[1]', address: 0x308, bytes: [8, 9, 10, 11, 12, 13, 14, 15] },
      { kind: 'bitboard16', order: 'highest-first', name: 'occupied', address: 0x40, bytes: [0x40, 0x41] },
    ]); // prettier-ignore
  });

  it('are read in their bank', () => {
    const banked = { ...TABLE, address: 0x8000, last: 0, attributes: { bank: '3' } };
    const memory = { read: (_: number, bank = 1) => bank };
    const { bits } = decode(memory, { tables: [banked], squares: null, sets: [], pieces: null });
    expect(bits).toMatchObject([{ address: 0x8000, bank: 3, bytes: Array.from({ length: 8 }, () => 3) }]);
  });

  it('are empty where the declaration does not fit, and say so', () => {
    const { bits, problems } = decoded({ ...TABLE, size: 4 }, { ...TABLE, attributes: { order: 'upwards' } });
    expect(bits).toEqual([]);
    expect(problems).toEqual([
      'A bitboard64 has 8 bytes, but an entry of boards has 4.',
      'The table boards has the order upwards, which its element does not have.',
    ]);
  });
});
