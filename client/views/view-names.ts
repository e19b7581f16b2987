/** The views: their titles, and the bundles that their pages are made of. Independent of VS Code. */
import type { ViewName } from '../webviews/messages.ts';

/** Titles of the pages, for screen readers; the same as in package.json. */
export const TITLES: Readonly<Record<ViewName, string>> = {
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
};

/** All views, in the order of the container. */
export const VIEWS = Object.keys(TITLES) as readonly ViewName[];

/** Views whose script is that of client/webviews/play.ts; the others have that of inspect.ts. */
const PLAYED: ReadonlySet<ViewName> = new Set<ViewName>(['screen', 'board']);

/** Names of the bundles of a view: its script, and its style sheets in their order. */
export function bundlesOf(view: ViewName): { readonly script: string; readonly styles: readonly string[] } {
  return { script: `${PLAYED.has(view) ? 'play' : 'inspect'}.js`, styles: ['view.css', `${view}.css`] };
}
