import { failure } from '#basics';
import { describe, expect, it } from 'vitest';
import { goLimits, parseGo, parsePosition, START_FEN } from './uci-words.ts';
import { DEFAULT_OPTIONS, setOption } from './uci-options.ts';

const words = (text: string): string[] => text.split(' ').filter((word) => word !== '');
const limits = (text: string, black = false): object => {
  const parsed = parseGo(words(text));
  expect(parsed.problems).toEqual([]);
  return goLimits(parsed, black);
};

describe('parseGo', () => {
  it.each([
    ['depth', 'go: depth needs a whole number, not "", and is ignored.'],
    ['depth x', 'go: depth needs a whole number, not "x", and is ignored.'],
    ['depth -1', 'go: depth needs a whole number, not "-1", and is ignored.'],
    ['movetime 1e3', 'go: movetime needs a whole number, not "1e3", and is ignored.'],
    ['wtime 1e99', 'go: wtime needs a whole number, not "1e99", and is ignored.'],
    ['searchmoves', 'go: searchmoves needs moves such as e2e4, and is ignored.'],
    ['quickly', 'go: the word "quickly" is unknown, and is ignored.'],
  ])('goes on without what is wrong: "%s"', (text, problem) => {
    for (const all of [`nodes 5 ${text}`, `${text} nodes 5`])
      expect(parseGo(words(all))).toEqual({ ...parseGo(['nodes', '5']), problems: [problem] });
  });

  it('takes moves up to the next word', () => {
    expect(parseGo(words('searchmoves e2e4 e7e8q depth 3'))).toMatchObject({ moves: ['e2e4', 'e7e8q'] });
  });

  it('waits for stop if it has no limit', () => {
    expect(parseGo(['infinite'])).toMatchObject({ infinite: true });
    expect(parseGo([])).toMatchObject({ infinite: false });
  });
});

describe('goLimits', () => {
  it('passes on depth, nodes and time', () => {
    expect(limits('depth 7 nodes 9 movetime 1500')).toEqual({ depth: 7, nodes: 9, seconds: 1.5, moves: [] });
  });

  it('gives each side its own clock', () => {
    const text = 'wtime 280000 btime 2800 winc 0 binc 0';
    expect(limits(text)).toMatchObject({ softSeconds: expect.closeTo(6, 1), seconds: expect.closeTo(10, 1) });
    expect(limits(text, true)).toMatchObject({ softSeconds: expect.closeTo(0.06, 2) });
  });

  it.each([
    'wtime 0',
    'wtime -500',
    'wtime 100 winc 60000',
    'wtime 1 movestogo 1',
    'wtime 900 movestogo 1',
    'movetime 0',
  ])('keeps within the clock and above nothing: %s', (text) => {
    const { seconds } = limits(text) as { seconds: number };
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(0.9);
  });

  it('plays 40 moves in two hours, none with more than its share of what is left', () => {
    for (const slowness of [1, 0.6, 0.1]) {
      let clock = 7_200_000;
      for (let toGo = 40; toGo > 0; toGo--) {
        const { seconds } = limits(`wtime ${clock} movestogo ${toGo}`) as { seconds: number };
        expect(1000 * seconds).toBeLessThanOrEqual(clock / toGo);
        clock -= Math.round(1000 * seconds * slowness);
      }
      expect(clock).toBeGreaterThan(0);
    }
  });

  it('gives a mate in n the depth to find it', () => expect(limits('mate 2')).toMatchObject({ depth: 11 }));
});

describe('parsePosition', () => {
  it('takes games', () => {
    expect(parsePosition(words('startpos moves e2e4 e7e5'))).toEqual({ fen: START_FEN, moves: ['e2e4', 'e7e5'] });
    expect(parsePosition(words('fen 7k/P7/8/8/8/8/8/K7 w - - moves a7a8Q'))).toEqual({
      fen: '7k/P7/8/8/8/8/8/K7 w - - 0 1',
      moves: ['a7a8q'],
    });
  });

  it.each([
    ['', 'position: it must begin with startpos or fen.'],
    ['startpos e2e4', 'position: it must begin with startpos or fen.'],
    ['fen', 'position: A FEN board has eight ranks, but this one has 1.'],
    ['startpos moves e2e5', 'position: the move e2e5 is not legal.'],
    ['startpos moves e2e4q', 'position: the move e2e4q is not legal.'],
    ['fen 7k/P7/8/8/8/8/8/K7 w - - moves a7a8', 'position: the move a7a8 is not legal.'],
    ['startpos moves e2e4 x', 'position: the move x is not legal.'],
    ['startpos moves e2e4 e2e4', 'position: the move e2e4 is not legal.'],
  ])('refuses "%s"', (text, sentence) => expect(parsePosition(words(text))).toEqual(failure(sentence)));
});

describe('setOption', () => {
  it('sets options of any case', () => {
    expect(setOption(DEFAULT_OPTIONS, words('name speed value 2'))).toEqual({ ...DEFAULT_OPTIONS, Speed: 2 });
    expect(setOption(DEFAULT_OPTIONS, words('name UseHash value false'))).toMatchObject({ UseHash: false });
    expect(setOption(DEFAULT_OPTIONS, words('name DarkBoard value true'))).toMatchObject({ DarkBoard: true });
    expect(setOption(DEFAULT_OPTIONS, words('name ShowScreen value my screen.png'))).toMatchObject({
      ShowScreen: 'my screen.png',
    });
    expect(setOption(DEFAULT_OPTIONS, words('name Level value Casual'))).toMatchObject({ Level: 'casual' });
    expect(setOption(DEFAULT_OPTIONS, words('name ShowScreen value <empty>'))).toMatchObject({ ShowScreen: '' });
  });

  it.each([
    ['name Threads value 4', 'setoption: there is no option "Threads".'],
    ['', 'setoption: there is no option "".'],
    ['Speed 3', 'setoption: there is no option "".'],
    ['name Speed', 'setoption: Speed needs a number from 0 to 1000.'],
    ['name Speed value -1', 'setoption: Speed needs a number from 0 to 1000.'],
    ['name Level value 7', 'setoption: Level needs one of beginner, easy, casual, 1, 5, 15, 60, 180.'],
    ['name Book value maybe', 'setoption: Book needs true or false.'],
  ])('refuses "%s"', (text, sentence) => expect(setOption(DEFAULT_OPTIONS, words(text))).toEqual(failure(sentence)));
});
