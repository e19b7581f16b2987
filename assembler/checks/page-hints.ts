/**
 * Hints on how routines lie in pages: one that runs across the end of a page, or one that has a page to itself
 * and would fit into another.
 *
 * They do not affect correctness; near branches, tables and time checks are checked elsewhere.
 */
import { counted } from '#basics';
import { hexWord, PAGE_SIZE, ROM_WORDS } from '#isa';
import type { DebugRoutine } from '../contract/debug-info.ts';
import type { DiagnosticCode, Fix } from '../contract/diagnostic.ts';
import { beginPage, placeAround } from '../placement/fixes.ts';
import { itemAt, usedIn, type Item, type Program } from '../program/program.ts';

/** A page with more words than this is in use, not a leftover. */
const LEFTOVER = PAGE_SIZE / 4;

/** Reports routines that would be better placed elsewhere. */
export function hintPages(program: Program, routines: readonly DebugRoutine[]): void {
  const used = Array.from({ length: ROM_WORDS / PAGE_SIZE }, (_, page) => usedIn(program.used, page));
  for (const routine of routines) {
    const { name, start, end } = routine;
    const words = end - start;
    const page = start >> 8;
    if (page !== (end - 1) >> 8 && words <= PAGE_SIZE) {
      const left = PAGE_SIZE - (start & 0xff);
      const message = `"${name}" takes ${counted(words, 'word')}, but its page has ${left} left from its start`;
      report(program, routine, 'GT0914', message, beginPage(program, definitionOf(program, routine)));
    } else if (words === used[page] && words <= LEFTOVER && page > 0) {
      const other = roomFor(words, page, used);
      if (other === undefined) continue;
      const message = `"${name}" has page ${hexWord(page << 8)} to itself; its ${counted(words, 'word fits', 'words fit')} in page ${hexWord(other << 8)}`;
      report(program, routine, 'GT0915', message, placed(program, routine));
    }
  }
}

/** The fullest other page in use that has enough words free. */
function roomFor(words: number, own: number, used: readonly number[]): number | undefined {
  let best: { page: number; count: number } | undefined;
  for (const [page, count] of used.entries()) {
    if (page === own || count === 0 || count + words > PAGE_SIZE) continue;
    if (best === undefined || count > best.count) best = { page, count };
  }
  return best?.page;
}

function definitionOf(program: Program, { name, start }: DebugRoutine): Item | undefined {
  return program.blocks.find((block) => block.kind === 'proc' && block.name === name)?.item ?? itemAt(program, start);
}

/** `.place` around a routine whose last line is known: a `.proc`. */
function placed(program: Program, routine: DebugRoutine): Fix[] {
  const symbol = program.globals.get(routine.name);
  const item = definitionOf(program, routine);
  if (symbol === undefined || item?.statement?.kind !== 'directive') return [];
  return placeAround(program, item, symbol.endLine);
}

function report(
  program: Program,
  { name, start }: DebugRoutine,
  code: DiagnosticCode,
  message: string,
  fixes: readonly Fix[],
): void {
  const symbol = program.globals.get(name);
  if (symbol === undefined) return;
  const { file, line } = symbol;
  program.findings.add(code, message, { file, line, off: itemAt(program, start)?.off }, symbol, { fixes });
}
