/**
 * Builds from a board alone what the neighbour table and the attack maps must hold, byte by byte.
 *
 * Everything is computed from scratch by file and rank (below); only then do the program's declarations
 * give the number and the bit of each result. Entries about which a program promises nothing (slider attacks on empty
 * squares, links of empty squares) are left out.
 */
import { hexDigits } from '#basics';
import type { ProgramDeclarations, SetDeclaration, SquareNumbering, TableDeclaration } from '#basics';

import type { CodedBoard, CodedPiece } from './coded-board.ts';

export interface ExpectedTable {
  readonly table: TableDeclaration;
  /** For sets, what the bits mean; null for links. */
  readonly set: SetDeclaration | null;
  /** Index of the entry to the byte that it must hold; within the declared range, ascending. */
  readonly entries: ReadonlyMap<number, number>;
}

export interface Expectation {
  readonly tables: readonly ExpectedTable[];
  /** What the declarations cannot express: a piece without a bit, a map without a side. One sentence each. */
  readonly problems: readonly string[];
}

/** What every declared neighbour column and attack map must hold for this board. */
export function expectedTables(board: CodedBoard, declarations: ProgramDeclarations): Expectation {
  const { squares } = declarations;
  if (!squares) return { tables: [], problems: ['The program does not declare how squares are numbered.'] };
  const builder = new TableBuilder(board, declarations, squares);
  for (const table of declarations.tables) builder.add(table);
  return { tables: builder.tables, problems: [...builder.problems] };
}

/** Kinds that slide, and whether along ranks and files, along diagonals, or both. */
const SLIDERS: Readonly<Record<string, (direction: CompassPoint) => boolean>> = {
  queen: () => true,
  rook: (direction) => direction.length === 1,
  bishop: (direction) => direction.length === 2,
};

const REACH = Array.from({ length: 144 }, (_, i): Point => ({ file: (i % 12) - 2, rank: Math.floor(i / 12) - 2 }));

class TableBuilder {
  readonly tables: ExpectedTable[] = [];
  readonly problems = new Set<string>();

  constructor(
    private readonly board: CodedBoard,
    private readonly declarations: ProgramDeclarations,
    private readonly numbering: SquareNumbering,
  ) {}

  add(table: TableDeclaration): void {
    if (table.index !== 'square') return;
    const direction = COMPASS_POINTS.find((point) => point === table.attributes['direction']);
    if (table.element === 'square' && direction) this.addNeighbours(table, direction);
    if (table.element === 'slider-set' || table.element === 'leaper-set') this.addAttacks(table);
  }

  private addNeighbours(table: TableDeclaration, direction: CompassPoint): void {
    const entries = new Map<number, number>();
    for (const point of REACH) {
      const linked = onBoard(point)
        ? this.isOccupied(point)
        : onRing(point) && onBoard(stepped(point, COMPASS[direction]));
      if (!linked) continue;
      entries.set(this.number(point), this.number(firstMet(point, direction, (at) => this.isOccupied(at))));
    }
    this.keep(table, null, entries);
  }

  private addAttacks(table: TableDeclaration): void {
    const { side } = table.attributes;
    const set = this.declarations.sets.find(({ name }) => name === table.attributes['set']);
    if ((side !== 'white' && side !== 'black') || !set) {
      this.problems.add(`The attack map ${table.name} does not name its side and a declared set.`);
      return;
    }
    const entries = new Map<number, number>();
    const sliders = table.element === 'slider-set';
    for (const point of REACH) {
      if (!sliders || onRing(point) || this.isOccupied(point)) entries.set(this.number(point), 0);
    }
    for (const [square, piece] of this.board.entries()) {
      if (piece?.side !== side) continue;
      const from = { file: square % 8, rank: square >> 3 };
      const attacks = sliders ? this.sliderAttacks(from, piece) : this.leaperAttacks(from, piece);
      for (const { to, label } of attacks) this.setBit(entries, set, this.number(to), label, table);
    }
    this.keep(table, set, entries);
  }

  private sliderAttacks(from: Point, piece: CodedPiece): { to: Point; label: string }[] {
    const slides = SLIDERS[piece.kind];
    if (!slides) return [];
    return COMPASS_POINTS.filter(slides).map((direction) => ({
      to: firstMet(from, direction, (at) => this.isOccupied(at)),
      label: direction,
    }));
  }

  private leaperAttacks(from: Point, piece: CodedPiece): { to: Point; label: string }[] {
    const blackBit = this.declarations.pieces?.blackBit ?? 0;
    const label = 'piece:' + hexDigits(piece.code & ~blackBit, 2);
    switch (piece.kind) {
      case 'king':
        return COMPASS_POINTS.map((direction) => ({ to: stepped(from, COMPASS[direction]), label }));
      case 'knight':
        return KNIGHT_STEPS.map((step) => ({ to: stepped(from, step), label }));
      case 'pawn': {
        const directions: CompassPoint[] = piece.side === 'white' ? ['ne', 'nw'] : ['se', 'sw'];
        return directions.map((direction) => ({ to: stepped(from, COMPASS[direction]), label: `pawn:${direction}` }));
      }
      default:
        return [];
    }
  }

  private setBit(
    entries: Map<number, number>,
    set: SetDeclaration,
    index: number,
    label: string,
    table: TableDeclaration,
  ): void {
    const bit = set.bits.findIndex((name) => name.toLowerCase() === label);
    if (bit < 0) {
      this.problems.add(`The set ${set.name} of ${table.name} has no bit for ${label}.`);
      return;
    }
    const value = entries.get(index);
    if (value !== undefined) entries.set(index, value | (1 << bit));
  }

  private keep(table: TableDeclaration, set: SetDeclaration | null, entries: ReadonlyMap<number, number>): void {
    const inRange = [...entries].filter(([index]) => index >= table.first && index <= table.last);
    this.tables.push({ table, set, entries: new Map(inRange.sort(([a], [b]) => a - b)) });
  }

  private isOccupied(point: Point): boolean {
    return onBoard(point) && this.board[point.rank * 8 + point.file] != null;
  }

  private number({ file, rank }: Point): number {
    return this.numbering.a1 + file * this.numbering.fileStep + rank * this.numbering.rankStep;
  }
}

/** North is rank + 1, east is file + 1. */
const COMPASS = {
  n: [0, 1],
  ne: [1, 1],
  e: [1, 0],
  se: [1, -1],
  s: [0, -1],
  sw: [-1, -1],
  w: [-1, 0],
  nw: [-1, 1],
} as const satisfies Record<string, readonly [number, number]>;

type CompassPoint = keyof typeof COMPASS;

const COMPASS_POINTS = Object.keys(COMPASS) as CompassPoint[];

const KNIGHT_STEPS: readonly (readonly [number, number])[] = [
  [1, 2],
  [2, 1],
  [2, -1],
  [1, -2],
  [-1, -2],
  [-2, -1],
  [-2, 1],
  [-1, 2],
];

/**
 * A place by file and rank, from -2 to 9, so that edge guards (-1 and 8) and knights' targets off the board have their
 * own. Rays and steps know no square numbers, which keeps the oracle apart from what it checks.
 */
interface Point {
  readonly file: number;
  readonly rank: number;
}

function onBoard({ file, rank }: Point): boolean {
  return file >= 0 && file < 8 && rank >= 0 && rank < 8;
}

/** Whether a point belongs to the ring of edge guards. */
function onRing({ file, rank }: Point): boolean {
  return !onBoard({ file, rank }) && file >= -1 && file <= 8 && rank >= -1 && rank <= 8;
}

function stepped({ file, rank }: Point, [files, ranks]: readonly [number, number]): Point {
  return { file: file + files, rank: rank + ranks };
}

/** The first occupied square or guard that a ray from `start` meets. */
function firstMet(start: Point, direction: CompassPoint, isOccupied: (point: Point) => boolean): Point {
  let point = stepped(start, COMPASS[direction]);
  while (onBoard(point) && !isOccupied(point)) point = stepped(point, COMPASS[direction]);
  return point;
}
