/**
 * What every view says in each of its states: no session, a program that is being loaded, one that runs, one that is
 * stopped, one that has nothing for the view, and tables that contradict each other. The golden file is the table.
 */
import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { AdapterClient } from '#test/debugger/adapter-client.ts';
import { GoldenFolder } from '#test/golden/golden.ts';
import { SourceFolder } from '#test/source-folder.ts';
import { sharedBrowser, takePicture } from '#test/e2e/editor-window.ts';
import { bePatient } from '#test/e2e/patience.ts';
import { bundlesOf, TITLES, viewPage, VIEWS, type ViewName } from '../../client/views/view-page.ts';
import type { HostMessage, ViewMessage } from '../../client/webviews/messages.ts';

const ROOT = join(import.meta.dirname, '../..');
const BUNDLES = join(ROOT, 'dist', 'webviews');
/** Colours come from VS Code's themes; a square's label says more than its text; a view is a part of a window. */
const EXEMPT = {
  'color-contrast': { enabled: false },
  'label-content-name-mismatch': { enabled: false },
  'landmark-one-main': { enabled: false },
  'page-has-heading-one': { enabled: false },
  region: { enabled: false },
};
/** The few colours of VS Code's theme without which a picture of the page cannot be read. */
const THEME = `:root { --vscode-foreground: #333; --vscode-font-family: sans-serif; --vscode-button-background: #0078d4;
  --vscode-button-foreground: #fff; --vscode-button-secondaryBackground: #ddd; }`;

/** The page of a view without VS Code around it: as the extension makes it, with the messages that a test posts. */
class ViewAlone {
  private constructor(private readonly page: Page) {}

  /** Opens a view of the side bar's usual size; resolves when it has said that it is ready. */
  static async open(name: ViewName): Promise<ViewAlone> {
    const page = await (await sharedBrowser()).newPage({ viewport: { width: 340, height: 640 } });
    bePatient(page, true);
    await page.addInitScript(() => {
      const said: unknown[] = [];
      let kept: unknown;
      const api = {
        postMessage: (message: unknown) => said.push(message),
        getState: () => kept,
        setState: (state: unknown) => (kept = state),
      };
      Object.assign(window, { said, acquireVsCodeApi: () => api });
    });
    const read = (file: string): string => readFileSync(join(BUNDLES, file), 'utf8');
    const { script, styles } = bundlesOf(name);
    const style = [THEME, ...styles.map(read)].join('\n');
    const html = viewPage({ name, title: TITLES[name], script: read(script), style, nonce: 'once' });
    await page.route('http://view/', (route) => route.fulfill({ body: html, contentType: 'text/html' }));
    await page.goto('http://view/');
    const view = new ViewAlone(page);
    await page.waitForFunction(() => (window as unknown as { said: ViewMessage[] }).said.length > 0);
    return view;
  }

  close(): Promise<void> {
    return this.page.close();
  }

  /** Posts messages as the extension does; resolves when the page has taken them. */
  async post(...messages: readonly HostMessage[]): Promise<void> {
    // As text, which takes a hundredth of the time of the objects.
    await this.page.evaluate(async (posted) => {
      for (const message of JSON.parse(posted) as unknown[]) window.postMessage(message, '*');
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    }, JSON.stringify(messages));
  }

  /** The visible sentences and buttons of the page that say which state it is in. */
  async said(): Promise<string[]> {
    return this.page.evaluate(() => {
      const parts = document.querySelectorAll<HTMLElement>(
        '.idle p, .idle button, .missing p, .missing button, [role=status], .problems summary, p.fault',
      );
      const isShown = (part: HTMLElement): boolean => part.checkVisibility() && part.innerText.trim() !== '';
      return [...parts].filter(isShown).map((part) => {
        const text = part.innerText.replaceAll(/\s+/g, ' ').trim();
        return part.tagName === 'BUTTON' ? `[${text}]` : text;
      });
    });
  }

  /** Makes the view this large, in CSS pixels. */
  async resize(size: { readonly width: number; readonly height: number }): Promise<void> {
    await this.page.setViewportSize(size);
  }

  /** The size of an element in CSS pixels, and whether it is wholly in sight without scrolling. */
  async sizeOf(selector: string): Promise<{ width: number; height: number; isInside: boolean }> {
    return this.page.locator(selector).evaluate((element) => {
      const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
      const isInside = left >= 0 && top >= 0 && right <= window.innerWidth && bottom <= window.innerHeight;
      return { width, height, isInside };
    });
  }

  /** The accessibility violations that axe finds, each as rule and element. */
  async obstacles(): Promise<string[]> {
    await this.page.evaluate(axe.source);
    return this.page.evaluate(async (rules) => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, {
        rules,
        // Skip what is not read here: locating elements without violations takes most of the time.
        resultTypes: ['violations'],
        selectors: false,
      });
      return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
    }, EXEMPT);
  }

  screenshot(name: string): Promise<void> {
    return takePicture(this.page, name);
  }
}

const LOOKED_AT = ['loading', 'running', 'fault', 'nothing to show'];
/** 1.a4, and the machine's answer. */
const KEYS = ['a', '2', 'a', '4', 'm'].map((key, index) => ({ frame: 100 + 20 * index, key }));

const golden = new GoldenFolder(join(ROOT, 'test/golden/views'), ['states.json']);
const files = new SourceFolder({ 'keys.json': JSON.stringify(KEYS) });
let stopped: readonly HostMessage[];
let nothing: readonly HostMessage[];
let fault: readonly HostMessage[];

/** All that the views request of a stopped program. */
async function answers(client: AdapterClient): Promise<HostMessage[]> {
  return [
    { type: 'screen', message: await client.request('gigatron/screen') },
    { type: 'tables', message: await client.request('gigatron/tables') },
    { type: 'frame', message: await client.request('gigatron/frame') },
    { type: 'timeline', message: await client.request('gigatron/timeline') },
  ];
}

/** A sentence without what changes with the engine: its figures and its moves. */
function withoutFigures(sentence: string): string {
  return sentence.replaceAll(/\b[a-h][1-8][a-h][1-8]\b/g, '(move)').replaceAll(/(?<!\w)[+-]?\d+(?:[.,]\d+)*/g, '(n)');
}

/** What is sent while the program runs. */
function running(messages: readonly HostMessage[]): HostMessage[] {
  return messages.flatMap((each): HostMessage[] => {
    if (each.type === 'screen') return [{ type: 'screen', message: { ...each.message, running: true } }];
    if (each.type === 'timeline') return [{ type: 'timeline', message: { ...each.message, running: true } }];
    return each.type === 'tables' ? [{ type: 'tables', message: { ...each.message, running: true } }] : [];
  });
}

beforeAll(async () => {
  const start = (): Promise<AdapterClient> => AdapterClient.start(join(ROOT, 'dist/debugger.js'));
  const engine = await start();
  await engine.launchStopped({
    program: join(ROOT, 'engine-asm/main.gtasm'),
    ...{ seed: 1, speed: 'unlimited', input: files.place('keys.json') },
  });
  await engine.breakIn({ name: 'enterChild', condition: 'ply == 3' });
  await engine.move('continue');
  stopped = await answers(engine);
  await engine.evaluate('board[e1] = $00', 'repl');
  fault = await answers(engine);
  await engine.stop();
  const sample = await start();
  await sample.launchStopped({ program: join(ROOT, 'samples/hello/main.gtasm'), seed: 1 });
  nothing = await answers(sample);
  await sample.stop();
});

it('is said in words, and what is shown has names', async () => {
  const obstacles: string[] = [];
  const said: Record<string, Record<string, readonly string[]>> = {};
  for (const name of VIEWS) {
    const title = TITLES[name];
    const view = await ViewAlone.open(name);
    const states = {
      'no session': [{ type: 'idle', isStarting: false }],
      loading: [{ type: 'idle', isStarting: true }],
      running: running(stopped),
      stopped,
      fault,
      'nothing to show': [{ type: 'idle', isStarting: true }, ...nothing],
      'no session again': [{ type: 'idle', isStarting: false }],
    } as const satisfies Record<string, readonly HostMessage[]>;
    said[title] = {};
    for (const [state, messages] of Object.entries(states)) {
      await view.post(...messages);
      said[title][state] = (await view.said()).map(withoutFigures);
      if (!LOOKED_AT.includes(state)) continue;
      obstacles.push(...(await view.obstacles()).map((each) => `${title}, ${state}: ${each}`));
      await view.screenshot(`state-${name}-${state.replaceAll(' ', '-')}`);
    }
    await view.close();
    expect(said[title]['no session again']).toEqual(said[title]['no session']);
  }
  await golden.compareJson('states.json', said);
  expect(obstacles).toEqual([]);
});

/** Panes in windows of 800 × 500 and of 1,280 × 800 at 200 %, and a wide and a high one: CSS pixels. */
const PANES = [
  { width: 285, height: 180 },
  { width: 220, height: 200 },
  { width: 700, height: 220 },
  { width: 240, height: 700 },
] as const;

it.each([
  ['screen', 'canvas', 0.5],
  ['board', '.board', 0.3],
] as const)('is small without being cut off: %s', async (name, content, share) => {
  const view = await ViewAlone.open(name);
  for (const pane of PANES) {
    await view.resize(pane);
    await view.post(...stopped);
    await view.screenshot(`pane-${name}-${pane.width}`);
    const { width, height, isInside } = await view.sizeOf(content);
    expect([pane, isInside]).toEqual([pane, true]);
    expect(Math.max(width / pane.width, height / pane.height)).toBeGreaterThan(share);
  }
  await view.close();
});
