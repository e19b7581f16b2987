/**
 * Fits the values of pieces to labelled positions. Meanwhile, entries stay within their bounds and are pulled gently
 * towards their starting values, so that squares that hardly occur stay sensible. At the end, all values are scaled so
 * that a pawn is PAWN_VALUE units, and rounded.
 */
import { numberAt } from '#basics';
import type { PlainKind, PlainPosition } from '#chess';
import { byKind, endShare, KINDS, LARGEST_ENTRY, PAWN_VALUE, phaseOf, setOfPhase } from './piece-values.ts';
import type { PieceValues } from './piece-values.ts';
import { Adam, CP_SCALE, lossOf, sampleOf, type Sample } from './regression.ts';

/** A position, and its score in hundredths of a pawn as White sees it. */
export interface LabelledPosition {
  readonly position: PlainPosition;
  readonly cp: number;
}

/** CP_SCALE in units. */
const UNIT_SCALE = (CP_SCALE * PAWN_VALUE) / 100;
/** How strongly an entry is pulled towards its starting value, for a loss whose scale is 1. */
const PULL = 2e-8;
const STEPS = 600;
const RATE = 1.5;
const EPSILON = 1e-12;

/** Order of the parameters: material, then the seventh rank, then the tables of the kinds, middle and end. */
const MATERIAL: readonly Exclude<PlainKind, 'king'>[] = ['pawn', 'knight', 'bishop', 'rook', 'queen'];
const SEVENTH = MATERIAL.length;
const TABLES = SEVENTH + 1;
const PARAMETERS = TABLES + 2 * 64 * KINDS.length;

/** The loss of values on positions: mean of the squared differences of expected scores. */
export function loss(values: PieceValues, positions: readonly LabelledPosition[]): number {
  return lossOf(positions.map(sampleOfPosition), parametersOf(values), UNIT_SCALE) / positions.length;
}

/** Values fitted to positions, starting from `first`. */
export function fit(first: PieceValues, positions: readonly LabelledPosition[]): PieceValues {
  const samples = positions.map(sampleOfPosition);
  const began = parametersOf(first);
  const values = began.slice();
  const gradient = new Float64Array(PARAMETERS);
  const adam = new Adam(PARAMETERS, EPSILON);
  for (let step = 1; step <= STEPS; step++) {
    for (let i = 0; i < PARAMETERS; i++)
      gradient[i] = i < TABLES ? 0 : PULL * (numberAt(values, i) - numberAt(began, i));
    lossOf(samples, values, UNIT_SCALE, gradient);
    const changes = adam.step(gradient, RATE * (1 - step / (STEPS + 1)));
    changes.forEach((change, i) => (values[i] = bounded(i, numberAt(values, i) + change)));
  }
  return valuesOf(values);
}

function bounded(parameter: number, value: number): number {
  return parameter < TABLES ? value : Math.max(-LARGEST_ENTRY, Math.min(LARGEST_ENTRY, value));
}

function sampleOfPosition({ position, cp }: LabelledPosition): Sample {
  const weights: [parameter: number, weight: number][] = [];
  const share = endShare(setOfPhase(phaseOf(position)));
  for (const [square, piece] of position.squares.entries()) {
    if (piece === null) continue;
    const [seen, sign] = piece.side === 'white' ? [square, 1] : [square ^ 56, -1];
    const table = TABLES + 128 * KINDS.indexOf(piece.kind) + seen;
    const isSeventh = piece.kind === 'pawn' && seen >> 3 === 6;
    if (piece.kind !== 'king') weights.push([isSeventh ? SEVENTH : MATERIAL.indexOf(piece.kind), sign]);
    weights.push([table, sign * (1 - share)], [table + 64, sign * share]);
  }
  return sampleOf(0, cp, weights);
}

function parametersOf({ material, seventh, middle, end }: PieceValues): Float64Array {
  return Float64Array.from([
    ...MATERIAL.map((kind) => material[kind]),
    seventh,
    ...KINDS.flatMap((kind) => [...middle[kind], ...end[kind]]),
  ]);
}

/** Whole numbers, scaled so that a pawn is PAWN_VALUE. */
function valuesOf(parameters: Float64Array): PieceValues {
  const scale = PAWN_VALUE / numberAt(parameters, 0);
  const whole = (index: number): number => Math.round(bounded(index, numberAt(parameters, index) * scale)) + 0;
  const tables = (offset: number): Record<PlainKind, number[]> =>
    byKind(KINDS, (_kind, index) =>
      Array.from({ length: 64 }, (_, square) => whole(TABLES + 128 * index + offset + square)),
    );
  return {
    material: Object.fromEntries(MATERIAL.map((kind, index) => [kind, whole(index)])) as PieceValues['material'],
    seventh: whole(SEVENTH),
    tempo: 0,
    middle: tables(0),
    end: tables(64),
  };
}
