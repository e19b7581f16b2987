import { describe, expect, it } from 'vitest';
import type { MemoryReader, ProgramDeclarations, TableDeclaration } from './declarations.ts';
import { declaresBoard, decodePlay, levelKeys, positionKeys } from './play.ts';

function byte(name: string, address: number, attributes: Record<string, string>): TableDeclaration {
  const place = { layout: 'zero-page', address, stride: 1, size: 1, first: 0, last: 0 } as const;
  return { name, ...place, index: '', element: 'byte', attributes };
}

function program(...tables: readonly TableDeclaration[]): ProgramDeclarations {
  return { tables, squares: null, sets: [], pieces: null };
}

const LEVEL = byte('level', 0x40, { role: 'level', from: '1', keys: 'digit Escape' });
const THINKING = byte('thinking', 0x41, { role: 'thinking' });
const POSITION = byte('position', 0x42, { fen: 'board', keys: 's x fen Enter' });

/** RAM that is 0 but for some bytes. */
function memory(bytes: Readonly<Record<number, number>> = {}): MemoryReader {
  return { read: (address) => bytes[address] ?? 0 };
}

describe('what a program declares for its players', () => {
  it('is nothing by default', () => {
    const { thinking, level, takesPosition, tables } = decodePlay(memory(), program());
    expect({ thinking, level, takesPosition, board: tables.board }).toEqual({
      thinking: null,
      level: null,
      takesPosition: false,
      board: null,
    });
  });

  it('is whether it thinks, and its level as it shows it', () => {
    const play = decodePlay(memory({ 0x40: 4, 0x41: 2 }), program(LEVEL, THINKING, POSITION));
    expect(play).toMatchObject({ thinking: true, level: { level: 5, entered: 'digit' }, takesPosition: true });
  });

  it.each([
    ['l', 'next'],
    [undefined, null],
  ])('is how the level is entered: %s', (keys, entered) => {
    const level = byte('level', 0x40, { role: 'level', ...(keys === undefined ? {} : { keys }) });
    expect(decodePlay(memory(), program(level)).level).toEqual({ level: 0, entered });
  });

  it('is a board of 64 squares, or of Octad', () => {
    const board = { ...byte('board', 0x100, {}), index: 'square', element: 'piece' };
    expect([program(board), program({ ...board, element: 'octad-state' }), program(LEVEL)].map(declaresBoard)).toEqual([
      true,
      true,
      false,
    ]);
  });
});

describe('declared keys', () => {
  it('enter a position by the first four fields of its FEN', () => {
    const keys = positionKeys(program(POSITION), ' 4k3/8 w  KQ - 12 40 ');
    expect(keys).toEqual(['s', 'x', ...'4k3/8 w KQ -', 'Enter']);
  });

  it('enter a level', () => {
    expect(levelKeys(program(LEVEL), 7)).toEqual(['7', 'Escape']);
  });

  it('are none where none are declared', () => {
    expect([positionKeys(program(LEVEL), ''), levelKeys(program(POSITION), 1)]).toEqual([undefined, undefined]);
  });
});
