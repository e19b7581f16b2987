/** The handler of a sample, with frames of 40 lines instead of 521, so that a run soon shows all of one. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from '../cases.ts';

export const SMALL_HANDLER = readFileSync(join(PROJECT, 'samples/time-check/handler.gtasm'), 'utf8')
  .replace(/TOP_LINES +=.*/, 'TOP_LINES = 14')
  .replace(/BOTTOM_LINES +=.*/, 'BOTTOM_LINES = 14')
  .replace(/ROWS +=.*/, 'ROWS = 2')
  .replace(/REPEATS +=.*/, 'REPEATS = 2')
  .replace('== 521', '== 40')
  .replace('.timing account=account', '.timing account=account frame=40');
