/** Which codes have a quick fix: each has either a case whose fix removes the finding, or a reason why there is none. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { failure } from '#basics';
import { applyEdits, assemble, DIAGNOSTIC_CODES } from '#assembler';
import { assembleCase, caseFiles, saysFixes, textsOf } from '#test/assembler/cases.ts';

/** Codes of the findings with a fix in the cases that say what the fixes make of them. */
const TRIED = caseFiles()
  .flatMap(([path, cases]) =>
    cases.filter(saysFixes).map((each) => assembleCase(textsOf(each), path.startsWith('checks/'))),
  )
  .flatMap(({ diagnostics }) => diagnostics.flatMap(({ code, fixes }) => (fixes === undefined ? [] : [code])));

/** Covered elsewhere, by tests of their own. */
const TRIED_ELSEWHERE: Readonly<Record<string, string>> = {
  GT0701: '../test/server/code-actions.test.ts',
  GT0826: 'checks/routine-header.test.ts',
  GT0827: 'checks/routine-header.test.ts',
};

const MEANING = 'Only the writer knows what was meant.';
const ROOM = 'What is to move or become smaller, only the writer knows.';
const OWN = 'It is the text of the source itself.';
const TIME = 'The paths have to be changed, or a promise has to be made that only the writer can keep.';

/** Codes without an obvious fix, and why. */
const WITHOUT: Readonly<Record<string, string>> = {
  GT0107: MEANING,
  GT0108: 'It has to be split by somebody who knows what its parts mean.',
  GT0109: MEANING,
  GT0202: 'Which of the two is to have another name, only the writer knows.',
  GT0203: MEANING,
  GT0204: 'Something has to be defined in another place.',
  GT0205: MEANING,
  GT0207: 'Another name has to be found.',
  GT0208: MEANING,
  GT0209: 'Another name has to be found.',
  GT0401: ROOM,
  GT0402: ROOM,
  GT0404: ROOM,
  GT0405: MEANING,
  GT0406: ROOM,
  GT0502: ROOM,
  GT0504: ROOM,
  GT0506: MEANING,
  GT0507: MEANING,
  GT0508: 'Index or table may be wrong; the message names the owner of the byte.',
  GT0604: MEANING,
  GT0605: MEANING,
  GT0606: OWN,
  GT0607: OWN,
  GT0608: OWN,
  GT0609: MEANING,
  GT0610: 'Another name has to be found.',
  GT0703: 'A file has to be moved.',
  GT0705: 'There is nothing yet.',
  GT0706: 'Only the assembler can be mended.',
  GT0802: 'A trampoline takes words of the page, in a place where execution does not get to.',
  GT0803: 'The label has to be nearer or farther.',
  GT0804: ROOM,
  GT0805: MEANING,
  GT0807: MEANING,
  GT0810: TIME,
  GT0811: TIME,
  GT0812: TIME,
  GT0813: TIME,
  GT0814: TIME,
  GT0815: TIME,
  GT0816: TIME,
  GT0817: TIME,
  GT0818: TIME,
  GT0819: ROOM,
  GT0820: TIME,
  GT0821: TIME,
  GT0822: TIME,
  GT0823: TIME,
  GT0824: TIME,
  GT0825: 'The value has to be kept in a cell or computed again.',
  GT0828: 'Which of the two goes, only the writer knows.',
  GT0829: 'Which of the two holds, only the writer knows.',
  GT0830: ROOM,
  GT0831: TIME,
  GT0832: 'It says what is assumed.',
  GT0833: TIME,
  GT0834: ROOM,
  GT0835: ROOM,
  GT0836: TIME,
  GT0837: TIME,
  GT0838: TIME,
  GT0839: TIME,
  GT1001: MEANING,
  GT1002: MEANING,
  GT1003: MEANING,
  GT1004: MEANING,
  GT1101: MEANING,
  GT1102: MEANING,
  GT1103: MEANING,
  GT1104: MEANING,
  GT1105: MEANING,
};

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

const isLint = (code: string): boolean => code.startsWith('GT09');
const withFix = new Set([...TRIED.filter((code) => !isLint(code)), ...Object.keys(TRIED_ELSEWHERE), 'GT0110']);

it('every code has a fix, or a reason to have none', () => {
  const codes = Object.keys(DIAGNOSTIC_CODES).filter((code) => !isLint(code));
  expect([...withFix, ...Object.keys(WITHOUT)].sort()).toEqual(codes);
});

it('the documentation marks the codes that have a fix', () => {
  const page = readFileSync(new URL('../docs/diagnostics.md', import.meta.url), 'utf8');
  const unmarked = page.matchAll(/^### (GT\d{4}).*\n\n\*\w+\.\*/gm);
  expect([...unmarked].map(([, code]) => code)).toEqual(Object.keys(WITHOUT));
});
