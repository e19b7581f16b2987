/** The sample with a handler of its own, also with frames of 40 lines instead of 521, so that a run soon shows all of one. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaced } from '../assembler/assembled-text.ts';
import { PROJECT } from '../cases.ts';

const textOf = (file: string): string => readFileSync(join(PROJECT, 'samples/time-check', file), 'utf8');

export const MAIN = textOf('main.gtasm');
export const HANDLER = textOf('handler.gtasm');
export const SMALL_HANDLER = replaced(
  HANDLER,
  [/TOP_LINES +=.*/, 'TOP_LINES = 14'],
  [/BOTTOM_LINES +=.*/, 'BOTTOM_LINES = 14'],
  [/ROWS +=.*/, 'ROWS = 2'],
  [/REPEATS +=.*/, 'REPEATS = 2'],
  ['== 521', '== 40'],
  ['.timing account=account', '.timing account=account frame=40'],
);
