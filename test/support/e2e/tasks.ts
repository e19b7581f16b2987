/** What a user does with tasks: runs one that an extension offers, and waits for its end. */
import type { Workbench } from './workbench.ts';

export class Tasks {
  constructor(private readonly vscode: Workbench) {}

  /** Runs a task by its type and name; right after the start, the list that offers them may close again. */
  async run(type: string, name: string): Promise<void> {
    const { quickInput } = this.vscode;
    await quickInput.retrying(async () => {
      await this.vscode.runCommand('Tasks: Run Task');
      for (const answer of [type, name]) await quickInput.answers(answer).first().click({ timeout: 5000 });
    });
  }

  /** Resolves when no task runs any more, as the status bar says. */
  async ended(): Promise<void> {
    await this.vscode.page.locator('#status\\.runningTasks').waitFor({ state: 'hidden' });
  }
}
