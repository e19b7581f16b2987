/**
 * Positions set up by hand, with the keyboard and with the pad: the tables are byte for byte those of the same position
 * through the mailbox, and what cannot be played is refused with words.
 */
import { describe, expect, it } from 'vitest';
import { compareWithOracle } from '#chess';
import type { EngineSession } from '#engine-driver';
import { bootedEngine, engineAssembly, engineAt, memoryOf } from '#test/engine/engine-fixture.ts';
import { panelPixels, panelText } from '#test/engine/panel.ts';
import { press, type } from '#test/engine/player.ts';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const FILES = 'abcdefgh';
const SIDE_LINE = 0;
const CASTLING_LINE = 1;
const PASSANT_LINE = 2;

/** What the player has selected, and columns in which an unused index keeps its old value. */
const FREE = new Set(['marked', 'toggle', 'generate', 'squaresOf', 'worthLow', 'worthHigh']);

/** All tables over squares and pieces, and the position buffer with what belongs to it. */
function tablesOf(engine: EngineSession): number[] {
  const names = ['position', 'positionSide', 'positionCastling', 'positionPassant', 'positionQuiet', 'positionCastled'];
  const columns = engineAssembly().debugInfo.tables.filter(({ stride }) => stride === 256);
  const bytes = (name: string, first: number, last: number): number[] =>
    Array.from({ length: last - first + 1 }, (_, i) => engine.read(name, first + i));
  const tables = columns.filter(({ index, name }) => (index === 'square' || index === 'piece') && !FREE.has(name));
  return [
    ...names.flatMap((name) => bytes(name, 0, name === 'position' ? 63 : 0)),
    ...tables.flatMap(({ name, first, last }) => bytes(name, first, last)),
    engine.read('legalMoves'),
    ...bytes('key', 0, 3),
  ];
}

function tablesByMailbox(fen: string): number[] {
  return tablesOf(engineAt(fen));
}

/** Presses a key of the set-up's menu until its line on the panel shows the wanted text. */
function typeUntil(engine: EngineSession, key: string, line: number, wanted: string): void {
  for (let tries = 0; !panelText(engine)[line]!.endsWith(wanted); tries++) {
    if (tries > 16) throw new Error(`${wanted} is not to be had: ${panelText(engine)[line]}`);
    type(engine, key);
  }
}

/** Sets a FEN up with the keyboard: the board, from a8, as the FEN writes it, then the menu's lines. */
function setUpByKeys(engine: EngineSession, fen: string): void {
  const [board, side, castling, passant] = fen.split(' ');
  type(engine, 'sx');
  expect(engine.read('cursor')).toBe(engine.square('a8'));
  type(engine, board!);
  typeUntil(engine, 'w', SIDE_LINE, side === 'w' ? 'White moves' : 'Black moves');
  const rights = [...'KQkq'].map((right) => (castling!.includes(right) ? right : '-')).join('');
  typeUntil(engine, 'c', CASTLING_LINE, rights);
  typeUntil(engine, 'e', PASSANT_LINE, ` ${passant!}`);
}

describe('with the keyboard', () => {
  it.each([
    START,
    'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w Kq - 0 1',
    'rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 1',
    '8/8/8/2k5/1pP5/8/8/4K2R b K c3 0 1',
    'QQQQ4/8/8/3k4/8/3K4/8/NNNN4 b - - 0 1',
  ])('sets up %s', (fen) => {
    const engine = bootedEngine();
    setUpByKeys(engine, fen);
    type(engine, ['Enter']);
    expect(engine.read('mode')).toBe(engine.symbol('MODE_PLAY'));
    expect(tablesOf(engine)).toEqual(tablesByMailbox(fen));
    expect(compareWithOracle(memoryOf(engine), engineAssembly().debugInfo).differences).toEqual([]);
  });

  it.each([
    ['7k/8/8/8/8/8/8/8 w - - 0 1', 'Each side has', 'one king'],
    ['QQQQQ3/8/8/3k4/8/3K4/8/8 b - - 0 1', 'Too many pro-', 'moted pieces'],
    ['P6k/8/8/8/8/8/8/K7 w - - 0 1', 'Max. 8 pawns,', 'on ranks 2-7'],
    ['7k/8/8/8/8/8/8/K6R w - - 0 1', 'The opponent', 'is in check'],
  ])('refuses %s in words', (fen, first, second) => {
    const engine = bootedEngine();
    setUpByKeys(engine, fen);
    type(engine, ['Enter']);
    expect(panelText(engine).slice(6)).toEqual([first, second]);
    expect(panelPixels(engine)).toEqual(panelText(engine));
    expect(engine.read('mode')).toBe(engine.symbol('MODE_SET_UP'));
    // Another key removes the words; the initial position is accepted.
    type(engine, 'i');
    expect(panelText(engine)[6]).toBe('PNBRQK pnbrqk');
    typeUntil(engine, 'w', SIDE_LINE, 'White moves');
    type(engine, ['Enter']);
    expect(panelText(engine)[7]).toMatch(/^>White/);
    expect(tablesOf(engine)).toEqual(tablesByMailbox(START));
  });

  it('offers castling only where king and rook are at home, and en passant only after a double step', () => {
    const engine = bootedEngine();
    setUpByKeys(engine, 'r3k3/8/8/1pP5/8/8/8/4K2R w - - 0 1');
    const offered = (key: string, line: number): Set<string> =>
      new Set(
        Array.from({ length: 16 }, () => {
          type(engine, key);
          return panelText(engine)[line]!.split(' ').at(-1)!;
        }),
      );
    expect(offered('c', CASTLING_LINE)).toEqual(new Set(['----', 'K---', '---q', 'K--q']));
    expect(offered('e', PASSANT_LINE)).toEqual(new Set(['-', 'b6']));
    // The cursor is back on a8; without the rook its right is gone.
    typeUntil(engine, 'c', CASTLING_LINE, 'K--q');
    type(engine, ' ');
    expect(panelText(engine)[CASTLING_LINE]).toBe('c Castle K---');
  });

  it.each([
    START,
    'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w Kq - 0 1',
    'rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 189',
    '8/8/8/2k5/1pP5/8/8/4K2R b K c3 0 1',
    '4k3/8/8/8/8/8/8/R3K3 b - -',
    '4k3/8/8/8/8/8/8/R3K3 w',
  ])('takes the rest of a FEN after its board: %s', (fen) => {
    const engine = bootedEngine();
    type(engine, `swx${fen}`);
    type(engine, ['Enter']);
    expect(tablesOf(engine)).toEqual(tablesByMailbox(fen));
  });

  it('goes on where the rest of a FEN ends in another key', () => {
    const engine = bootedEngine();
    // The board, without a space; then the cursor is back on a8.
    type(engine, 'sx8/8/8/8/8/8/8/4K2RQ');
    expect(engine.read('position', 56)).toBe(engine.symbol('CODE_QUEEN'));
    type(engine, 'x8/8/8/8/8/8/8/4K2R w z');
    expect(panelText(engine)[SIDE_LINE]).toBe('w White moves');
    type(engine, 'k');
    expect(engine.read('position', 56)).toBe(engine.symbol('CODE_KING') + 1);
    // A right without its rook, a second space, a digit of the counters that would be eight empty squares.
    type(engine, 'xr3k3/8/8/8/8/8/8/4K2R b KQkq -  88 ');
    expect(panelText(engine).slice(0, 3)).toEqual(['w Black moves', 'c Castle K--q', 'e En pass. -']);
    type(engine, ['Enter']);
    expect(tablesOf(engine)).toEqual(tablesByMailbox('r3k3/8/8/8/8/8/8/4K2R b Kq - 0 1'));
  });

  it('goes back to the game as it was with Esc', () => {
    const engine = bootedEngine();
    type(engine, 'e2e4c7c5');
    const before = tablesOf(engine);
    type(engine, 'sxKiw');
    type(engine, ['Escape']);
    expect(tablesOf(engine)).toEqual(before);
    expect(panelText(engine)).toEqual(expect.arrayContaining([expect.stringMatching(/^>White/), 'Last c7c5']));
    type(engine, 'tt');
    expect(tablesOf(engine)).toEqual(tablesByMailbox(START));
  });

  it('leaves nothing to take back', () => {
    const engine = bootedEngine();
    type(engine, 'e2e4si');
    type(engine, ['w', 'Enter']);
    const before = tablesOf(engine);
    type(engine, 't');
    expect(tablesOf(engine)).toEqual(before);
  });
});

describe('with the pad', () => {
  /** Moves the cursor of the board to a square. */
  function moveTo(engine: EngineSession, square: string): void {
    const index = engine.read('cursorIndex');
    const file = FILES.indexOf(square.charAt(0)) - (index & 7);
    const rank = Number(square.charAt(1)) - 1 - (index >> 3);
    press(engine, ...Array<'left' | 'right'>(Math.abs(file)).fill(file < 0 ? 'left' : 'right'));
    press(engine, ...Array<'up' | 'down'>(Math.abs(rank)).fill(rank < 0 ? 'down' : 'up'));
  }

  /** Activates a line of the panel, once or several times, and goes back to the board. */
  function choose(engine: EngineSession, line: number, times: number): void {
    moveTo(engine, 'h4');
    press(engine, 'right', ...Array<'down'>(line).fill('down'), ...Array<'a'>(times).fill('a'), 'left');
  }

  /** Presses A on a square until the piece with this code is there. */
  function put(engine: EngineSession, square: string, name: string, black: boolean): void {
    moveTo(engine, square);
    const code = engine.symbol(name) + (black ? 1 : 0);
    for (let presses = 0; engine.read('position', engine.read('cursorIndex')) !== code; presses++) {
      if (presses > 12) throw new Error(`${name} does not come`);
      press(engine, 'a');
    }
  }

  it('sets a position up', () => {
    const fen = '4k3/8/8/3p4/8/8/8/4K2R w K - 0 1';
    const engine = bootedEngine();
    press(engine, 'select', 'select');
    choose(engine, 3, 1);
    put(engine, 'e1', 'CODE_KING', false);
    put(engine, 'h1', 'CODE_ROOK', false);
    put(engine, 'e8', 'CODE_KING', true);
    put(engine, 'd5', 'CODE_PAWN', true);
    moveTo(engine, 'a4');
    press(engine, 'a', 'b');
    choose(engine, 0, 2);
    choose(engine, 1, 1);
    choose(engine, 5, 1);
    expect(engine.read('mode')).toBe(engine.symbol('MODE_PLAY'));
    expect(tablesOf(engine)).toEqual(tablesByMailbox(fen));
  });

  it('keeps the cursor of the menu on its lines, and shows where it is', () => {
    const engine = bootedEngine();
    press(engine, 'select', 'select');
    moveTo(engine, 'h4');
    press(engine, 'right', 'up', 'right');
    const emphasised = (line: number): boolean =>
      engine.read('text', engine.symbol('TEXT_PAGE') + line) >= engine.symbol('EMPHASIS');
    expect(emphasised(0)).toBe(true);
    press(engine, ...Array<'down'>(7).fill('down'));
    expect([emphasised(0), emphasised(5)]).toEqual([false, true]);
    expect(panelPixels(engine)).toEqual(panelText(engine));
    press(engine, 'left');
    expect(emphasised(5)).toBe(false);
    press(engine, 'select');
    expect(panelText(engine)[7]).toMatch(/^>White/);
  });
});
