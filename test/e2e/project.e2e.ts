/** The task "gigatron: assemble" with its problem matcher, and a new project that draws when F5 is pressed. */
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chooseEntry } from '#test/e2e/context-menu.ts';
import { Debugging } from '#test/e2e/debugging.ts';
import { PlayedPage } from '#test/e2e/played-page.ts';
import { coloursOf, PATIENCE, workbenchForTests, type Workbench } from '#test/e2e/workbench.ts';

/** What a user does with tasks: runs one that an extension offers, and waits for its end. */
class Tasks {
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

const GOOD = 'start:  nop\n        bra  start\n        nop\n';
const BAD = 'start:  nop\n        bra  strat\n        nop\n';

/** Without a GPU, the terminal's text is in the page. */
const vscode = workbenchForTests({ files: { 'main.gtasm': GOOD } }, { 'terminal.integrated.gpuAcceleration': 'off' });

describe('the task "gigatron: assemble"', () => {
  const tasks = new Tasks(vscode);

  it('is there without a tasks.json and writes the image', async () => {
    await tasks.run('gigatron', 'gigatron: assemble');
    await expect.poll(() => existsSync(join(vscode.folder, 'main.rom')), PATIENCE).toBe(true);
    expect(statSync(join(vscode.folder, 'main.rom')).size).toBe(131_072);
    const terminal = vscode.page.locator('.terminal-wrapper.active .xterm-rows');
    await expect.poll(() => terminal.textContent(), PATIENCE).toMatch(/Assembling main\.gtasm ….*→ main\.rom/);
    await vscode.screenshot('project-task');
    await tasks.ended();
  });

  it('has written an image that the menu of the Explorer runs', async () => {
    await vscode.openContainer('Explorer');
    await vscode.page.locator('.explorer-folders-view .monaco-list-row', { hasText: 'main.rom' }).first().click({
      button: 'right',
    });
    await chooseEntry(vscode, 'Run ROM');
    await expect.poll(() => vscode.page.locator('.statusbar').textContent(), PATIENCE).toMatch(/\d×/);
    await new Debugging(vscode).stop();
  });

  it('is a build task, and puts errors into the problems view, also those of files that no editor shows', async () => {
    writeFileSync(join(vscode.folder, 'main.gtasm'), BAD);
    await vscode.page.keyboard.press('Control+Shift+b');
    await vscode.quickInput.answers('gigatron: assemble').first().click();
    await expect
      .poll(() => vscode.problems(), PATIENCE)
      .toContainEqual(expect.stringMatching(/strat.*\[Ln 2, Col 14\]/));
    await vscode.screenshot('project-task-error');
    await tasks.ended();
  });

  it('does not show a mistake again that the editor shows', async () => {
    await vscode.openFile('main.gtasm');
    await expect.poll(() => vscode.page.locator('.squiggly-error').count(), PATIENCE).toBe(1);
    const once = [expect.stringMatching(/strat/)];
    await expect.poll(() => vscode.problems(), PATIENCE).toEqual(once);
    await vscode.page.keyboard.press('Control+Shift+b');
    await vscode.quickInput.answers('gigatron: assemble').first().click();
    await vscode.page.locator('.terminal-wrapper.active').waitFor();
    await expect.poll(() => vscode.problems(), PATIENCE).toEqual(once);
    await vscode.writeLine('main.gtasm', 2, '        bra  start');
    await expect.poll(() => vscode.problems(), PATIENCE).toEqual([]);
  });
});

describe('a new project', () => {
  const debug = new Debugging(vscode);

  it('is made where the user says, and opened with its source', async () => {
    await vscode.runCommand('Gigatron: New Project');
    await vscode.quickInput.answers('Game').waitFor();
    await vscode.screenshot('project-templates');
    await vscode.page.keyboard.press('Enter');
    await vscode.acceptProject(async () => {
      await vscode.screenshot('project-new');
      await vscode.page.keyboard.press('Enter');
    });
    const made = readFileSync(join(dirname(vscode.folder), 'hello-gigatron', 'main.gtasm'), 'utf8');
    expect(made).toContain('; A picture');
  });

  it('has no problems, and draws its picture with F5', async () => {
    expect(await vscode.problems()).toEqual([]);
    await vscode.openFile('main.gtasm');
    await debug.start();
    // The project's launch configuration opens the Screen; the editor keeps the focus.
    await vscode.page.locator('.sidebar .composite.title', { hasText: /gigatron/i }).waitFor();
    const canvas = await vscode.picture(30);
    // Where rows are averaged, there are further colours between two of the machine's.
    const isOfMachine = (colour: string): boolean => colour.split(',').every((level) => Number(level) % 85 === 0);
    expect((await coloursOf(canvas)).filter(isOfMachine)).toHaveLength(64);
    // The whole picture is in sight, although nobody has folded a view.
    const isWhole = (element: Element): boolean => {
      const { top, bottom, left, right } = element.getBoundingClientRect();
      return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
    };
    expect(await canvas.evaluate(isWhole)).toBe(true);
    await vscode.screenshot('project-running');
    await vscode.openViews();
  });

  it.each(['Board', 'Attack maps', 'Piece lists', 'Game'])(
    'has nothing for the view %s, which says so',
    async (title) => {
      const view = await vscode.view(title);
      const note = view.locator('.missing');
      await note.waitFor();
      expect(await note.textContent()).toMatch(/declares no .*index=/s);
      expect(await view.locator('.problems').isVisible()).toBe(false);
      await vscode.screenshot(`project-no-${title.toLowerCase().replace(' ', '-')}`);
    },
  );

  it('learns from the views how tables are declared', async () => {
    // On a busy machine, a running program makes VS Code's preview wait longer than a test does.
    await debug.pause();
    const view = await vscode.view('Board');
    const help = view.locator('.missing button');
    const tab = vscode.page.locator('.tab.active', { hasText: 'Preview language.md' });
    await help.click();
    await expect
      .poll(async () => {
        // A click may be lost while the view is being laid out.
        if (!(await tab.isVisible())) await help.click();
        return (await vscode.shownHeadings())[0];
      }, PATIENCE)
      .toBe('Declarations of RAM');
    await vscode.screenshot('project-how-tables-are-declared');
    await debug.stop();
  });

  it('has a build task', async () => {
    await vscode.openFile('main.gtasm');
    await vscode.page.keyboard.press('Control+Shift+b');
    const made = join(dirname(vscode.folder), 'hello-gigatron', 'out', 'main.rom');
    await expect.poll(() => existsSync(made), PATIENCE).toBe(true);
  });

  it('is exported as a page that plays it in any browser', async () => {
    const path = join(dirname(vscode.folder), 'hello-gigatron', 'hello.html');
    await vscode.openFile('main.gtasm');
    await vscode.runCommand('Gigatron: Export as Web Page');
    await vscode.quickInput.answerFileDialog('/hello-gigatron', path);
    await expect.poll(() => existsSync(path), PATIENCE).toBe(true);
    await vscode.page.locator('.notification-list-item', { hasText: /plays hello-gigatron in any browser/ }).waitFor();
    const played = await PlayedPage.open(path);
    try {
      await expect
        .poll(async () => Number(await played.canvas.getAttribute('data-frames')), PATIENCE)
        .toBeGreaterThan(9);
      expect(await played.canvas.getAttribute('data-bad-lines')).toBe('0');
      expect([played.requests.length, played.complaints]).toEqual([1, []]);
    } finally {
      await played.close();
    }
  });
});
