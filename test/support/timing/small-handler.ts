/** The sample with a handler of its own, also with frames of 40 lines, so that a run soon shows all of one. */
import { replaced } from '../assembler/assembled-text.ts';
import { projectText } from '../project.ts';

const textOf = (file: string): string => projectText('samples/time-check', file);

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
