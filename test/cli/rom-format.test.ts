/** `gigatron asm --format`: the bytes of an image in the forms that EPROM programmers take. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { gigatron } from '#test/cli/run-cli.ts';
import { temporaryFolder } from '#test/files/temporary-folder.ts';

const folder = temporaryFolder();
const source = join(folder, 'main.gtasm');
writeFileSync(source, 'start: ld 5\n bra start\n nop\n');

function assemble(name: string, format: string): string {
  const { stdout, status } = gigatron('asm', source, '-o', join(folder, name), '--format', format);
  expect(status).toBe(0);
  return stdout.trim().replaceAll(join(folder, '/'), '');
}

const begin = (name: string): number[] => [...readFileSync(join(folder, name)).subarray(0, 6)];

it('has the opcode first, unless another order is wanted', () => {
  expect(assemble('main.rom', 'rom')).toBe('3 words in 1 page → main.rom');
  expect(assemble('swapped.rom', 'swapped')).toBe('3 words in 1 page → swapped.rom');
  expect(begin('main.rom')).toEqual([0x00, 5, 0xfc, 0, 0x02, 0]);
  expect(begin('swapped.rom')).toEqual([5, 0x00, 0, 0xfc, 0, 0x02]);
  expect(readFileSync(join(folder, 'swapped.rom'))).toHaveLength(131_072);
});

it('is two files for chips of 8 bits', () => {
  expect(assemble('two.rom', 'halves')).toBe('3 words in 1 page → two.lo.rom, two.hi.rom');
  expect(begin('two.lo.rom').slice(0, 3)).toEqual([0x00, 0xfc, 0x02]);
  expect(begin('two.hi.rom').slice(0, 3)).toEqual([5, 0, 0]);
  for (const name of ['two.lo.rom', 'two.hi.rom']) expect(readFileSync(join(folder, name))).toHaveLength(65_536);
  expect(existsSync(join(folder, 'two.rom'))).toBe(false);
});

it('does not overwrite another file that it reads or writes', () => {
  const listing = join(folder, 'same.lo.rom');
  const { status, stderr } = gigatron(
    'asm',
    source,
    '-o',
    join(folder, 'same.rom'),
    '--format',
    'halves',
    '--listing',
    listing,
  );
  expect(status).toBe(2);
  expect(stderr).toContain('named twice');
  expect(gigatron('asm', source, '-o', listing, '--format', 'big').status).toBe(2);
});
