import { expect, it } from 'vitest';
import type { ScreenMessage, TablesMessage } from '#debugger/protocol';
import { isNews, screenSince, tablesSince, withScreen, withTables } from './messages.ts';

const SCREEN = { cycle: 1, frames: 2, picture: { bytes: 'AAAA', heights: [1] } } as unknown as ScreenMessage;
const SHOWN = { board: { table: 'a' }, game: null };
const TABLES = { cycle: 1, running: true, tables: SHOWN, lenses: [] } as unknown as TablesMessage;

it('a picture travels only when it has changed', () => {
  expect(screenSince(undefined, SCREEN)).toEqual(SCREEN);
  const later = { ...SCREEN, frames: 3 };
  expect(screenSince(SCREEN, later)).not.toHaveProperty('picture');
  expect(withScreen(SCREEN, screenSince(SCREEN, later))).toEqual(later);
  const other = { ...SCREEN, picture: { ...SCREEN.picture } };
  expect(screenSince(SCREEN, other)).toEqual(other);
});

it('only tables that have changed travel', () => {
  expect(tablesSince(undefined, TABLES)).toEqual(TABLES);
  const board = { table: 'b' } as unknown as TablesMessage['tables']['board'];
  const later = { ...TABLES, cycle: 2 as TablesMessage['cycle'], tables: { ...TABLES.tables, board } };
  const update = tablesSince(TABLES, later);
  expect(update.tables).toEqual({ board });
  expect(withTables(TABLES, update)).toEqual(later);
  expect(withTables(TABLES, update).tables.game).toBe(TABLES.tables.game);
});

it('while a program runs, only what changes the drawing is news; a stop always is', () => {
  const same = tablesSince(TABLES, { ...TABLES, cycle: 9 as TablesMessage['cycle'] });
  expect(isNews(TABLES, same)).toBe(false);
  expect(isNews(undefined, same)).toBe(true);
  expect(isNews(TABLES, { ...same, running: false })).toBe(true);
  expect(isNews({ ...TABLES, running: false }, same)).toBe(true);
  expect(isNews(TABLES, { ...same, tables: { game: null } })).toBe(true);
  expect(isNews(TABLES, { ...same, lenses: [{ expression: 'x' }] as never })).toBe(true);
});
