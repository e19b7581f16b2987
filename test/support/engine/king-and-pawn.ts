/**
 * King and pawn against king, solved: whether white, whose the pawn is, wins a position. It goes back from promotions
 * until nothing changes.
 */

/** Squares are 0 = a1, 1 = b1 … 63 = h8. */
export interface KingAndPawn {
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

/** All won positions; a position that is not legal is not won. */
export class KingAndPawnEnding {
  private readonly won = new Uint8Array(2 * SQUARES ** 3);

  constructor() {
    const positions = [...allPositions()].filter(isLegal);
    for (let found = true; found;) {
      found = false;
      for (const position of positions) {
        if (this.isWon(position) || !this.wins(position)) continue;
        this.won[indexOf(position)] = 1;
        found = true;
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
    const after = (change: Partial<KingAndPawn>): boolean => this.isWon({ ...position, toMove: 'b', ...change });
    if (KING_MOVES[white]!.some((to) => to !== pawn && after({ white: to }))) return true;
    const isFree = (square: number): boolean => square !== white && square !== black;
    const [one, two] = [pawn + 8, pawn + 16];
    if (!isFree(one)) return false;
    if (one >= SQUARES - 8) return !areNear(black, one) || areNear(white, one);
    return after({ pawn: one }) || (pawn < 16 && isFree(two) && after({ pawn: two }));
  }

  private blackLoses(position: KingAndPawn): boolean {
    const { white, black, pawn } = position;
    const moves = KING_MOVES[black]!.filter((to) => !areNear(to, white) && !isAttacked(to, pawn));
    if (moves.length === 0) return isAttacked(black, pawn);
    return moves.every((to) => to !== pawn && this.isWon({ ...position, toMove: 'w', black: to }));
  }
}

export function isLegal({ white, black, pawn, toMove }: KingAndPawn): boolean {
  if (white === pawn || black === pawn || areNear(white, black)) return false;
  return toMove === 'b' || !isAttacked(black, pawn);
}

function* allPositions(): Generator<KingAndPawn> {
  for (let pawn = SQUARES - 9; pawn >= 8; pawn--)
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
