/** The Chromium, or a browser based on it, that the end-to-end tests drive. */
import { existsSync } from 'node:fs';
import { findProgram } from './processes.mjs';

// The headless shell comes first: it draws no window, and so needs less processor time.
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'msedge',
];
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/** Its path: `CHROMIUM` of the environment, or found; an empty text if there is none. */
export function findChromium() {
  const named = process.env['CHROMIUM'];
  if (named !== undefined && named !== '') return named;
  return NAMES.map(findProgram).find((path) => path !== undefined) ?? PLACES.find(existsSync) ?? '';
}
