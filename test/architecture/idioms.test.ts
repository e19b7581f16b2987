/** Idioms of the house that neither compiler nor linter know: assertions are few, failures have one shape. */
import ts from 'typescript';
import { expect, it } from 'vitest';
import { ALLOWED, isTest, sourcesOf } from '#test/architecture/sources.ts';

/** The most that all rooms together may have; to be lowered whenever a better shape makes one unnecessary. */
const MOST = 160;

function assertionsIn(text: string): number {
  let count = 0;
  const visit = (node: ts.Node): void => {
    if (ts.isNonNullExpression(node)) count++;
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('source.ts', text, ts.ScriptTarget.Latest));
  return count;
}

it('are all counted', () => {
  expect(assertionsIn('const a = list[0]!; const b = map.get(a!)!.name; const c = !a;')).toBe(3);
});

it('do not increase', () => {
  const sources = Object.keys(ALLOWED)
    .flatMap(sourcesOf)
    .filter((file) => !isTest(file));
  expect(sources.reduce((sum, { text }) => sum + assertionsIn(text), 0)).toBeLessThanOrEqual(MOST);
});

const SOURCES = Object.keys(ALLOWED)
  .filter((room) => room !== 'chess')
  .flatMap(sourcesOf)
  .filter((file) => !isTest(file));

function placesOf(pattern: RegExp): string[] {
  return SOURCES.filter(({ text }) => pattern.test(text)).map(({ path }) => path);
}

it('have no shape of their own with a flag', () => {
  expect(placesOf(/\bok: (?:true|false)\b/)).toEqual([]);
});

it('are recognised by one function', () => {
  expect(placesOf(/function isFailure\b|const isFailure\b/)).toEqual(['basics/result.ts']);
});

it('are not texts in place of the result', () => {
  // A function that parses or reads returns its result or a failure: `Thing | string` is neither.
  expect(placesOf(/\): (?!undefined\b).+ \| string \{/)).toEqual([]);
});
