/** What a byte on the board or in a list means by the program's `.pieces` and `.kind` declarations. */

import type { PieceCodes } from '#basics';
import type { PieceRef, Side } from './decoded.ts';

/**
 * Reads piece codes of one program. `kindNow` gives, for a code, the code of a piece of the kind that
 * it stands for at present (a promotion slot may hold any piece); without it, the declared kind counts.
 */
export class PieceCoding {
  readonly empty: number;
  readonly guard: number;
  readonly blackBit: number;
  private readonly kinds = new Map<number, { readonly kind: string; readonly note: string }>();

  constructor(
    codes: PieceCodes,
    private readonly kindNow: (code: number) => number | undefined = () => undefined,
  ) {
    this.empty = codes.empty;
    this.guard = codes.guard;
    this.blackBit = codes.blackBit;
    for (const { piece, kind, note } of codes.kinds) this.kinds.set(piece, { kind, note });
  }

  piece(code: number): PieceRef | null {
    const known = this.kinds.get(code & ~this.blackBit);
    if (!known) return null;
    const now = this.kinds.get((this.kindNow(code) ?? code) & ~this.blackBit) ?? known;
    return { code, kind: now.kind, side: this.side(code) };
  }

  /** The declared kind of an entry, whatever it holds at present; empty for an unknown code. */
  declaredKind(code: number): string {
    return this.kinds.get(code & ~this.blackBit)?.kind ?? '';
  }

  side(code: number): Side {
    return (code & this.blackBit) === 0 ? 'white' : 'black';
  }

  /** The note of the declaration, such as `slot`; empty if there is none. */
  note(code: number): string {
    return this.kinds.get(code & ~this.blackBit)?.note ?? '';
  }

  /** The declared indices of one side, ascending. */
  indices(side: Side): number[] {
    const bit = side === 'black' ? this.blackBit : 0;
    return [...this.kinds.keys()].map((index) => index | bit).sort((a, b) => a - b);
  }

  /** Whether a link with this value ends a list: the code of an empty square or of a guard, in either colour. */
  endsList(link: number): boolean {
    const value = link & ~this.blackBit;
    return value === this.empty || value === this.guard;
  }
}
