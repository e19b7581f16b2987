/** Editing in real VS Code: colours, and what the language server says about a program of three files. */
import { describe, expect, it } from 'vitest';
import { untilSeen } from '#test/e2e/patience.ts';
import { PATIENCE, workbenchForTests } from '#test/e2e/workbench.ts';

/** A program of three files; and lenses.gtasm, with a macro, a routine, a condition and a test. */
const vscode = workbenchForTests({ copyOf: 'test/e2e/programs/editing' });

describe('a source', () => {
  it('is coloured', async () => {
    await vscode.openFile('loop.gtasm');
    const colours = (): Promise<number> =>
      vscode.page
        .locator('.view-line span span')
        .evaluateAll((spans) => new Set(spans.map((span) => getComputedStyle(span).color)).size);
    await expect.poll(colours, PATIENCE).toBeGreaterThan(3);
    await vscode.screenshot('editing-colours');
  });

  it('has no problems if it is right as a part of its program', async () => {
    expect(await vscode.problems()).toEqual([]);
    await expect.poll(() => vscode.page.locator('.squiggly-error').count(), PATIENCE).toBe(0);
  });
});

describe('a mistake', () => {
  it("is underlined while typing, with the assembler's message, until it is corrected", async () => {
    await vscode.writeLine('loop.gtasm', 5, '        bra  lopp');
    await expect.poll(() => vscode.page.locator('.squiggly-error').count(), PATIENCE).toBe(1);
    await expect.poll(() => vscode.problems(), PATIENCE).toEqual([expect.stringMatching(/lopp.*\[Ln 5, Col 14\]/)]);
    await vscode.screenshot('editing-mistake');
    await vscode.writeLine('loop.gtasm', 5, '        bra  loop');
    await expect.poll(() => vscode.page.locator('.squiggly-error').count(), PATIENCE).toBe(0);
    await expect.poll(() => vscode.problems(), PATIENCE).toEqual([]);
  });

  it('is explained by the page on diagnostics, at its code', async () => {
    await vscode.writeLine('loop.gtasm', 5, '        bra  lopp');
    await vscode.problems();
    const code = vscode.page.locator('.markers-panel a.monaco-link');
    await expect.poll(() => code.allTextContents(), PATIENCE).toEqual(['GT0201']);
    await code.click();
    await expect.poll(() => vscode.activeEditor(), PATIENCE).toMatch(/diagnostics\.md/);
    await expect.poll(async () => (await vscode.shownHeadings())[0], PATIENCE).toMatch(/^GT0201/);
    await vscode.screenshot('editing-explained');
    await vscode.writeLine('loop.gtasm', 5, '        bra  loop');
    await expect.poll(() => vscode.problems(), PATIENCE).toEqual([]);
  });

  it('in the name of an include is shown where the name is', async () => {
    await vscode.writeLine('main.gtasm', 5, '        .include "lopp.gtasm"');
    await expect
      .poll(() => vscode.problems(), PATIENCE)
      .toContainEqual(expect.stringMatching(/lopp\.gtasm.*\[Ln 5, Col \d+\]/));
    await vscode.screenshot('editing-missing-include');
    await vscode.writeLine('main.gtasm', 5, '        .include "loop.gtasm"');
    await expect.poll(() => vscode.problems(), PATIENCE).toEqual([]);
  });
});

describe('the documentation', () => {
  /** Widths of the pictures in a preview of Markdown; 0 if one could not be loaded. */
  const pictures = async (): Promise<number[]> => {
    const inFrames = vscode.page.frames().map((frame) =>
      frame
        .locator('.markdown-body img')
        .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).naturalWidth))
        .catch(() => []),
    );
    return (await Promise.all(inFrames)).flat();
  };

  it('opens at its index, and leads to pages with pictures', async () => {
    await vscode.runCommand('Gigatron: Open Documentation');
    await expect.poll(async () => (await vscode.shownHeadings())[0], PATIENCE).toBe('Documentation');
    await expect.poll(pictures, PATIENCE).toEqual([760]);
    await vscode.screenshot('editing-documentation');
    const [preview] = vscode.page.frames().filter((frame) => frame.url().includes('fake.html'));
    await preview!.locator('.markdown-body a', { hasText: 'The machine' }).click();
    await expect.poll(async () => (await vscode.shownHeadings())[0], PATIENCE).toBe('The machine');
    await expect.poll(pictures, PATIENCE).toEqual([760, 760, 760, 760, 760]);
    await vscode.screenshot('editing-documentation-page');
  });
});

describe('a name from another file', () => {
  it('says what it is when pointed at', async () => {
    await vscode.openFile('loop.gtasm');
    await vscode.goTo(2, 16);
    await vscode.page.keyboard.press('Control+k');
    await vscode.page.keyboard.press('Control+i');
    const hover = vscode.page.locator('.monaco-hover:visible .hover-contents').first();
    await expect.poll(() => hover.textContent(), PATIENCE).toMatch(/counter/);
    await vscode.screenshot('editing-hover');
    await vscode.page.keyboard.press('Escape');
  });

  it('leads to its definition', async () => {
    await vscode.openFile('loop.gtasm');
    expect(await vscode.goToDefinition(2, 16)).toBe('memory.gtasm');
    await expect.poll(async () => (await vscode.cursor()).line, PATIENCE).toBe(2);
  });

  it('lists its references in all files', async () => {
    await vscode.openFile('memory.gtasm');
    await vscode.goTo(2, 14);
    await vscode.page.keyboard.press('Shift+F12');
    const title = vscode.page.locator('.peekview-widget .peekview-title .meta');
    await title.waitFor();
    // The place of its declaration counts.
    await expect.poll(() => title.textContent(), PATIENCE).toMatch(/4/);
    await vscode.screenshot('editing-references');
    await vscode.page.keyboard.press('Escape');
  });

  it('is offered as one types', async () => {
    await vscode.openFile('loop.gtasm');
    await vscode.goTo(6, 12);
    await vscode.page.keyboard.press('Enter');
    await vscode.page.keyboard.type('ld   [cou');
    await vscode.page.keyboard.press('Control+Space');
    await vscode.row('.suggest-widget', 'counter').first().waitFor();
    await vscode.screenshot('editing-completion');
    await vscode.page.keyboard.press('Escape');
    await vscode.page.keyboard.press('Control+z');
    await vscode.page.keyboard.press('Control+z');
  });
});

describe('the outline', () => {
  it('lists the labels of a file', async () => {
    await vscode.openFile('loop.gtasm');
    await vscode.page.keyboard.press('Control+Shift+o');
    await vscode.quickInput.answers('loop').first().waitFor();
    await vscode.screenshot('editing-outline');
    await vscode.page.keyboard.press('Escape');
  });
});

describe('what is beside the source', () => {
  it('counts uses and cycles, names arguments, and fades what a condition leaves out', async () => {
    await vscode.openFile('lenses.gtasm');
    const lenses = vscode.page.locator('.codelens-decoration');
    await expect
      .poll(async () => (await lenses.allTextContents()).join('|'), PATIENCE)
      .toMatch(/3 references · \d+ cycles/);
    await expect.poll(async () => (await lenses.allTextContents()).join('|'), PATIENCE).toContain('Run Test');
    const hints = vscode.page.locator('.view-line', { hasText: 'value:' });
    await expect.poll(() => hints.count(), PATIENCE).toBe(1);
    await expect.poll(() => vscode.page.locator('.squiggly-inline-unnecessary').count(), PATIENCE).toBeGreaterThan(0);
    await vscode.screenshot('editing-lenses');
  });

  /** Clicks a lens until what it leads to is seen: a click is lost if VS Code redraws the lens at that moment. */
  const follow = (lens: string, target: string): Promise<void> => {
    const link = vscode.page.locator('.codelens-decoration a', { hasText: lens });
    return untilSeen(() => link.click(), vscode.page.locator(target));
  };

  it('leads to the uses', async () => {
    await vscode.openFile('lenses.gtasm');
    await follow('3 references', '.peekview-widget .peekview-title');
    await vscode.page.keyboard.press('Escape');
  });

  it('runs a test', async () => {
    await vscode.openFile('lenses.gtasm');
    await follow('Run Test', '.testing-run-glyph.codicon-testing-passed-icon');
    await vscode.screenshot('editing-lens-test');
  });
});

describe('the listing', () => {
  const listed = (): Promise<string> =>
    vscode.page
      .locator('.editor-group-container', { hasText: 'Listing.lst' })
      .locator('.view-lines')
      .first()
      .textContent()
      .then((text) => (text ?? '').replaceAll('\u00a0', ' '));

  it('is beside the source, is updated while one types, and follows the cursor', async () => {
    await vscode.openFile('lenses.gtasm');
    await vscode.goTo(9, 9);
    await vscode.runCommand('Gigatron: Show Listing Beside');
    await expect.poll(listed, PATIENCE).toContain('adda $06');
    await vscode.writeLine('lenses.gtasm', 13, '        plus 3, 3');
    await expect.poll(listed, PATIENCE).toContain('adda $09');
    await expect
      .poll(() => vscode.page.locator('.cdr.rangeHighlight, .view-overlays .cdr[class*=ced-]').count(), PATIENCE)
      .toBeGreaterThan(0);
    await vscode.screenshot('editing-listing');
  });

  it('shows one macro call', async () => {
    await vscode.openFile('lenses.gtasm');
    await vscode.goTo(13, 14);
    await vscode.runCommand('Gigatron: Expand Macro');
    await vscode.page.locator('.tab', { hasText: 'plus (line 13).lst' }).waitFor();
    await vscode.screenshot('editing-expanded');
  });
});
