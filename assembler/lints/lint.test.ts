/** Each lint on a program that deserves it, and on a similar one that does not. */
import { describe, expect, it } from 'vitest';
import { timedProgram } from '#test/assembler/timed-program.ts';
import { lintProgram, type LintName } from './index.ts';

function names(source: string): readonly LintName[] {
  return lintProgram(timedProgram(source)).map((finding) => finding.name);
}

/** Ends a program so that no part of it is unreachable. */
const STOP = 'stop: bra stop\n nop';

describe.each<[LintName, string, string]>([
  ['label-in-slot', `bra stop\n slot: nop\n ${STOP}`, `bra stop\n nop\n ${STOP}`],
  ['label-in-slot', `bra stop\n slot: nop\n ${STOP}`, `bra stop\n .intended\n slot: nop\n ${STOP}`],
  [
    'label-in-slot',
    `ld [$30]\n .targets one\n beq ac\n bra got\n got: nop\n one: ld 1\n ${STOP}`,
    `ld [$30]\n .targets one\n bra ac\n bra got\n got: nop\n one: ld 1\n ${STOP}`,
  ],
  [
    'label-in-slot',
    `ld [$30]\n beq exit\n nop\n bra stop\n exit: nop\n .exact 0, exit, 3\n ${STOP}`,
    `ld [$30]\n bra stop\n exit: nop\n .exact 0, exit, 2\n ${STOP}`,
  ],
  ['marginal-branch', `st [$30]\n beq [$30]\n nop\n ${STOP}`, `st [$30]\n bra [$30]\n nop\n ${STOP}`],
  [
    'branch-at-page-end',
    `ld 1,y\n jmp y,$fe\n nop\n .org $01fe\n nop\n bra stop\n nop\n .org $0210\n ${STOP}`,
    `ld 1,y\n jmp y,$fd\n nop\n .org $01fd\n nop\n bra stop\n nop\n .org $0110\n ${STOP}`,
  ],
  [
    'page-fall-through',
    `ld 1,y\n jmp y,$fe\n nop\n .org $01fe\n nop\n nop\n ${STOP}`,
    `ld 1,y\n jmp y,$fd\n nop\n .org $01fd\n nop\n bra stop\n nop\n .org $0110\n ${STOP}`,
  ],
  ['ctrl-next', `ctrl $7c\n nop\n ${STOP}`, `ctrl $7c\n ctrl $7f\n ld [$7f]\n ${STOP}`],
  [
    'branch-in-slot',
    `ld [$30]\n bra ac\n bra stop\n ${STOP}`,
    `ld [$30]\n .targets one, two\n bra ac\n bra stop\n one: ld 1\n two: ld 2\n ${STOP}`,
  ],
  ['branch-in-slot', `bra stop\n bra stop\n ${STOP}`, `bra stop\n .intended\n bra stop\n ${STOP}`],
  [
    'x-wraps',
    `ld $fe,x\n st [y,x++]\n st [y,x++]\n st [y,x++]\n ${STOP}`,
    `ld $fe,x\n st [y,x++]\n st [y,x++]\n ld 0,x\n st [y,x++]\n ${STOP}`,
  ],
  ['out-sync', `ld $3f,out\n ${STOP}`, `ld $80,out\n ld $c0,out\n ld $00,out\n ld $ff,out\n ${STOP}`],
  ['out-sync', `anda $3f,out\n ${STOP}`, `ora $3f,out\n anda $ff,out\n anda $80,out\n ${STOP}`],
  ['never-written', `ld [$30]\n ${STOP}`, `st [$30]\n ld [$30]\n ${STOP}`],
  ['never-written', `ld [$30]\n ${STOP}`, `.external $30\n ld [$30]\n ${STOP}`],
  ['never-written', `ld 1,y\n st [y,x]\n ld [$30]\n ${STOP}`, `ld 0,y\n st [y,x]\n ld [$30]\n ${STOP}`],
  ['unreachable', `${STOP}\n ld 1`, `${STOP}\n .data $0001`],
  [
    'unreachable',
    `ld [$30]\n .targets one\n bra ac\n bra stop\n ld 2\n one: ld 1\n ${STOP}`,
    `ld [$30]\n .targets one\n bra ac\n bra stop\n nop\n one: ld 1\n ${STOP}`,
  ],
  ['does-nothing', `ora ac\n ${STOP}`, `adda 0\n nop\n ${STOP}`],
  ['branch-to-next', `beq next\n st [$30]\n next: nop\n ${STOP}`, `beq next\n st [$30]\n nop\n next: nop\n ${STOP}`],
])('%s', (name, bad, good) => {
  it('is reported', () => expect(names(bad)).toContain(name));
  it('is not reported where all is well', () => expect(names(good)).not.toContain(name));
});

it('reports no unreachable words if a jump is unknown', () => {
  expect(names('ld [$30]\n bra ac\n nop\n ld 1')).not.toContain('unreachable');
});

it('offers the edit that corrects a colour without sync bits', () => {
  const [finding] = lintProgram(timedProgram(`ld $3f,out\n ${STOP}`));
  expect(finding?.fix?.edits).toEqual([{ kind: 'replace', address: 0, text: 'ld $ff,out' }]);
});

it('counts unreachable words that are together as one', () => {
  const findings = lintProgram(timedProgram(`${STOP}\n ld 1\n ld 2\n .org $40\n ld 3`));
  expect(findings.map(({ address, words }) => [address, words])).toEqual([
    [2, 2],
    [0x40, 1],
  ]);
});
