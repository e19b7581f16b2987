/** The faults that scripts/plant-timing-faults.mjs plants fit the sources of the proof as they are now. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { COMPARISONS, FAULTS } from '../../scripts/timing-faults/faults.mjs';

const FOLDER = join(import.meta.dirname, '../../proof');

it.each(FAULTS)('$title: its texts are there once', ({ edits }) => {
  for (const { file, from } of edits) {
    expect(readFileSync(join(FOLDER, file), 'utf8').split(from), `${file}: ${from}`).toHaveLength(2);
  }
});

const tests = Object.values(COMPARISONS).flatMap(({ verifier, run }) =>
  [...verifier, ...run].map(([file, name = '']) => [file, name]),
);
it.each(tests)('%s has a test that says "%s"', (file, name) => {
  const source = readFileSync(join(import.meta.dirname, `${file}.test.ts`), 'utf8');
  expect(source).toContain(name);
});
