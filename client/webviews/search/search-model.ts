/** From the decoded search to the Search view: a summary, the principal variation, and a row for each ply. */
import { counted, grouped } from '#basics';
import { placementPieces, playLine } from '#chess';
import type { DecodedTables, PlainPiece, SearchMove, SearchTables, SearchValue } from '#chess';
import type { Selection } from '../messages.ts';
import { squareGrid } from '../pieces.ts';

/** Frames of the picture per second: 6.25 MHz, 200 cycles a line, 521 lines. */
const FRAMES_PER_SECOND = 6_250_000 / (200 * 521);
/** Each move of the line and each row has a key by which it is chosen. */
export type Choices = ReadonlyMap<string, Selection>;

type SearchModel = NonNullable<ReturnType<typeof searchModel>>;
export type LineMove = SearchModel['line'][number];
export type PlyRow = SearchModel['rows'][number];

/**
 * The search as the view draws it: a summary, the moves of the line, a row for each ply, and the position after the
 * chosen move of the line; null if the program declares none.
 * @param chosen the last chosen key, empty for none
 */
export function searchModel({ search }: DecodedTables, selection: Selection, chosen: string) {
  if (!search) return null;
  const choices = new Map<string, Selection>();
  const choose = (key: string, move: SearchMove | null): boolean => {
    choices.set(key, { square: move?.to.number ?? null, piece: null });
    return key === chosen && move !== null && move.to.number === selection.square;
  };
  const line = search.line.map((move, index) => {
    const key = `line ${index}`;
    return { key, text: move.text, selected: choose(key, move) };
  });
  const names = search.plies[0]?.values.map(({ name }) => name) ?? [];
  const rows = search.plies.map(({ ply, move, best, values }) => {
    const key = `ply ${ply}`;
    const cells = [String(ply), move?.text ?? '–', best?.text ?? '–', ...values.map(valueText)];
    const said = values.map((value) => `${value.name} ${valueText(value)}`);
    const label = [`ply ${ply}, move ${move?.text ?? 'none'}, best ${best?.text ?? 'none'}`, ...said].join(', ');
    // Where the values are kept, by the names of the source; the first columns are not single entries.
    const places = values.map(({ place }) => place);
    return { key, cells, selected: choose(key, move), label, places };
  });
  const columns = ['Ply', 'Move', 'Best', ...names.map((name) => name.charAt(0).toUpperCase() + name.slice(1))];
  const shown = line.findIndex(({ selected }) => selected);
  return { state: stateText(search), line, columns, rows, choices, board: lineBoard(search, shown) };
}

function stateText({ ply, nodes, frames, depth, selectiveDepth, score, hash }: SearchTables): string {
  const perSecond = nodes !== null && frames ? Math.round((nodes * FRAMES_PER_SECOND) / frames) : null;
  // What a table holds before the first search is no entry yet; the engine draws its panel there.
  if (nodes === 0 && !depth && !ply) return 'nothing searched yet';
  const parts = [
    depth === null ? '' : `depth ${depth}${selectiveDepth === null ? '' : `, ${selectiveDepth} selective`}`,
    score === null ? '' : `score ${score}`,
    nodes === null ? '' : `${counted(nodes, 'node')}${perSecond === null ? '' : `, ${grouped(perSecond)} a second`}`,
    hash === null ? '' : `hash ${grouped(hash.used)} of ${grouped(hash.entries)}`,
    ply === null ? '' : `at ply ${ply}`,
  ];
  return parts.filter((part) => part !== '').join(' · ');
}

function valueText({ value, isScore, label }: SearchValue): string {
  if (label !== null) return label;
  return isScore && value > 0 ? `+${value}` : String(value);
}

export type LineSquare = ReturnType<typeof lineSquare>;

export type LineBoard = NonNullable<ReturnType<typeof lineBoard>>;

/** The eighth rank first; null if the line does not fit the board. @param shown the last move of the line to play, counted from 0; negative for none */
function lineBoard({ root, line }: SearchTables, shown: number) {
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
