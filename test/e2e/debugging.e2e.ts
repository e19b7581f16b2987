/**
 * Debugging small programs in real VS Code without a launch.json, one after the other in one window: gutter breakpoint,
 * steps through delay slots, state and disassembly; the menus of places in memory; a source in Python; the Bitboards
 * view; and a program that interprets the vCPU.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Frame, Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chooseEntry, menuEntry } from '#test/e2e/context-menu.ts';
import { Debugging } from '#test/e2e/debugging.ts';
import { happens } from '#test/e2e/patience.ts';
import { PATIENCE, workbenchForTests } from '#test/e2e/workbench.ts';
import { VCPU_ROM } from '#test/emulator/vcpu-rom.ts';

const hasPython = spawnSync('python3', ['--version']).status === 0;

/** Lines of queen.gtasm. */
const COUNTED = 10;
const PLACED = 12;
const TAKEN = 14;

/**
 * main.gtasm counts, with a routine in bump.gtasm; queen.gtasm puts a queen on e4 and takes it away again; boards.gtasm
 * has the two operands of the AND in the seed document, and words of two programs that are not the engine.
 */
const vscode = workbenchForTests({
  copyOf: 'test/e2e/programs/debugging',
  files: {
    'vcpu.gtasm': VCPU_ROM,
    'asm.py': readFileSync(join(import.meta.dirname, '../data/python-build/asm.py')),
  },
});
const debug = new Debugging(vscode);

describe('F5 in a file of the program', () => {
  it('assembles the whole program, binds the breakpoint of the gutter and stops there', async () => {
    await vscode.openFile('bump.gtasm');
    await debug.clickGutter(5);
    await debug.start();
    await debug.standsAt('bump.gtasm:5');
    await expect.poll(() => debug.breakpointMarks(), PATIENCE).toEqual([expect.not.stringContaining('unverified')]);
    await vscode.screenshot('debugging-breakpoint');
  });

  it('shows the call stack by the call convention', async () => {
    await expect
      .poll(() => debug.callStack(), PATIENCE)
      .toEqual([expect.stringMatching(/^bump bump\.gtasm 5/), expect.stringMatching(/^\w+ main\.gtasm 8/)]);
  });

  it('shows registers, and the zero page by name', async () => {
    await debug.expand('Registers');
    await debug.expand('Zero page');
    await expect.poll(() => debug.variables(), PATIENCE).toMatchObject({ AC: '$03 (3)', counter: '$03 (3)' });
    await vscode.screenshot('debugging-variables');
  });

  it('evaluates names and addresses in the Debug Console', async () => {
    expect(await debug.evaluate('counter')).toMatch(/^\$03/);
    expect(await debug.evaluate('[$0080] + 1')).toMatch(/^\$04|^4/);
  });
});

describe('a step', () => {
  it('executes one line', async () => {
    await debug.press('Step Over');
    await debug.standsAt('bump.gtasm:6');
  });

  it('goes through the delay slot of a return before it is back', async () => {
    await debug.press('Step Into');
    await debug.standsAt('bump.gtasm:7');
    await debug.press('Step Into');
    await debug.standsAt('main.gtasm:11');
  });

  it('into a call goes through its delay slot too', async () => {
    await debug.press('Step Over');
    await debug.standsAt('main.gtasm:12');
    for (const place of ['main.gtasm:13', 'main.gtasm:8', 'main.gtasm:9', 'bump.gtasm:3']) {
      await debug.press('Step Into');
      await debug.standsAt(place);
    }
  });

  it('out of a routine stops after its call', async () => {
    await debug.clickBreakpointAway('bump.gtasm', 5);
    await debug.press('Step Out');
    await debug.standsAt('main.gtasm:11');
    expect(await debug.evaluate('counter')).toMatch(/^\$05/);
  });

  it('over a call runs the routine', async () => {
    for (const place of ['main.gtasm:12', 'main.gtasm:13', 'main.gtasm:8', 'main.gtasm:11']) {
      await debug.press('Step Over');
      await debug.standsAt(place);
    }
    expect(await debug.evaluate('counter')).toMatch(/^\$06/);
  });
});

describe('the disassembly view', () => {
  it('shows instructions, and steps are by instruction there', async () => {
    await vscode.runCommand('Open Disassembly View');
    const rows = vscode.page.locator('.disassembly-view .monaco-list-row');
    await expect.poll(async () => (await rows.allInnerTexts()).join('\n'), PATIENCE).toMatch(/adda/);
    await vscode.screenshot('debugging-disassembly');
    const cycle = async (): Promise<number> => Number((await debug.variables())['cycle']);
    const before = await cycle();
    await vscode.page.locator('.disassembly-view').click();
    await debug.press('Step Into');
    await expect.poll(cycle, PATIENCE).toBe(before + 1);
  });
});

describe('a restart with a mistake in the source', () => {
  it('says what is wrong, and the program stands where it was', async () => {
    await vscode.writeLine('bump.gtasm', 4, '        ld   [missing]');
    await vscode.page.keyboard.press('Control+S');
    const before = await debug.variables();
    await debug.press('Restart');
    const console = vscode.page.locator('.repl');
    await expect.poll(() => console.innerText(), PATIENCE).toMatch(/Not restarted: .*missing/);
    await expect.poll(() => debug.variables(), PATIENCE).toMatchObject({ cycle: before['cycle'] });
    await vscode.screenshot('debugging-not-restarted');
  });
});

describe('the end', () => {
  it('comes with Stop', async () => {
    await debug.stop();
    await vscode.screenshot('debugging-stopped');
  });
});

/** How long an attempt waits for its result, in milliseconds. */
const SOON = { timeout: 5000 };

let board: Frame;

/**
 * Opens a menu with the keyboard and chooses an entry, until its result appears. After a stop, the focus may still go
 * to the source, which takes the key or closes the menu.
 */
async function chooseByKeyboard(place: Locator, title: string, outcome: Locator): Promise<void> {
  const leadsToIt = async (): Promise<boolean> => {
    await place.focus();
    await vscode.page.keyboard.press('Shift+F10');
    if (await happens(chooseEntry(vscode, title, SOON))) return happens(outcome.waitFor(SOON));
    await vscode.page.keyboard.press('Escape');
    return false;
  };
  await expect.poll(leadsToIt, PATIENCE).toBe(true);
}

describe('the menu of a square', () => {
  it('is that of a board in a tab', async () => {
    await vscode.tidyUp();
    await vscode.openFile('queen.gtasm');
    await debug.setBreakpoint(PLACED);
    await debug.start();
    await debug.standsAt(`queen.gtasm:${PLACED}`);
    board = await vscode.openViewTab('Board', '[data-square="e4"]');
  });

  it('goes to the next write and the last, by the right button', async () => {
    await board.locator('[data-square="e4"]').click({ button: 'right' });
    await menuEntry(vscode, 'Go to Last Change').waitFor();
    await vscode.screenshot('menu-of-a-square');
    await chooseEntry(vscode, 'Go to Next Write');
    await debug.standsAt(`queen.gtasm:${PLACED + 1}`);
    await board.locator('[data-square="e4"]').click({ button: 'right' });
    await chooseEntry(vscode, 'Go to Last Write');
    await debug.standsAt(`queen.gtasm:${PLACED}`);
  });

  it('sets a breakpoint on its change, by the keyboard', async () => {
    const breakpoint = vscode.row('.debug-breakpoints', 'board[e4]');
    await chooseByKeyboard(board.locator('[data-square="e4"]'), 'Break on Change', breakpoint);
    await debug.press('Continue');
    await debug.standsAt(`queen.gtasm:${PLACED + 1}`);
    await debug.press('Continue');
    await debug.standsAt(`queen.gtasm:${TAKEN + 1}`);
  });

  it('shows it in memory', async () => {
    await board.locator('[data-square="e4"]').click({ button: 'right' });
    await chooseEntry(vscode, 'Show in Memory');
    await vscode.page.locator('.tab', { hasText: 'RAM $3f20' }).waitFor();
    const lines = vscode.page.locator('.editor-instance .view-line', { hasText: '$3f20:' });
    await lines.first().waitFor();
    await lines.first().hover({ position: { x: 60, y: 5 } });
    await vscode.page.locator('.monaco-hover', { hasText: 'board[e4] = ' }).first().waitFor();
    // Only the byte that was asked for is marked, not every other zero.
    const others = vscode.page.locator('.editor-instance').locator('.selectionHighlight, .wordHighlightText');
    expect(await others.count()).toBe(0);
    await vscode.screenshot('memory-as-text');
  });

  it('is also that of a byte in the text', async () => {
    const line = vscode.page.locator('.editor-instance .view-line', { hasText: '$3f20:' }).first();
    await line.click({ button: 'right', position: { x: 60, y: 5 } });
    await chooseEntry(vscode, 'Go to Last Write');
    await debug.standsAt(/^queen\.gtasm:1[24]$/);
  });
});

it('the menu of a page leads to memory', async () => {
  const map = await vscode.openViewTab('Memory map', '[data-page="ram:63"]');
  await map.locator('[data-page="ram:63"]').click({ button: 'right' });
  await chooseEntry(vscode, 'Go to Last Write');
  await debug.standsAt(/^queen\.gtasm:1[24]$/);
  const memory = vscode.page.locator('.tab', { hasText: 'ROM $0000' });
  await chooseByKeyboard(map.locator('[data-page="rom:0"]'), 'Show in Memory', memory);
});

it('an address is shown in memory, as sources write it', async () => {
  await vscode.runCommand('Gigatron: Show in Memory');
  await vscode.page.locator('.quick-input-widget input').fill('$0820');
  await vscode.page.keyboard.press('Enter');
  await vscode.page.locator('.tab.active', { hasText: 'RAM $0820' }).waitFor();
});

it('the menu of a variable goes to its last write, and the source shows its value there', async () => {
  await debug.expand('Zero page');
  const counter = vscode.page.locator('.debug-variables .monaco-list-row', { hasText: 'counter' }).first();
  await counter.click({ button: 'right' });
  await chooseEntry(vscode, 'Go to Last Write');
  await debug.standsAt(`queen.gtasm:${COUNTED}`);
  const source = vscode.page.locator('.editor-instance .view-line', { hasText: 'st   [counter]' });
  await expect.poll(() => source.innerText(), PATIENCE).toMatch(/counter\s=\s\$[0-9a-f]{2}\s\(\d+\)/);
});

it('so does the menu of the source, on the variable at the cursor', async () => {
  await debug.press('Step Over');
  await debug.standsAt(`queen.gtasm:${COUNTED + 1}`);
  const variable = vscode.page.locator('.editor-instance .view-line span', { hasText: /^counter$/ }).last();
  await variable.click({ button: 'right' });
  await vscode.screenshot('menu-of-a-source');
  await chooseEntry(vscode, 'Go to Last Write');
  await debug.standsAt(`queen.gtasm:${COUNTED}`);
});

describe.skipIf(!hasPython)('F5 in a source in Python', () => {
  /** The line that keeps the sum, in a function that is called once. */
  const STORE = 10;
  const stopsAt = (line: number): Promise<void> => debug.standsAt(`count.asm.py:${line}`);

  it('builds it, stops at a breakpoint in a function, and shows who called that', async () => {
    await vscode.tidyUp();
    await vscode.openFile('count.asm.py');
    await debug.setBreakpoint(STORE);
    await debug.start();
    await stopsAt(STORE);
    const caller = 'count.asm.py 13';
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
    await vscode.writeLine('count.asm.py', 5, "define('STEP', 9)");
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
    await vscode.writeLine('count.asm.py', 15, 'nup()');
    await vscode.page.keyboard.press('Control+s');
    await vscode.page.keyboard.press('F5');
    await expect.poll(() => vscode.dialog(), PATIENCE).toContain("NameError: name 'nup' is not defined");
    await vscode.screenshot('python-failed');
    await vscode.page.keyboard.press('Escape');
  });
});

let view: Frame;

const square = (board: string, name: string): Locator =>
  view.locator(`[role=grid][aria-label="${board}"] [data-square="${name}"]`);
const bit = (name: string): Promise<string | null> => square('Squares', name).getAttribute('data-bit');
const fact = (name: string): Promise<string> => view.locator(`[data-fact="${name}"]`).innerText();
const choose = (label: string, title: string): Promise<unknown> =>
  view.getByRole('combobox', { name: label, exact: true }).selectOption({ label: title });

describe('the Bitboards view', () => {
  it('lists what the program declares, without anything of the engine', async () => {
    await vscode.tidyUp();
    await vscode.openFile('boards.gtasm');
    await debug.setBreakpoint(41);
    await debug.start();
    await debug.standsAt('boards.gtasm:41');
    await vscode.openContainer('Gigatron');
    await vscode.widenSideBar(820);
    await vscode.unfoldOnly('Bitboards');
    // While the views unfold, VS Code may load its page once more.
    const titles = async (): Promise<string[]> => {
      view = await vscode.view('Bitboards');
      return view.getByLabel('Board or word', { exact: true }).locator('option').allInnerTexts();
    };
    await expect
      .poll(async () => (await titles()).filter((title) => !title.startsWith('game: ')), PATIENCE)
      .toEqual(['game', 'pieces', 'first', 'rank', 'anded', 'played', 'octad']);
    expect((await titles())[1]).toBe('game: white pawn');
    await choose('Board or word', 'first');
    expect(await fact('Hexadecimal')).toBe('$ae9d6d57565ab63b');
    expect(await fact('First bit')).toBe('0 (a1)');
    expect(await fact('Last bit')).toBe('63 (h8)');
  });

  it('toggles a bit in RAM, which the debugger shows', async () => {
    expect(await bit('c1')).toBe('0');
    await square('Squares', 'c1').click();
    await expect.poll(() => bit('c1'), PATIENCE).toBe('1');
    expect(await debug.evaluate('[first]')).toBe('$3f (63)');
    await square('Squares', 'c1').click();
    await expect.poll(() => bit('c1'), PATIENCE).toBe('0');
  });

  it('shows a bit that was toggled in RAM', async () => {
    await debug.evaluate('[first] = $3a');
    await expect.poll(() => bit('a1'), PATIENCE).toBe('0');
    await debug.evaluate('[first] = $3b');
    await expect.poll(() => bit('a1'), PATIENCE).toBe('1');
    await vscode.screenshot('bitboards-board');
  });

  it('writes a number on one line however wide it is', async () => {
    const height = async (name: string): Promise<number> =>
      (await view.locator(`[data-fact="${name}"]`).boundingBox())?.height ?? 0;
    for (const width of [300, 460, 480, 820]) {
      await vscode.widenSideBar(width);
      await expect.poll(() => height('Hexadecimal'), PATIENCE).toBe(await height('Bits set'));
    }
  });

  it('has a menu that leads to the byte of a bit', async () => {
    await square('Squares', 'a2').click({ button: 'right' });
    await menuEntry(vscode, 'Show in Memory').waitFor();
    await vscode.page.keyboard.press('Escape');
    const context = await square('Squares', 'a2').getAttribute('data-vscode-context');
    expect(JSON.parse(context ?? '{}')).toMatchObject({ gigatronPlace: 'ram:0x0031/1' });
  });

  it('combines two boards as in the seed, and frames what differs from a third', async () => {
    await choose('A', 'first');
    await choose('B', 'rank');
    await choose('Compare C with', 'anded');
    const result = view.locator('[data-result]');
    await expect.poll(() => result.innerText(), PATIENCE).toBe('C = $0000000056000000, 4 set; 1 differ');
    await expect.poll(() => square('C', 'a4').getAttribute('class'), PATIENCE).toContain('differs');
    await vscode.screenshot('bitboards-and');
    await view.getByRole('button', { name: 'Keep C' }).click();
    await expect.poll(() => fact('Hexadecimal'), PATIENCE).toBe('$0000000056000000');
    await square('Squares', 'h8').click();
    await expect.poll(() => fact('Hexadecimal'), PATIENCE).toBe('$8000000056000000');
  });

  it('marks what a shift loses at the edge', async () => {
    await choose('Operator', '<<');
    await view.getByLabel('Bits', { exact: true }).fill('8');
    await expect.poll(() => square('A', 'h8').getAttribute('class'), PATIENCE).toContain('lost');
    await vscode.screenshot('bitboards-shift');
  });

  it('shows an Octad board, and the fields of a move', async () => {
    await choose('Board or word', 'octad');
    await expect.poll(() => bit('a1'), PATIENCE).toBe('1');
    await square('Squares', 'd4').click();
    await expect.poll(() => fact('Hexadecimal'), PATIENCE).toBe('$8001');
    await choose('Board or word', 'played');
    await expect.poll(() => fact('Says'), PATIENCE).toBe('white pawn e2e4, double pawn push');
    await vscode.screenshot('bitboards-word');
  });

  it.each([
    ['Light Modern', 'vscode-light', 'light'],
    ['Dark High Contrast', 'vscode-high-contrast', 'contrast'],
    ['Dark Modern', 'vscode-dark', 'dark'],
  ])('shows all its forms in %s', async (theme, kind, name) => {
    await vscode.runCommand('Preferences: Color Theme');
    await vscode.page.locator('.quick-input-widget input').fill(theme);
    await vscode.quickInput.answers(theme).first().click();
    await expect.poll(() => view.locator('body').getAttribute('class'), PATIENCE).toContain(kind);
    await choose('Board or word', 'pieces');
    await expect.poll(() => square('Squares', 'a8').innerText(), PATIENCE).not.toBe('');
    await vscode.screenshot(`bitboards-${name}-nibbles`);
    await choose('Board or word', 'game');
    await expect.poll(() => fact('White in check'), PATIENCE).toBe('no');
    await vscode.screenshot(`bitboards-${name}-octad`);
    await choose('Board or word', 'played');
    await vscode.screenshot(`bitboards-${name}-word`);
    await choose('Board or word', 'first');
    await vscode.screenshot(`bitboards-${name}-board`);
  });

  it('looks at any address', async () => {
    await view.getByLabel('Expression, address or number').fill('$0038');
    await view.getByRole('button', { name: 'Add' }).click();
    await expect.poll(() => fact('Hexadecimal'), PATIENCE).toBe('$00000000ff000000');
    await square('Squares', 'a1').click();
    await expect.poll(() => fact('Hexadecimal'), PATIENCE).toBe('$00000000ff000001');
    expect(await debug.evaluate('rank')).toBe('$00000000ff000001 (a1 a4 b4 c4 d4 e4 f4 g4 h4)');
    await debug.stop();
  });
});

it('a program that interprets the vCPU shows its registers, and steps from instruction to instruction', async () => {
  const line = VCPU_ROM.split('\n').findIndex((each) => each.startsWith('ldwi:')) + 1;
  await vscode.tidyUp();
  await vscode.page.setViewportSize({ width: 1500, height: 1400 });
  await vscode.openFile('vcpu.gtasm');
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
