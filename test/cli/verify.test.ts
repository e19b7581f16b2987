/** `gigatron verify`: one line, the way to what is refused, and the status. */
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { gigatron } from '#test/cli/run-cli.ts';
import { certified } from '#test/verifier/certificate-of.ts';

const folder = mkdtempSync(join(tmpdir(), 'verify-'));
const place = (name: string): string => join(folder, name);
const body = (words: string): string => `start: .check =9\n${words}\nld [$40],x\nst [x]\nbra start\nnop`;

function write(name: string, words: string): void {
  const { rom, certificate } = certified(body(words));
  const bytes = Uint8Array.from(
    { length: 2 * rom.length },
    (_, index) => rom[index >> 1]! >> (index % 2 === 0 ? 8 : 0),
  );
  writeFileSync(place(`${name}.rom`), bytes);
  writeFileSync(place(`${name}.json`), JSON.stringify(certificate));
}

beforeAll(() => {
  write('right', '');
  write('wrong', 'nop');
  writeFileSync(place('text.json'), 'no JSON');
});

it('accepts what is proven, and lists what is believed', () => {
  const { status, stdout } = gigatron('verify', place('right.rom'), place('right.json'));
  expect([status, stdout]).toEqual([0, 'accepted: 1 check in 7 states, believing 3 kinds of declarations\n']);
  const listed = gigatron('verify', place('right.rom'), place('right.json'), '--trust');
  expect(listed.stdout.split('\n').slice(1)).toEqual(['  first account $0100', '  store $0106', '  handler $0000', '']);
});

it('refuses what is not, with the words that lead there', () => {
  const { status, stdout } = gigatron('verify', place('wrong.rom'), place('wrong.json'));
  expect(status).toBe(1);
  expect(stdout.split('\n')[0]).toBe('refused: $0100: the balance is -1 and not 0');
  expect(stdout).toMatch(/\n {2}\$0105 {2}nop\n {2}\$0106 {2}ld +\[\$40\],x\n/);
});

it.each([
  ['right.rom', 'wrong.json', 1, 'refused: the certificate is for another ROM image'],
  ['right.rom', 'text.json', 1, 'refused: this is not a certificate'],
  ['right.rom', 'right.rom', 2, ''],
  ['right.rom', 'none.json', 2, ''],
  ['none.rom', 'right.json', 2, ''],
])('says what is wrong with %s and %s', (rom, certificate, status, said) => {
  const result = gigatron('verify', place(rom), place(certificate));
  expect([result.status, result.stdout.trimEnd()]).toEqual([status, said]);
  if (status === 2) expect(result.stderr).toMatch(/^gigatron: cannot read .*\n$/);
});

describe('what gigatron asm certifies', () => {
  const main = join(import.meta.dirname, '..', '..', 'templates', 'game', 'main.gtasm');

  it('is accepted', () => {
    const made = gigatron('asm', main, '-o', place('game.rom'), '--certify', place('game.json'));
    expect([made.status, made.stderr]).toEqual([0, '']);
    const { status, stdout } = gigatron('verify', place('game.rom'), place('game.json'));
    expect([status, stdout]).toEqual([
      0,
      'accepted: 14 checks in 323 states, the handler in 556 lines, believing 3 kinds of declarations\n',
    ]);
    const checked = gigatron('check', main, '--certify');
    expect(checked.status).toBe(0);
    expect(checked.stdout).toMatch(/main\.gtasm: certified: 14 checks in 323 states/);
  });

  it('leaves out a check that is wrong', () => {
    const wrong = readFileSync(main, 'utf8').replace('.wait 3', '.wait 4');
    writeFileSync(place('wrong.gtasm'), wrong);
    const { status, stdout } = gigatron('check', place('wrong.gtasm'), '--certify');
    expect(status).toBe(1);
    expect(stdout).toMatch(/wrong\.gtasm: certified: 12 checks/);
    const made = gigatron('asm', place('wrong.gtasm'), '--certify', place('none.cert'));
    expect([made.status, existsSync(place('none.cert'))]).toEqual([1, false]);
  });
});

describe('a verdict that the verifier does not accept', () => {
  // A return address in a frame, loaded some words before the jump: a certificate does not list it.
  const source = place('frame.gtasm');
  writeFileSync(
    source,
    `
        .zp account
        .timing account=account
        .org 0
        ld   100
        st   [account]
        ld   3,y
        ld   <back
        st   [y,$50]
work:   .check next
        ld   3,y
        ld   [y,$50]
        nop
        bra  ac
        nop
back:
next:   .check end
        bra  work
        nop
end:    .trampoline
        .wait 10
        ld   127
        st   [account]
        bra  end
        nop
`,
  );

  it('is exact for the proof alone', () => {
    expect(gigatron('check', '--timing', source).stdout).toMatch(/2 exact, 0 wrong, 0 unproven/);
  });

  it('is shown as unproven, and so is what comes after it', () => {
    const { status, stdout } = gigatron('check', '--timing', '--certify', source);
    expect(stdout).toMatch(
      /check 10: unproven – the verifier does not accept it: .*it is not known where this jump goes/,
    );
    expect(stdout).toMatch(/check 7: unproven – the verifier does not accept it: .*no path is followed to this check/);
    expect(stdout).toMatch(/0 exact, 0 wrong, 2 unproven/);
    expect(stdout).toMatch(/the check at \$\w+ is unproven, since the verifier does not accept it/);
    expect(status).toBe(1);
  });

  it('has no certificate', () => {
    const { status, stderr } = gigatron('asm', source, '--certify', place('frame.cert'));
    expect([status, existsSync(place('frame.cert'))]).toEqual([1, false]);
    expect(stderr).toMatch(/the timing is not certified: .*it is not known where this jump goes/);
  });
});

it('says how many timed blocks are left to the proof', () => {
  const source = place('exits.gtasm');
  writeFileSync(source, 'start: ld [$30]\nbeq start\nnop\nend: bra start\nnop\n.exact start, end, 3\n');
  const { stdout } = gigatron('check', '--certify', source);
  expect(stdout).toContain('; 1 timed block not certified\n');
});
