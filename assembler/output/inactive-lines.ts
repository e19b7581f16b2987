/**
 * Lines of a file that a condition leaves out.
 *
 * An arm is left out if no call or round that reached the `.if` assembled it. Nothing is known about an `.if` that was
 * never reached, such as one in a macro without a call.
 */
import { remembered } from '#basics';
import { blockStructure, type SourceBlock } from '../syntax/block-structure.ts';
import type { AssembledFile } from '../contract/syntax.ts';
import type { Program } from '../program/program.ts';
import type { LineSpan } from '../program/assembly.ts';

/** The lines of the arms that are left out, in order; an arm within another one that is left out is not listed. */
export function inactiveLines(program: Program, file: number): readonly LineSpan[] {
  const source = program.files[file];
  if (source === undefined) return [];
  const conditions = [...blockStructure(source.lines).blocks.values()].filter(({ name }) => name === 'if');
  if (conditions.length === 0) return [];
  const answers = answersIn(program, file);
  return conditions
    .sort((a, b) => a.start - b.start)
    .flatMap((block) => leftOut(source, block, answers))
    .filter(({ first, last }) => first <= last);
}

/** How often each condition was asked, and how often it held, by its line. */
function answersIn(program: Program, file: number) {
  const answers = new Map<number, { asked: number; held: number }>();
  for (const { origin, value } of program.controls) {
    if (origin.file !== file) continue;
    const known = remembered(answers, origin.line, () => ({ asked: 0, held: 0 }));
    known.asked++;
    if (!Number.isNaN(value) && value !== 0) known.held++;
  }
  return answers;
}

function leftOut(
  { lines }: AssembledFile,
  { start, end, arms }: SourceBlock,
  answers: ReturnType<typeof answersIn>,
): LineSpan[] {
  const heads = [start, ...arms];
  /** How often no condition so far has held. */
  let open = answers.get(start)?.asked ?? 0;
  if (open === 0) return [];
  return heads.flatMap((head, index) => {
    const arm = lines[head]?.statement;
    const isElse = arm?.kind === 'directive' && arm.name === 'else';
    const taken = isElse ? open : (answers.get(head)?.held ?? 0);
    open -= taken;
    const last = Math.min(heads[index + 1] ?? end, lines.length) - 1;
    return taken > 0 ? [] : [{ first: head + 1, last }];
  });
}
