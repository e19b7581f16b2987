/** VS Code's quick input: the list below the title bar in which one finds files, commands, lines and tasks. */
import type { Locator, Page } from 'playwright-core';
import { PATIENCE } from './patience.ts';

const ROWS = '.quick-input-list .monaco-list-row';
/** How long the first attempt waits for its result, in milliseconds. */
const FIRST_ATTEMPT = 3000;

/** How long an attempt waits for each of its steps. */
interface Attempt {
  readonly timeout: number;
}

export class QuickInput {
  constructor(private readonly page: Page) {}

  /** Opens quick open and types: `>` for commands, `:` for a line, `debug ` for configurations, or a file's name. */
  async type(question: string): Promise<void> {
    await this.retrying((attempt) => this.ask(question, attempt));
  }

  /** Types and takes the first answer that has a text. */
  async pick(question: string, answer: string): Promise<void> {
    const row = this.answers(answer).first();
    // Right after the start, an entry may not be known yet, and an open list is not updated.
    await this.retrying(async (attempt) => {
      await this.ask(question, attempt);
      await row.waitFor(attempt);
      await row.click(attempt);
    });
  }

  /** Takes the first answer of a list that a step opens. */
  async choose(answer: string, open: () => Promise<void>): Promise<void> {
    await this.retrying(async (attempt) => {
      await open();
      await this.answers(answer).first().click(attempt);
    });
  }

  /** Types and takes the focused answer with Enter, once it has a text; resolves when the list is gone. */
  async enter(question: string, answer: string): Promise<void> {
    await this.retrying(async (attempt) => {
      await this.ask(question, attempt);
      await this.page.locator(`${ROWS}.focused`, { hasText: answer }).waitFor(attempt);
      await this.page.keyboard.press('Enter');
      await this.page.locator('.quick-input-widget').waitFor({ state: 'hidden', ...attempt });
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

  /**
   * Goes through steps with the list, and begins again if something that has just finished closed it. Each attempt
   * waits twice as long as the one before: on a busy machine, a search through the files that is restarted each time
   * never ends.
   */
  async retrying(steps: (attempt: Attempt) => Promise<void>): Promise<void> {
    for (let timeout = FIRST_ATTEMPT; ; timeout *= 2) {
      try {
        return await steps({ timeout });
      } catch (error) {
        if (2 * timeout > PATIENCE.timeout) throw error;
        await this.page.keyboard.press('Escape');
      }
    }
  }

  private async ask(question: string, attempt: Attempt): Promise<void> {
    await this.page.keyboard.press('Control+p');
    await this.page.locator('.quick-input-widget input').fill(question, attempt);
  }
}
