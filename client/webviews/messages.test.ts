import { expect, it } from 'vitest';
import type { ScreenMessage, TablesMessage } from '#debugger/protocol';
import { isNews, lastingProblems, problemsSince, type ProblemsSince, withScreen, withTables } from './messages.ts';

const SCREEN = { cycle: 1, frames: 2, picture: { bytes: 'AAAA', heights: [1] } } as unknown as ScreenMessage;
const SHOWN = { board: { table: 'a' }, game: null };
const TABLES = { cycle: 1, running: true, tables: SHOWN, lenses: [] } as unknown as TablesMessage;

const CYCLE = 9 as TablesMessage['cycle'];

it('what has not changed stays as it was', () => {
  const { picture, ...later } = { ...SCREEN, frames: 3 };
  expect(withScreen(SCREEN, later)).toEqual({ ...later, picture });
  expect(withScreen(undefined, SCREEN)).toEqual(SCREEN);
  const board = { table: 'b' } as unknown as TablesMessage['tables']['board'];
  const told = withTables(TABLES, { ...TABLES, cycle: CYCLE, tables: { board } });
  expect(told).toEqual({ ...TABLES, cycle: CYCLE, tables: { ...TABLES.tables, board } });
  expect(told.tables.game).toBe(TABLES.tables.game);
});

it('while a program runs, only what changes the drawing is news; a stop always is', () => {
  const same = { ...TABLES, cycle: CYCLE, tables: {} };
  expect(isNews(TABLES, same)).toBe(false);
  expect(isNews(undefined, same)).toBe(true);
  expect(isNews(TABLES, { ...same, running: false })).toBe(true);
  expect(isNews({ ...TABLES, running: false }, same)).toBe(true);
  expect(isNews(TABLES, { ...same, tables: { game: null } })).toBe(true);
  expect(isNews(TABLES, { ...same, lenses: [{ expression: 'x' }] as never })).toBe(true);
});

it('while a program runs, a problem counts once it has lasted for two seconds; at a stop all do', () => {
  const seen = (seconds: number, ...problems: string[]): TablesMessage => ({
    ...TABLES,
    cycle: seconds * 6_250_000,
    tables: { ...TABLES.tables, problems },
  });
  let since: ProblemsSince = new Map();
  const lasting = (message: TablesMessage): readonly string[] => {
    since = problemsSince(since, message);
    return lastingProblems(since, message);
  };
  expect(lasting(seen(0, 'empty'))).toEqual([]);
  expect(lasting(seen(1, 'empty', 'torn'))).toEqual([]);
  expect(lasting(seen(1.9, 'empty'))).toEqual([]);
  expect(lasting(seen(2, 'empty'))).toEqual(['empty']);
  expect(lasting(seen(3.5, 'torn'))).toEqual([]);
  expect(lasting({ ...seen(3.6, 'wrong'), running: false })).toEqual(['wrong']);
  // After a step back, it counts from there.
  expect(lasting(seen(1, 'wrong'))).toEqual([]);
  expect(lasting(seen(3, 'wrong'))).toEqual(['wrong']);
});
