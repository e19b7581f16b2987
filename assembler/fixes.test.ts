/**
 * Quick fixes: they edit lines of every kind, applying them repeatedly comes to an end, and each code that is
 * documented to have one has a case whose fix removes the finding. Lints: each is switched off in the cases that show
 * it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { failure } from '#basics';
import { applyEdits, applyFixes, assemble, DIAGNOSTIC_CODES, type Assembly, type SourceHost } from '#assembler';
import { assembleText } from '#test/assembler/assembled-text.ts';
import { ASSEMBLER_CASES, assembleCase, expects, saysFixes, textsOf, type Case } from '#test/assembler/cases.ts';
import { casesIn } from '#test/cases.ts';
import { projectText } from '#test/project.ts';

const SOURCES = join(import.meta.dirname, '../test/golden/sources');
const ALL_CODES = new Set(Object.keys(DIAGNOSTIC_CODES));

function edit(line: number, start: number, end: number, newText: string) {
  return { file: 'main', range: { start: { line, character: start }, end: { line, character: end } }, newText };
}

describe('edits', () => {
  it.each(['\n', '\r\n', '\r'])('find their lines, and new lines end like the others: %j', (lineEnd) => {
    const text = ['one', '', 'two', ''].join(lineEnd);
    const edits = [edit(2, 0, 0, 'new\n'), edit(0, 0, 1, 'O'), edit(2, 3, 3, '!')];
    expect(applyEdits(text, edits)).toBe(['One', '', 'new', 'two!', ''].join(lineEnd));
  });
});

describe('fixes of all findings', () => {
  it.each(readdirSync(SOURCES))('make no new errors in %s, and applying them comes to an end', (name) => {
    const main = join(SOURCES, name).replaceAll('\\', '/');
    const texts = new Map<string, string>();
    const host: SourceHost = {
      read(path) {
        if (!path.startsWith(SOURCES.replaceAll('\\', '/')) || path.includes('no-such'))
          return failure('there is no such file');
        return { text: texts.get(path) ?? readFileSync(path, 'utf8') };
      },
    };
    const errors = ({ diagnostics }: Assembly): number =>
      diagnostics.filter(({ severity }) => severity === 'error').length;
    let assembly = assemble(main, host);
    for (let round = 0; ; round++) {
      expect(round).toBeLessThan(6);
      const changed = applyFixes(assembly, ALL_CODES);
      if (changed.size === 0) break;
      for (const [path, text] of changed) texts.set(path, text);
      const next = assemble(main, host);
      expect(errors(next)).toBeLessThanOrEqual(errors(assembly));
      assembly = next;
    }
  });
});

/** Codes of the findings with a fix in the cases that say what the fixes make of them. */
const TRIED = casesIn(ASSEMBLER_CASES)
  .flatMap(([path, cases]) =>
    cases.filter(saysFixes).map((each) => assembleCase(textsOf(each), path.startsWith('checks/'))),
  )
  .flatMap(({ diagnostics }) => diagnostics.flatMap(({ code, fixes }) => (fixes === undefined ? [] : [code])));

/** Tried here and in test/server/code-actions.test.ts, since their sources or files do not suit a case. */
const TRIED_ELSEWHERE = ['GT0110', 'GT0701'];

it.each([
  ['        nop ; \u202edone\u2066\n', '        nop ; done\n'],
  ['        .warn "\u2067careful"\n', '        .warn "careful"\n'],
])('characters that change the direction of text go: %j', (source, mended) => {
  const { diagnostics } = assembleText(source);
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
  const { diagnostics } = assembleText(text);
  expect(diagnostics.flatMap(({ fixes = [] }) => fixes.map((fix) => fix.title))).toContain(title);
});

it('the documentation marks the codes that have a fix, and no others but those of lints', () => {
  const page = projectText('docs/diagnostics.md');
  const marked = [...page.matchAll(/^### (GT\d{4}).*\n\n\*\w+, with a quick fix\.\*/gm)].map(([, code = '']) => code);
  const isLint = (code: string): boolean => code.startsWith('GT09');
  const tried = [...TRIED, ...TRIED_ELSEWHERE].filter((code) => !isLint(code));
  expect(marked.filter((code) => !isLint(code))).toEqual([...new Set(tried)].sort());
});

/** Codes of a case's findings that are not errors, with a line put above it. */
function codesOf(each: Case, above: string): ReadonlySet<string> {
  const texts = [...textsOf(each)].map(([path, text], file): [string, string] => [
    path,
    file === 0 ? above + text : text,
  ]);
  const { diagnostics } = assembleCase(new Map(texts), true);
  return new Set(diagnostics.filter(({ severity }) => severity !== 'error').map(({ code }) => code));
}

const CASES = casesIn(ASSEMBLER_CASES)
  .flatMap(([path, cases]) => (path.startsWith('checks/') ? cases : []))
  .filter((each) => ![...textsOf(each).values()].some((text) => text.includes('.lint on')));
const LINTS = Object.keys(DIAGNOSTIC_CODES).filter((code) => code.startsWith('GT09'));

it.each(LINTS)('%s can be switched off', (code) => {
  const cases = CASES.filter((each) => expects(each, code));
  expect(cases.length).toBeGreaterThan(0);
  for (const each of cases) expect(codesOf(each, `        .lint off ${code}\n`), each.title).not.toContain(code);
});
