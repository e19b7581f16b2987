/** Quick fixes: each code that is documented to have one has a case whose fix removes the finding. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { failure } from '#basics';
import { applyEdits, assemble } from '#assembler';
import { assembleCase, caseFiles, saysFixes, textsOf } from '#test/assembler/cases.ts';

/** Codes of the findings with a fix in the cases that say what the fixes make of them. */
const TRIED = caseFiles()
  .flatMap(([path, cases]) =>
    cases.filter(saysFixes).map((each) => assembleCase(textsOf(each), path.startsWith('checks/'))),
  )
  .flatMap(({ diagnostics }) => diagnostics.flatMap(({ code, fixes }) => (fixes === undefined ? [] : [code])));

/** Tried here and in test/server/code-actions.test.ts, since their sources or files are none for a case. */
const TRIED_ELSEWHERE = ['GT0110', 'GT0701'];

it.each([
  ['        nop ; \u202edone\u2066\n', '        nop ; done\n'],
  ['        .warn "\u2067careful"\n', '        .warn "careful"\n'],
])('characters that change the direction of text go: %j', (source, mended) => {
  const { diagnostics } = assemble('main', { read: () => ({ text: source }) });
  const finding = diagnostics.find(({ code }) => code === 'GT0110');
  expect(applyEdits(source, finding!.fixes![0]!.edits)).toBe(mended);
});

it.each([
  ['        st   5,[6]\n', 'Load AC and store it'],
  ['        bra  far\n        nop\n        .page\nfar:    nop\n', 'Jump far, changing Y'],
  [
    'start:  beq  far\n        nop\n        bra  start\n        nop\n        .page\nfar:    nop\n',
    'Branch to a far jump after the next jump, changing Y',
  ],
  ['        .include "video"\n', 'Write <video>'],
  ['a:\n.next   nop\n', 'Write ".next:"'],
])('a fix says what it does: %j', (text, title) => {
  const { diagnostics } = assemble('main', { read: (path) => (path === 'main' ? { text } : failure('no file')) });
  expect(diagnostics.flatMap(({ fixes = [] }) => fixes.map((fix) => fix.title))).toContain(title);
});

it('the documentation marks the codes that have a fix, and no others but those of lints', () => {
  const page = readFileSync(new URL('../docs/diagnostics.md', import.meta.url), 'utf8');
  const marked = [...page.matchAll(/^### (GT\d{4}).*\n\n\*\w+, with a quick fix\.\*/gm)].map(([, code = '']) => code);
  const isLint = (code: string): boolean => code.startsWith('GT09');
  const tried = [...TRIED, ...TRIED_ELSEWHERE].filter((code) => !isLint(code));
  expect(marked.filter((code) => !isLint(code))).toEqual([...new Set(tried)].sort());
});
