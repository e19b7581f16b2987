/**
 * Pictures and tables on their way to the views: only what has changed travels. A part that has not changed stays the same
 * object on either side.
 */
import type { PackedLines } from '#basics';
import type { DecodedTables } from '#chess';
import type { ScreenMessage, ScreenUpdate, TablesMessage, TablesUpdate } from '#debugger/protocol';

const NO_PICTURE: PackedLines = { bytes: '', heights: [] };

/** What is shown after an update; the first update has a picture. */
export function withScreen(before: ScreenMessage | undefined, update: ScreenUpdate): ScreenMessage {
  return { ...update, picture: update.picture ?? before?.picture ?? NO_PICTURE };
}

/** Leaves out of a message what the one before has brought, if there was one. */
export function screenSince(before: ScreenUpdate | undefined, now: ScreenUpdate): ScreenUpdate {
  const { picture, ...state } = now;
  return picture === before?.picture ? state : now;
}

/** What is shown after an update; the first update has all tables. */
export function withTables(before: TablesMessage | undefined, update: TablesUpdate): TablesMessage {
  return { ...update, tables: { ...before?.tables, ...update.tables } as DecodedTables };
}

/** Leaves out of a message what the one before has brought, if there was one. */
export function tablesSince(before: TablesUpdate | undefined, now: TablesUpdate): TablesUpdate {
  const changed = Object.entries(now.tables).filter(
    ([name, table]) => before?.tables[name as keyof DecodedTables] !== table,
  );
  return { ...now, tables: Object.fromEntries(changed) as Partial<DecodedTables> };
}

/** Whether a page would draw anything else after an update; a program that runs changes the cycle all the time. */
export function isNews(before: TablesUpdate | undefined, update: TablesUpdate): boolean {
  if (!update.running || before?.running !== true || Object.keys(update.tables).length > 0) return true;
  return JSON.stringify(update.lenses) !== JSON.stringify(before.lenses);
}
