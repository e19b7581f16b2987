/**
 * Which codes have a quick fix: each has either a row whose finding its fix removes, or a reason why there is no fix.
 *
 * The lints and findings on places have their rows in checks/finding-fixes.test.ts.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { failure } from '#basics';
import { applyEdits, assemble, DIAGNOSTIC_CODES, type Assembly, type DiagnosticCode } from '#assembler';

const STOP = 'stop:   bra  stop\n        nop\n';

/** A source with the finding, and what the first fix makes of it. */
const FIXED: readonly (readonly [DiagnosticCode, string, string])[] = [
  ['GT0101', '        ld   5 – 1\n', '        ld   5 - 1\n'],
  ['GT0101', '        .warn “careful” ; “yes”\n', '        .warn "careful" ; "yes"\n'],
  ['GT0101', '        nop /* no */\n', '        nop ; no\n'],
  ['GT0102', '        ld   12h\n', '        ld   $12\n'],
  ['GT0103', '        .warn "careful  \n', '        .warn "careful"  \n'],
  ['GT0103', "        ld   'a\n", "        ld   'a'\n"],
  ['GT0103', "        .word 'ab'\n", '        .word "ab"\n'],
  ['GT0104', '        ld   (1 + 2 ; three\n', '        ld   (1 + 2) ; three\n'],
  ['GT0104', '        ld   [$20,x\n', '        ld   [$20,x]\n'],
  ['GT0104', '        ld   lo($1234\n', '        ld   lo($1234)\n'],
  ['GT0104', '        ld   (1 + 2]\n', '        ld   (1 + 2)\n'],
  ['GT0104', '        ld   [(1 + 2]\n', '        ld   [(1 + 2)]\n'],
  ['GT0104', '        .incbin data/a.bin"\n', '        .incbin "data/a.bin"\n'],
  ['GT0104', '.macro m(a, b)\n        ld   a\n.endmacro\n', '.macro m a, b\n        ld   a\n.endmacro\n'],
  ['GT0104', '        .incbin data/a.bin, 2\n', '        .incbin "data/a.bin", 2\n'],
  ['GT0105', '        .if 1 = 2\n        .endif\n', '        .if 1 == 2\n        .endif\n'],
  ['GT0105', '        ld   5 five cycles\n', '        ld   5 ; five cycles\n'],
  [
    'GT0106',
    '        .rept 2\n        nop\n        .endrepeat\n',
    '        .repeat 2\n        nop\n        .endrepeat\n',
  ],
  ['GT0110', '        nop ; \u202edone\u2066\n', '        nop ; done\n'],
  ['GT0110', '        .warn "\u2067careful"\n', '        .warn "careful"\n'],
  ['GT0201', `        bra  stpo\n        nop\n${STOP}`, `        bra  stop\n        nop\n${STOP}`],
  ['GT0206', '        ld   high($1234)\n', '        ld   hi($1234)\n'],
  ['GT0210', '        ld   "a"\n', "        ld   'a'\n"],
  ['GT0301', '        add  1\n        orra 1\n', '        add  1\n        ora 1\n'],
  ['GT0302', '        st   $30\n', '        st   [$30]\n'],
  ['GT0302', '        adda [$30],ac\n', '        adda [$30]\n'],
  ['GT0302', '        ld   x,5\n', '        ld   5,x\n'],
  ['GT0303', 'n = 300\n        ld   n\n', 'n = 300\n        ld   lo(n)\n'],
  ['GT0305', '        st   5,[6]\n', '        ld   5\n        st   [6]\n'],
  ['GT0306', '        ld.5 5\n', '        ld 5\n'],
  ['GT0503', '.row a, 0..9 at $8000\n', '.row a, 0..9 at $0100\n'],
  ['GT0505', '.row a, 9..2\n', '.row a, 2..9\n'],
  ['GT0505', '.kind $18..$14, queen\n', '.kind $14..$18, queen\n'],
  [
    'GT0601',
    '.macro m\n        nop\n\n; Stops.\nstop:   nop\n',
    '.macro m\n        nop\n.endmacro\n\n; Stops.\nstop:   nop\n',
  ],
  ['GT0601', '        .if 1\n        nop', '        .if 1\n        nop\n        .endif'],
  ['GT0602', '        nop\n        .endif\n', '        nop\n'],
  ['GT0602', '        nop\n        .else ; not\n', '        nop\n         ; not\n'],
  [
    'GT0603',
    '.macro m cell\n        ld   cell\n.endmacro\n        m cel=1\n',
    '.macro m cell\n        ld   cell\n.endmacro\n        m cell=1\n',
  ],
  ['GT0702', '        nop\n        .include "main"\n', '        nop\n'],
  ['GT0801', '        .charge 3\n', '.zp account\n.timing account=account\n        .charge 3\n'],
  ['GT0801', '.zp account\n        .charge 3\n', '.zp account\n.timing account=account\n        .charge 3\n'],
  ['GT0801', '        .charge 3\n.zp account', '        .charge 3\n.zp account\n.timing account=account'],
  ['GT0806', `        .targets stop\n        nop\n${STOP}`, `        nop\n${STOP}`],
];

/** Covered elsewhere: by tests of their own, or by checks/finding-fixes.test.ts. */
const TRIED_ELSEWHERE: Readonly<Record<string, string>> = {
  GT0304: 'checks/finding-fixes.test.ts',
  GT0403: 'checks/finding-fixes.test.ts',
  GT0501: 'checks/finding-fixes.test.ts',
  GT0509: 'checks/finding-fixes.test.ts',
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
};

function assembleText(text: string): Assembly {
  return assemble('main', { read: (path) => (path === 'main' ? { text } : failure('no file')) });
}

describe.each(FIXED)('%s', (code, source, mended) => {
  it(`is mended by its fix: ${JSON.stringify(source)}`, () => {
    const finding = assembleText(source).diagnostics.find((each) => each.code === code);
    expect(finding?.fixes?.[0], JSON.stringify(assembleText(source).diagnostics)).toBeDefined();
    const text = applyEdits(source, finding!.fixes![0]!.edits);
    expect(text).toBe(mended);
    expect(assembleText(text).diagnostics.map((each) => each.code)).not.toContain(code);
  });
});

const isLint = (code: string): boolean => code.startsWith('GT09');
const withFix = new Set([...FIXED.map(([code]) => code), ...Object.keys(TRIED_ELSEWHERE)]);

it('every code has a fix, or a reason to have none', () => {
  const codes = Object.keys(DIAGNOSTIC_CODES).filter((code) => !isLint(code));
  expect([...withFix, ...Object.keys(WITHOUT)].sort()).toEqual(codes);
});

it('the documentation marks the codes that have a fix', () => {
  const page = readFileSync(new URL('../docs/diagnostics.md', import.meta.url), 'utf8');
  const unmarked = page.matchAll(/^### (GT\d{4}).*\n\n\*\w+\.\*/gm);
  expect([...unmarked].map(([, code]) => code)).toEqual(Object.keys(WITHOUT));
});
