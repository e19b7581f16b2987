import { describe, expect, it } from 'vitest';
import { decode } from './decode.ts';
import { TestMemory, DOUBLE_PUSH } from '#test/chess/seed-program.ts';
import { declared } from '#test/assembler/assembled-text.ts';
import { turnWord, type Turn } from './chesster/turn-word.ts';

/** Two parts of four entries each, one entry a page; the order of their declarations does not matter. */
const { tables, ...OTHERS } = declared(`
        .zp nextTurn, 2 at $40 index=number element=address role=next-turn
        .frame record, $10..$13 at $20 bytes 8
        .field turns, 4 index=ply element=turn-word ply=0
        .field later, 4 index=ply element=turn-word ply=4
        .endframe`);
const PROGRAM = { ...OTHERS, tables: tables.toReversed() };

const KNIGHT_MOVE: Turn = {
  ...DOUBLE_PUSH,
  from: 'g1',
  to: 'f3',
  type: 'move',
  piece: { kind: 'knight', side: 'white' },
};

/** RAM with these words in the ring from its first entry on, and the next turn at an entry. */
function memoryWith(words: readonly number[], next: number): TestMemory {
  const memory = new TestMemory();
  const addressOf = (entry: number): number => 0x1020 + 256 * (entry % 4) + 4 * Math.floor(entry / 4);
  for (const [entry, word] of words.entries())
    for (let byte = 0; byte < 4; byte++) memory.bytes[addressOf(entry) + byte] = (word >>> (8 * byte)) & 0xff;
  memory.bytes[0x40] = addressOf(next) & 0xff;
  memory.bytes[0x41] = addressOf(next) >> 8;
  return memory;
}

const game = (memory: TestMemory) => decode(memory, PROGRAM).game;
const first = turnWord(KNIGHT_MOVE);
const second = turnWord({ ...KNIGHT_MOVE, from: 'f3', to: 'g1' });

describe('the game record', () => {
  it('is empty between two bounds', () => {
    expect(game(memoryWith([0, 0], 1))).toEqual({ table: 'turns', turns: [], capacity: 7, problem: null });
  });

  it('goes from the bound to the next turn, and no further', () => {
    const record = game(memoryWith([second, 0, first, second, 0, first], 4))!;
    expect(record.turns.map(({ text }) => text)).toEqual(['g1f3', 'f3g1']);
    expect(record.turns[0]).toEqual({
      ...KNIGHT_MOVE,
      entry: { table: 'turns', index: 0x12 },
      word: first,
      text: 'g1f3',
    });
  });

  it('goes on from the last part to the first', () => {
    const record = game(memoryWith([second, 0, 0, 0, 0, 0, 0, first], 1))!;
    expect(record.turns.map(({ text }) => text)).toEqual(['g1f3', 'f3g1']);
  });

  it('says where a word is not a turn, and shows what is after it', () => {
    const record = game(memoryWith([0, first, 0xff, second, 0], 4))!;
    expect(record.turns.map(({ text }) => text)).toEqual(['f3g1']);
    expect(record.problem).toBe('The word $000000ff, 2 before the next, is not a turn.');
  });

  it('says that the next turn would go nowhere valid', () => {
    const memory = memoryWith([0, first, 0], 2);
    memory.bytes[0x41] = 0x55;
    expect(game(memory)).toMatchObject({
      turns: [],
      problem: 'The next turn would go to $5520, which is not an entry of the record.',
    });
  });

  it('is null in a program that keeps none, and says if the pointer is missing', () => {
    expect(
      decode(new TestMemory(), { ...PROGRAM, tables: PROGRAM.tables.filter(({ name }) => name === 'nextTurn') }).game,
    ).toBeNull();
    const decoded = decode(new TestMemory(), {
      ...PROGRAM,
      tables: PROGRAM.tables.filter(({ name }) => name === 'turns'),
    });
    expect(decoded.game).toBeNull();
    expect(decoded.problems.join(' ')).toContain('role=next-turn');
  });
});
