/** `gigatron disasm` as a process: names from files, and programs for the vCPU. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { gigatron } from '#test/cli/run-cli.ts';
import { temporaryFolder } from '#test/files/temporary-folder.ts';

const folder = temporaryFolder();

function write(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

/** A `.gt1` file. */
function gt1(start: number, ...segments: readonly (readonly [number, readonly number[]])[]): Uint8Array {
  const bytes = segments.flatMap(([address, data]) => [address >> 8, address & 0xff, data.length & 0xff, ...data]);
  return Uint8Array.from([...bytes, 0, start >> 8, start & 0xff]);
}

it('takes names from several files', () => {
  const rom = write(
    'names.rom',
    Uint8Array.of(0x14, 0x01, 0xe0, 0x00, 0xc2, 0x30, ...new Uint8Array(0x1fa), 0xfc, 0x00),
  );
  const listing = write('names.lst', 'start:        0000 1401  ld   $01,y\nfar:          0100 fc00  bra  far\n');
  const json = write('interface.json', '{"userCell": "0x0030"}');
  const { status, stdout } = gigatron('disasm', rom, '--symbols', listing, '--symbols', json);
  expect(status).toBe(0);
  expect(stdout).toMatch(/^start:\n +ld +>far,y +; \$0000\n +jmp +y,far +; \$0001\n +st +\[userCell\] +; \$0002$/m);
});

it('refuses a file without names', () => {
  const rom = write('short.rom', new Uint8Array(2));
  const nothing = write('nothing.sym', 'nothing');
  expect(gigatron('disasm', rom, '--symbols', nothing)).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('there are no names of addresses in it') as string,
  });
});

it('lists a program for the vCPU: code where execution gets to, text and bytes elsewhere', () => {
  const first = [
    ...[0x11, 0x00, 0x03, 0x2b, 0x40], // LDWI $0300; STW $40
    ...[0xcd, 0x0b], // DEF over the text
    ...[0x48, 0x65, 0x6c, 0x6c, 0x6f, 0x00], // "Hello"
    ...[0xcf, 0x40], // CALL $40
    ...[0x35, 0x72, 0x0b], // BNE to the call
    ...[0xb4, 0x80], // HALT
  ];
  const file = write('hello.gt1', gt1(0x0200, [0x0200, first], [0x0300, [0x59, 0x01, 0xff, 0xaa]]));
  const { status, stdout } = gigatron('disasm', file, '--symbols', write('own.sym', 'count = $40\n'));
  expect(status).toBe(0);
  expect(stdout.replaceAll(/ +/g, ' ').trimEnd().split('\n')).toEqual([
    '; A program for the vCPU, started at $0200.',
    '',
    '; ---- $0200 to $0213: 20 bytes',
    'L0200:',
    ' $0200 11 00 03 LDWI $0300',
    ' $0203 2b 40 STW count',
    ' $0205 cd 0b DEF L020d',
    ' $0207 48 65 6c 6c 6f 00 ; Hello.',
    'L020d:',
    ' $020d cf 40 CALL count',
    ' $020f 35 72 0b BNE L020d',
    ' $0212 b4 80 HALT',
    '',
    '; ---- $0300 to $0303: 4 bytes',
    'L0300:',
    ' $0300 59 01 LDI $01',
    ' $0302 ff RET',
    ' $0303 aa',
  ]);
});

it('refuses what is not a .gt1 file', () => {
  const { status, stderr } = gigatron('disasm', write('wrong.gt1', Uint8Array.of(2, 0, 5, 1)));
  expect(status).toBe(2);
  expect(stderr).toContain('ends inside segment 1');
});
