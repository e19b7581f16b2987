/**
 * Files that sources name: sources that are included and bytes that are put into words.
 *
 * Files can change from one assembly to the next, so no stretch with one is kept.
 */
import type { SourceBlock } from '../syntax/block-structure.ts';
import type { Expander } from './expander.ts';
import type { DirectiveStatement, Name, ParsedLine } from '../syntax/syntax.ts';

/** `.include`: expands another source here, in the surroundings of this line. */
export function expandInclude(expander: Expander, statement: DirectiveStatement): void {
  // Files can change.
  if (expander.recorder !== undefined) expander.recorder.isSpoilt = true;
  const named = statement.texts[0];
  const path = named === undefined ? undefined : resolve(expander, named);
  if (named === undefined || path === undefined) return;
  const { findings } = expander.program;
  if (expander.includeStack.includes(path)) {
    findings.add(
      'GT0702',
      `"${path}" is being read already: ${[...expander.includeStack, path].join(' → ')}`,
      expander.origin(),
      named,
    );
    return;
  }
  const file = expander.sources.source(path);
  if ('error' in file) return findings.add('GT0701', `Cannot read "${path}": ${file.error}`, expander.origin(), named);
  if (!expander.mayNest(named, 'an include')) return;
  // What happens to a file in surroundings that are not plain is not kept.
  const run = expander.recorder === undefined ? expander.memory?.enter(path) : undefined;
  const known = run?.expansion;
  const part = { kind: 'include', name: path, start: named.start, end: named.end } as const;
  const body = (): void => {
    if (run !== undefined) run.expansion = expander.expansion;
    expander.file(file, run);
  };
  expander.within(part, expander.base, body, known);
}

/** Path that a text names; undefined after a report. */
function resolve(expander: Expander, named: Name): string | undefined {
  const path = expander.sources.resolve(expander.program.files[expander.fileIndex]!.path, named.text);
  if (path === undefined) {
    expander.program.findings.add('GT0703', `"${named.text}" leads out of the workspace`, expander.origin(), named);
  }
  return path;
}

/** `.incbin`: the bytes of a file as words, or those of a part of it. */
export function expandBinary(
  expander: Expander,
  statement: DirectiveStatement,
  _block: SourceBlock | undefined,
  parsed: ParsedLine,
): void {
  // Files can change.
  if (expander.recorder !== undefined) expander.recorder.isSpoilt = true;
  const named = statement.texts[0];
  const path = named === undefined ? undefined : resolve(expander, named);
  if (named === undefined || path === undefined) return;
  const bytes = expander.sources.bytes(path);
  if ('error' in bytes)
    return expander.program.findings.add('GT0701', `Cannot read "${path}": ${bytes.error}`, expander.origin(), named);
  const [skip = 0, length = bytes.length - skip] = statement.expressions.map((e) =>
    expander.evaluator.value(e, expander.origin()),
  );
  if (Number.isNaN(skip) || Number.isNaN(length)) return;
  if (skip < 0 || length < 0 || skip + length > bytes.length) {
    expander.program.findings.add(
      'GT0303',
      `The file has ${bytes.length} bytes, not ${skip + length}`,
      expander.origin(),
      statement,
    );
    return;
  }
  const words: number[] = [];
  for (let at = skip; at < skip + length; at += 2)
    words.push((bytes[at]! << 8) | (at + 1 < skip + length ? bytes[at + 1]! : 0));
  expander.program.generated.set(expander.push(parsed, statement), words);
}
