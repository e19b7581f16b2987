/** House rules that neither compiler nor linter knows: few non-null assertions, and one shape of failures. */
import ts from 'typescript';
import { expect, it } from 'vitest';
import { ALLOWED, isTest, sourcesOf } from '#test/architecture/sources.ts';

/** The most non-null assertions in all rooms together; lower it whenever there are fewer. */
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

it('non-null assertions are counted', () => {
  expect(assertionsIn('const a = list[0]!; const b = map.get(a!)!.name; const c = !a;')).toBe(3);
});

const SOURCES = Object.keys(ALLOWED)
  .flatMap(sourcesOf)
  .filter((file) => !isTest(file));

it('non-null assertions do not increase', () => {
  expect(SOURCES.reduce((sum, { text }) => sum + assertionsIn(text), 0)).toBeLessThanOrEqual(MOST);
});

function placesOf(pattern: RegExp): string[] {
  return SOURCES.filter(({ room, text }) => room !== 'chess' && pattern.test(text)).map(({ path }) => path);
}

it('failures are not results with a flag', () => {
  expect(placesOf(/\bok: (?:true|false)\b/)).toEqual([]);
});

it('failures are recognised by one function', () => {
  expect(placesOf(/function isFailure\b|const isFailure\b/)).toEqual(['basics/result.ts']);
});

it('failures are not texts in place of a result', () => {
  // A function returns its result or a failure; `Thing | string` is neither.
  expect(placesOf(/\): (?!undefined\b).+ \| string \{/)).toEqual([]);
});
