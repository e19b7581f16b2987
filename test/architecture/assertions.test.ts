/** Assertions that a value is there (`x!`): the compiler trusts each, so their number may fall but never rise. */
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
