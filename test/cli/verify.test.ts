/** `gigatron verify`: verdict, path to a refusal, and status; cases/certificates.txt has what can be certified. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { romBytes } from '#isa';
import { gigatron } from '#test/cli/run-cli.ts';
import { temporaryFolder } from '#test/source-folder.ts';
import { certified } from '#test/verifier/certificate-of.ts';
import { projectText } from '#test/project.ts';

const folder = temporaryFolder();
const place = (name: string): string => join(folder, name);
const body = (words: string): string => `start: .check =9\n${words}\nld [$40],x\nst [x]\nbra start\nnop`;

function write(name: string, words: string): void {
  const { rom, certificate } = certified(body(words));
  writeFileSync(place(`${name}.rom`), romBytes(rom));
  writeFileSync(place(`${name}.json`), JSON.stringify(certificate));
}

beforeAll(() => {
  write('right', '');
  write('wrong', 'nop');
  writeFileSync(place('text.json'), 'no JSON');
});

it('accepts what is proven, and lists what it trusts', () => {
  const { status, stdout } = gigatron('verify', place('right.rom'), place('right.json'));
  expect([status, stdout]).toEqual([
    0,
    'accepted: 1 check in 8 states, not the handler, with 3 kinds of declarations taken on trust\n',
  ]);
  const listed = gigatron('verify', place('right.rom'), place('right.json'), '--trust');
  expect(listed.stdout.split('\n').slice(1)).toEqual(['  first account $0100', '  store $0106', '  handler $01f0', '']);
});

it('refuses what is not, with the instructions that lead there', () => {
  const { status, stdout } = gigatron('verify', place('wrong.rom'), place('wrong.json'));
  expect(status).toBe(1);
  expect(stdout.split('\n')[0]).toBe('refused: $0100: the balance is -1 and not 0');
  expect(stdout).toMatch(/\n {2}\$0105 {2}nop\n {2}\$0106 {2}ld +\[\$40\],x\n/);
});

it.each([
  ['right.rom', 'wrong.json', 1, 'refused: the certificate is for another ROM image'],
  ['right.rom', 'text.json', 1, 'refused: the certificate is not JSON; it may have been cut off'],
  ['right.rom', 'right.rom', 2, ''],
  ['right.rom', 'none.json', 2, ''],
  ['none.rom', 'right.json', 2, ''],
])('says what is wrong with %s and %s', (rom, certificate, status, said) => {
  const result = gigatron('verify', place(rom), place(certificate));
  expect([result.status, result.stdout.trimEnd()]).toEqual([status, said]);
  if (status === 2) expect(result.stderr).toMatch(/^gigatron: cannot read .*\n$/);
});

it('a certificate leaves out a wrong check', () => {
  const wrong = projectText('templates/game/main.gtasm').replace('.wait 3', '.wait 4');
  writeFileSync(place('wrong.gtasm'), wrong);
  const { status, stdout } = gigatron('check', place('wrong.gtasm'), '--certify');
  expect(status).toBe(1);
  expect(stdout).toMatch(/wrong\.gtasm: certified: 12 checks/);
  const made = gigatron('asm', place('wrong.gtasm'), '--certify', place('none.cert'));
  expect([made.status, existsSync(place('none.cert'))]).toEqual([1, false]);
});
