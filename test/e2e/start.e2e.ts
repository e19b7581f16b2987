/** `npm start` for a new user: an address that answers, or VS Code with folders of its own; Ctrl-C ends everything. */
import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { PATIENCE } from '#test/e2e/workbench.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const BUILDING = { timeout: 200_000, interval: 200 };

let started: ChildProcess | undefined;
let output = '';
afterEach(() => started?.kill('SIGINT'));

function start(args: readonly string[], env: NodeJS.ProcessEnv = process.env): ChildProcess {
  output = '';
  started = spawn(process.execPath, ['scripts/start.mjs', ...args], { cwd: ROOT, env });
  started.stdout?.on('data', (text) => (output += String(text)));
  started.stderr?.on('data', (text) => (output += String(text)));
  return started;
}

const answers = (address: string): Promise<boolean> =>
  fetch(address).then(
    ({ ok }) => ok,
    () => false,
  );

describe('npm start -- --no-open', () => {
  it('prints the address of VS Code with the engine, until Ctrl-C', async () => {
    const child = start(['--no-open']);
    await expect.poll(() => output, BUILDING).toMatch(/http:\/\/localhost:\d+\/\?folder=\S*engine-asm/);
    const [address = ''] = /http:\/\/\S+/.exec(output) ?? [];
    await expect.poll(() => answers(address), PATIENCE).toBe(true);
    child.kill('SIGINT');
    await expect.poll(() => child.exitCode ?? child.signalCode, PATIENCE).not.toBeNull();
    await expect.poll(() => answers(address), PATIENCE).toBe(false);
  });
});

describe("npm start where VS Code's command is on the path", () => {
  it('installs the extension into folders of its own and opens the engine there', async () => {
    const home = mkdtempSync(join(tmpdir(), 'gigatron-code-'));
    const calls = join(home, 'calls');
    writeFileSync(join(home, 'code'), `#!/bin/sh\nprintf '%s\\n' "$*" >> "${calls}"\n`);
    chmodSync(join(home, 'code'), 0o755);
    const child = start([], { ...process.env, PATH: `${home}:${process.env['PATH'] ?? ''}`, DISPLAY: ':0' });
    await expect.poll(() => child.exitCode, BUILDING).toBe(0);
    const [install = '', open = '', ...more] = readFileSync(calls, 'utf8').trim().split('\n');
    expect(install).toMatch(
      /--user-data-dir \S*\.cache\S* --extensions-dir \S*\.cache\S* --install-extension \S*\.vsix/,
    );
    expect(open).toMatch(/--user-data-dir \S*\.cache\S* --extensions-dir \S*\.cache\S* .*--wait .*engine-asm/);
    expect(more).toEqual([]);
    rmSync(home, { recursive: true });
  });
});
