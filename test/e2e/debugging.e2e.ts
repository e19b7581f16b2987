/** Debugging in real VS Code without a launch.json: gutter breakpoint, steps through delay slots, state, disassembly. */
import { describe, expect, it } from 'vitest';
import { Debugging } from '#test/e2e/debugging.ts';
import { PATIENCE, workbenchForTests } from '#test/e2e/workbench.ts';

const MAIN = `; Counts, with a routine in another file.
        .zp counter at $80
        .zp back
start:
        ld   3
        st   [counter]
again:
        bra  bump
        ld   .back
.back:
        ld   [counter]
        bra  again
        nop
        .include "bump.gtasm"
`;
const BUMP = `; Adds one to counter.
        .proc bump
        st   [back]
        ld   [counter]
        adda 1
        bra  [back]
        st   [counter]
        .endproc
`;

const vscode = workbenchForTests({ files: { 'main.gtasm': MAIN, 'bump.gtasm': BUMP } });
const debug = new Debugging(vscode);

const standsAt = (place: string): Promise<void> => expect.poll(() => debug.place(), PATIENCE).toBe(place);

describe('F5 in a file of the program', () => {
  it('assembles the whole program, binds the breakpoint of the gutter and stops there', async () => {
    await vscode.openFile('bump.gtasm');
    await debug.clickGutter(5);
    await debug.start();
    await standsAt('bump.gtasm:5');
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
    await standsAt('bump.gtasm:6');
  });

  it('goes through the delay slot of a return before it is back', async () => {
    await debug.press('Step Into');
    await standsAt('bump.gtasm:7');
    await debug.press('Step Into');
    await standsAt('main.gtasm:11');
  });

  it('into a call goes through its delay slot too', async () => {
    await debug.press('Step Over');
    await standsAt('main.gtasm:12');
    for (const place of ['main.gtasm:13', 'main.gtasm:8', 'main.gtasm:9', 'bump.gtasm:3']) {
      await debug.press('Step Into');
      await standsAt(place);
    }
  });

  it('out of a routine stops after its call', async () => {
    await debug.clickBreakpointAway('bump.gtasm', 5);
    await debug.press('Step Out');
    await standsAt('main.gtasm:11');
    expect(await debug.evaluate('counter')).toMatch(/^\$05/);
  });

  it('over a call runs the routine', async () => {
    for (const place of ['main.gtasm:12', 'main.gtasm:13', 'main.gtasm:8', 'main.gtasm:11']) {
      await debug.press('Step Over');
      await standsAt(place);
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
    await vscode.openFile('bump.gtasm');
    await vscode.goTo(4);
    await vscode.replaceLine('        ld   [missing]');
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
