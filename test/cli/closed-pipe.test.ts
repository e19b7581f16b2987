/** A reader that has read enough, such as `head`, is not a failure of the command. */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { programPath } from '#test/programs.ts';
import { temporaryFolder } from '#test/files/temporary-folder.ts';

it('ends normally when nobody reads its output any more', async () => {
  // Some megabytes of text; the first part is read.
  const rom = join(temporaryFolder(), 'dense.rom');
  writeFileSync(
    rom,
    Uint8Array.from({ length: 0x20000 }, (_, i) => (i * 7 + (i >> 8)) & 0xff),
  );
  const command = spawn(process.execPath, [programPath('cli'), 'disasm', rom]);
  let complaints = '';
  command.stderr.on('data', (data: Buffer) => (complaints += data.toString()));
  command.stdout.once('data', () => command.stdout.destroy());
  const status = await new Promise((resolve) => command.on('close', resolve));
  expect([status, complaints]).toEqual([0, '']);
});
