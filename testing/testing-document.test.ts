/** Every example of docs/testing.md does what the page says, and the page has every directive of tests. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { failure } from '#basics';
import { assemble } from '#assembler';
import { subjectOf, TestBench } from '#testing';

const PAGE = readFileSync(new URL('../docs/testing.md', import.meta.url), 'utf8');
const EXAMPLES = [...PAGE.matchAll(/```gtasm\n([\s\S]*?)```/g)].map((match) => match[1]!);

function markedLines(text: string, mark: RegExp): string[] {
  return text.split('\n').flatMap((line, index) => (mark.test(line) ? [`${index}`] : []));
}

describe('docs/testing.md', () => {
  it.each(EXAMPLES.map((text, index) => [index + 1, text] as const))('example %i', (_, text) => {
    const assembly = assemble('main', { read: (path) => (path === 'main' ? { text } : failure('no such file')) });
    const errors = assembly.diagnostics.filter(({ severity }) => severity === 'error');
    expect(errors.map(({ range }) => `${range.start.line}`)).toEqual(markedLines(text, /; error GT/));
    if (errors.length > 0) return;
    const bench = new TestBench(subjectOf(assembly));
    const failures = assembly.tests.tests.flatMap((test) =>
      test.cases.flatMap((each) => {
        const steps = bench.run(test, each);
        let step = steps.next();
        while (step.done !== true) step = steps.next();
        return step.value.failure ?? [];
      }),
    );
    // A test ends at its first line that fails.
    const expected = markedLines(text, /; fails$/);
    expect(failures.map(({ range }) => `${range.start.line}`)).toEqual(expected);
  });
});
