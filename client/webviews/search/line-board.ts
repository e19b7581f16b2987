/** The position to which the principal variation leads, as a small board in the Search view. */
import { placementPieces, playLine, type SearchTables } from '#chess';

export interface LineSquare {
  readonly name: string;
  readonly kind: string;
  readonly side: string;
  readonly dark: boolean;
  /** Whether the last move of the line went from or to it. */
  readonly moved: boolean;
  /** For screen readers and as tooltip: `e4, white pawn`. */
  readonly label: string;
}

export interface LineBoard {
  /** `After e2e4 e7e5`. */
  readonly caption: string;
  /** The eighth rank first. */
  readonly rows: readonly (readonly LineSquare[])[];
}

/** @param shown the last move of the line to play, counted from 0; negative for none */
export function lineBoard({ root, line }: SearchTables, shown: number): LineBoard | null {
  const moves = line.slice(0, shown + 1).map(({ text }) => text);
  const after = root === null ? undefined : playLine(root, moves)[shown];
  const pieces = after === undefined ? undefined : placementPieces(after);
  const last = line[shown];
  if (pieces === undefined || last === undefined) return null;
  const rows = [7, 6, 5, 4, 3, 2, 1, 0].map((rank) =>
    Array.from({ length: 8 }, (_, file): LineSquare => {
      const name = `${'abcdefgh'.charAt(file)}${rank + 1}`;
      const piece = pieces[8 * rank + file];
      const moved = name === last.from.name || name === last.to.name;
      const label = `${name}, ${piece ? `${piece.side} ${piece.kind}` : 'empty'}`;
      return {
        name,
        kind: piece?.kind ?? '',
        side: piece?.side ?? '',
        dark: (file + rank) % 2 === 0,
        moved,
        label: moved ? `${label}, last move` : label,
      };
    }),
  );
  return { caption: `After ${moves.join(' ')}`, rows };
}
