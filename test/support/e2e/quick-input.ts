/** VS Code's quick input: the list below the title bar in which files, commands, lines and tasks are found by typing. */
import type { Locator, Page } from 'playwright-core';

const ROWS = '.quick-input-list .monaco-list-row';
const MOST_ATTEMPTS = 5;
/** How long an attempt waits for its result, in milliseconds. */
const ATTEMPT = { timeout: 3000 };

export class QuickInput {
  constructor(private readonly page: Page) {}

  /** Opens quick open and types: a file's name, `>` for commands, `:` for a line, `debug ` for configurations, `task ` for tasks. */
  async type(question: string): Promise<void> {
    const input = this.page.locator('.quick-input-widget input');
    await this.retrying(async () => {
      await this.page.keyboard.press('Control+p');
      await input.fill(question, ATTEMPT);
    });
  }

  /** Types and takes the first answer that has a text. */
  async pick(question: string, answer: string): Promise<void> {
    const row = this.answers(answer).first();
    // Right after the start, an entry may not be known yet, and an open list is not updated.
    await this.retrying(async () => {
      await this.type(question);
      await row.waitFor(ATTEMPT);
      await row.click(ATTEMPT);
    });
  }

  /** Takes the first answer of a list that a step opens. */
  async choose(answer: string, open: () => Promise<void>): Promise<void> {
    await this.retrying(async () => {
      await open();
      await this.answers(answer).first().click(ATTEMPT);
    });
  }

  /** Types and takes the chosen answer with Enter, once it has a text; resolves when the list is gone. */
  async enter(question: string, answer: string): Promise<void> {
    await this.retrying(async () => {
      await this.type(question);
      await this.page.locator(`${ROWS}.focused`, { hasText: answer }).waitFor(ATTEMPT);
      await this.page.keyboard.press('Enter');
      await this.page.locator('.quick-input-widget').waitFor({ state: 'hidden', ...ATTEMPT });
    });
  }

  /** Answers VS Code's own file dialog, which begins in a folder, with a path. */
  async answerFileDialog(folder: string, path: string): Promise<void> {
    const input = this.page.locator('.quick-input-widget input');
    await input.waitFor();
    const start = async (): Promise<string> => input.inputValue();
    while (!(await start()).includes(folder)) await this.page.waitForTimeout(100);
    await input.fill(path);
    await this.page.locator(ROWS).first().waitFor({ state: 'attached' });
    await this.page.keyboard.press('Enter');
  }

  /** The rows of the list that have a text. */
  answers(text: string): Locator {
    return this.page.locator(ROWS, { hasText: text });
  }

  /** Goes through steps with the list; begins again if something that just finished has closed it. */
  async retrying(steps: () => Promise<void>): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await steps();
      } catch (error) {
        if (attempt === MOST_ATTEMPTS) throw error;
        await this.page.keyboard.press('Escape');
      }
    }
  }
}
