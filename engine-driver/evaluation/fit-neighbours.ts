/**
 * Fits the square values at the root to pairs of positions: a root, and a quiet position that a search from it reached,
 * with its score. The fit thus allows for tables that are out of date at the leaves.
 *
 * It fits differences from starting values: of material, of squares in the middlegame and endgame, and of neighbours in
 * each stage, by batches of pairs.
 */
import { addAt, numberAt } from '#basics';
import type { PlainKind, PlainPosition } from '#chess';
import type { Side } from './drive-kings.ts';
import { NEIGHBOURS, RootNeighbours, STAGE_OF_SET, type NeighbourTables } from './neighbours.ts';
import {
  bestWindow,
  byKind,
  endShare,
  LARGEST_LOSS,
  LARGEST_STEP,
  phaseOf,
  ROOT_KINDS,
  setOfPhase,
  SETS,
  type PieceValues,
} from './piece-values.ts';
import { Adam, lossOf, sampleOf, type Sample } from './regression.ts';
import { rootSquares, whiteAhead } from './root-squares.ts';

/** A root, a quiet position below it, and the leaf's score in hundredths of a pawn as White sees it. */
export interface LabelledLeaf {
  readonly root: PlainPosition;
  readonly leaf: PlainPosition;
  readonly cp: number;
}

/** CP_SCALE in units. */
const UNIT_SCALE = 140;
/** The expected size of the differences, in units; the smaller, the stronger the pull towards 0. */
const SPREAD = { material: 9.5, squares: 3.8, neighbours: 2.5, nearKings: 1.3 } as const;
/** The part of the mean squared error of expected scores that is noise; it sets the strength of that pull too. */
const NOISE = 0.013;
const PASSES = 9;
const BATCH = 2048;
const RATE = 0.6;
const EPSILON = 1e-9;

/** Order of the parameters: material by kind, squares by kind and phase, neighbours by stage, kind and table. */
const KINDS_COUNT = ROOT_KINDS.length;
const SQUARES = KINDS_COUNT;
const NEAR = SQUARES + 128 * KINDS_COUNT;
const PLACES = 28;
const KIND_PLACES = PLACES * NEIGHBOURS.length;
const STAGE_PLACES = KIND_PLACES * KINDS_COUNT;
const STAGES = 1 + Math.max(...STAGE_OF_SET);
const PARAMETERS = NEAR + STAGES * STAGE_PLACES;

/** How often a piece of a kind stands on each square, so that bounds cut off little where it often stands. */
type Frequencies = Readonly<Record<PlainKind, readonly number[]>>;

/** Values fitted to pairs, starting from `first`, as the ROM can hold them; `say` is told the loss after each pass. */
export function fitNeighbours(
  first: PieceValues,
  leaves: readonly LabelledLeaf[],
  say: (pass: number, loss: number) => void = () => undefined,
): PieceValues {
  const samples = samplesOf(first, leaves);
  const parameters = new Float64Array(PARAMETERS);
  const pulls = Float64Array.from({ length: PARAMETERS }, (_, i) => (2 * NOISE) / leaves.length / spreadOf(i) ** 2);
  const adam = new Adam(PARAMETERS, EPSILON);
  for (let pass = 0; pass < PASSES; pass++) {
    const rate = RATE * 0.5 * (1 + Math.cos((Math.PI * pass) / PASSES)) + 0.005;
    let loss = 0;
    const batches = Math.ceil(samples.length / BATCH);
    for (let batch = 0; batch < batches; batch++) {
      const gradient = pulls.map((pull, i) => pull * numberAt(parameters, i));
      // Adjacent samples are alike: a batch takes samples at even intervals, and each pass starts elsewhere.
      const part = samples.filter((_, index) => (index + 7 * pass) % batches === batch);
      loss += lossOf(part, parameters, UNIT_SCALE, gradient);
      adam.step(gradient, rate).forEach((change, i) => addAt(parameters, i, change));
    }
    say(pass + 1, loss / samples.length);
  }
  return valuesOf(first, parameters, leaves);
}

function spreadOf(parameter: number): number {
  if (parameter < SQUARES) return SPREAD.material;
  if (parameter < NEAR) return SPREAD.squares;
  const kind = ROOT_KINDS[Math.floor(((parameter - NEAR) % STAGE_PLACES) / KIND_PLACES)];
  return kind === 'king' ? SPREAD.nearKings : SPREAD.neighbours;
}

function samplesOf(first: PieceValues, leaves: readonly LabelledLeaf[]): Sample[] {
  const squares = new Map([...new Set(leaves.map(({ root }) => root))].map((root) => [root, rootSquares(first, root)]));
  return leaves.map(({ root, leaf, cp }) => {
    const turn = leaf.sideToMove === 'white' ? first.tempo : -first.tempo;
    const set = setOfPhase(phaseOf(root));
    const weights = new Map<number, number>();
    const add = (parameter: number, weight: number): void => {
      weights.set(parameter, (weights.get(parameter) ?? 0) + weight);
    };
    const near = { white: new RootNeighbours(root, 'white'), black: new RootNeighbours(root, 'black') };
    for (const { kind, side, seen } of piecesOf(leaf)) {
      const [index, sign] = [ROOT_KINDS.indexOf(kind), side === 'white' ? 1 : -1];
      if (kind !== 'king') add(index, sign);
      const table = SQUARES + 128 * index + seen;
      add(table, sign * (1 - endShare(set)));
      add(table + 64, sign * endShare(set));
      const tables = NEAR + numberAt(STAGE_OF_SET, set) * STAGE_PLACES + index * KIND_PLACES;
      for (const { who, place } of near[side].near(seen)) {
        // How far a king goes from where it stood says nothing that its squares do not.
        if (kind === 'king' && who === 'ownKing') continue;
        add(tables + PLACES * NEIGHBOURS.indexOf(who) + place, sign);
      }
    }
    return sampleOf(whiteAhead(first, leaf, squares.get(root)!) + turn, cp, weights);
  });
}

function piecesOf({ squares }: PlainPosition): { kind: PlainKind; side: Side; seen: number }[] {
  return squares.flatMap((piece, square) =>
    piece === null ? [] : [{ kind: piece.kind, side: piece.side, seen: piece.side === 'white' ? square : square ^ 56 }],
  );
}

/** Whole numbers within the bounds of the ROM. */
function valuesOf(first: PieceValues, fitted: Float64Array, leaves: readonly LabelledLeaf[]): PieceValues {
  const frequencies = frequenciesOf(leaves);
  const more = (parameter: number): number => numberAt(fitted, parameter);
  const material = Object.fromEntries(
    Object.entries(first.material).map(([kind, worth]) => [
      kind,
      Math.round(worth + more(ROOT_KINDS.indexOf(kind as PlainKind))),
    ]),
  ) as unknown as PieceValues['material'];
  const tables = (phase: 'middle' | 'end', offset: number): PieceValues['middle'] =>
    byKind(ROOT_KINDS, (kind, index) => {
      const worths = first[phase][kind].map((worth, square) => worth + more(SQUARES + 128 * index + offset + square));
      const least = bestWindow(kind, onBoard(kind, worths), onBoard(kind, frequencies[kind]));
      return worths.map((worth, square) => (canStand(kind, square) ? bounded(kind, worth, least) : 0));
    });
  const neighbours = Array.from({ length: STAGES }, (_, stage): NeighbourTables =>
    byKind(ROOT_KINDS, (_kind, index) => {
      const start = NEAR + stage * STAGE_PLACES + index * KIND_PLACES;
      const table = (who: number): number[] =>
        Array.from({ length: PLACES }, (_place, place) => Math.round(more(start + PLACES * who + place)) + 0);
      return { ownPawn: table(0), foePawn: table(1), ownKing: table(2), foeKing: table(3) };
    }),
  );
  const values = {
    material,
    seventh: Math.round(first.seventh + more(ROOT_KINDS.indexOf('pawn'))),
    tempo: first.tempo,
    middle: tables('middle', 0),
    end: tables('end', 64),
    neighbours,
  };
  return { ...values, least: leastSquares(values, leaves, frequencies) };
}

function bounded(kind: PlainKind, worth: number, least: number): number {
  const within = Math.max(least, Math.min(least + LARGEST_STEP, Math.round(worth)));
  return (kind === 'king' || kind === 'pawn' ? within : Math.max(within, -LARGEST_LOSS)) + 0;
}

/** By set and kind, the lower end of the bounds that cut off the least of the square values at the roots. */
function leastSquares(values: PieceValues, leaves: readonly LabelledLeaf[], frequencies: Frequencies): number[][] {
  const roots = leaves.filter((_, index) => index % 16 === 0).map(({ root }) => root);
  return Array.from({ length: SETS }, (_, set) => {
    const ofSet = roots.filter((root) => setOfPhase(phaseOf(root)) === set);
    const seen = ofSet.flatMap((root) => Object.values(rootSquares(values, root, false)));
    return ROOT_KINDS.map((kind) =>
      bestWindow(
        kind,
        seen.flatMap((tables) => onBoard(kind, tables[kind])),
        seen.flatMap(() => onBoard(kind, frequencies[kind])),
      ),
    );
  });
}

/** Added to each frequency, so that a kind is somewhat likely everywhere. */
const ANYWHERE = 0.002;

function frequenciesOf(leaves: readonly LabelledLeaf[]): Frequencies {
  const counts = byKind(ROOT_KINDS, () => new Array<number>(64).fill(0));
  for (const { leaf } of leaves) for (const { kind, seen } of piecesOf(leaf)) addAt(counts[kind], seen, 1);
  return byKind(ROOT_KINDS, (kind) => {
    const all = counts[kind].reduce((sum, count) => sum + count, 0);
    return counts[kind].map((count) => ANYWHERE + count / Math.max(1, all));
  });
}

function canStand(kind: PlainKind, square: number): boolean {
  return kind !== 'pawn' || (square >= 8 && square < 56);
}

/** The entries of a table for squares where a piece of the kind can stand. */
function onBoard(kind: PlainKind, table: readonly number[]): number[] {
  return table.filter((_, square) => canStand(kind, square));
}
