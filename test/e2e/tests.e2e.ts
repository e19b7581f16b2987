/** The Test Explorer in real VS Code: finds tests while typing, runs and debugs them, shows failures and coverage. */
import { describe, expect, it } from 'vitest';
import { Debugging } from '#test/e2e/debugging.ts';
import { untilSeen } from '#test/e2e/patience.ts';
import { PATIENCE, workbenchForTests } from '#test/e2e/workbench.ts';

const vscode = workbenchForTests({ copyOf: 'test/e2e/programs/tests' });

/** The rows of the Test Explorer, as a screen reader reads them. */
async function rows(): Promise<string[]> {
  const labels = vscode.page.locator('.test-explorer .monaco-list-row');
  return labels.evaluateAll((elements) => elements.map((element) => element.getAttribute('aria-label') ?? ''));
}

const shown = (): Promise<string> => vscode.page.locator('body').innerText();

describe('tests', () => {
  it('are run before any of them is known', async () => {
    const failure = vscode.page.getByText('AC is $87 (135), expected $07 (7)').first();
    // VS Code knows no tests until it has activated the extension, and does not wait for that.
    await untilSeen(() => vscode.runCommand('Test: Run All Tests'), failure);
    await vscode.screenshot('tests-unseen');
  });

  it('have a button beside each block, which shows what the last run has said', async () => {
    await vscode.openFile('main.gtasm');
    const buttons = vscode.page.locator('.editor-instance .glyph-margin-widgets [class*="testing-run"]');
    await expect.poll(() => buttons.count(), PATIENCE).toBeGreaterThanOrEqual(2);
    await buttons.nth(0).click();
    const passed = vscode.page.locator('.editor-instance [class*="testing"][class*="passed"]');
    await expect.poll(() => passed.count(), PATIENCE).toBeGreaterThan(0);
    await vscode.screenshot('tests-beside');
  });

  it('are all in the Test Explorer, and a failed one says expected and seen', async () => {
    await vscode.runCommand('Testing: Focus on Test Explorer View');
    await vscode.page.locator('.test-explorer .monaco-list-row', { hasText: 'main.gtasm' }).click();
    await vscode.page.keyboard.press('ArrowRight');
    await expect.poll(async () => (await rows()).length, PATIENCE).toBe(3);
    await vscode.runCommand('Test: Run All Tests');
    await expect.poll(async () => (await rows()).join('\n'), PATIENCE).toMatch(/adds two bytes.*Failed/i);
    await expect.poll(shown, PATIENCE).toContain('AC is $87 (135), expected $07 (7)');
    await vscode.screenshot('tests-explorer');
  });

  it('are found while one types', async () => {
    await vscode.writeLine('main.gtasm', 28, '        .expect ac = $87');
    await vscode.writeLine('main.gtasm', 24, '.test "adds and sets a bit"');
    await expect.poll(async () => (await rows()).join('\n'), PATIENCE).toContain('adds and sets a bit');
    await vscode.runCommand('Test: Run All Tests');
    await expect.poll(async () => (await rows()).join('\n'), PATIENCE).toMatch(/adds and sets a bit.*Passed/i);
  });

  it('show in the gutter what they have executed', async () => {
    await vscode.runCommand('Test: Run All Tests with Coverage');
    const covered = vscode.page.locator('.editor-instance [class*="coverage-deco-gutter"]');
    await expect.poll(() => covered.count(), PATIENCE).toBeGreaterThan(3);
    await vscode.screenshot('tests-coverage');
  });
});

describe('debugging a test', () => {
  it('stops where it fails, with expected and seen', async () => {
    const debug = new Debugging(vscode);
    await vscode.writeLine('main.gtasm', 28, '        .expect ac = 7');
    await vscode.goTo(26);
    await vscode.runCommand('Test: Debug Test at Cursor');
    await expect.poll(() => debug.isStopped(), PATIENCE).toBe(true);
    await expect
      .poll(() => vscode.page.locator('body').innerText(), PATIENCE)
      .toContain('AC is $87 (135), expected $07 (7)');
    await vscode.screenshot('tests-debug');
    await debug.stop();
  });
});
