/**
 * Samples with F5 in real VS Code: a complete picture; and the page of the extension. What each of them draws, and that
 * it does so without a fault, is in test/golden/samples.test.ts.
 */
import { describe, expect, it } from 'vitest';
import { Debugging } from '#test/e2e/debugging.ts';
import { coloursOf, PATIENCE, workbenchForTests } from '#test/e2e/workbench.ts';
import { PACKED_WIDTH } from '#test/pictures/packed.ts';

/** A picture that the video handler of the library draws, and one whose lines the sample draws itself. */
const SAMPLES = ['game-pad', 'bars'];
/** Frames after which each has drawn something. */
const DRAWN = 90;

const vscode = workbenchForTests({ copyOf: 'samples' });
const debug = new Debugging(vscode);

/** Opens the main file of a sample; all have the same name. */
async function openMain(name: string): Promise<void> {
  const { page, quickInput } = vscode;
  await quickInput.type(`${name}/main.gtasm`);
  await page.locator('.quick-input-list .monaco-list-row.focused', { hasText: name }).waitFor();
  await page.keyboard.press('Enter');
  await page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
  await page.locator('.monaco-breadcrumbs', { hasText: name }).first().waitFor();
  await page.locator('.editor-instance .view-line').first().waitFor();
}

describe('F5 in a sample', () => {
  it.each(SAMPLES)('shows the picture of %s, without a fault', async (name) => {
    await openMain(name);
    await debug.start();
    await vscode.openContainer('Gigatron');
    await vscode.unfoldOnly('Screen');
    const canvas = await vscode.picture(DRAWN);
    expect((await coloursOf(canvas)).length).toBeGreaterThan(1);
    await vscode.screenshot(`sample-${name}`);
    await debug.stop();
    // The view keeps the last picture; its frames must not be mistaken for those of the next sample.
    await canvas.evaluate((element) => element.setAttribute('data-frames', '0'));
  });
});

it('the page of the extension shows its pictures', async () => {
  await vscode.runCommand('Extensions: Focus on Extensions View');
  await vscode.page.locator('.extensions-viewlet .monaco-list-row', { hasText: 'Gigatron Assembly' }).first().click();
  const page = await vscode.frameWith('h1#gigatron-assembly, h1');
  const widths = (): Promise<number[]> =>
    page.locator('img').evaluateAll((images) => images.map((image) => (image as HTMLImageElement).naturalWidth));
  await expect.poll(widths, PATIENCE).toEqual([PACKED_WIDTH, PACKED_WIDTH, PACKED_WIDTH]);
  await vscode.screenshot('extension-page');
});
