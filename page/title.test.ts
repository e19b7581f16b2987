import { expect, it } from 'vitest';
import { pageTitle } from './document.ts';

it.each([
  ['/home/me/chess.gtasm', 'chess'],
  ['/home/me/octad/main.gtasm', 'octad'],
  ['/home/me/v1.2.rom', 'v1.2'],
  ['/main.gtasm', 'Gigatron'],
])('a page of %s is called %s', (path, title) => {
  expect(pageTitle(path)).toBe(title);
});
