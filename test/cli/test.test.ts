/** `gigatron test --watch`; cases/tests.txt has what the command prints and writes. */
import { spawn } from 'node:child_process';
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'vitest';
import { ROOT } from '#test/cli/run-cli.ts';
import { temporaryFolder } from '#test/files/temporary-folder.ts';
import { programPath } from '#test/programs.ts';

const folder = temporaryFolder();
it('runs again when an included source changes', async () => {
  const [main, part] = [join(folder, 'watched.gtasm'), join(folder, 'part.gtasm')];
  writeFileSync(main, 'start:  bra  start\n        nop\n        .include "part.gtasm"\n');
  writeFileSync(part, '.test "a"\n.expect ac = 1\n.endtest\n');
  const process = spawn(globalThis.process.execPath, [programPath('cli'), 'test', main, '--watch'], { cwd: ROOT });
  let text = '';
  const until = (wanted: string): Promise<void> =>
    new Promise((resolve) => {
      const look = (chunk = ''): void => {
        text += chunk;
        if (!text.includes(wanted)) return;
        process.stdout.removeListener('data', look);
        resolve();
      };
      process.stdout.setEncoding('utf8').on('data', look);
      look();
    });
  await until('0 passed, 1 failed');
  appendFileSync(part, '.test "b"\n.expect ac = 0\n.endtest\n');
  await until('1 passed, 1 failed');
  process.kill();
});
