/**
 * The chess engine's project in real VS Code, in one window, since its proof takes as long as many tests.
 *
 * - The layout of a session: at a breakpoint in the search, one window shows source, variables, call stack, the whole
 *   board and the whole picture, without a click and without scrolling.
 * - F5, a breakpoint in the code of the attack maps, and the views of the start position: what they show is read from
 *   RAM a second way, through the Debug Console.
 * - All views at the side bar's default width in a window of 1,280 × 800, in a dark, a light and a high-contrast theme:
 *   nothing is cut off at the right, and no heading of a table is broken within a word.
 *
 * The pictures are in artifacts/e2e/.
 */
import type { Frame, Locator } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { Debugging } from '#test/e2e/debugging.ts';
import { GamePad } from '#test/e2e/game-pad.ts';
import { PATIENCE, workbenchForTests } from '#test/e2e/workbench.ts';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -';

/** VS Code as a user finds it: without the settings that other tests need. */
const FRESH = { 'gigatron.views.place': undefined, 'debug.internalConsoleOptions': undefined };
const SIZES = [
  { width: 1280, height: 800, views: ['Screen', 'Board'] },
  { width: 1600, height: 1000, views: ['Screen', 'Board', 'Search'] },
] as const;
const LAYOUT_THEMES = ['Default Light Modern', 'Default Dark Modern', 'Default High Contrast'];

/** Where a search enters a child. */
const FILE = 'enter-child.gtasm';
const childLine = (): number => vscode.lineOf(`search/${FILE}`, /^\s+suba\s+\[deepest\]/);

/** What must be seen of each view: the picture and its last buttons, the board, the nodes ply by ply. */
const WHOLE = { Screen: ['canvas', '.actions'], Board: ['.board'], Search: ['table'] } as const;
/** What VS Code shows of a stop. */
const PARTS = ['.debug-variables', '.debug-call-stack', '.debug-top-stack-frame-line'];

const groups = (): Locator => vscode.page.locator('.editor-group-container');

/** Whether an element is wholly inside the window, and wider than an icon. */
async function isInSight(element: Locator): Promise<boolean> {
  const box = await element.boundingBox();
  const size = vscode.page.viewportSize();
  if (box === null || size === null) return false;
  return (
    box.width > 50 && box.x >= 0 && box.y >= 0 && box.x + box.width <= size.width && box.y + box.height <= size.height
  );
}

/** Whether the content of a view is wholly inside the view, and the view inside the window. */
async function isViewInSight(title: keyof typeof WHOLE): Promise<boolean> {
  const view = await vscode.view(title);
  const seen = await Promise.all(WHOLE[title].map((content) => isContentInSight(view.locator(content).first())));
  return seen.every(Boolean);
}

async function isContentInSight(content: Locator): Promise<boolean> {
  const inside = await content.evaluate((element) => {
    const { top, left, bottom, right, width } = element.getBoundingClientRect();
    return width > 100 && top >= 0 && left >= 0 && bottom <= window.innerHeight && right <= window.innerWidth;
  });
  return inside && (await isInSight(content));
}

/** Views, each with something that it contains once it shows the program. */
const CONTENTS: Readonly<Record<string, string>> = {
  Screen: 'canvas[data-frames]',
  Board: '[data-square="e4"]',
  'Attack maps': '[data-map]',
  'Piece lists': '[data-index]',
  Game: 'tr[aria-current]',
  Search: '.line button',
  Bitboards: '.bar',
  Timing: '[data-check]',
  'Memory map': '[data-page="rom:0"]',
  Timeline: '[data-kind]',
};
const THEMES = { dark: 'Default Dark Modern', light: 'Default Light Modern', contrast: 'Default High Contrast' };

const vscode = workbenchForTests({ copyOf: 'engine-asm' }, FRESH);
const debug = new Debugging(vscode);

/** The byte that the Debug Console reads, as two hexadecimal digits. */
async function byteAt(expression: string): Promise<string> {
  const [, digits = ''] = /^\$([0-9a-f]{2})\b/i.exec(await debug.evaluate(expression)) ?? [];
  return digits.toLowerCase();
}

const fen = (board: Frame): Promise<string> =>
  board
    .locator('[data-fen]')
    .getAttribute('data-fen')
    .then((text) => text ?? '');

describe.each(SIZES)('the layout in a window of $width × $height', ({ width, height, views }) => {
  beforeAll(() => vscode.page.setViewportSize({ width, height }));

  const showsViews = async (): Promise<void> => {
    for (const view of views) await expect.poll(() => isViewInSight(view), PATIENCE).toBe(true);
  };

  it('shows picture and board while the program runs', async () => {
    await vscode.openFile(FILE);
    await debug.setBreakpoint(childLine());
    await debug.start();
    await showsViews();
    await vscode.screenshot(`layout-running-${width}`);
  });

  it('shows source, variables and call stack as well at a breakpoint in the search, in every theme', async () => {
    await (await vscode.view('Screen')).locator('canvas').click();
    await vscode.page.keyboard.type('a2a4', { delay: 200 });
    await expect.poll(() => debug.isStopped(), PATIENCE).toBe(true);
    await showsViews();
    for (const part of PARTS)
      await expect.poll(() => isInSight(vscode.page.locator(part).first()), PATIENCE).toBe(true);
    for (const theme of LAYOUT_THEMES) {
      await vscode.changeSettings({ ...FRESH, 'workbench.colorTheme': theme });
      await vscode.screenshot(`layout-stopped-${width}-${theme.replaceAll(' ', '-')}`);
    }
  });

  it('keeps it when the program goes on and is paused', async () => {
    await debug.clickBreakpointAway(FILE, childLine());
    await debug.press('Continue');
    await debug.pause();
    await showsViews();
    // The source shown is not that of the video handler, though most pauses stop in it.
    const shown = groups().locator('.tab.active').first();
    await expect
      .poll(() => shown.getAttribute('data-resource-name'), PATIENCE)
      .not.toMatch(/^(video|search-lines|edge-lines|dark-lines|file-lines|player-lines)/);
    await vscode.screenshot(`layout-paused-${width}`);
  });

  it('has the views again after the window was reloaded, and no group is left when they are closed', async () => {
    await debug.stop();
    await vscode.page.reload();
    for (const view of views) {
      const start = (await vscode.view(view)).getByRole('button', { name: 'Start debugging' });
      await expect.poll(() => start.isVisible(), PATIENCE).toBe(true);
    }
    await vscode.runCommand('View: Close All Editors');
    await expect.poll(() => groups().count(), PATIENCE).toBe(1);
    // The group that is left may be one that was locked for the views; a source opens in it all the same.
    await expect.poll(() => groups().locator('.codicon-lock').count(), PATIENCE).toBe(0);
  });
});

it("the layout leaves the user's own groups of editors alone", async () => {
  await vscode.openFile(FILE);
  await vscode.page.keyboard.press('Control+\\');
  await expect.poll(() => groups().count(), PATIENCE).toBe(2);
  await debug.start();
  await vscode.view('Screen');
  expect(await groups().count()).toBe(2);
  expect(await groups().locator('.tab', { hasText: 'Screen' }).count()).toBe(0);
});

describe("the engine's sources", () => {
  beforeAll(async () => {
    await vscode.tidyUp();
    await vscode.changeSettings({});
  });

  it('lead from a use to the definition in another file', async () => {
    await vscode.openFile('attack-maps.gtasm');
    expect(await vscode.goToDefinition(vscode.lineOf('tables/attack-maps.gtasm', /return setUp/), 17)).toBe(
      'set-up.gtasm',
    );
    await expect
      .poll(async () => (await vscode.cursor()).line, PATIENCE)
      .toBe(vscode.lineOf('tables/set-up.gtasm', /^setUp:/));
  });

  it('have no errors', async () => {
    await vscode.problems();
    expect(await vscode.page.locator('.markers-panel .monaco-list-row .codicon-error').count()).toBe(0);
    await vscode.screenshot('engine-source');
  });
});

describe("F5 with the project's launch.json", () => {
  it('stops at a breakpoint in the code of the attack maps', async () => {
    await vscode.openFile('attack-maps.gtasm');
    const line = vscode.lineOf('tables/attack-maps.gtasm', /ora\s+\[bit\]/);
    await debug.setBreakpoint(line);
    await debug.start();
    await debug.standsAt(`attack-maps.gtasm:${line}`);
    await expect.poll(() => debug.breakpointMarks(), PATIENCE).toEqual([expect.not.stringContaining('unverified')]);
    await vscode.screenshot('engine-breakpoint');
  });

  it('shows the call stack down to the main loop', async () => {
    await expect
      .poll(() => debug.callStack(), PATIENCE)
      .toEqual([
        expect.stringMatching(/^buildAttackMaps /),
        expect.stringMatching(/^setUp /),
        expect.stringMatching(/main-loop\.gtasm/),
      ]);
  });

  it('steps on', async () => {
    await debug.press('Step Over');
    const line = vscode.lineOf('tables/attack-maps.gtasm', /ora\s+\[bit\]/);
    await debug.standsAt(`attack-maps.gtasm:${line + 1}`);
    await debug.clickBreakpointAway('attack-maps.gtasm', line);
    await debug.press('Continue');
  });
});

describe('the views', () => {
  it('Board shows the start position while the program runs', async () => {
    await vscode.openViews();
    const board = await vscode.view('Board');
    await expect.poll(() => fen(board), PATIENCE).toContain(START);
    await vscode.screenshot('engine-running');
  });

  it('Screen shows the picture, with every line and frame good', async () => {
    await vscode.picture(20);
  });

  it('Board shows what is in RAM', async () => {
    await debug.pause();
    const board = await vscode.view('Board');
    for (const square of ['a1', 'e1', 'd8', 'e4', 'h7']) {
      const cell = board.locator(`[data-square="${square}"]`);
      expect([square, await cell.getAttribute('data-code')]).toEqual([square, await byteAt(`board[${square}]`)]);
    }
    expect(await board.locator('[data-square="d8"]').getAttribute('data-piece')).toBe('black queen');
    await vscode.screenshot('engine-board');
  });

  it.each([
    ['white-sliders', 'whiteSliders'],
    ['black-sliders', 'blackSliders'],
    ['white-leapers', 'whiteLeapers'],
    ['black-leapers', 'blackLeapers'],
  ])('Attack maps shows the map %s as it is in RAM', async (map, table) => {
    const maps = await vscode.view('Attack maps');
    for (const square of ['d1', 'c3', 'f6', 'e7']) {
      const cell = maps.locator(`[data-map="${map}"] [data-square="${square}"]`);
      expect([square, await cell.getAttribute('data-value')]).toEqual([square, await byteAt(`${table}[${square}]`)]);
    }
  });

  it('Attack maps knows who attacks f3 and e2 in the start position', async () => {
    const maps = await vscode.view('Attack maps');
    const f3 = maps.locator('[data-map="white-leapers"] [data-square="f3"]');
    // Two pawns and the knight of g1.
    expect(((await f3.getAttribute('data-bits')) ?? '').split(',')).toHaveLength(3);
    const e2 = maps.locator('[data-map="white-sliders"] [data-square="e2"]');
    // The queen north-east, the bishop north-west.
    expect((await e2.getAttribute('data-bits')) ?? '').toMatch(/ne.*nw|nw.*ne/);
    await vscode.screenshot('engine-attack-maps');
  });

  it('Piece lists shows sixteen pieces a side, linked as in RAM', async () => {
    const lists = await vscode.view('Piece lists');
    for (const side of ['white', 'black']) {
      const rows = lists.locator(`[data-side="${side}"] [data-state="listed"]`);
      expect(await rows.count(), side).toBe(16);
      const first = rows.first();
      expect(await first.getAttribute('data-piece')).toBe(`${side} king`);
      const index = await first.getAttribute('data-index');
      expect(await first.getAttribute('data-square')).toBe(side === 'white' ? 'e1' : 'e8');
      expect((await first.getAttribute('data-next'))?.replace('$', '')).toBe(await byteAt(`next[$${index}]`));
    }
    await vscode.screenshot('engine-piece-lists');
  });

  it('show the same selection', async () => {
    const board = await vscode.view('Board');
    await board.locator('[data-square="g1"]').click();
    const lists = await vscode.view('Piece lists');
    const knight = lists.locator('[data-square="g1"][data-piece="white knight"]');
    await expect.poll(() => knight.getAttribute('aria-selected'), PATIENCE).toBe('true');
    await vscode.screenshot('engine-selection');
  });

  it('show the same again after another container was open', async () => {
    await vscode.openContainer('Explorer');
    await vscode.page.locator('.explorer-folders-view .monaco-list-row').first().waitFor();
    await vscode.openViews();
    const board = await vscode.view('Board');
    await expect.poll(() => fen(board), PATIENCE).toContain(START);
    const g1 = board.locator('[data-square="g1"]');
    await expect.poll(() => g1.getAttribute('aria-selected'), PATIENCE).toBe('true');
    await expect.poll(() => board.locator('.board').isVisible(), PATIENCE).toBe(true);
  });

  it('Screen passes keys on to the game pad: the cursor moves on the board', async () => {
    await debug.press('Continue');
    const pad = new GamePad(vscode, await vscode.view('Screen'), await vscode.view('Board'));
    await expect.poll(() => pad.cursor(), PATIENCE).toBe('e2');
    await pad.moveToRank(3);
    expect(await pad.cursor()).toBe('e3');
    await vscode.screenshot('engine-cursor');
  });

  it('Screen sends typed keys to the machine, as the launch configuration says: e2e4 is played', async () => {
    const board = await vscode.view('Board');
    const screen = await vscode.view('Screen');
    expect(await screen.getByLabel('Keyboard').inputValue()).toBe('typed');
    await screen.locator('canvas').focus();
    // For two persons; the launch configuration has the machine play Black.
    await vscode.page.keyboard.type('pe2e4');
    await expect.poll(() => fen(board), PATIENCE).toContain('rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq');
    await vscode.screenshot('engine-typed-move');
    await vscode.page.keyboard.press('t');
    await expect.poll(() => fen(board), PATIENCE).toContain(START);
  });

  it('are updated while the program runs', async () => {
    const canvas = (await vscode.view('Screen')).locator('canvas');
    const pictures = 10;
    const milliseconds = await canvas.evaluate(
      (element, wanted) =>
        new Promise<number>((resolve) => {
          const start = performance.now();
          let count = 0;
          new MutationObserver(() => {
            if (++count === wanted) resolve(performance.now() - start);
          }).observe(element, { attributeFilter: ['data-cycle'] });
        }),
      pictures,
    );
    console.log(`Screen: ${((1000 * pictures) / milliseconds).toFixed(1)} pictures a second`);
  });

  it('Board hands out the position as FEN', async () => {
    await vscode.runCommand('Gigatron: Copy Position as FEN');
    await expect.poll(() => vscode.page.evaluate(() => navigator.clipboard.readText()), PATIENCE).toContain(START);
  });

  it('Game and Board show the move that is played with the game pad', async () => {
    const board = await vscode.view('Board');
    const game = await vscode.view('Game');
    const pad = new GamePad(vscode, await vscode.view('Screen'), board);
    await expect.poll(() => game.locator('.state').textContent(), PATIENCE).toBe('No turn has been played.');
    await pad.moveToRank(2);
    await pad.press('End');
    await pad.moveToRank(4);
    await pad.press('End');
    const turn = game.locator('tr[aria-current="true"]');
    await expect.poll(() => turn.getAttribute('data-move'), PATIENCE).toBe('e2e4');
    await expect.poll(() => game.locator('.state').textContent(), PATIENCE).toBe('1 turn, black to move');
    await expect.poll(() => board.locator('.last-move').count(), PATIENCE).toBe(2);
    await turn.click();
    await expect.poll(() => board.locator('[data-square="e4"]').getAttribute('aria-selected'), PATIENCE).toBe('true');
    await vscode.screenshot('engine-game');
  });

  it('Search shows the plies while the machine thinks, and its line to click through', async () => {
    const search = await vscode.view('Search');
    const rows = search.getByRole('grid', { name: 'Plies' }).locator('tbody tr');
    await (await vscode.view('Screen')).locator('canvas').focus();
    // A move that no book knows, the level that thinks until a button, and the machine plays white.
    await vscode.page.keyboard.type('h7h69m');
    const state = search.locator('.state');
    await expect
      .poll(() => state.textContent(), PATIENCE)
      .toMatch(
        /^depth \d+, \d+ selective · score -?\d+ · [\d,]+ nodes, [\d,]+ a second · hash [\d,]+ of 1,200 · at ply \d+$/,
      );
    await expect.poll(() => rows.count(), PATIENCE).toBeGreaterThan(2);
    // A screen reader is not told of every node.
    const position = (await vscode.view('Board')).locator('.state');
    for (const text of [state, position]) await expect.poll(() => text.getAttribute('aria-live'), PATIENCE).toBe('off');
    const number = async (place: string): Promise<number> => Number.parseInt(await debug.evaluate(`${place},d`), 10);
    // At the root there is no ply above, and a move that is too good for the bounds of its iteration has no line yet.
    const hasAll = async (): Promise<boolean> => (await number('ply')) > 0 && (await number('pvLength[0]')) > 1;
    for (await debug.pause(); !(await hasAll()); await debug.pause()) await debug.press('Continue');
    await expect.poll(() => rows.count(), PATIENCE).toBe((await number('ply')) + 1);
    for (const text of [state, position]) expect(await text.getAttribute('aria-live')).toBe('polite');
    const columns = ['Ply', 'Move', 'Best', 'Stage', 'Alpha', 'Beta', 'Static', 'Legal', 'Depth'];
    await expect.poll(() => search.locator('th').allTextContents(), PATIENCE).toEqual(columns);
    expect(Number(await rows.last().locator('td').nth(4).textContent())).toBe(await number('alpha'));
    const move = search.locator('.line button').first();
    const target = (await move.textContent())!.slice(2, 4);
    await move.click();
    const board = await vscode.view('Board');
    const square = board.locator(`[data-square="${target}"]`);
    await expect.poll(() => square.getAttribute('aria-selected'), PATIENCE).toBe('true');
    const [first, second] = await search.locator('.line button').allTextContents();
    const caption = search.locator('.line-board .caption');
    await expect.poll(() => caption.textContent(), PATIENCE).toBe(`After ${first}`);
    const after = search.locator(`.line-board [data-square="${target}"]`);
    expect(await after.getAttribute('data-piece')).toMatch(/^white /);
    await move.press('ArrowRight');
    await expect.poll(() => caption.textContent(), PATIENCE).toBe(`After ${first} ${second}`);
    await vscode.screenshot('engine-search');
  });
});

it('all views show the engine in its search', async () => {
  await vscode.page.setViewportSize({ width: 1280, height: 800 });
  await vscode.openFile(FILE);
  await vscode.goTo(childLine());
  await debug.press('Continue');
  await vscode.openViews();
  const search = await vscode.view('Search');
  // At the machine's own speed, this takes a minute, in which the views are drawn again and again.
  await (await vscode.view('Screen')).getByRole('combobox', { name: 'Speed' }).selectOption('unlimited');
  await expect.poll(() => search.locator('.state').textContent(), PATIENCE).toMatch(/^depth (?:[3-9]|\d\d)/);
  await debug.clickGutter(childLine());
  await debug.standsAt(`${FILE}:${childLine()}`);
  await vscode.openContainer('Gigatron');
  await vscode.unfoldOnly('Search');
  await search.locator('.line button').first().click();
  await expect.poll(() => search.locator('.line-board').isVisible(), PATIENCE).toBe(true);
});

describe.each(Object.entries(THEMES))('all views in the theme %s', (name, theme) => {
  it.each(Object.entries(CONTENTS))('%s', async (title, content) => {
    await vscode.changeSettings({ 'workbench.colorTheme': theme });
    await vscode.unfoldOnly(title);
    // A slow view is opened again, in another frame.
    const isVisible = (each: Frame): Promise<boolean> => each.locator(content).first().isVisible();
    const frame = await vscode.frameWith(`main[aria-label="${title}"] ${content}`, isVisible);
    await vscode.screenshot(`views-${name}-${title.toLowerCase().replace(' ', '-')}`);
    expect(await frame.evaluate(scrolledAside)).toEqual([]);
    expect(await frame.evaluate(brokenHeadings)).toEqual([]);
  });
});

/** The elements of a page whose content is wider than they are. */
function scrolledAside(): string[] {
  return [...document.querySelectorAll('*')]
    .filter((each) => each === document.documentElement || getComputedStyle(each).overflowX !== 'visible')
    .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth)
    .map(({ tagName, className }) => `${tagName} ${String(className)}`);
}

/** The headings of tables that take more lines than they have words. */
function brokenHeadings(): string[] {
  return [...document.querySelectorAll('th')]
    .filter((heading) => {
      const text = document.createRange();
      text.selectNodeContents(heading);
      const lines = new Set([...text.getClientRects()].map(({ top }) => top));
      return lines.size > (heading.textContent ?? '').split(' ').length;
    })
    .map(({ textContent }) => textContent ?? '');
}
