/** The steps of tuning, by name. */
import { firstValues, publishedValues } from '#engine-driver';
import { makePositions } from './node-positions.ts';
import { playEndings } from './node-endings.ts';
import { makeThemes } from './node-themes.ts';
import { makeOpenings } from './node-openings.ts';
import { fitValues, readPublished, readValues, writeSource, writeValues } from './node-fit.ts';
import { fitToPairs } from './node-neighbours.ts';
import { measureFeatures } from './node-features.ts';

type Step = (root: string, words: readonly string[]) => void | Promise<void>;

const STEPS: Readonly<Record<string, Step>> = {
  start: (root) => writeValues(root, firstValues()),
  published: (root) => writeValues(root, publishedValues(readPublished(root))),
  openings: makeOpenings,
  positions: makePositions,
  fit: fitValues,
  neighbours: fitToPairs,
  themes: makeThemes,
  features: measureFeatures,
  endings: playEndings,
  source: (root) => writeSource(root, readValues(root)),
};

/** Does one step. @returns exit status: 0 done, 2 no such step */
export async function runStep(root: string, [name = '', ...words]: readonly string[]): Promise<number> {
  const step = Object.hasOwn(STEPS, name) ? STEPS[name] : undefined;
  if (step === undefined) {
    process.stderr.write(`tune: give a step: ${Object.keys(STEPS).join(', ')}\n`);
    return 2;
  }
  await step(root, words);
  return 0;
}
