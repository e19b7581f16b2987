/** Every case of `cases/`: the commands print and write what the case says. */
import { describe, expect, it } from 'vitest';
import { commandCaseFiles, commandDifferences } from '#test/cli/command-cases.ts';

describe.each(commandCaseFiles())('%s', (name, cases) => {
  it.each(cases.map((each) => [each.title, each] as const))('%s', (title, each) => {
    const told = commandDifferences(each);
    expect(told.map((difference) => `test/cli/cases/${name}:${difference} (${title})`)).toEqual([]);
  });
});
