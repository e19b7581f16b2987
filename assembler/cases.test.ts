/** Every case of `cases/`: its words, its findings and what their fixes give are those that it says. */
import { describe, expect, it } from 'vitest';
import { caseFiles, differences } from '#test/assembler/cases.ts';

describe.each(caseFiles())('%s', (path, cases) => {
  it.each(cases.map((each) => [each.title, each] as const))('%s', (title, each) => {
    const told = differences(each, path.startsWith('checks/'));
    expect(told.map((difference) => `assembler/cases/${path}:${difference} (${title})`)).toEqual([]);
  });
});
