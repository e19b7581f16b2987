/** From the decoded search to the Search view: a summary, the principal variation, and a row for each ply. */
import { grouped } from '#basics';
import {
  type DecodedTables,
  type PlainPiece,
  type SearchMove,
  type SearchTables,
  type SearchValue,
  placementPieces,
  playLine,
} from '#chess';
import type { Selection } from '../messages.ts';
import { squareGrid } from '../pieces.ts';

/** Frames of the picture per second: 6.25 MHz, 200 cycles a line, 521 lines. */
const FRAMES_PER_SECOND = 6_250_000 / (200 * 521);
/** Each move of the line and each row has a key by which it is chosen. */
export type Choices = ReadonlyMap<string, Selection>;

export interface LineMove {
  readonly key: string;
  /** `e2e4`. */
  readonly text: string;
  readonly selected: boolean;
}

export interface PlyRow {
  readonly key: string;
  /** Ply, move, best move, then the declared values. */
  readonly cells: readonly string[];
  readonly selected: boolean;
  readonly label: string;
  /** Where the values are kept, by the names of the source; the first columns are not single entries. */
  readonly places: readonly string[];
}

interface SearchModel {
  /** `depth 7, 14 selective · 43,120 nodes, 3,050 a second · hash 512 of 1,024`. */
  readonly state: string;
  readonly line: readonly LineMove[];
  readonly columns: readonly string[];
  readonly rows: readonly PlyRow[];
  readonly choices: Choices;
  /** The position after the chosen move of the line; null if none is chosen, or if the line does not fit the board. */
  readonly board: LineBoard | null;
}

/**
 * The search as the view draws it; null if the program declares none.
 * @param chosen the last chosen key, empty for none
 */
export function searchModel({ search }: DecodedTables, selection: Selection, chosen: string): SearchModel | null {
  if (!search) return null;
  const choices = new Map<string, Selection>();
  const choose = (key: string, move: SearchMove | null): boolean => {
    choices.set(key, { square: move?.to.number ?? null, piece: null });
    return key === chosen && move !== null && move.to.number === selection.square;
  };
  const line = search.line.map((move, index): LineMove => {
    const key = `line ${index}`;
    return { key, text: move.text, selected: choose(key, move) };
  });
  const names = search.plies[0]?.values.map(({ name }) => name) ?? [];
  const rows = search.plies.map(({ ply, move, best, values }): PlyRow => {
    const key = `ply ${ply}`;
    const cells = [String(ply), move?.text ?? '–', best?.text ?? '–', ...values.map(valueText)];
    const said = values.map((value) => `${value.name} ${valueText(value)}`);
    const label = [`ply ${ply}, move ${move?.text ?? 'none'}, best ${best?.text ?? 'none'}`, ...said].join(', ');
    const places = values.map(({ place }) => place);
    return { key, cells, selected: choose(key, move), label, places };
  });
  const columns = ['Ply', 'Move', 'Best', ...names.map(titled)];
  const shown = line.findIndex(({ selected }) => selected);
  return { state: stateText(search), line, columns, rows, choices, board: lineBoard(search, shown) };
}

function stateText({ ply, nodes, frames, depth, selectiveDepth, score, hash }: SearchTables): string {
  const perSecond = nodes !== null && frames ? Math.round((nodes * FRAMES_PER_SECOND) / frames) : null;
  const parts = [
    depth === null ? '' : `depth ${depth}${selectiveDepth === null ? '' : `, ${selectiveDepth} selective`}`,
    score === null ? '' : `score ${score}`,
    nodes === null ? '' : `${grouped(nodes)} nodes${perSecond === null ? '' : `, ${grouped(perSecond)} a second`}`,
    hash === null ? '' : `hash ${grouped(hash.used)} of ${grouped(hash.entries)}`,
    ply === null ? '' : `at ply ${ply}`,
  ];
  return parts.filter((part) => part !== '').join(' · ');
}

function valueText({ value, isScore, label }: SearchValue): string {
  if (label !== null) return label;
  return isScore && value > 0 ? `+${value}` : String(value);
}

function titled(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

export type LineSquare = ReturnType<typeof lineSquare>;

export interface LineBoard {
  /** `After e2e4 e7e5`. */
  readonly caption: string;
  /** The eighth rank first. */
  readonly rows: readonly (readonly LineSquare[])[];
}

/** @param shown the last move of the line to play, counted from 0; negative for none */
function lineBoard({ root, line }: SearchTables, shown: number): LineBoard | null {
  const moves = line.slice(0, shown + 1).map(({ text }) => text);
  const after = root === null ? undefined : playLine(root, moves)[shown];
  const pieces = after === undefined ? undefined : placementPieces(after);
  const last = line[shown];
  if (pieces === undefined || last === undefined) return null;
  const rows = squareGrid(8, (name, file, rank) =>
    lineSquare(name, pieces[8 * rank + file], (file + rank) % 2 === 0, last),
  );
  return { caption: `After ${moves.join(' ')}`, rows };
}

function lineSquare(name: string, piece: PlainPiece | null | undefined, dark: boolean, { from, to }: SearchMove) {
  // Whether the last move of the line went from or to it.
  const moved = name === from.name || name === to.name;
  const label = `${name}, ${piece ? `${piece.side} ${piece.kind}` : 'empty'}${moved ? ', last move' : ''}`;
  return { name, kind: piece?.kind ?? '', side: piece?.side ?? '', dark, moved, label };
}
