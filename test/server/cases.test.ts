/** Every case of `cases/`: the server answers as the case says. */
import { testCases } from '#test/cases.ts';
import { languageDifferences } from '#test/server/language-answers.ts';
import { LANGUAGE_CASES } from '#test/server/language-cases.ts';
import { languageFixture } from '#test/server/language-fixture.ts';

const server = languageFixture({ textDocument: { codeAction: { disabledSupport: true } } });

testCases(LANGUAGE_CASES, (each) => languageDifferences(server, each));
