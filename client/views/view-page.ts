/**
 * The views by name, and the page of each: only its own script and style may run, and nothing may be loaded or sent out.
 *
 * Script and style are in the page. Fetched as resources, they would pass through a service worker, which the views of
 * a browser share and take from each other (see reopening.ts).
 */
import { escapeText, inElement } from '#page';

interface ViewPageParts {
  readonly name: string;
  readonly title: string;
  readonly script: string;
  readonly style: string;
  /** New for every page: only the script and the style that carry it are valid. */
  readonly nonce: string;
}

export function viewPage({ name, title, script, style, nonce }: ViewPageParts): string {
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; img-src data:`;
  return `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="${policy}">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escapeText(title)}</title>
    <style nonce="${nonce}">${inElement(style, 'style')}</style>
  </head>
  <body data-view="${name}">
    <script nonce="${nonce}">${inElement(script, 'script')}</script>
  </body>
</html>
`;
}

/**
 * The views by name (folder in client/webviews/, and bundle), in the order of the container, with the titles of their
 * pages for screen readers; the same as in package.json.
 */
export const TITLES = {
  screen: 'Screen',
  board: 'Board',
  'attack-maps': 'Attack maps',
  'piece-lists': 'Piece lists',
  game: 'Game',
  search: 'Search',
  bitboards: 'Bitboards',
  timing: 'Timing',
  'memory-map': 'Memory map',
  timeline: 'Timeline',
} as const;

export type ViewName = keyof typeof TITLES;

export const VIEWS = Object.keys(TITLES) as readonly ViewName[];

/** Views whose script is that of client/webviews/play.ts; the others have that of inspect.ts. */
const PLAYED: ReadonlySet<ViewName> = new Set<ViewName>(['screen', 'board']);

/** Names of the bundles of a view: its script, and its style sheets in their order. */
export function bundlesOf(view: ViewName): { readonly script: string; readonly styles: readonly string[] } {
  return { script: `${PLAYED.has(view) ? 'play' : 'inspect'}.js`, styles: ['view.css', `${view}.css`] };
}
