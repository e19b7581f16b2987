/**
 * Which directive of a file closes which block.
 *
 * Blocks nest within one file. An end that fits a block further out closes the ones between, which are
 * reported; an end that fits none is reported and ignored. The result is kept with the file's lines.
 */
import { remembered } from '#basics';
import { TRAITS } from './directive-traits.ts';
import { DIRECTIVES } from './directives.ts';
import type { DiagnosticCode } from '../contract/diagnostic.ts';
import type { LineChange } from '../contract/source.ts';
import type { ParsedLine, Span } from '../contract/syntax.ts';

export interface SourceBlock {
  readonly name: string;
  /** Line of the directive that opens the block. */
  readonly start: number;
  /** Line of the directive that closes it; the number of lines if there is none. */
  readonly end: number;
  /** Lines of `.elif` and `.else` of a condition. */
  readonly arms: readonly number[];
}

export interface BlockStructure {
  /** Lines with syntax findings. */
  readonly broken: readonly number[];
  /** By first line. */
  readonly blocks: ReadonlyMap<number, SourceBlock>;
  readonly problems: readonly BlockProblem[];
}

/** A block without its end, or an end without its block. */
export interface BlockProblem {
  readonly line: number;
  readonly span: Span;
  readonly code: DiagnosticCode;
  readonly message: string;
  /** The end that is missing, and the line before which it was probably meant. */
  readonly missing?: { readonly end: string; readonly before: number };
}

/** A block without its end so far. */
interface OpenBlock extends Omit<SourceBlock, 'end'> {
  readonly closedBy: string;
  readonly span: Span;
  readonly arms: number[];
  hasElse: boolean;
}

const cache = new WeakMap<readonly ParsedLine[], BlockStructure>();

export function blockStructure(lines: readonly ParsedLine[]): BlockStructure {
  return remembered(cache, lines, () => findBlocks(lines));
}

/**
 * Takes the blocks of a file over to its next state, unless a changed line concerns blocks or has findings.
 * @param before all lines, those of `change` replaced by others in `lines`
 */
export function keepBlocks(before: readonly ParsedLine[], lines: readonly ParsedLine[], change: LineChange): void {
  const known = cache.get(before);
  // Where a missing end was meant depends on the labels, too.
  if (known === undefined || known.problems.length > 0) return;
  const { from, removed, added } = change;
  for (let line = from; line < from + removed; line++) if (concernsBlocks(before[line]!)) return;
  for (let line = from; line < from + added; line++) if (concernsBlocks(lines[line]!)) return;
  const delta = added - removed;
  const moved = (line: number): number => (line >= from + removed ? line + delta : line);
  cache.set(lines, delta === 0 ? known : movedStructure(known, moved));
}

function concernsBlocks({ statement, problems }: ParsedLine): boolean {
  return statement?.kind === 'directive' || problems.length > 0;
}

function movedStructure({ broken, blocks }: BlockStructure, moved: (line: number) => number): BlockStructure {
  const result = new Map<number, SourceBlock>();
  for (const { name, start, end, arms } of blocks.values())
    result.set(moved(start), { name, start: moved(start), end: moved(end), arms: arms.map(moved) });
  return { broken: broken.map(moved), blocks: result, problems: [] };
}

function findBlocks(lines: readonly ParsedLine[]): BlockStructure {
  const blocks = new Map<number, SourceBlock>();
  const problems: BlockProblem[] = [];
  const open: OpenBlock[] = [];
  const broken: number[] = [];
  const report = (line: number, span: Span, message: string): void =>
    void problems.push({ line, span, code: 'GT0602', message });
  const close = (block: OpenBlock, end: number): void =>
    void blocks.set(block.start, { name: block.name, start: block.start, end, arms: block.arms });
  let probable: Int32Array | undefined;
  const unclosed = (block: OpenBlock, end: number): void => {
    probable ??= probableEnds(lines);
    const before = Math.max(block.start + 1, Math.min(probable[block.start + 1]!, end));
    const missing = { end: block.closedBy, before };
    const message = `".${block.name}" has no ".${block.closedBy}"`;
    problems.push({ line: block.start, span: block.span, code: 'GT0601', message, missing });
    close(block, end);
  };
  for (let line = 0; line < lines.length; line++) {
    const { statement, problems: own } = lines[line]!;
    if (own.length > 0) broken.push(line);
    if (statement?.kind !== 'directive') continue;
    const { name, nameSpan } = statement;
    const closedBy = Object.hasOwn(DIRECTIVES, name) ? DIRECTIVES[name]?.closedBy : undefined;
    if (closedBy !== undefined) open.push({ name, closedBy, start: line, span: nameSpan, arms: [], hasElse: false });
    else if (name === 'elif' || name === 'else') {
      const condition = open.at(-1);
      if (condition?.name !== 'if') report(line, nameSpan, `".${name}" is outside a condition`);
      else if (condition.hasElse) report(line, nameSpan, `".${name}" is after ".else"`);
      else {
        condition.arms.push(line);
        condition.hasElse = name === 'else';
      }
    } else if (TRAITS.closing.has(name)) {
      const index = open.findLastIndex((block) => block.closedBy === name);
      if (index < 0) report(line, nameSpan, `".${name}" has no block to end`);
      else {
        while (open.length > index + 1) unclosed(open.pop()!, line);
        close(open.pop()!, line);
      }
    }
  }
  while (open.length > 0) unclosed(open.pop()!, lines.length);
  return { broken, blocks, problems };
}

/**
 * For each line, the one before which a block that is open there should probably end: the next global label or block of
 * its own, or the comment above that. One pass, since there can be as many open blocks as lines.
 */
function probableEnds(lines: readonly ParsedLine[]): Int32Array {
  const afterCode = new Int32Array(lines.length + 1);
  for (let line = 0; line < lines.length; line++) {
    const { statement, labels } = lines[line]!;
    afterCode[line + 1] = statement !== undefined || labels.length > 0 ? line + 1 : afterCode[line]!;
  }
  const ends = new Int32Array(lines.length + 1);
  ends[lines.length] = afterCode[lines.length]!;
  for (let line = lines.length - 1; line >= 0; line--)
    ends[line] = beginsOther(lines[line]!) ? afterCode[line]! : ends[line + 1]!;
  return ends;
}

function beginsOther({ labels, statement }: ParsedLine): boolean {
  if (labels.some(({ text }) => text !== '' && !text.startsWith('.'))) return true;
  return statement?.kind === 'directive' && ['macro', 'proc', 'lookup', 'test', 'frame'].includes(statement.name);
}
