/**
 * Quiet moves that are judged by their squares before they are made: each comes once, better squares first, and one
 * that is turned away can neither reach alpha nor give check. A chess library says which moves there are.
 */
import { Chess, type Move, type Square } from 'chess.js';
import { describe, expect, it } from 'vitest';
import { KINDS, setOfPhase, squareTable, type EngineSession } from '#engine-driver';
import { engineAt, middleGameFens, PIECE_VALUES } from '#test/engine/engine-fixture.ts';
import { beginSearch, untilEnd } from '#test/engine/searching.ts';

const FENS = middleGameFens();
const GENERATORS = ['judgedKing', 'judgedKnight', 'judgedSlider', 'judgedPawn'];
const LETTERS = new Map([
  ['KING', 'k'],
  ['QUEEN', 'q'],
  ['ROOK', 'r'],
  ['BISHOP', 'b'],
  ['KNIGHT', 'n'],
  ['PAWN', 'p'],
  ['PRE_PROMOTED', 'p'],
]);

/** A cell of the zero page, even one that shares its byte with another. */
const cell = (engine: EngineSession, name: string): number => engine.machine.ram[engine.symbol(name)]!;
const signed = (byte: number): number => (byte > 127 ? byte - 256 : byte);

/**
 * The node's position from the piece lists, without rights, which the quiet moves here do not use.
 * @param judging whether a move is being judged: its mover stands on `from`, though it may be lifted
 */
function nodePosition(engine: EngineSession, judging = false): Chess {
  const letters = new Map([...LETTERS].map(([name, letter]) => [engine.symbol(name), letter]));
  const game = new Chess('8/8/8/8/8/8/8/8 w - - 0 1', { skipValidation: true });
  for (const colour of [0, 1]) {
    for (let piece = engine.symbol('KING') | colour; piece < engine.symbol('END'); piece = engine.read('next', piece)) {
      const type = letters.get(engine.read('kind', piece));
      if (type === undefined) continue; // the dummy
      const isMover = judging && piece === cell(engine, 'mover');
      const at = isMover ? cell(engine, 'from') : engine.read('location', piece);
      const square = engine.squareName(at) as Move['from'];
      game.put({ type: type as Move['piece'], color: colour === 0 ? 'w' : 'b' }, square);
    }
  }
  const [board] = game.fen().split(' ');
  return new Chess(`${board} ${cell(engine, 'own') === 0 ? 'w' : 'b'} - - 0 1`, { skipValidation: true });
}

/** What the move gains by the engine's own columns of square values. */
function gainOf(engine: EngineSession): number {
  const column = engine.read('squaresOf', cell(engine, 'mover'));
  const [from, to] = ['from', 'to'].map((end) => signed(engine.machine.ram[(cell(engine, end) << 8) | column]!));
  return to! - from!;
}

interface Visit {
  readonly place: string;
  readonly engine: EngineSession;
}

/** Searches to a depth; calls `visit` each time the code reaches one of the places. */
function search(fen: string, depth: number, places: readonly string[], visit: (visit: Visit) => void): void {
  const engine = engineAt(fen);
  beginSearch(engine, { depth });
  untilEnd(engine, places, (place) => visit({ place, engine }));
}

/** What a quiet move must gain to reach alpha: alpha less the score of the node's position, and the turn; in units. */
function missing(engine: EngineSession): number {
  const score = (high: string, low: string): number => 128 * signed(cell(engine, high)) + cell(engine, low);
  return score('alphaHigh', 'alphaLow') - score('evalHigh', 'evalLow') + engine.symbol('TURN_CHANGE');
}

describe('a quiet move that is judged', () => {
  it('is turned away only if it does not reach alpha and gives no check', () => {
    let [seen, legal] = [0, 0];
    for (const fen of FENS.slice(0, 4)) {
      search(fen, 4, ['turnAway'], ({ engine }) => {
        if (++seen % 4 !== 0) return;
        const margin = cell(engine, 'depth') >= 2 ? engine.symbol('STATIC_MARGIN') : 0;
        expect(gainOf(engine)).toBeLessThanOrEqual(missing(engine) - margin);
        const game = nodePosition(engine, true);
        const [square, to] = ['from', 'to'].map((end) => engine.squareName(cell(engine, end)) as Square);
        const move = game.moves({ square: square!, verbose: true }).find((legal) => legal.to === to);
        if (move === undefined) return; // it would leave the king in check
        legal++;
        expect(move.san, game.fen()).not.toMatch(/[+#]$/);
      });
    }
    expect(seen).toBeGreaterThan(2000);
    expect(legal).toBeGreaterThan(500);
  });

  it('must gain what is missing, however much that is', () => {
    const asked = new Set<number>();
    for (const fen of FENS.slice(0, 4)) {
      search(fen, 5, ['tryKillers'], ({ engine }) => {
        const [level, depth] = [cell(engine, 'gateLevel'), cell(engine, 'depth')];
        if (signed(level) >= 0 || depth > 3) return; // nothing is judged, or nothing turned away
        const [zero, most, far] = ['GATE_ZERO', 'GATE_MOST', 'GATE_FAR'].map((name) => engine.symbol(name));
        const margin = depth >= 2 ? engine.symbol('STATIC_MARGIN') : 0;
        const least = missing(engine) < -far! ? -most! : Math.min(Math.max(missing(engine) - margin, -most!), most!);
        expect(level).toBe(zero! + least);
        asked.add(Math.min(missing(engine) >> 5, 8));
      });
    }
    expect([...asked].sort((a, b) => a - b)).toEqual(expect.arrayContaining([-1, 0, 1, 2, 3, 8]));
  });

  it('comes after all better ones, and none is forgotten or made twice', () => {
    const engine = engineAt();
    const generators = GENERATORS.map((name) => engine.symbol(name) >> 8);
    const [good, only, again] = ['PASS_GOOD', 'PASS_ONLY', 'SCOUT_AGAIN'].map((name) => engine.symbol(name));
    const nodes: { game: Chess; tried: string[] }[] = [];
    let complete = 0;
    for (const fen of FENS.slice(0, 5)) {
      search(fen, 4, ['chooseGate', 'judgeSearch', 'turnAway', 'nextPass.over'], ({ place, engine }) => {
        const ply = cell(engine, 'ply');
        if (place === 'chooseGate') {
          nodes[ply] = { game: nodePosition(engine), tried: [] };
          return;
        }
        const node = nodes[ply];
        if (place === 'nextPass.over') {
          const quiet = node!.game.moves({ verbose: true }).filter((move) => move.captured === undefined);
          const plain = quiet.filter(({ piece, to }) => piece !== 'p' || !/[1278]/.test(to));
          expect(new Set(node!.tried).size, node!.tried.join(' ')).toBe(node!.tried.length);
          expect(node!.tried).toEqual(expect.arrayContaining(plain.map(({ from, to }) => from + to)));
          complete++;
          return;
        }
        const judged = generators.includes(cell(engine, 'genPage')) && signed(cell(engine, 'gateLevel')) < 0;
        if (!judged || cell(engine, 'scout') === again) return;
        // Where the count of nodes carries, a move that was to be turned away is made after all.
        if (place === 'turnAway' && engine.read('nodes') === 0xff) return;
        const pass = cell(engine, 'gatePass');
        if (pass !== only && place === 'judgeSearch') expect(gainOf(engine) > 0).toBe(pass === good);
        if (pass === good) expect(place).toBe('judgeSearch');
        node!.tried.push(['from', 'to'].map((end) => engine.squareName(cell(engine, end))).join(''));
      });
    }
    expect(complete).toBeGreaterThan(100);
  });

  it('gains and loses less than the most that is asked of it, in every phase', () => {
    const most = engineAt().symbol('GATE_MOST');
    const steps: Record<string, (files: number, ranks: number) => boolean> = {
      king: (files, ranks) => files <= 1 && ranks <= 1,
      queen: (files, ranks) => files === ranks || files * ranks === 0,
      rook: (files, ranks) => files * ranks === 0,
      bishop: (files, ranks) => files === ranks,
      knight: (files, ranks) => files * ranks === 2,
      pawn: (files, ranks) => files === 0 && ranks <= 2,
    };
    const sets = new Set(Array.from({ length: 25 }, (_, phase) => setOfPhase(phase)));
    for (const kind of KINDS) {
      for (const set of sets) {
        const table = squareTable(PIECE_VALUES, kind, set);
        const rows = kind === 'pawn' ? [1, 5] : [0, 7]; // the seventh rank is a kind of its own
        for (let from = 8 * rows[0]!; from < 8 * rows[1]! + 8; from++) {
          for (let to = 8 * rows[0]!; to < 8 * rows[1]! + 8; to++) {
            const [files, ranks] = [Math.abs((to % 8) - (from % 8)), Math.abs((to >> 3) - (from >> 3))];
            if (steps[kind]!(files, ranks)) expect(Math.abs(table[to]! - table[from]!)).toBeLessThan(most);
          }
        }
      }
    }
  });
});
