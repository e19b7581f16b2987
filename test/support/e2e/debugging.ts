/** What a user does and sees while debugging: F5, the gutter, the tool bar, the debug side bar, the Debug Console. */
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { happens } from './patience.ts';
import { PATIENCE, type Workbench } from './workbench.ts';

type Button =
  'Continue' | 'Pause' | 'Step Over' | 'Step Into' | 'Step Out' | 'Step Back' | 'Reverse' | 'Restart' | 'Stop';

/** How long an attempt waits for its result, in milliseconds. */
const SOON = { timeout: 5000 };

export class Debugging {
  constructor(private readonly vscode: Workbench) {}

  /** F5; resolves when the tool bar is there. */
  async start(): Promise<void> {
    await this.vscode.page.keyboard.press('F5');
    await this.toolbar().waitFor();
  }

  async stop(): Promise<void> {
    await this.press('Stop');
    await this.toolbar().waitFor({ state: 'hidden' });
  }

  async press(button: Button): Promise<void> {
    await this.button(button).click();
  }

  /**
   * Pauses the program; resolves when its line is marked in an editor. What a test opens before that would be
   * covered by that editor. A click may be lost while the tool bar is being laid out: then it is repeated.
   */
  async pause(): Promise<void> {
    await this.button('Pause').waitFor();
    for (let clicks = 0; clicks < 6 && !(await this.isStopped()); clicks++) {
      await happens(this.button('Pause').click(SOON));
      await happens(this.button('Continue').waitFor(SOON));
    }
    await this.vscode.page.locator('.debug-top-stack-frame-line').first().waitFor();
  }

  /** Whether the machine is stopped: the tool bar offers to continue. */
  isStopped(): Promise<boolean> {
    return this.button('Continue').isVisible();
  }

  /** Sets the first breakpoint of the active editor: clicks into the gutter beside a line, which must be in view. */
  async clickGutter(line: number): Promise<void> {
    const { page } = this.vscode;
    const number = page.locator('.editor-instance .margin .line-numbers', { hasText: new RegExp(`^${line}$`) });
    await number.waitFor();
    // While the editor is laid out or code lenses appear, a click may be lost or hit another line: then it is repeated.
    for (let clicks = 0; clicks < 6; clicks++) {
      const box = await number.boundingBox();
      if (box !== null) await page.mouse.click(box.x - 8, box.y + box.height / 2);
      if (!(await happens(this.marks().first().waitFor(SOON)))) continue;
      if (await isBeside(this.marks().first(), number)) return;
      await this.marks().first().click();
      await this.marks().first().waitFor({ state: 'detached' });
    }
    throw new Error(`no click has set a breakpoint on line ${line}`);
  }

  /** Sets the first breakpoint of the active editor by the keyboard: F9 on a line. */
  async setBreakpoint(line: number): Promise<void> {
    // A key may be lost while the editor is being laid out: then it is repeated.
    for (let presses = 0; presses < 6 && (await this.marks().count()) === 0; presses++) {
      await this.vscode.goTo(line);
      await this.vscode.page.keyboard.press('F9');
      await happens(this.marks().first().waitFor(SOON));
    }
    await this.marks().first().waitFor();
  }

  async clickBreakpointAway(file: string, line: number): Promise<void> {
    const row = this.vscode
      .row('.debug-breakpoints', file)
      .filter({ hasText: String(line) })
      .first();
    await row.hover();
    await row.locator('a.action-label[aria-label^="Remove Breakpoint"]').click();
  }

  /** The classes of the breakpoint marks in the gutter of the active editor. */
  breakpointMarks(): Promise<string[]> {
    return this.marks().evaluateAll((elements) => elements.map(({ className }) => className));
  }

  /** The call stack from the top: name, file and line of each frame, such as `start main.gtasm 12:1`. */
  async callStack(): Promise<string[]> {
    const names = await this.vscode.page.locator('.debug-call-stack .monaco-list-row .stack-frame').allInnerTexts();
    return names.map((text) => text.replaceAll(/\s+/g, ' ').trim());
  }

  /** File and line where the program has stopped, as `main.gtasm:12`; empty while it runs. */
  async place(): Promise<string> {
    if (!(await this.isStopped())) return '';
    const [top = ''] = await this.callStack();
    const [, file = '', line = ''] = /(\S+) (\d+)(?::\d+)?$/.exec(top) ?? [];
    return `${file}:${line}`;
  }

  /** Waits until the program has stopped at a place, such as `main.gtasm:12`. */
  standsAt(place: string | RegExp): Promise<void> {
    const seen = expect.poll(() => this.place(), PATIENCE);
    return typeof place === 'string' ? seen.toBe(place) : seen.toMatch(place);
  }

  async variables(): Promise<Record<string, string>> {
    const rows = this.vscode.page.locator('.debug-variables .monaco-list-row .expression');
    const pairs = await rows.evaluateAll((elements) =>
      elements.map((row): [string, string] => [
        (row.querySelector('.name')?.textContent ?? '').replace(/[:=\s]+$/, ''),
        row.querySelector('.value')?.textContent ?? '',
      ]),
    );
    return Object.fromEntries(pairs);
  }

  /** Opens a scope or a variable in the Variables view. */
  async expand(name: string): Promise<void> {
    const row = this.vscode.page.locator('.debug-variables .monaco-list-row', { hasText: name }).first();
    if ((await row.getAttribute('aria-expanded')) === 'false') await row.locator('.monaco-tl-twistie').click();
  }

  /** Evaluates in the Debug Console and returns the answer; again if there was no session yet that could give one. */
  async evaluate(expression: string): Promise<string> {
    const { page } = this.vscode;
    const input = page.locator('.repl-input-wrapper .monaco-editor textarea');
    if (!(await input.isVisible())) await this.vscode.runCommand('Debug Console: Focus on Debug Console View');
    await input.waitFor();
    const answer = page.locator('.repl-tree .monaco-list-row .evaluation-result').first();
    for (let attempt = 1; ; attempt++) {
      await page.locator('.panel a.action-label[aria-label^="Clear Console"]:visible').first().click();
      await answer.waitFor({ state: 'detached' });
      await input.evaluate(enter, expression);
      if (await happens(answer.waitFor({ timeout: 10_000 }))) break;
      if (attempt === 6) throw new Error(`"${expression}" is not answered`);
    }
    return ((await answer.innerText()) ?? '').replaceAll('\u00a0', ' ').trim();
  }

  private marks(): Locator {
    return this.vscode.page.locator('.editor-instance .glyph-margin-widgets [class*="codicon-debug-breakpoint"]');
  }

  /** The button of the tool bar, while it can be clicked. */
  private button(button: Button): Locator {
    return this.toolbar().locator(`a.action-label[aria-label^="${button}"]:not(.disabled)`);
  }

  private toolbar(): Locator {
    return this.vscode.page.locator('.debug-toolbar');
  }
}

/** Whether a mark of the gutter is that of a line number. */
async function isBeside(mark: Locator, number: Locator): Promise<boolean> {
  const [one, other] = [await mark.boundingBox(), await number.boundingBox()];
  return one !== null && other !== null && Math.abs(one.y - other.y) < other.height / 2;
}

/**
 * Enters a text in an input of VS Code, all at once: a program that stops takes the focus to its source, which would be
 * overwritten by what is typed a moment later.
 */
function enter(input: Element, text: string): void {
  (input as HTMLElement).focus();
  document.execCommand('selectAll');
  document.execCommand('insertText', false, text);
  const key = { key: 'Enter', code: 'Enter', keyCode: 13, bubbles: true, cancelable: true };
  input.dispatchEvent(new KeyboardEvent('keydown', key));
  input.dispatchEvent(new KeyboardEvent('keyup', key));
}
