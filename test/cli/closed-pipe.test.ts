/** A reader that has read enough, such as `head`, is no failure of the command. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { programPath } from '../support/programs.ts';
import { gigatron, temporaryFolder } from './run-cli.ts';

it('ends in order when its output is read no further', async () => {
  const rom = join(temporaryFolder(), 'hello.rom');
  expect(gigatron('asm', 'samples/hello/main.gtasm', '-o', rom).status).toBe(0);
  // Thousands of lines, of which the first few are read.
  const command = spawn(process.execPath, [programPath('cli'), 'disasm', rom]);
  let complaints = '';
  command.stderr.on('data', (data: Buffer) => (complaints += data.toString()));
  command.stdout.once('data', () => command.stdout.destroy());
  const status = await new Promise((resolve) => command.on('close', resolve));
  expect([status, complaints]).toEqual([0, '']);
});
