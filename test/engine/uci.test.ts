/** The engine as a UCI engine, in this process: what `stop` and the levels do at any moment. */
import { Chess } from 'chess.js';
import { describe, expect, it } from 'vitest';
import { type EngineSession, legalMoves, levelLimits, LEVELS, Searcher, UciEngine } from '#engine-driver';
import { CYCLES_PER_FRAME } from '#isa';
import { KIWIPETE } from '#test/chess/positions.ts';
import { bootedEngine } from '#test/engine/engine-fixture.ts';
import { randomNumbers, oneOf } from '#test/engine/reference-game.ts';

const WEAK = LEVELS.filter((level) => !/\d/.test(level));
/** Positions in which captures follow captures. */
const TACTICAL = [
  KIWIPETE,
  'r1b1k2r/1pq1bppp/p1nppn2/8/3NPP2/1BN1B3/PPP3PP/R2QK2R w KQkq - 0 1',
  '3rk3/2p2p2/1n1b4/4p3/3N1B2/2P3Q1/5P2/3RK3 b - - 0 1',
  '7k/P7/8/8/8/8/p7/K7 w - - 0 1',
];
/** Frames that the machine takes to begin thinking, and to play what it found. */
const PLAY_FRAMES = 600;
/** The machine plays both sides. */
const BOTH = 3;
/** Frames that a stop may take: one for the search, and those for rebuilding the tables. */
const STOP_FRAMES = 6;
/** Frames that pass before a search makes its first move: the squares are valued. */
const PREPARING_FRAMES = 8;

/** A program that drives the engine, and decides itself when a frame passes. */
class Client {
  readonly said: string[] = [];
  readonly searcher = new Searcher(bootedEngine());
  random = 0;
  private readonly tasks: (() => void)[] = [];
  private readonly engine = new UciEngine({
    name: 'Engine',
    send: (line) => this.said.push(line),
    boot: () => this.searcher,
    later: (_milliseconds, task) => this.tasks.push(task),
    now: () => 0,
    random: () => this.random,
    show: () => undefined,
  });

  send(...lines: readonly string[]): void {
    for (const line of lines) this.engine.receive(line);
  }

  frame(): void {
    this.tasks.shift()?.();
  }

  /** Lets frames pass until there is an answer: the move, the last line with moves, and the number of frames. */
  answer(most = Infinity): { move: string; line: string; frames: number } {
    let frames = 0;
    for (; this.engine.thinking && frames < most; frames++) this.frame();
    const said = this.said.splice(0);
    const move = /^bestmove (\S+)$/.exec(said.at(-1) ?? '')?.[1];
    return { move: move ?? 'none', line: said.findLast((each) => each.includes(' pv ')) ?? '', frames };
  }

  /** The answers to one question, asked again and again. */
  answers(count: number, ...lines: readonly string[]): Set<string> {
    const moves = Array.from({ length: count }, () => {
      this.send(...lines);
      return this.answer().move;
    });
    return new Set(moves);
  }
}

describe('stop', () => {
  it('works in the first frame, and still gets a move', () => {
    const client = new Client();
    for (const fen of [
      '8/k7/8/8/8/8/1p6/K7 w - - 0 1',
      'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -',
    ]) {
      client.send(`position fen ${fen}`, 'go infinite', 'stop');
      const { move, frames } = client.answer(PREPARING_FRAMES + STOP_FRAMES);
      expect(legalMoves(new Chess(`${fen.split(' ').slice(0, 4).join(' ')} 0 1`))).toContain(move);
      expect(frames).toBeLessThan(PREPARING_FRAMES + STOP_FRAMES);
    }
  });

  it('holds what comes after it until its answer', () => {
    const client = new Client();
    client.send('position startpos', 'go infinite');
    client.answer(40);
    client.said.length = 0;
    client.send('stop', 'position fen 6k1/5ppp/8/8/8/8/8/R6K w - -', 'isready', 'go infinite', 'stop');
    for (let frames = 0; frames < 3 * STOP_FRAMES; frames++) client.frame();
    const lines = client.said.filter((line) => /^(bestmove|readyok|info string (position|go))/.test(line));
    expect(lines).toEqual([expect.stringMatching(/^bestmove/), 'readyok', 'bestmove a1a8']);
  });

  it('ends a search that goes on', () => {
    const client = new Client();
    client.send('position startpos', 'go infinite');
    expect(client.answer(40)).toMatchObject({ move: 'none', frames: 40 });
    client.send('stop');
    expect(client.answer(STOP_FRAMES).move).toMatch(/^[a-h][1-8]/);
  });
});

describe('go ponder', () => {
  const game = 'position startpos moves e2e4 e7e5';

  it('does not end by itself; its limits count from ponderhit on', () => {
    const client = new Client();
    client.send(game, 'go ponder movetime 300');
    expect(client.answer(60).move).toBe('none');
    client.send('ponderhit');
    const { move, frames } = client.answer();
    expect(move).toMatch(/^[a-h][1-8]/);
    expect(frames).toBeGreaterThan(15);
    expect(frames).toBeLessThan(18 + STOP_FRAMES);
  });

  it('begins no iteration after its share of the clock', () => {
    const client = new Client();
    client.send(game, 'go ponder wtime 20000 btime 20000');
    expect(client.answer(60).move).toBe('none');
    client.send('ponderhit');
    const { frames } = client.answer();
    expect(frames).toBeGreaterThan(20);
    expect(frames).toBeLessThan(170 + STOP_FRAMES);
  });

  it('keeps its answer until ponderhit or stop', () => {
    const client = new Client();
    for (const word of ['ponderhit', 'stop']) {
      client.send(game, 'go ponder depth 1');
      expect(client.answer(30).move).toBe('none');
      client.send(word);
      expect(client.said.splice(0).at(-1)).toMatch(/^bestmove [a-h][1-8]/);
    }
  });
});

describe('go', () => {
  it.each(['depth x', 'movetime abc', 'depth -1', 'wtime 1e99', 'searchmoves e2e5', 'fast'])(
    'says what is wrong, and plays all the same: %s',
    (wrong) => {
      const client = new Client();
      client.send('position startpos', `go nodes 300 ${wrong}`);
      expect(client.said).toEqual([expect.stringMatching(/^info string go: .* ignored\.$/)]);
      expect(client.answer().move).toMatch(/^[a-h][12][a-h][34]$/);
    },
  );
});

describe('searchmoves', () => {
  it('can keep to more moves than the mailbox has room for, by naming the others', () => {
    const client = new Client();
    const all = legalMoves(new Chess(KIWIPETE));
    client.send(`position fen ${KIWIPETE}`, 'go depth 2');
    const { move } = client.answer();
    const others = all.filter((each) => each !== move);
    expect(others).toHaveLength(47);
    client.send(`go depth 2 searchmoves ${others.join(' ')}`);
    expect(others).toContain(client.answer().move);
    client.send(`go depth 2 searchmoves ${all.join(' ')}`);
    expect(client.answer().move).toBe(move);
  });
});

describe('Ponder', () => {
  it('has the answer name the move to think about', () => {
    const client = new Client();
    client.send('setoption name Ponder value true', 'position startpos moves e2e4', 'go depth 3');
    for (let frames = 0; frames < 120 && !/^bestmove/.test(client.said.at(-1) ?? ''); frames++) client.frame();
    const [, move, reply] = /^bestmove (\S+) ponder (\S+)$/.exec(client.said.at(-1)!)!;
    client.send(`position startpos moves e2e4 ${move} ${reply}`, 'go ponder depth 1', 'stop');
    expect(client.answer().move).toMatch(/^[a-h][1-8]/);
  });
});

describe('an answer', () => {
  it.each(['rnbqk1nr/3p1p1p/p5p1/1pp1p2P/P1PP1P2/4P1P1/1b3K2/RNBQ1BNR b kq - 0 10', ...TACTICAL])(
    'is a legal move at the smallest limits, and begins the line that is told: %s',
    (fen) => {
      const client = new Client();
      for (const limit of ['nodes 1', 'movetime 1', 'nodes 512', 'movetime 1000', 'nodes 1500', 'depth 3']) {
        client.send(`position fen ${fen}`, `go ${limit}`);
        const { move, line } = client.answer();
        expect(legalMoves(new Chess(fen)), limit).toContain(move);
        expect(/ pv (\S+)/.exec(line)?.[1], limit).toBe(move);
      }
    },
  );

  it('is so in positions of random games, at 512 nodes', () => {
    const client = new Client();
    const random = randomNumbers(30);
    for (let game = 0; game < 50; game++) {
      const board = new Chess();
      for (let plies = Math.floor(80 * random()); plies > 0 && !board.isGameOver(); plies--) {
        board.move(oneOf(random, board.moves()));
      }
      if (board.isGameOver()) board.undo();
      client.send(`position fen ${board.fen()}`, 'go nodes 512');
      const { move, line } = client.answer();
      expect(legalMoves(board), board.fen()).toContain(move);
      expect(/ pv (\S+)/.exec(line)?.[1], board.fen()).toBe(move);
    }
  });

  const repeating =
    'position fen r4rk1/pp3ppp/8/8/8/8/PP1Q1PPP/R5K1 w - - 0 1 moves d2d3 f8e8 d3d2 e8f8 d2d3 f8e8 d3d2';

  it('is a draw by repetition that saves a lost game, unprompted', () => {
    const client = new Client();
    client.send(repeating, 'go depth 4');
    const { move, line } = client.answer();
    expect(move).toBe('e8f8');
    expect(line).toMatch(/ score cp 0 /);
  });

  it('knows a repetition that a move of the root completes', () => {
    const client = new Client();
    client.send(repeating, 'go depth 3 searchmoves e8f8');
    expect(client.answer().line).toMatch(/ score cp 0 .* pv e8f8$/);
  });

  it('comes from the book, with different moves, for both sides', () => {
    const client = new Client();
    client.send('setoption name Book value true');
    for (const [game, least] of [
      ['position startpos', 3],
      ['position startpos moves e2e4', 4],
    ] as const) {
      const moves = Array.from({ length: 16 }, (_, seed) => {
        client.random = seed / 16 + seed / 256;
        client.send(game, 'go');
        return client.answer().move;
      });
      const most = Math.max(...moves.map((move) => moves.filter((each) => each === move).length));
      expect(new Set(moves).size).toBeGreaterThanOrEqual(least);
      expect(most).toBeLessThanOrEqual(9);
    }
  });

  it('needs no more memory the longer the session is', () => {
    const client = new Client();
    for (let search = 0; search < 20; search++) client.answers(1, 'position startpos', 'go depth 1');
    expect(client.searcher.session.machine.journal.happened.length).toBeLessThan(200);
  });
});

describe('position', () => {
  it.each([
    ['position fen 8/8/8/8/8/8/8/8 w - - 0 1', 'position: Each side must have exactly one king.'],
    ['position startpos moves e2e5', 'position: the move e2e5 is not legal.'],
  ])('is refused at once, and then there is none to search until one is accepted: %s', (wrong, sentence) => {
    const client = new Client();
    const mate = 'position fen 6k1/5ppp/8/8/8/8/8/R6K w - -';
    client.send(mate, wrong);
    expect(client.said.splice(0)).toEqual([`info string ${sentence}`]);
    client.send('go mate 1');
    expect(client.said.splice(0)).toEqual([`info string go: there is no position; ${sentence}`, 'bestmove 0000']);
    client.send(mate, 'go mate 1');
    expect(client.answer().move).toBe('a1a8');
  });
});

/** Runs until the machine thinks about its own move, or no longer does: then it plays it, and waits. */
function runUntilThinkingIs(engine: EngineSession, wanted: boolean): void {
  const thinks = (): boolean => engine.read('thinking') === engine.symbol('THINK_MOVE');
  for (let frames = 0; thinks() !== wanted && frames < PLAY_FRAMES; frames++) engine.run(CYCLES_PER_FRAME);
  expect(thinks()).toBe(wanted);
}

describe('Level', () => {
  it('sets the limits that the machine uses at this level', () => {
    const engine = bootedEngine();
    // No position of the book, whose moves are searched two plies deep.
    expect(new Searcher(engine).setPosition('4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1', [])).toBeUndefined();
    for (const [index, level] of LEVELS.entries()) {
      engine.write('level', index);
      engine.write('machineSides', BOTH);
      runUntilThinkingIs(engine, true);
      engine.run(4 * CYCLES_PER_FRAME);
      const found = [engine.readNumber('searchFrames') / 60, engine.read('searchDepth'), engine.read('overlooks')];
      const { seconds, depth = 0, overlooks = 0 } = levelLimits(engine, level);
      expect(found, level).toEqual([seconds, depth, overlooks]);
      engine.write('machineSides', 0);
      engine.write('searchStop', 1);
      runUntilThinkingIs(engine, false);
    }
  });

  it('plays badly at the weak ones, whatever go says, but always plays a move', () => {
    const client = new Client();
    const hanging = 'position fen 4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1';
    for (const level of WEAK) {
      client.send(`setoption name Level value ${level}`);
      expect(client.answers(40, hanging, 'go movetime 50').size, level).toBeGreaterThan(1);
      expect(client.answers(6, 'position fen k7/8/8/8/8/2b5/r7/7K w - - 0 1', 'go')).toEqual(new Set(['h1g1']));
    }
    expect(client.answers(6, hanging, 'go mate 1', 'stop')).toEqual(new Set(['e4d5']));
    client.send('setoption name Level value 1');
    expect(client.answers(3, hanging, 'go depth 2')).toEqual(new Set(['e4d5']));
  });

  it('keeps to the seconds of a strong one where go has no limit', () => {
    const client = new Client();
    client.send('setoption name Level value 1', 'position startpos', 'go');
    client.answer();
    expect(client.searcher.info().seconds).toBeGreaterThan(0.9);
    expect(client.searcher.info().seconds).toBeLessThan(1.2);
  });
});
