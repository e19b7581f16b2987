/**
 * Decodes the attack maps: for each square the byte, the bits that are set, and the attackers where they can be found.
 *
 * The attacker of a slider bit is found by walking the board backwards from the square; that of a piece bit by the
 * location table; that of a pawn bit one step back. Whether a bit *should* be set is for the oracle to say.
 */
import { hexByte, type SquareNumber } from '#basics';
import type { AttackBit, AttackMap, AttackSquare, Direction, PieceRef, SquareRef } from './decoded.ts';
import type { DecodeContext } from './decode-context.ts';
import type { Table } from './declared-tables.ts';
import { isDirection, opposite, type SquareGrid } from './square-grid.ts';

/** Kinds that move any distance in each of the four straight or diagonal directions. */
const STRAIGHT_SLIDERS = ['queen', 'rook'];
const DIAGONAL_SLIDERS = ['queen', 'bishop'];

/** All declared maps; those without a side or a declared set are skipped and reported. */
export function decodeAttackMaps(context: DecodeContext): AttackMap[] {
  const { grid, tables, problems, sets } = context;
  if (!grid) return [];
  const maps: AttackMap[] = [];
  for (const attackers of ['sliders', 'leapers'] as const) {
    const element = attackers === 'sliders' ? 'slider-set' : 'leaper-set';
    for (const table of tables.all({ index: 'square', element })) {
      const side = table.side();
      const set = sets.get(table.attributes['set'] ?? '');
      if (side === undefined)
        problems.add(`The attack map ${table.name} does not say whose attacks it holds (side=white or side=black).`);
      else if (!set) problems.add(`The attack map ${table.name} names no declared set (set=name).`);
      else {
        const squares = new MapDecoder(context, grid, { table, side, attackers, labels: set.bits }).squares();
        maps.push({ table: table.name, side, attackers, labels: set.bits, squares });
      }
    }
  }
  return maps;
}

interface MapDeclaration extends Pick<AttackMap, 'side' | 'attackers' | 'labels'> {
  readonly table: Table;
}

class MapDecoder {
  constructor(
    private readonly context: DecodeContext,
    private readonly grid: SquareGrid,
    private readonly map: MapDeclaration,
  ) {}

  squares(): AttackSquare[] {
    const { table, attackers } = this.map;
    const squares: AttackSquare[] = [];
    for (let number = table.first; number <= table.last; number++) {
      const ref = this.grid.ref(number);
      const value = table.read(number);
      if (ref.place === 'nowhere' || value === undefined) continue;
      const bits = this.bits(number, value);
      const faithful = attackers === 'leapers' || this.keepsSliders(ref);
      const stray = bits.find((bit) => bit.meaning === 'unused' || bit.meaning === 'flag');
      if (faithful && stray) {
        const example = `bit ${String(stray.bit)} of ${hexByte(value)} on ${this.grid.label(number)}`;
        this.context.problems.count(`Attack map ${table.name}: bit without meaning`, example);
      }
      squares.push({ value, faithful, bits, ...ref });
    }
    return squares;
  }

  /** Slider attacks are kept on occupied squares and on edge guards. */
  private keepsSliders(ref: SquareRef): boolean {
    if (ref.place === 'guard') return true;
    const content = this.context.boardSquare(ref.number)?.content;
    return ref.place === 'board' && content !== undefined && content !== 'empty';
  }

  private bits(number: SquareNumber, value: number): AttackBit[] {
    const set = [0, 1, 2, 3, 4, 5, 6, 7].filter((bit) => ((value >> bit) & 1) === 1);
    return set.map((bit) => {
      const label = this.map.labels[bit] ?? '';
      return { bit, label, ...this.meaning(number, label) };
    });
  }

  private meaning(number: SquareNumber, label: string): Omit<AttackBit, 'bit' | 'label'> {
    const { context, grid } = this;
    const { side } = this.map;
    if (isDirection(label)) {
      return { meaning: 'slider', direction: label, ...this.attacker(this.sliderBehind(number, label)) };
    }
    const [meaning, detail = ''] = label.split(':');
    if (meaning === 'pawn' && isDirection(detail)) {
      const from = number - grid.step(detail);
      const piece = context.pieceOn(from);
      const stands = piece?.side === side && piece.kind === 'pawn';
      return { meaning: 'pawn', direction: detail, ...this.attacker(stands ? from : null) };
    }
    if (meaning === 'piece' && /^[0-9a-f]+$/i.test(detail)) {
      const { coding, locations } = context;
      const code = parseInt(detail, 16) | (side === 'black' ? (coding?.blackBit ?? 0) : 0);
      const location = locations?.read(code);
      const from = location === undefined || context.pieceOn(location)?.code !== code ? null : grid.ref(location);
      return { meaning: 'piece', direction: null, piece: coding?.piece(code) ?? null, from };
    }
    return { meaning: label === 'piece' ? 'flag' : 'unused', direction: null, piece: null, from: null };
  }

  private attacker(from: number | null): { piece: PieceRef | null; from: SquareRef | null } {
    return from === null ? { piece: null, from } : { piece: this.context.pieceOn(from), from: this.grid.ref(from) };
  }

  /** The square of the slider that attacks `number` moving in `direction`, if the nearest piece behind it is one. */
  private sliderBehind(number: SquareNumber, direction: Direction): number | null {
    const { context, grid } = this;
    const step = grid.step(opposite(direction));
    if (step === 0) return null;
    let square = number + step;
    while (grid.place(square) === 'board' && context.boardSquare(square)?.content === 'empty') square += step;
    const piece = context.pieceOn(square);
    const kinds = direction.length === 1 ? STRAIGHT_SLIDERS : DIAGONAL_SLIDERS;
    return piece && piece.side === this.map.side && kinds.includes(piece.kind) ? square : null;
  }
}
