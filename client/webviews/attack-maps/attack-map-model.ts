/** From a decoded attack map to what the Attack maps view draws: rows of squares with their byte and marks. */
import { hexByte, type SquareNumber } from '#basics';
import type { AttackBit, AttackMap, AttackSquare, DecodedTables, Direction, Geometry, PieceRef } from '#chess';
import type { Selection } from '../messages.ts';
import { pieceLetter, pieceText, squareText } from '../pieces.ts';

/** Whether bits appear as directions of movement or as the attacking pieces. */
export type MarkMode = 'direction' | 'piece';

/** One bit as it is drawn: an arrow in the direction of the attacker's move, or a letter. */
type Mark =
  | { readonly shape: 'arrow'; readonly direction: Direction; readonly pawn: boolean }
  /** `from` is the attacker's square as text, empty if it is unknown. */
  | { readonly shape: 'piece'; readonly letter: string; readonly from: string };

export type AttackCell = ReturnType<typeof toCell>;

export type AttackMapModel = ReturnType<typeof attackMapModels>[number];

export interface AttackMapOptions {
  readonly mode: MarkMode;
  readonly guards: boolean;
  /** Whether to show differences from the board; not while the machine runs, when an update may be half done. */
  readonly differences: boolean;
  readonly selection: Selection;
}

/** How the maps compare with the board, in a sentence; empty if they were not compared. */
export function verdictText({ oracle }: DecodedTables): string {
  if (!oracle) return '';
  const { compared, differing } = oracle;
  if (differing === 0) return `All ${String(compared)} bytes of attack maps and neighbour table match the board.`;
  return `${String(differing)} of ${String(compared)} bytes of attack maps and neighbour table do not match the board.`;
}

/** The models of all maps, or none where squares are not numbered. */
export function attackMapModels(tables: DecodedTables, options: AttackMapOptions) {
  const { geometry } = tables;
  if (!geometry) return [];
  return tables.attackMaps.map((map) => ({
    /** `white-sliders` … */
    key: `${map.side}-${map.attackers}`,
    title: `${map.side === 'white' ? 'White' : 'Black'} ${map.attackers}`,
    /** The top rank first; ten by ten with guards. */
    rows: gridRows(map, geometry, lookups(tables, map, options), options),
    /** Bit values with their meaning: `$01 n`. */
    legend: map.labels.flatMap((label, bit) => (label === '' ? [] : [`${hexByte(1 << bit)} ${label}`])),
  }));
}

/** What is known of a square beyond its entry in the map. */
interface Lookups {
  readonly pieces: ReadonlyMap<number, PieceRef | null>;
  /** How bytes differ from what the board implies. */
  readonly differences: ReadonlyMap<number, string>;
}

function lookups({ board, oracle }: DecodedTables, map: AttackMap, options: AttackMapOptions): Lookups {
  const differences = options.differences ? (oracle?.differences ?? []) : [];
  return {
    pieces: new Map(board?.squares.map(({ number, piece }) => [number, piece])),
    differences: new Map(
      differences.filter(({ table }) => table === map.table).map(({ square, detail }) => [square, detail]),
    ),
  };
}

function gridRows(map: AttackMap, geometry: Geometry, known: Lookups, options: AttackMapOptions): AttackCell[][] {
  const squares = new Map(map.squares.map((square) => [square.number, square]));
  const margin = options.guards ? 1 : 0;
  const rows: AttackCell[][] = [];
  for (let rank = 7 + margin; rank >= -margin; rank--) {
    const row: AttackCell[] = [];
    for (let file = -margin; file < 8 + margin; file++) {
      const number = geometry.a1 + file * geometry.fileStep + rank * geometry.rankStep;
      const dark = (file + rank) % 2 === 0;
      const square = squares.get(number);
      const table = square === undefined ? '' : map.table;
      row.push(toCell(table, square ?? outside(number), dark, known, options));
    }
    rows.push(row);
  }
  return rows;
}

function outside(number: SquareNumber): AttackSquare {
  return { number, place: 'guard', name: null, value: 0, faithful: false, bits: [] };
}

/** @param table name of the map's table in the source; empty if it has no such square */
function toCell(table: string, square: AttackSquare, dark: boolean, known: Lookups, options: AttackMapOptions) {
  const { mode, selection } = options;
  const { number, faithful, value, bits } = square;
  const difference = known.differences.get(number) ?? '';
  return {
    ...{ table, number, faithful, value, dark, difference },
    name: squareText(square),
    isGuard: square.place !== 'board',
    selected: selection.square === number,
    /** Whether a bit names the selected piece, or the piece on the selected square, as its attacker. */
    attackedBySelected: faithful && bits.some((bit) => isBySelected(bit, selection)),
    /** What is there, if the program declares a board. */
    piece: known.pieces.get(number) ?? null,
    /** Labels of the bits that are set. */
    bits: bits.map(bitLabel).join(','),
    marks: bits.map((bit) => toMark(bit, mode)),
    label: describe(square) + (difference === '' ? '' : `; differs from the board: ${difference}`),
  };
}

function isBySelected(bit: AttackBit, selection: Selection): boolean {
  if (selection.piece !== null) return bit.piece?.code === selection.piece;
  return selection.square !== null && bit.from?.number === selection.square;
}

function toMark(bit: AttackBit, mode: MarkMode): Mark {
  if (mode === 'direction' && bit.direction)
    return { shape: 'arrow', direction: bit.direction, pawn: bit.meaning === 'pawn' };
  return { shape: 'piece', letter: bit.piece ? pieceLetter(bit.piece) : '?', from: bit.from?.name ?? '' };
}

function bitLabel(bit: AttackBit): string {
  return bit.label === '' ? `bit ${String(bit.bit)}` : bit.label;
}

function describe(square: AttackSquare): string {
  const attackers = square.bits.map((bit) => {
    const piece = bit.piece ? ` ${pieceText(bit.piece)}` : '';
    const from = bit.from ? ` on ${squareText(bit.from)}` : '';
    return `${hexByte(1 << bit.bit)} ${bitLabel(bit)}${piece}${from}`;
  });
  const bits = attackers.length === 0 ? 'no attack' : attackers.join('; ');
  const note = square.faithful ? '' : ' (not kept up to date here)';
  return `${squareText(square)}, ${hexByte(square.value)}: ${bits}${note}`;
}
