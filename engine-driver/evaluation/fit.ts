/**
 * Fits the values of pieces to labelled positions: a logistic regression on expected scores.
 *
 * The loss of a position is the squared difference of two scores that White may expect: by its evaluation, and by its
 * label. The gradient descends with Adam (Kingma and Ba, 2015). Meanwhile, entries stay within their bounds
 * and are pulled gently towards their starting values, so that squares that hardly occur stay sensible. At the end, all
 * values are scaled so that a pawn is PAWN_VALUE units, and rounded.
 */
import { addAt, numberAt } from '#basics';
import type { PlainKind, PlainPosition } from '#chess';
import {
  byKind,
  endShare,
  KINDS,
  LARGEST_ENTRY,
  PAWN_VALUE,
  phaseOf,
  setOfPhase,
  type PieceValues,
} from './piece-values.ts';

/** A position, and its score in hundredths of a pawn as White sees it. */
export interface LabelledPosition {
  readonly position: PlainPosition;
  readonly cp: number;
}

/** The advantage in hundredths of a pawn that promises odds of e : 1, or 73 % of the points. */
const CP_SCALE = 200;
/** How strongly an entry is pulled towards its starting value, for a loss whose scale is 1. */
const PULL = 2e-8;
const STEPS = 600;
const RATE = 1.5;
/** Adam's decay rates for the mean and the square of the gradient, and what keeps it from dividing by 0. */
const [MEAN, SQUARE, EPSILON] = [0.9, 0.999, 1e-12];

/** Order of the parameters: material, then the seventh rank, then the tables of the kinds, middle and end. */
const MATERIAL: readonly Exclude<PlainKind, 'king'>[] = ['pawn', 'knight', 'bishop', 'rook', 'queen'];
const SEVENTH = MATERIAL.length;
const TABLES = SEVENTH + 1;
const PARAMETERS = TABLES + 2 * 64 * KINDS.length;

/** A position as the evaluation sees it: its parameters with their weights, and the score that White may expect. */
interface Sample {
  readonly parameters: Int32Array;
  readonly weights: Float32Array;
  readonly target: number;
}

/** The loss of values on positions: mean of the squared differences of expected scores. */
export function loss(values: PieceValues, positions: readonly LabelledPosition[]): number {
  return descend(positions.map(sampleOf), parametersOf(values));
}

/** Values fitted to positions, starting from `first`. */
export function fit(first: PieceValues, positions: readonly LabelledPosition[]): PieceValues {
  const samples = positions.map(sampleOf);
  const began = parametersOf(first);
  const values = began.slice();
  const gradient = new Float64Array(PARAMETERS);
  const descents = Array.from(began, () => ({ mean: 0, square: 0 }));
  for (let step = 1; step <= STEPS; step++) {
    gradient.fill(0);
    descend(samples, values, gradient);
    for (const [i, descent] of descents.entries()) {
      const value = numberAt(values, i);
      const pull = i < TABLES ? 0 : PULL * (value - numberAt(began, i));
      values[i] = bounded(i, value - stepOf(descent, numberAt(gradient, i) + pull, step));
    }
  }
  return valuesOf(values);
}

/** Adam's step of one parameter; `descent` keeps the means of its slopes and of their squares. */
function stepOf(descent: { mean: number; square: number }, slope: number, step: number): number {
  descent.mean = MEAN * descent.mean + (1 - MEAN) * slope;
  descent.square = SQUARE * descent.square + (1 - SQUARE) * slope * slope;
  const rate = RATE * (1 - step / (STEPS + 1));
  const [mean, square] = [descent.mean / (1 - MEAN ** step), descent.square / (1 - SQUARE ** step)];
  return (rate * mean) / (Math.sqrt(square) + EPSILON);
}

function bounded(parameter: number, value: number): number {
  return parameter < TABLES ? value : Math.max(-LARGEST_ENTRY, Math.min(LARGEST_ENTRY, value));
}

/** The mean loss; adds its gradient to `gradient`. */
function descend(samples: readonly Sample[], values: Float64Array, gradient?: Float64Array): number {
  const scale = 100 / PAWN_VALUE / CP_SCALE;
  const count = samples.length;
  let sum = 0;
  for (const { parameters, weights, target } of samples) {
    let units = 0;
    for (let i = 0; i < parameters.length; i++)
      units += numberAt(values, numberAt(parameters, i)) * numberAt(weights, i);
    const expected = 1 / (1 + Math.exp(-scale * units));
    const difference = expected - target;
    sum += difference * difference;
    if (gradient === undefined) continue;
    const slope = (2 * difference * expected * (1 - expected) * scale) / count;
    for (let i = 0; i < parameters.length; i++) addAt(gradient, numberAt(parameters, i), slope * numberAt(weights, i));
  }
  return sum / count;
}

function sampleOf({ position, cp }: LabelledPosition): Sample {
  const [parameters, weights]: [number[], number[]] = [[], []];
  const add = (parameter: number, weight: number): void => {
    parameters.push(parameter);
    weights.push(weight);
  };
  const share = endShare(setOfPhase(phaseOf(position)));
  for (const [square, piece] of position.squares.entries()) {
    if (piece === null) continue;
    const [seen, sign] = piece.side === 'white' ? [square, 1] : [square ^ 56, -1];
    const table = TABLES + 128 * KINDS.indexOf(piece.kind) + seen;
    const isSeventh = piece.kind === 'pawn' && seen >> 3 === 6;
    if (piece.kind !== 'king') add(isSeventh ? SEVENTH : MATERIAL.indexOf(piece.kind), sign);
    add(table, sign * (1 - share));
    add(table + 64, sign * share);
  }
  return {
    parameters: Int32Array.from(parameters),
    weights: Float32Array.from(weights),
    target: 1 / (1 + Math.exp(-cp / CP_SCALE)),
  };
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
