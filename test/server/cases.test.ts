/** Every case of `cases/`: the server answers as the case says. */
import { describe, expect, it } from 'vitest';
import { languageDifferences } from '#test/server/language-answers.ts';
import { languageCaseFiles } from '#test/server/language-cases.ts';
import { languageFixture } from '#test/server/language-fixture.ts';

const server = languageFixture({ textDocument: { codeAction: { disabledSupport: true } } });

describe.each(languageCaseFiles())('%s', (name, cases) => {
  it.each(cases.map((each) => [each.title, each] as const))('%s', async (title, each) => {
    const told = await languageDifferences(server, each);
    expect(told.map((difference) => `test/server/cases/${name}:${difference} (${title})`)).toEqual([]);
  });
});
