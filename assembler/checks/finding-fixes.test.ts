/** Lints are switched off in place: each in the cases that show it. */
import { expect, it } from 'vitest';
import { DIAGNOSTIC_CODES } from '#assembler';
import { assembleCase, caseFiles, textsOf, type Case } from '#test/assembler/cases.ts';

/** Codes of the findings of a case that are no errors, with a line above it. */
function codesOf(each: Case, above = ''): ReadonlySet<string> {
  const texts = [...textsOf(each)].map(([path, text], file): [string, string] => [
    path,
    file === 0 ? above + text : text,
  ]);
  const { diagnostics } = assembleCase(new Map(texts), true);
  return new Set(diagnostics.filter(({ severity }) => severity !== 'error').map(({ code }) => code));
}

const CASES = caseFiles()
  .flatMap(([path, cases]) => (path.startsWith('checks/') ? cases : []))
  .filter((each) => ![...textsOf(each).values()].some((text) => text.includes('.lint on')))
  .map((each) => [each, codesOf(each)] as const);
const LINTS = Object.keys(DIAGNOSTIC_CODES).filter((code) => code.startsWith('GT09'));

it.each(LINTS)('%s', (code) => {
  const cases = CASES.filter(([, codes]) => codes.has(code));
  expect(cases.length).toBeGreaterThan(0);
  for (const [each] of cases) expect(codesOf(each, `        .lint off ${code}\n`), each.title).not.toContain(code);
});
