/**
 * Proves won endings of Octad by a full search with the rules on the host. It shares no code with the ROM: no bitboards,
 * no piece values, no cuts except the one that a proof needs.
 */
import { inOctadCheck, octadEnd, octadMoves, octadPlay, parseOfen, toOfen, type OctadPosition } from '#chess';

export class OctadSolver {
  private readonly known = new Map<string, boolean>();

  /** Whether the side to move can force mate within a number of plies, whatever the other side does. */
  wins(position: OctadPosition, plies: number): boolean {
    if (plies < 1) return false;
    return this.proven(`w${plies}`, position, () =>
      octadMoves(position).some((move) => this.loses(octadPlay(position, move), plies - 1)),
    );
  }

  /** Whether the side to move is mated, or cannot escape mate within a number of plies. */
  loses(position: OctadPosition, plies: number): boolean {
    const end = octadEnd(position);
    if (end !== null) return end === 'checkmate';
    if (plies < 2) return false;
    return this.proven(`l${plies}`, position, () =>
      octadMoves(position).every((move) => this.wins(octadPlay(position, move), plies - 1)),
    );
  }

  /** Fewest plies to a forced mate, up to `most`; undefined if there is none. */
  pliesToMate(position: OctadPosition, most: number): number | undefined {
    for (let plies = 1; plies <= most; plies += 2) if (this.wins(position, plies)) return plies;
    return undefined;
  }

  private proven(question: string, position: OctadPosition, prove: () => boolean): boolean {
    const key = `${question} ${toOfen({ ...position, moveNumber: 1 })}`;
    const before = this.known.get(key);
    if (before !== undefined) return before;
    const answer = prove();
    this.known.set(key, answer);
    return answer;
  }
}

/** Material of the random endings: white's pieces, black's. */
const ENDINGS = ['KQ k', 'KR k', 'KQ kn', 'KP k', 'KBN k', 'KQ kp', 'KRN kb', 'kq K', 'krp K', 'kqn KN'] as const;

/**
 * An ending with its pieces on random squares; undefined if the king of the side that has moved is attacked, or the game
 * is over.
 * @param random returns a number from 0 up to but not including its argument
 */
export function randomEnding(random: (below: number) => number): OctadPosition | undefined {
  const pieces = [...(ENDINGS[random(ENDINGS.length)] ?? '').replace(' ', '')];
  const letters = Array<string>(16).fill('1');
  for (const piece of pieces) {
    const free = letters.flatMap((letter, square) => (letter === '1' ? [square] : []));
    letters[free[random(free.length)] ?? 0] = piece;
  }
  const ranks = [0, 4, 8, 12].map((from) => letters.slice(from, from + 4).join(''));
  const pawnsFit = !/p/i.test((ranks[0] ?? '') + (ranks[3] ?? ''));
  const parsed = parseOfen(`${ranks.join('/')} ${random(2) === 0 ? 'w' : 'b'} - - 0 1`);
  if ('error' in parsed || !pawnsFit) return undefined;
  const { position } = parsed;
  const waiting = position.sideToMove === 'white' ? 'black' : 'white';
  return inOctadCheck(position, waiting) || octadEnd(position) !== null ? undefined : position;
}
