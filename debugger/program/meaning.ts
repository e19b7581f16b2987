/**
 * What a byte of a declared table means, in words: `white queen`, `e4`, `nw se`, `empty`.
 *
 * Works only from the declarations in the debug information. If they say nothing about a byte, there is no
 * meaning, and the number stands for itself.
 */
import { hexByte } from '#basics';
import type { DebugInfo, DebugTable } from '#assembler';
import { PieceCoding, SquareGrid } from '#chess';

type Declarations = Pick<DebugInfo, 'squares' | 'sets' | 'pieces'>;

export class Meanings {
  private readonly grid: SquareGrid | undefined;
  private readonly coding: PieceCoding | undefined;
  private readonly sets: ReadonlyMap<string, readonly string[]>;
  private readonly squareByName = new Map<string, number>();
  /** A condition asks for a value whenever the program comes by. */
  private readonly values = new Map<DebugTable, ReadonlyMap<string, number>>();

  constructor({ squares, sets, pieces }: Declarations) {
    this.grid = squares === null ? undefined : new SquareGrid(squares);
    this.coding = pieces === null ? undefined : new PieceCoding(pieces);
    this.sets = new Map(sets.map((set) => [set.name, set.bits]));
    for (const number of this.grid?.board ?? []) this.squareByName.set(this.grid?.ref(number).name ?? '', number);
  }

  /** The number of a square such as `e4`, where the program declares how squares are numbered. */
  square(name: string): number | undefined {
    return this.squareByName.get(name);
  }

  /** What an entry of `table` with this value means; undefined if nothing is declared. */
  ofEntry(table: DebugTable, value: number): string | undefined {
    switch (table.element) {
      case 'square':
        return this.squareText(value);
      case 'piece':
        return this.contentText(value);
      case 'piece-link':
        return this.coding?.endsList(value) ? 'end of list' : this.pieceText(value);
      case 'colour':
        return value === 0 ? 'white' : 'black';
      case 'castling':
        return this.rightsText(table, value);
      default:
        return this.setText(table, value);
    }
  }

  /** The value of one byte that a meaning stands for, as {@link ofEntry} writes it; words of a set in any order. */
  valueOf(table: DebugTable, text: string): number | undefined {
    if (table.size !== 1) return undefined;
    const known = this.values.get(table) ?? this.valuesOf(table);
    this.values.set(table, known);
    return known.get(normalised(table, text));
  }

  /** The least value for each meaning of a table's entries. */
  private valuesOf(table: DebugTable): ReadonlyMap<string, number> {
    const values = new Map<string, number>();
    for (let value = 0xff; value >= 0; value--) {
      const meaning = this.ofEntry(table, value);
      if (meaning !== undefined) values.set(normalised(table, meaning), value);
    }
    return values;
  }

  /** What an index of `table` is called: `e4` in a table over squares, otherwise the number in its usual form. */
  ofIndex(table: DebugTable, index: number): string {
    const text = table.index === 'square' ? this.grid?.ref(index).name : undefined;
    if (typeof text === 'string') return text;
    return table.index === 'number' || table.index === 'ply' ? String(index) : hexByte(index);
  }

  private squareText(value: number): string | undefined {
    const ref = this.grid?.ref(value);
    if (ref === undefined || ref.place === 'nowhere') return undefined;
    return ref.name ?? (ref.place === 'guard' ? 'edge guard' : 'off the board');
  }

  private contentText(value: number): string | undefined {
    if (this.coding === undefined) return undefined;
    if (value === this.coding.empty) return 'empty';
    if (value === this.coding.guard) return 'edge guard';
    return this.pieceText(value);
  }

  private pieceText(value: number): string | undefined {
    const piece = this.coding?.piece(value);
    return piece ? `${piece.side} ${piece.kind}` : undefined;
  }

  private rightsText(table: DebugTable, value: number): string | undefined {
    if (table.size !== 1) return undefined;
    const bits = this.sets.get(table.attributes['set'] ?? '') ?? RIGHTS;
    const isSet = (right: string): boolean => ((value >> bits.indexOf(right)) & 1) === 1;
    // A bit without a right would be lost.
    if (value >> bits.length !== 0) return undefined;
    return RIGHTS.filter((right) => bits.includes(right) && isSet(right)).join('') || '-';
  }

  private setText(table: DebugTable, value: number): string | undefined {
    const bits = this.sets.get(table.attributes['set'] ?? '');
    if (bits === undefined) return undefined;
    const labels = bits.filter((label, bit) => label !== '' && ((value >> bit) & 1) === 1);
    return labels.length === 0 ? 'none' : labels.join(' ');
  }
}

/** Castling rights by bit where the declaration names no set. */
const RIGHTS = ['K', 'Q', 'k', 'q'];

/** A meaning for comparison: several things may come in any order. */
function normalised({ element }: DebugTable, text: string): string {
  const words = text.trim().split(element === 'castling' ? '' : /\s+/);
  return element === 'piece' || element === 'piece-link' ? words.join(' ') : words.sort().join(' ');
}
