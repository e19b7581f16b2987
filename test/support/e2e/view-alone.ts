/**
 * The page of a view without VS Code around it: as the extension makes it, with the messages that a test posts.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { bundlesOf, TITLES, viewPage } from '../../../client/views/view-page.ts';
import type { HostMessage, ViewMessage, ViewName } from '../../../client/webviews/messages.ts';
import { sharedBrowser } from './editor-window.ts';
import { bePatient } from './patience.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const BUNDLES = join(ROOT, 'dist', 'webviews');
const SCREENSHOTS = join(ROOT, 'artifacts', 'e2e');
/** Colours are those of VS Code's themes; a square says more than is written on it; a view is a part of a window, not a page. */
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

export class ViewAlone {
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

  /** The sentences and buttons of the page that say which state it is in, and how much of its own content is in sight. */
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

  /** What keeps people with a screen reader or a keyboard from using what is shown, according to axe: rule and element. */
  async obstacles(): Promise<string[]> {
    await this.page.evaluate(axe.source);
    return this.page.evaluate(async (rules) => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, {
        rules,
        // Only what is read here: the places of elements that nothing is wrong with take most of the time.
        resultTypes: ['violations'],
        selectors: false,
      });
      return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
    }, EXEMPT);
  }

  /** Saves a picture in artifacts/e2e/. */
  async screenshot(name: string): Promise<void> {
    mkdirSync(SCREENSHOTS, { recursive: true });
    await this.page.screenshot({ path: join(SCREENSHOTS, `${name}.png`) });
  }
}
