/** A program that interprets the vCPU in real VS Code: its registers beside the others, and steps of its instructions. */
import { expect, it } from 'vitest';
import { Debugging } from '#test/e2e/debugging.ts';
import { PATIENCE, workbenchForTests } from '#test/e2e/workbench.ts';
import { VCPU_ROM } from '#test/emulator/vcpu-rom.ts';

const vscode = workbenchForTests({ files: { 'main.gtasm': VCPU_ROM } });
const debug = new Debugging(vscode);

it('shows the registers of the vCPU, and steps from one of its instructions to the next', async () => {
  const line = VCPU_ROM.split('\n').findIndex((each) => each.startsWith('ldwi:')) + 1;
  await vscode.page.setViewportSize({ width: 1500, height: 1400 });
  await vscode.openFile('main.gtasm');
  await debug.setBreakpoint(line);
  await debug.start();
  await expect.poll(() => debug.isStopped(), PATIENCE).toBe(true);
  await debug.expand('vCPU');
  const value = async (name: string): Promise<string | undefined> => (await debug.variables())[name];
  await expect.poll(() => value('vPC'), PATIENCE).toBe('$0204 (516)');
  expect(await value('instruction')).toContain('LDWI  $1234');
  await vscode.page.keyboard.press('Alt+F11');
  await expect.poll(() => value('vAC'), PATIENCE).toBe('$1234 (4660)');
  expect(await value('vPC')).toBe('$0207 (519)');
  expect(await value('instruction')).toContain('STW   $32');
  await vscode.screenshot('vcpu');
  await vscode.runCommand('Gigatron: Step Over vCPU Instruction');
  await expect.poll(() => value('vPC'), PATIENCE).toBe('$0209 (521)');
});
