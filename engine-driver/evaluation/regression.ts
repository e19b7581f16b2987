/**
 * Logistic regression on expected scores: the loss of a sample is the squared difference of two scores that White may
 * expect, by its evaluation and by its label. The gradient descends with Adam (Kingma and Ba, 2015).
 */
import { numberAt } from '#basics';

/** The advantage in hundredths of a pawn that promises odds of e : 1, or 73 % of the points. */
export const CP_SCALE = 200;
/** Adam's decay rates for the mean and the square of the gradient. */
const [MEAN, SQUARE] = [0.9, 0.999];

/** A position as the evaluation sees it: its parameters with their weights, and the score that White may expect. */
export interface Sample {
  /** What no parameter changes, in units as White sees it. */
  readonly units: number;
  readonly target: number;
  readonly parameters: Uint16Array;
  readonly weights: Float32Array;
}

/** @param cp the label in hundredths of a pawn as White sees it */
export function sampleOf(units: number, cp: number, weights: Iterable<readonly [number, number]>): Sample {
  const used = [...weights].filter(([, weight]) => weight !== 0);
  return {
    units,
    target: 1 / (1 + Math.exp(-cp / CP_SCALE)),
    parameters: Uint16Array.from(used, ([parameter]) => parameter),
    weights: Float32Array.from(used, ([, weight]) => weight),
  };
}

/** The sum of the losses. @param scale units that promise odds of e : 1; @param gradient gets that of the mean loss */
export function lossOf(
  samples: readonly Sample[],
  values: Float64Array,
  scale: number,
  gradient?: Float64Array,
): number {
  return samples.reduce((sum, { units, parameters, weights, target }) => {
    let all = units;
    for (let i = 0; i < parameters.length; i++) all += (values[parameters[i] ?? 0] ?? 0) * (weights[i] ?? 0);
    const expected = 1 / (1 + Math.exp(-all / scale));
    const difference = expected - target;
    const slope = (2 * difference * expected * (1 - expected)) / scale / samples.length;
    if (gradient === undefined) return sum + difference * difference;
    for (let i = 0; i < parameters.length; i++) {
      const parameter = parameters[i] ?? 0;
      gradient[parameter] = (gradient[parameter] ?? 0) + slope * (weights[i] ?? 0);
    }
    return sum + difference * difference;
  }, 0);
}

/** Steps down a gradient. */
export class Adam {
  private readonly means: Float64Array;
  private readonly squares: Float64Array;
  private steps = 0;

  /** @param epsilon keeps it from dividing by 0 */
  constructor(
    size: number,
    private readonly epsilon: number,
  ) {
    this.means = new Float64Array(size);
    this.squares = new Float64Array(size);
  }

  /** By how much each parameter changes. @param slopes the gradient */
  step(slopes: Float64Array, rate: number): Float64Array {
    const { means, squares, epsilon } = this;
    this.steps++;
    return slopes.map((slope, i) => {
      means[i] = MEAN * numberAt(means, i) + (1 - MEAN) * slope;
      squares[i] = SQUARE * numberAt(squares, i) + (1 - SQUARE) * slope * slope;
      const mean = numberAt(means, i) / (1 - MEAN ** this.steps);
      const square = numberAt(squares, i) / (1 - SQUARE ** this.steps);
      return (-rate * mean) / (Math.sqrt(square) + epsilon);
    });
  }
}
