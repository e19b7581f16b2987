/** A source in Python in real VS Code: F5 builds it, its lines are debugged both ways, and Restart builds again. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Debugging } from '#test/e2e/debugging.ts';
import { PATIENCE, workbenchForTests } from '#test/e2e/workbench.ts';

const hasPython = spawnSync('python3', ['--version']).status === 0;
const ASM = readFileSync(join(import.meta.dirname, '../data/python-build/asm.py'), 'utf8');
const SOURCE = `from sys import argv
from asm import *

count = zpByte()
define('STEP', 3)

def increase(cell, step):
    ld([cell])
    adda(step)
    st([cell])

label('start')
increase(count, symbol('STEP'))
bra(lo('start'))
nop()
end()
writeRomFiles(argv[0])
`;
const lineOf = (text: string): number => SOURCE.split('\n').indexOf(text) + 1;
const STORE = lineOf('    st([cell])');

describe.skipIf(!hasPython)('F5 in a source in Python', () => {
  const vscode = workbenchForTests({ files: { 'count.asm.py': SOURCE, 'asm.py': ASM } });
  const debug = new Debugging(vscode);
  const stopsAt = (line: number): Promise<void> =>
    expect.poll(() => debug.place(), PATIENCE).toBe(`count.asm.py:${line}`);

  it('builds it, stops at a breakpoint in a function, and shows who called that', async () => {
    await vscode.openFile('count.asm.py');
    await debug.setBreakpoint(STORE);
    await debug.start();
    await stopsAt(STORE);
    const caller = `count.asm.py ${lineOf("increase(count, symbol('STEP'))")}`;
    await expect.poll(async () => (await debug.callStack()).at(1), PATIENCE).toContain(caller);
    await vscode.screenshot('python-stopped');
  });

  it('knows names, and goes back', async () => {
    expect(await debug.evaluate('count')).toBe('$00 (0)');
    await debug.press('Continue');
    await expect.poll(() => debug.evaluate('count'), PATIENCE).toBe('$03 (3)');
    await debug.press('Step Back');
    await stopsAt(STORE - 1);
    await debug.press('Reverse');
    await stopsAt(STORE);
    expect(await debug.evaluate('count')).toBe('$00 (0)');
  });

  it('builds again at a restart', async () => {
    await vscode.openFile('count.asm.py');
    await vscode.goTo(lineOf("define('STEP', 3)"));
    await vscode.replaceLine("define('STEP', 9)");
    await vscode.page.keyboard.press('Control+s');
    await debug.press('Continue');
    await expect.poll(() => debug.evaluate('count'), PATIENCE).toBe('$03 (3)');
    await debug.press('Restart');
    await expect.poll(() => debug.evaluate('count'), PATIENCE).toBe('$00 (0)');
    await debug.press('Continue');
    await expect.poll(() => debug.evaluate('count'), PATIENCE).toBe('$09 (9)');
  });

  it('says why a build has failed', async () => {
    await debug.stop();
    await vscode.openFile('count.asm.py');
    await vscode.goTo(lineOf('nop()'));
    await vscode.replaceLine('nup()');
    await vscode.page.keyboard.press('Control+s');
    await vscode.page.keyboard.press('F5');
    await expect.poll(() => vscode.dialog(), PATIENCE).toContain("NameError: name 'nup' is not defined");
    await vscode.screenshot('python-failed');
    await vscode.page.keyboard.press('Escape');
  });
});
