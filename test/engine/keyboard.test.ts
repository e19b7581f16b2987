/**
 * Games played with the keyboard: typed moves compared with a chess library, what the panel says about them, and keys
 * and pads that must not be mistaken for one another.
 */
import { Chess } from 'chess.js';
import { describe, expect, it } from 'vitest';
import { compareWithOracle } from '#chess';
import { CYCLES_PER_FRAME } from '#isa';
import { bootedEngine, engineAssembly, engineAt, memoryOf, position } from '#test/engine/engine-fixture.ts';
import { tablesFen, randomNumbers, shortFen } from '#test/engine/reference-game.ts';
import { panelPixels, panelText } from '#test/engine/panel.ts';
import { press, pressAt, type } from '#test/engine/player.ts';

const STATE_LINE = 2;
const MOVE_LINE = 3;
const TYPED_LINE = 4;
const HINT_LINE = 5;
const FIRST_HINTS = ['Arrows and A', 'or type e2e4', 'B or k: keys'];

/** The line of the clock of the side to move. */
const toMove = (side: string): unknown => expect.stringMatching(new RegExp(`^>${side}[ :0-9]{7}$`));

describe('typed moves', () => {
  it.each([3, 4])('play random game %i', (seed) => {
    const engine = bootedEngine({ seed });
    const game = new Chess();
    const random = randomNumbers(seed);
    for (let ply = 0; ply < 24 && !game.isGameOver(); ply++) {
      const moves = game.moves({ verbose: true });
      const { lan } = game.move(moves[Math.floor(random() * moves.length)]!);
      type(engine, lan);
      expect(tablesFen(engine), lan).toBe(shortFen(game.fen()));
      expect(panelText(engine)).toEqual(
        expect.arrayContaining([toMove(game.turn() === 'w' ? 'White' : 'Black'), `Last ${lan}`]),
      );
    }
    expect(compareWithOracle(memoryOf(engine), engineAssembly().debugInfo).differences).toEqual([]);
    expect(engine.machine.monitor.faults).toEqual([]);
  });

  it('are shown while they are typed, and deleted by Backspace', () => {
    const engine = bootedEngine();
    type(engine, 'e2g');
    expect(panelText(engine)[TYPED_LINE]).toBe('> e2g_');
    type(engine, ['Backspace', 'Backspace']);
    expect(panelText(engine)[TYPED_LINE]).toBe('> e_');
    type(engine, ['Escape']);
    expect(panelText(engine)[TYPED_LINE]).toBe('or type e2e4');
    type(engine, 'E2E4');
    expect(panelText(engine)[MOVE_LINE]).toBe('Last e2e4');
  });

  it('are played one after the other without a pause', () => {
    const engine = bootedEngine();
    type(engine, 'e2e4e7e5g1f3b8c6f1b5a7a6b5c6');
    expect(panelText(engine)[MOVE_LINE]).toBe('Last b5c6');
  });

  it('are refused in words if they are not legal or not moves', () => {
    const engine = bootedEngine();
    for (const move of ['e2e5', 'e7e5', 'e4e5', 'a1a1']) {
      type(engine, move);
      expect([move, panelText(engine)[TYPED_LINE]]).toEqual([move, 'ILLEGAL MOVE']);
    }
    expect(tablesFen(engine)).toBe(shortFen(new Chess().fen()));
    type(engine, 'ex');
    expect(panelText(engine).slice(TYPED_LINE, HINT_LINE + 1)).toEqual(['> e_', 'Type e2e4']);
    type(engine, '2e4');
    expect(panelText(engine)[HINT_LINE]).toBe('');
    expect(panelPixels(engine)).toEqual(panelText(engine));
  });

  it.each([
    ['a7a8q', 'Q7/7k/8/8/8/8/8/K7 b -'],
    ['a7a8r', 'R7/7k/8/8/8/8/8/K7 b -'],
    ['a7a8b', 'B7/7k/8/8/8/8/8/K7 b -'],
    ['a7a8n', 'N7/7k/8/8/8/8/8/K7 b -'],
  ])('promote: %s', (move, fen) => {
    const engine = engineAt('8/P6k/8/8/8/8/8/K7 w - - 0 1');
    type(engine, move);
    expect(tablesFen(engine)).toBe(fen);
    // Without pawns a lone knight or bishop ends the game at once.
    expect(panelText(engine)[MOVE_LINE]).toBe(/[bn]$/.test(move) ? 'Draw' : `Last ${move}`);
  });

  it('ask for the piece of a promotion, which Enter makes a queen', () => {
    const engine = engineAt('8/P6k/8/8/8/8/8/K7 w - - 0 1');
    type(engine, 'a7a8');
    expect(panelText(engine).slice(TYPED_LINE, HINT_LINE + 1)).toEqual(['> a7a8_', 'q, r, b or n?']);
    type(engine, 'k');
    expect(panelText(engine)[TYPED_LINE]).toBe('> a7a8_');
    type(engine, ['Enter']);
    expect(panelText(engine)[MOVE_LINE]).toBe('Last a7a8q');
  });
});

describe('keys', () => {
  it('take back, begin a new game, and list the keys', () => {
    const engine = bootedEngine();
    type(engine, 'e2e4d7d5t');
    expect(panelText(engine)[MOVE_LINE]).toBe('Last e2e4');
    type(engine, 't');
    expect(panelText(engine)[MOVE_LINE]).toBe('Arrows and A');
    expect(tablesFen(engine)).toBe(shortFen(new Chess().fen()));
    type(engine, 't');
    type(engine, 'e2e4n');
    expect(panelText(engine).slice(TYPED_LINE, HINT_LINE + 1)).toEqual(['NEW GAME?', 'Again: yes']);
    type(engine, 'tn');
    expect(tablesFen(engine)).toBe(shortFen(new Chess().fen()));
    type(engine, 'e2e4nn');
    expect(tablesFen(engine)).toBe(shortFen(new Chess().fen()));
    type(engine, 'k');
    expect(panelText(engine)).toContain('t  take back');
    type(engine, 'k');
    expect(panelText(engine)).toContain('m  machine');
    type(engine, 'k');
    expect(panelText(engine).slice(MOVE_LINE)).toEqual([...FIRST_HINTS, '', toMove('White')]);
    press(engine, 'b');
    expect(panelText(engine)).toContain('t  take back');
    press(engine, 'up');
    expect(panelText(engine).slice(MOVE_LINE)).toEqual([...FIRST_HINTS, '', toMove('White')]);
  });

  it('are not mistaken for buttons of a pad', () => {
    const engine = bootedEngine();
    const hold = (...buttons: Parameters<typeof engine.machine.input.setPad>[0][number][]): void => {
      engine.machine.input.setPad(buttons);
      engine.machine.run(10 * CYCLES_PER_FRAME);
    };
    // A and Up together is the byte of a `w`; A, Up and Left that of a `u`.
    hold('a');
    hold('a', 'up');
    hold('a', 'up', 'left');
    hold();
    expect(engine.read('typedLength')).toBe(0);
    expect(engine.read('selected')).toBe(engine.square('e2'));
    expect(engine.read('cursor')).toBe(engine.square('d3'));
  });

  it('leave pads of type C working', () => {
    const engine = bootedEngine();
    engine.machine.input.setController('C');
    press(engine, 'right', 'a', 'up', 'up', 'a');
    expect(panelText(engine)[MOVE_LINE]).toBe('Last f2f4');
    press(engine, 'b');
    expect(panelText(engine)[MOVE_LINE]).toBe('Arrows and A');
    press(engine, 'left', 'left', 'down', 'select', 'select');
    expect(panelText(engine)[0]).toBe('w White moves');
  });

  it('change nothing while button A counts as Backspace', () => {
    const engine = bootedEngine();
    type(engine, 'd2');
    press(engine, 'a');
    expect(panelText(engine)[TYPED_LINE]).toBe('> d_');
    expect(engine.read('selected')).toBe(0);
    press(engine, 'b');
    expect(panelText(engine)[TYPED_LINE]).toBe('or type e2e4');
    // B, too, takes back what is typed before it takes back a move.
    type(engine, 'e2e4e7');
    press(engine, 'b');
    expect(panelText(engine).slice(MOVE_LINE, TYPED_LINE + 1)).toEqual(['Last e2e4', '']);
  });
});

describe('the panel', () => {
  it.each([
    ['White wins', 'CHECKMATE', '7k/R7/6K1/8/8/8/8/8 w - - 0 1', 'a7a8'],
    ['Black wins', 'CHECKMATE', '7K/r7/6k1/8/8/8/8/8 b - - 0 1', 'a7a8'],
    ['Draw', 'STALEMATE', '7k/8/5KQ1/8/8/8/8/8 w - - 0 1', 'g6f7'],
    ['Draw', 'DEAD POSITION', '8/8/8/8/8/2k5/p7/K7 w - - 0 1', 'a1a2'],
    ['Draw', 'THREEFOLD', 'k7/8/8/8/8/8/7P/K7 w - - 0 1', 'a1b1a8b8b1a1b8a8a1b1a8b8b1a1b8a8'],
    ['Last g1h1', 'CHECK', '7k/8/8/8/8/8/8/K5R1 w - - 0 1', 'g1h1'],
    ['Last a7a6', '', '7k/p7/8/8/8/8/8/K5R1 b - - 0 1', 'a7a6'],
  ])('says %s, %s', (head, word, fen, moves) => {
    const engine = engineAt(fen);
    type(engine, moves);
    expect(panelText(engine).slice(STATE_LINE, MOVE_LINE + 1)).toEqual([word, head]);
    expect(panelPixels(engine)).toEqual(panelText(engine));
    if (!head.startsWith('Last')) {
      type(engine, 'a1a2');
      expect(panelText(engine)[TYPED_LINE]).toBe('GAME IS OVER');
      press(engine, 'up');
      expect(panelText(engine)[TYPED_LINE]).toBe('');
      press(engine, 'a');
      expect(panelText(engine)[TYPED_LINE]).toBe('GAME IS OVER');
    }
    expect(engine.machine.monitor.faults).toEqual([]);
  });

  it('says that fifty moves are over', () => {
    const engine = engineAt('7k/8/8/8/8/8/1R6/K7 w - - 98 80');
    type(engine, 'b2b3h8g8');
    expect(panelText(engine).slice(STATE_LINE, MOVE_LINE + 1)).toEqual(['FIFTY MOVES', 'Draw']);
  });

  it('says what a pawn in hand becomes, a queen unless Select is pressed', () => {
    const engine = engineAt('8/P6k/8/8/8/8/8/K7 w - - 0 1');
    pressAt(engine, 'a7');
    expect(panelText(engine).slice(MOVE_LINE, HINT_LINE + 1)).toEqual(['Promotes to', 'queen', 'Select: other']);
    press(engine, 'select');
    expect(panelText(engine)[TYPED_LINE]).toBe('rook');
    press(engine, 'up', 'a');
    expect(panelText(engine)[MOVE_LINE]).toBe('Last a7a8r');
  });

  it.each([
    ['8/8/8/8/8/8/8/K7 w - - 0 1', 'Each side has', 'one king'],
    ['4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1', 'Max. 8 pawns,', 'on ranks 2-7'],
  ])('says why there is no game in %s', (fen, first, second) => {
    const engine = bootedEngine();
    expect(engine.setUp(position(fen))).toBeDefined();
    const text = panelText(engine);
    expect(text).toEqual(['', '', 'No game', '', '', '', first, second]);
    expect(panelPixels(engine)).toEqual(text);
    press(engine, 'start');
    expect(panelText(engine)[7]).toEqual(toMove('White'));
  });

  it('forgets what it said when a position comes from outside', () => {
    const engine = bootedEngine();
    type(engine, 'e2e5');
    expect(panelText(engine)[TYPED_LINE]).toBe('ILLEGAL MOVE');
    expect(engine.setUp(position('8/8/8/8/8/8/8/K7 w - - 0 1'))).toBeDefined();
    expect(engine.setUp(position('4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1'))).toBeDefined();
    expect(panelText(engine).slice(HINT_LINE)).toEqual(['', 'Max. 8 pawns,', 'on ranks 2-7']);
    expect(engine.setUp(position('8/P6k/8/8/8/8/8/K7 w - - 0 1'))).toBeUndefined();
    expect(panelText(engine).slice(MOVE_LINE)).toEqual([...FIRST_HINTS, 'qrrbbnnpppppp', toMove('White')]);
  });

  it('forgets what is in hand and typed when a position comes from outside', () => {
    const engine = bootedEngine();
    press(engine, 'a');
    type(engine, 'e2e');
    expect(engine.setUp(position('8/P6k/8/8/8/8/8/K7 w - - 0 1'))).toBeUndefined();
    expect(engine.read('selected')).toBe(0);
    expect(panelText(engine)[TYPED_LINE]).toBe('or type e2e4');
    type(engine, 'a1b1');
    expect(panelText(engine)[0]).toEqual(toMove('Black'));
    expect(panelText(engine).slice(STATE_LINE, MOVE_LINE + 1)).toEqual(['', 'Last a1b1']);
  });

  it('goes dark with the board while the engine counts, and comes back', () => {
    const engine = bootedEngine();
    engine.machine.run(2 * CYCLES_PER_FRAME);
    const before = panelPixels(engine);
    expect(before).toEqual(panelText(engine));
    engine.write('perftDepth', 3);
    engine.write('command', engine.symbol('COMMAND_PERFT'));
    engine.machine.run(20 * CYCLES_PER_FRAME);
    expect(new Set(panelPixels(engine))).toEqual(new Set(['']));
    while (engine.read('command') !== 0) engine.machine.run(CYCLES_PER_FRAME);
    engine.machine.run(2 * CYCLES_PER_FRAME);
    expect(panelPixels(engine)).toEqual(before);
    expect(engine.machine.monitor.faults).toEqual([]);
  });
});
