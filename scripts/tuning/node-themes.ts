/**
 * Test positions by theme, found and checked by Stockfish: mates in 2 to 5, won pawn endings, hanging pieces, and
 * captures that are traps. They come from games with many random moves, at most one of each theme per game.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Chess, type Move } from 'chess.js';
import { generator } from './random.ts';
import { Stockfish, type Choice } from './node-stockfish.ts';

const FOLDER = 'test/data/positions';
/** Positions of a theme. */
const COUNT = 25;
/** Limits of a quick look at each position, and of a long one at those that fit. */
const [QUICK, LONG] = ['nodes 4000', 'nodes 1500000'];
const CHANCE = 5;
const LONGEST = 140;
/** Hundredths of a pawn: what counts as winning, what does not, and by how much a move must beat all others. */
const [WON, NOT_WON, MARGIN] = [450, 120, 250];

/** A theme: which positions seem to fit it, and what an EPD line says about it. */
interface Theme {
  readonly name: string;
  readonly fits: (board: Chess, choices: readonly Choice[], ask: Ask) => Answer | Promise<Answer>;
}

type Answer = string | undefined;
/** Stockfish's score for one move. */
type Ask = (move: string) => Promise<Choice | undefined>;

const THEMES: readonly Theme[] = [
  ...[2, 3, 4, 5].map((moves) => ({ name: `mate-in-${moves}`, fits: mateIn(moves) })),
  { name: 'pawn-endings', fits: pawnEnding },
  { name: 'hanging-pieces', fits: hangingPiece },
  { name: 'traps', fits: trap },
];

/** @param words random seed */
export async function makeThemes(root: string, [seed = '1']: readonly string[]): Promise<void> {
  const random = generator(Number(seed));
  const stockfish = await Stockfish.start();
  const found = new Map<string, string[]>(THEMES.map(({ name }) => [name, []]));
  const wanting = (): Theme[] => THEMES.filter(({ name }) => found.get(name)!.length < COUNT);
  mkdirSync(join(root, FOLDER), { recursive: true });
  for (let game = 0; wanting().length > 0; game++) {
    const board = game % 2 === 0 || found.get('pawn-endings')!.length === COUNT ? new Chess() : pawnsAlone(random);
    for (const { name, line } of await onePass(stockfish, random, board, wanting())) {
      const lines = found.get(name)!;
      lines.push(`${line} id "${name} ${lines.length + 1}";`);
      writeFileSync(join(root, FOLDER, `${name}.epd`), lines.map((text) => `${text}\n`).join(''));
    }
  }
  await stockfish.close();
}

/** Plays a game and returns its position for each theme. */
async function onePass(
  stockfish: Stockfish,
  random: () => number,
  board: Chess,
  themes: readonly Theme[],
): Promise<{ name: string; line: string }[]> {
  const found: { name: string; line: string }[] = [];
  let rest = [...themes];
  for (let ply = 0; ply < LONGEST && !board.isGameOver() && rest.length > 0; ply++) {
    const moves = board.moves({ verbose: true });
    const fen = board.fen();
    const choices = await stockfish.choices(fen, QUICK, 2);
    const ask =
      (limit: string): Ask =>
      async (move) =>
        (await stockfish.choices(fen, `${limit} searchmoves ${move}`))[0];
    for (const theme of rest) {
      if (moves.length < 2 || (await theme.fits(board, choices, ask(QUICK))) === undefined) continue;
      const text = await theme.fits(board, await stockfish.choices(fen, LONG, 2), ask(LONG));
      if (text === undefined) continue;
      found.push({ name: theme.name, line: `${fen.split(' ').slice(0, 4).join(' ')} ${text}` });
      rest = rest.filter((other) => other !== theme);
    }
    const byChance = moves[Math.floor(random() * moves.length)]!;
    const best = moves.find(({ lan }) => lan === choices[0]?.move);
    board.move(random() * CHANCE < 1 ? byChance : (best ?? byChance));
  }
  return found;
}

/** Random positions with kings and three to five pawns a side, none of which is about to promote. */
function pawnsAlone(random: () => number): Chess {
  for (;;) {
    const board = new Chess();
    board.clear();
    const square = (least: number, ranks: number): `a${1}` =>
      `${'abcdefgh'.charAt(Math.floor(random() * 8))}${least + Math.floor(random() * ranks)}` as `a${1}`;
    board.put({ type: 'k', color: 'w' }, square(1, 5));
    board.put({ type: 'k', color: 'b' }, square(4, 5));
    const count = 3 + Math.floor(random() * 3);
    for (let pawn = 0; pawn < count; pawn++) {
      for (const color of ['w', 'b'] as const) {
        const place = square(color === 'w' ? 2 : 4, 4);
        if (board.get(place) === undefined) board.put({ type: 'p', color }, place);
      }
    }
    const fen = `${board.fen().split(' ')[0]!} w - - 0 1`;
    try {
      const made = new Chess(fen);
      made.setTurn('b');
      if (!made.isCheck()) return new Chess(fen);
    } catch {
      continue;
    }
  }
}

/** A mate that only one move forces this fast. */
function mateIn(moves: number): Theme['fits'] {
  return (board, [best, second]) => {
    if (best?.mate !== moves || (second?.mate !== undefined && second.mate > 0 && second.mate <= moves))
      return undefined;
    return `bm ${sanOf(board, best)}; dm ${moves};`;
  };
}

/** Kings and pawns, with one move that wins when the second best does not. */
function pawnEnding(board: Chess, [best, second]: readonly Choice[]): string | undefined {
  if (/[nbrq]/i.test(board.fen().split(' ')[0]!) || best === undefined || second === undefined) return undefined;
  return worth(best) >= WON && worth(second) <= NOT_WON ? `bm ${sanOf(board, best)};` : undefined;
}

/** A piece, not a pawn, that can be taken for nothing or for less; nothing else is as good. */
function hangingPiece(board: Chess, [best, second]: readonly Choice[]): string | undefined {
  if (best?.cp === undefined || second === undefined || best.cp < NOT_WON) return undefined;
  const move = moveOf(board, best);
  if (!'nbrq'.includes(move?.captured ?? 'none') || worth(best) - worth(second) < MARGIN) return undefined;
  return `bm ${move!.san};`;
}

const VALUES: Readonly<Record<string, number>> = { p: 1, n: 3, b: 3, r: 5, q: 9, k: 99 };

/** The capture that seems to win most but loses more within the next moves; another move is at least even. */
async function trap(board: Chess, [best]: readonly Choice[], ask: Ask): Promise<string | undefined> {
  if (best?.cp === undefined || best.cp < -NOT_WON || best.cp > WON || board.isCheck()) return undefined;
  const bait = board
    .moves({ verbose: true })
    .filter((move) => gain(board, move) > 0)
    .sort((one, other) => gain(board, other) - gain(board, one))[0];
  if (bait === undefined || bait.lan === best.move) return undefined;
  const taken = await ask(bait.lan);
  if (taken === undefined || worth(taken) > Math.min(-NOT_WON, best.cp - MARGIN)) return undefined;
  return losesSoon(bait, taken) ? `am ${bait.san};` : undefined;
}

/** Whether the answer to a bait, or the move after the next, mates or takes a piece worth more. */
function losesSoon(bait: Move, { pv }: Choice): boolean {
  const board = new Chess(bait.before);
  const line = pv.slice(0, 4).map((move) => board.move(move));
  return [line[1], line[3]].some(
    (answer) =>
      answer !== undefined && (answer.san.endsWith('#') || VALUES[answer.captured ?? '']! > VALUES[bait.captured!]!),
  );
}

/** What a capture wins, in pawns, if the capturing piece is lost when the victim is defended. */
function gain(board: Chess, { captured, piece, to, color }: Move): number {
  const victim = VALUES[captured ?? ''] ?? 0;
  const defended = board.isAttacked(to, color === 'w' ? 'b' : 'w');
  return victim === 0 ? 0 : victim - (defended ? VALUES[piece]! : 0);
}

/** Hundredths of a pawn; a mate is worth more than anything else. */
function worth({ cp, mate }: Choice): number {
  return cp ?? (mate! > 0 ? 30_000 : -30_000);
}

function moveOf(board: Chess, { move }: Choice): Move | undefined {
  return board.moves({ verbose: true }).find(({ lan }) => lan === move);
}

function sanOf(board: Chess, choice: Choice): string {
  return moveOf(board, choice)!.san;
}
