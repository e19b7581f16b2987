/**
 * Files that sources name: included sources, and bytes that become words.
 *
 * Files can change from one assembly to the next, so a chunk that names one is not kept.
 */
import { counted, elementAt, isFailure, numberAt } from '#basics';
import { encode, opcodeOf, parseGt1 } from '#isa';
import type { DirectiveLine, Expander } from './expander.ts';
import { putBytes } from './expand-tables.ts';
import { LIBRARY_NAMES } from '../library/library.ts';
import { removeStatement } from '../program/findings.ts';
import type { DirectiveStatement, Expression, Name } from '../contract/syntax.ts';
import { libraryPath, relativePath } from '../contract/source.ts';
import { TRAITS } from '../syntax/directive-traits.ts';
import { textEdit } from '../program/program.ts';

/** `.include`: expands another source here, in the context of this line. */
export function expandInclude(expander: Expander, { statement }: DirectiveLine): void {
  // Files can change.
  if (expander.recorder !== undefined) expander.recorder.isSpoilt = true;
  const named = statement.texts[0];
  const path = named === undefined ? undefined : resolve(expander, named, 'text');
  if (named === undefined || path === undefined) return;
  if (expander.includeStack.includes(path)) {
    const { path: main } = elementAt(expander.program.files, 0);
    const way = [...expander.includeStack, path].map((each) => relativePath(main, each)).join(' → ');
    const fixes = [removeStatement(elementAt(expander.program.files, expander.fileIndex), expander.line)];
    const message = `"${named.text}" is already being read: ${way}`;
    return expander.report('GT0702', message, named, { fixes });
  }
  const read = expander.sources.source(path);
  if (isFailure(read)) reportUnread(expander, named, read.message);
  // The library that was meant is read anyway, so that one mistake gives one finding.
  const library = isFailure(read) ? libraryMeant(named.text) : undefined;
  const file = library === undefined ? read : expander.sources.source(libraryPath(library));
  if (isFailure(file)) return;
  if (!expander.round() || !expander.mayNest(named, 'an include')) return;
  // The expansion of a file in a macro or loop is not kept. A library that was meant is not the file at `path`.
  const { recorder, memory, sources } = expander;
  const run = recorder === undefined ? memory.enter(file.path, sources.changeOf(file.path)) : undefined;
  const known = run?.expansion;
  const part = { kind: 'include', name: path, start: named.start, end: named.end } as const;
  const body = (): void => {
    if (run !== undefined) run.expansion = expander.expansion;
    expander.file(file, run);
  };
  expander.within(part, expander.base, body, known);
}

/** Path that a text names; undefined after a report. */
function resolve(expander: Expander, named: Name, as: 'text' | 'bytes'): string | undefined {
  if (named.text === '') {
    reportUnread(expander, named, 'the name is empty');
    return undefined;
  }
  const path = expander.sources.resolve(elementAt(expander.program.files, expander.fileIndex).path, named.text, as);
  if (path === undefined) expander.report('GT0703', `"${named.text}" leads out of the workspace`, named);
  return path;
}

/** The library that a quoted path probably means. */
function libraryMeant(text: string): string | undefined {
  const name = text.replace(/\.gtasm$/, '');
  return LIBRARY_NAMES.includes(name) ? name : undefined;
}

function reportUnread(expander: Expander, named: Name, why: string): void {
  const { program, fileIndex, line } = expander;
  const message = `Cannot read "${named.text}": ${why}`;
  const library = libraryMeant(named.text);
  if (library === undefined) return expander.report('GT0701', message, named);
  const title = `Write <${library}>`;
  const fixes = [{ title, edits: [textEdit(program, { file: fileIndex, line }, named, `<${library}>`)] }];
  expander.report('GT0701', `${message}; the library is written <${library}>`, named, { fixes });
}

/** `.incbin` and `.romdata`: the bytes of a file as words, or those of a part of it. */
export function expandBinary(expander: Expander, { statement, parsed }: DirectiveLine): void {
  // Files can change.
  if (expander.recorder !== undefined) expander.recorder.isSpoilt = true;
  const named = statement.texts[0];
  const path = named === undefined ? undefined : resolve(expander, named, 'bytes');
  if (named === undefined || path === undefined) return;
  const bytes = expander.sources.bytes(path);
  if (isFailure(bytes)) return reportUnread(expander, named, bytes.message);
  const part = partOf(expander, statement, bytes.length);
  if (part === undefined) return;
  const wrong = statement.name === 'romdata' ? parseGt1(bytes) : undefined;
  if (isFailure(wrong)) return reportUnread(expander, named, wrong.message);
  const chosen = bytes.subarray(part.from, part.to);
  const push = (words: readonly number[]): void =>
    void expander.program.generated.set(expander.push(parsed, statement), words);
  if (statement.name === 'incbin' && !expander.openBlocks.some(({ kind }) => TRAITS.takingBytes.has(kind)))
    return push(pairs(chosen));
  const words = Array.from(chosen, (byte) => encode(LOAD, byte));
  putBytes(expander, parsed, statement, words, push);
}

const LOAD = opcodeOf('ld', 0, 'd');

/** Words of two bytes each, the last one filled with 0. */
function pairs(bytes: Uint8Array): number[] {
  const words: number[] = [];
  for (let at = 0; at < bytes.length; at += 2) words.push((numberAt(bytes, at) << 8) | (bytes[at + 1] ?? 0));
  return words;
}

/** The requested bytes: all, or those after the skipped ones, or a number of these; undefined after a report. */
function partOf(
  expander: Expander,
  statement: DirectiveStatement,
  size: number,
): { readonly from: number; readonly to: number } | undefined {
  const [skip, count] = statement.expressions;
  const value = (e: Expression | undefined, otherwise: number): number =>
    e === undefined ? otherwise : expander.evaluator.value(e, expander.origin());
  const from = value(skip, 0);
  const length = value(count, Math.max(0, size - from));
  if (Number.isNaN(from) || Number.isNaN(length)) return undefined;
  if (from >= 0 && length >= 0 && from + length <= size) return { from, to: from + length };
  const why = from < 0 || from > size ? `${from} cannot be skipped` : `there are not ${length} from ${from} on`;
  const message = `The file has ${counted(size, 'byte')}: ${why}`;
  expander.report('GT0303', message, statement);
  return undefined;
}
