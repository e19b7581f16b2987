/** Commands as processes, and while they watch; cases/ has the rest. */
import { appendFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { expect, it } from 'vitest';
import { gigatron, gigatronProcess } from '#test/cli/run-cli.ts';
import { SourceFolder } from '#test/source-folder.ts';
import { programPath } from '#test/programs.ts';
import { projectText, PROJECT } from '#test/project.ts';

it('gigatron --help and --version are printed by a process as well', () => {
  expect(gigatronProcess('asm', '--help')).toEqual(gigatron('asm', '--help'));
  const { version } = JSON.parse(projectText('package.json')) as { version: string };
  expect(gigatronProcess('--version').stdout.trim()).toBe(version);
});

it('gigatron test --watch runs again when an included source changes', async () => {
  const folder = new SourceFolder({
    'watched.gtasm': 'start:  bra  start\n        nop\n        .include "part.gtasm"\n',
    'part.gtasm': '.test "a"\n.expect ac = 1\n.endtest\n',
  });
  const words = ['test', folder.place('watched.gtasm'), '--watch'];
  const process = spawn(globalThis.process.execPath, [programPath('cli'), ...words], { cwd: PROJECT });
  let text = '';
  process.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  await expect.poll(() => text, { timeout: 60_000 }).toContain('0 passed, 1 failed');
  appendFileSync(folder.place('part.gtasm'), '.test "b"\n.expect ac = 0\n.endtest\n');
  await expect.poll(() => text, { timeout: 60_000 }).toContain('1 passed, 1 failed');
  process.kill();
});
