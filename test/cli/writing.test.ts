/** Writing that is cut short by a full disk or a signal; cases/shell.txt has other limits. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { programPath } from '#test/programs.ts';
import { gigatron } from '#test/cli/run-cli.ts';
import { temporaryFolder } from '#test/source-folder.ts';

/** Unformatted, and too large for what is left of the disk below. */
const SOURCE = `start: nop\n${'nop ; a comment that makes the source longer\n'.repeat(200)}`;

it.skipIf(process.platform !== 'linux' || process.geteuid?.() !== 0)(
  'a full disk keeps sources and images',
  ({ skip }) => {
    const disk = temporaryFolder();
    // Some containers do not allow mounting.
    skip(spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'none', disk]).status !== 0);
    try {
      const [source, image] = [join(disk, 'main.gtasm'), join(disk, 'main.rom')];
      writeFileSync(source, SOURCE);
      writeFileSync(image, 'old');
      writeFileSync(join(disk, 'rest'), new Uint8Array(40 << 10));
      for (const words of [['fmt'], ['asm', '-o', image]]) {
        const { status, stderr } = gigatron(...words, source);
        expect([status, stderr]).toEqual([2, expect.stringContaining('the disk is full')]);
      }
      expect([readFileSync(source, 'utf8'), readFileSync(image, 'utf8')]).toEqual([SOURCE, 'old']);
      expect(readdirSync(disk).sort()).toEqual(['main.gtasm', 'main.rom', 'rest']);
    } finally {
      spawnSync('umount', [disk]);
    }
  },
);

it.skipIf(process.platform === 'win32').each(['SIGKILL', 'SIGTERM'] as const)(
  '%s leaves every file old or new',
  async (signal) => {
    const folder = temporaryFolder();
    const names = Array.from({ length: 50 }, (_, i) => join(folder, `${i}.gtasm`));
    for (const name of names) writeFileSync(name, SOURCE);
    const command = spawn(process.execPath, [programPath('cli'), 'fmt', ...names]);
    command.stdout.once('data', () => command.kill(signal));
    await once(command, 'close');
    const contents = new Set(names.map((name) => readFileSync(name, 'utf8')));
    contents.delete(SOURCE);
    expect(contents.size).toBe(1);
    expect([...contents][0]!.split('\n')).toHaveLength(SOURCE.split('\n').length);
  },
);
