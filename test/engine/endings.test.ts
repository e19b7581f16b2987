/** Elementary endings on the machine: no win is given away, and mates are found within fifty moves. */
import { Chess, type Square } from 'chess.js';
import { describe, expect, it } from 'vitest';
import { search, Searcher } from '#engine-driver';
import { squareIndex, squareNamed } from '#test/chess/positions.ts';
import { bootedEngine } from '#test/engine/engine-fixture.ts';
import { randomNumbers, below } from '#test/engine/reference-game.ts';
import { good } from '#test/good.ts';

/** Squares are 0 = a1, 1 = b1 … 63 = h8. */
interface KingAndPawn {
  readonly white: number;
  readonly black: number;
  readonly pawn: number;
  readonly toMove: 'w' | 'b';
}

const SQUARES = 64;
const STEPS = [-9, -8, -7, -1, 1, 7, 8, 9];
const KING_MOVES = Array.from({ length: SQUARES }, (_, from) =>
  STEPS.map((step) => from + step).filter((to) => to >= 0 && to < SQUARES && areNear(from, to)),
);

/**
 * King and pawn against king, solved: whether white, who has the pawn, wins a position. It works back from promotions,
 * and for each square of the pawn until nothing changes. A position that is not legal is not won.
 */
class KingAndPawnEnding {
  private readonly won = new Uint8Array(2 * SQUARES ** 3);

  constructor() {
    for (let pawn = SQUARES - 9; pawn >= 8; pawn--) {
      let open = [...positionsWith(pawn)].filter(isLegal);
      for (let before = Infinity; open.length < before; open = open.filter((position) => !this.isWon(position))) {
        before = open.length;
        for (const position of open) if (this.wins(position)) this.won[indexOf(position)] = 1;
      }
    }
  }

  isWon(position: KingAndPawn): boolean {
    return this.won[indexOf(position)] === 1;
  }

  private wins(position: KingAndPawn): boolean {
    return position.toMove === 'w' ? this.whiteWins(position) : this.blackLoses(position);
  }

  private whiteWins(position: KingAndPawn): boolean {
    const { white, black, pawn } = position;
    if (KING_MOVES[white]!.some((to) => to !== pawn && this.isWon({ white: to, black, pawn, toMove: 'b' })))
      return true;
    const isWonAt = (to: number): boolean => this.isWon({ white, black, pawn: to, toMove: 'b' });
    const isFree = (square: number): boolean => square !== white && square !== black;
    const [one, two] = [pawn + 8, pawn + 16];
    if (!isFree(one)) return false;
    if (one >= SQUARES - 8) return !areNear(black, one) || areNear(white, one);
    return isWonAt(one) || (pawn < 16 && isFree(two) && isWonAt(two));
  }

  private blackLoses(position: KingAndPawn): boolean {
    const { white, black, pawn } = position;
    const moves = KING_MOVES[black]!.filter((to) => !areNear(to, white) && !isAttacked(to, pawn));
    if (moves.length === 0) return isAttacked(black, pawn);
    return moves.every((to) => to !== pawn && this.isWon({ white, black: to, pawn, toMove: 'w' }));
  }
}

function isLegal({ white, black, pawn, toMove }: KingAndPawn): boolean {
  if (white === pawn || black === pawn || areNear(white, black)) return false;
  return toMove === 'b' || !isAttacked(black, pawn);
}

function* positionsWith(pawn: number): Generator<KingAndPawn> {
  for (let white = 0; white < SQUARES; white++)
    for (let black = 0; black < SQUARES; black++)
      for (const toMove of ['w', 'b'] as const) yield { white, black, pawn, toMove };
}

function indexOf({ white, black, pawn, toMove }: KingAndPawn): number {
  return 2 * ((white * SQUARES + black) * SQUARES + pawn) + (toMove === 'w' ? 0 : 1);
}

/** Whether two squares touch or are the same. */
function areNear(a: number, b: number): boolean {
  return Math.abs((a & 7) - (b & 7)) <= 1 && Math.abs((a >> 3) - (b >> 3)) <= 1;
}

function isAttacked(square: number, pawn: number): boolean {
  return square >> 3 === (pawn >> 3) + 1 && Math.abs((square & 7) - (pawn & 7)) === 1;
}

function fenOf({ white, black, pawn, toMove }: KingAndPawn): string {
  const board = new Chess();
  board.clear();
  board.put({ type: 'k', color: 'w' }, squareNamed(white) as Square);
  board.put({ type: 'k', color: 'b' }, squareNamed(black) as Square);
  board.put({ type: 'p', color: 'w' }, squareNamed(pawn) as Square);
  return board.fen().replace(' w ', ` ${toMove} `);
}

function bestMove(searcher: Searcher, fen: string, moves: readonly string[] = []): string {
  const result = good(search(searcher, { fen, moves }, { seconds: 1 }));
  return result.move ?? 'none';
}

describe('king and pawn against king', () => {
  const ending = new KingAndPawnEnding();

  it('is solved as the books say', () => {
    const isWon = (white: string, black: string, pawn: string, toMove: 'w' | 'b'): boolean =>
      ending.isWon({ white: squareIndex(white), black: squareIndex(black), pawn: squareIndex(pawn), toMove });
    expect([isWon('e6', 'e8', 'e5', 'w'), isWon('e6', 'e8', 'e5', 'b')]).toEqual([true, true]);
    expect([isWon('e4', 'e6', 'e3', 'w'), isWon('e4', 'e6', 'e3', 'b')]).toEqual([false, true]);
    expect([isWon('h6', 'g8', 'h5', 'w'), isWon('a1', 'f4', 'h4', 'w')]).toEqual([false, false]);
    expect([isWon('a1', 'e4', 'h4', 'w'), isWon('a1', 'c4', 'h4', 'w')]).toEqual([false, true]);
  });

  /** Whether the move that is played in a second keeps the win. */
  function keepsWin(searcher: Searcher, position: KingAndPawn): boolean {
    const move = bestMove(searcher, fenOf(position));
    const [from, to] = [squareIndex(move), squareIndex(move.slice(2))];
    if (to >= 56 && from === position.pawn) return true;
    return ending.isWon({ ...position, toMove: 'b', ...(from === position.pawn ? { pawn: to } : { white: to }) });
  }

  it('keeps all of 25 wins, at a second a move', () => {
    const searcher = new Searcher(bootedEngine());
    const random = randomNumbers(3);
    for (let positions = 0; positions < 25;) {
      const position = {
        white: below(random, 64),
        black: below(random, 64),
        pawn: 8 + below(random, 48),
        toMove: 'w',
      } as const;
      if (!isLegal(position) || !ending.isWon(position)) continue;
      positions++;
      expect(keepsWin(searcher, position), fenOf(position)).toBe(true);
    }
  });

  it.each([
    ['e5', 'd7', 'f4'],
    ['f4', 'e6', 'f2'],
    ['f6', 'c7', 'c2'],
    ['d4', 'e7', 'b2'],
    ['c5', 'e7', 'b4'],
    ['c5', 'c7', 'c3'],
    ['a7', 'd7', 'a2'],
  ])('does not push the pawn too early, or lose it: K%s, K%s, P%s', (white, black, pawn) => {
    const position = {
      white: squareIndex(white),
      black: squareIndex(black),
      pawn: squareIndex(pawn),
      toMove: 'w',
    } as const;
    expect(ending.isWon(position)).toBe(true);
    expect(keepsWin(new Searcher(bootedEngine()), position)).toBe(true);
  });

  it('runs where the other king cannot catch the pawn', () => {
    const searcher = new Searcher(bootedEngine());
    for (const [fen, move] of [
      ['8/8/8/K7/8/8/3k3P/8 w - - 0 1', 'h2h4'],
      ['7K/8/8/8/8/1P6/5k2/8 w - - 0 1', 'b3b4'],
      ['8/3K3p/8/8/k7/8/8/8 b - - 0 1', 'h7h5'],
    ] as const)
      expect(bestMove(searcher, fen)).toBe(move);
  });
});

describe('a bare king', () => {
  it.each([
    ['8/8/8/3k4/8/8/8/KQ6 w - - 0 1', 30],
    ['8/8/8/3k4/8/8/8/KR6 w - - 0 1', 45],
  ])('is mated: %s', (fen, most) => {
    const searcher = new Searcher(bootedEngine());
    const board = new Chess(fen);
    const centre = ({ to }: { to: string }): number =>
      Math.max(Math.abs((squareIndex(to) & 7) - 3.5), Math.abs((squareIndex(to) >> 3) - 3.5));
    const played = (): string[] => board.history({ verbose: true }).map(({ lan }) => lan);
    for (let moves = 0; !board.isGameOver() && moves < most; moves++) {
      board.move(bestMove(searcher, fen, played()));
      if (board.isGameOver()) break;
      // The king takes what it can and keeps to the middle.
      const replies = board.moves({ verbose: true }).sort((a, b) => centre(a) - centre(b));
      board.move(replies.find(({ captured }) => captured !== undefined) ?? replies[0]!);
    }
    expect(board.isCheckmate(), board.fen()).toBe(true);
  });
});
