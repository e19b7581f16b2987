/**
 * Decodes the attack maps: for each square the byte, the bits that are set, and the attackers where they can be found.
 *
 * The attacker of a slider bit is found by walking the board backwards from the square; that of a
 * piece bit by the location table; that of a pawn bit one step back. Whether a bit *should* be set is
 * for the oracle to say.
 */
import { hexByte, type SquareNumber } from '#basics';
import type { AttackBit, AttackMap, AttackSquare, Direction, PieceRef, Side, SquareRef } from './decoded.ts';
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
      else maps.push(decodeMap(context, grid, { table, side, attackers, labels: set.bits }));
    }
  }
  return maps;
}

interface MapDeclaration {
  readonly table: Table;
  readonly side: Side;
  readonly attackers: 'sliders' | 'leapers';
  readonly labels: readonly string[];
}

function decodeMap(context: DecodeContext, grid: SquareGrid, map: MapDeclaration): AttackMap {
  const squares: AttackSquare[] = [];
  for (let number = map.table.first; number <= map.table.last; number++) {
    const ref = grid.ref(number);
    const { place, name } = ref;
    const value = map.table.read(number);
    if (place === 'nowhere' || value === undefined) continue;
    const bits = decodeBits(context, grid, map, number, value);
    const faithful = map.attackers === 'leapers' || keepsSliders(context, ref);
    const stray = bits.find((bit) => bit.meaning === 'unused' || bit.meaning === 'flag');
    if (faithful && stray) {
      context.problems.count(
        `Attack map ${map.table.name}: bit without meaning`,
        `bit ${String(stray.bit)} of ${hexByte(value)} on ${grid.label(number)}`,
      );
    }
    squares.push({ number, place, name, value, faithful, bits });
  }
  return { table: map.table.name, side: map.side, attackers: map.attackers, labels: map.labels, squares };
}

/** Slider attacks are kept on occupied squares and on edge guards. */
function keepsSliders(context: DecodeContext, ref: SquareRef): boolean {
  if (ref.place === 'guard') return true;
  const content = context.boardSquare(ref.number)?.content;
  return ref.place === 'board' && content !== undefined && content !== 'empty';
}

function decodeBits(
  context: DecodeContext,
  grid: SquareGrid,
  map: MapDeclaration,
  number: SquareNumber,
  value: number,
): AttackBit[] {
  const bits: AttackBit[] = [];
  for (let bit = 0; bit < 8; bit++) {
    if (((value >> bit) & 1) === 0) continue;
    const label = map.labels[bit] ?? '';
    bits.push({ bit, label, ...decodeBit(context, grid, map.side, number, label) });
  }
  return bits;
}

function decodeBit(
  context: DecodeContext,
  grid: SquareGrid,
  side: Side,
  number: SquareNumber,
  label: string,
): Omit<AttackBit, 'bit' | 'label'> {
  if (isDirection(label)) {
    const from = sliderBehind(context, grid, side, number, label);
    return { meaning: 'slider', direction: label, ...attacker(context, grid, from) };
  }
  const [meaning, detail = ''] = label.split(':');
  if (meaning === 'pawn' && isDirection(detail)) {
    const from = number - grid.step(detail);
    const piece = context.pieceOn(from);
    const stands = piece?.side === side && piece.kind === 'pawn';
    return { meaning: 'pawn', direction: detail, ...attacker(context, grid, stands ? from : null) };
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

function attacker(
  context: DecodeContext,
  grid: SquareGrid,
  from: number | null,
): { piece: PieceRef | null; from: SquareRef | null } {
  return from === null ? { piece: null, from: null } : { piece: context.pieceOn(from), from: grid.ref(from) };
}

/** The square of the slider that attacks `number` moving in `direction`, if the nearest piece behind it is one. */
function sliderBehind(
  context: DecodeContext,
  grid: SquareGrid,
  side: Side,
  number: SquareNumber,
  direction: Direction,
): number | null {
  const step = grid.step(opposite(direction));
  if (step === 0) return null;
  let square = number + step;
  while (grid.place(square) === 'board') {
    if (context.boardSquare(square)?.content !== 'empty') break;
    square += step;
  }
  const piece = context.pieceOn(square);
  const kinds = direction.length === 1 ? STRAIGHT_SLIDERS : DIAGONAL_SLIDERS;
  return piece && piece.side === side && kinds.includes(piece.kind) ? square : null;
}
