/**
 * What expansion does at each directive: includes, macros, loops, conditions, blocks, declarations.
 *
 * A directive that is not in the table here becomes an item as it is; layout and encoding know it.
 */
import type { SourceBlock } from '../syntax/block-structure.ts';
import { defineGlobal, defineLocal, enterSymbol } from './definitions.ts';
import { DIRECTIVES } from '../syntax/directives.ts';
import type { Expander } from './expander.ts';
import type { Binding, Block, Declaration, Scope } from '../program.ts';
import type { DirectiveStatement, Expression, Name, ParsedLine } from '../syntax/syntax.ts';

/** Rounds of one loop. */
const MAX_ROUNDS = 65_536;

type Handler = (
  expander: Expander,
  statement: DirectiveStatement,
  block: SourceBlock | undefined,
  parsed: ParsedLine,
) => void;

/** Expands a directive at the expander's current line. */
export function expandDirective(
  expander: Expander,
  parsed: ParsedLine,
  statement: DirectiveStatement,
  block: SourceBlock | undefined,
): void {
  if (!Object.hasOwn(DIRECTIVES, statement.name)) return;
  const handler = Object.hasOwn(HANDLERS, statement.name) ? HANDLERS[statement.name] : undefined;
  if (handler === undefined) expander.push(parsed, statement);
  else handler(expander, statement, block, parsed);
}

const HANDLERS: Readonly<Record<string, Handler>> = {
  include,
  incbin,
  macro: defineMacro,
  repeat,
  for: forEach,
  if: condition,
  proc: (expander, statement, block, parsed) => beginProc(expander, statement, block, parsed),
  endproc: (expander) => endBlock(expander, 'proc'),
  lookup: beginLookup,
  endlookup: (expander) => endBlock(expander, 'lookup'),
  onepage: (expander, statement, _, parsed) => beginBlock(expander, 'onepage', '', statement, parsed),
  endonepage: (expander) => endBlock(expander, 'onepage'),
  place: (expander, statement, _, parsed) => beginBlock(expander, 'place', '', statement, parsed),
  endplace: (expander, statement, _, parsed) => {
    endBlock(expander, 'place');
    expander.push(parsed, statement);
  },
  lint,
  warn: (expander, statement) =>
    expander.program.findings.add('GT0608', statement.texts[0]?.text ?? '', expander.origin(), statement),
  error: (expander, statement) =>
    expander.program.findings.add('GT0607', statement.texts[0]?.text ?? '', expander.origin(), statement),
  zp: (expander, statement, block, parsed) => void declare(expander, 'zero-page', statement, block, parsed),
  row: (expander, statement, block, parsed) => void declare(expander, 'row', statement, block, parsed),
  column: (expander, statement, block, parsed) => void declare(expander, 'column', statement, block, parsed),
  frame: (expander, statement, block, parsed) => {
    expander.frame = declare(expander, 'frame', statement, block, parsed);
  },
  field,
  endframe: (expander) => {
    expander.frame = undefined;
  },
  squares: meaning,
  set: meaning,
  pieces: meaning,
  kind: meaning,
  timing: meaning,
};

function include(expander: Expander, statement: DirectiveStatement): void {
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

function resolve(expander: Expander, named: Name): string | undefined {
  const path = expander.sources.resolve(expander.program.files[expander.fileIndex]!.path, named.text);
  if (path === undefined) {
    expander.program.findings.add('GT0703', `"${named.text}" leads out of the workspace`, expander.origin(), named);
  }
  return path;
}

function incbin(
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

function defineMacro(expander: Expander, statement: DirectiveStatement, block: SourceBlock | undefined): void {
  const name = statement.names[0];
  if (name === undefined || block === undefined) return;
  const { macros, findings } = expander.program;
  const existing = macros.get(name.text);
  if (existing !== undefined) {
    const related = findings.related('The first definition', existing.symbol, existing.symbol);
    return findings.add('GT0202', `The macro "${name.text}" is defined already`, expander.origin(), name, { related });
  }
  const symbol = enterSymbol(expander.program, expander.origin(), name, name.text, '', {
    kind: 'macro',
    endLine: block.end,
  });
  macros.set(name.text, {
    symbol,
    file: expander.fileIndex,
    from: block.start + 1,
    to: block.end,
    parameters: statement.parameters,
  });
}

function repeat(expander: Expander, statement: DirectiveStatement, block: SourceBlock | undefined): void {
  const [count] = statement.expressions;
  if (count === undefined || block === undefined) return;
  const rounds = expander.control(count);
  if (Number.isNaN(rounds)) return;
  if (!Number.isInteger(rounds) || rounds < 0 || rounds > MAX_ROUNDS) {
    return expander.program.findings.add(
      'GT0609',
      `A repetition runs 0 to ${MAX_ROUNDS} times, not ${rounds}`,
      expander.origin(),
      count,
    );
  }
  const name = statement.names[0]?.text;
  for (let round = 0; round < rounds && expander.round(); round++) {
    if (!runRound(expander, 'repeat', statement, block, name, numberBinding(round))) return;
  }
}

function forEach(expander: Expander, statement: DirectiveStatement, block: SourceBlock | undefined): void {
  const name = statement.names[0]?.text;
  if (name === undefined || block === undefined) return;
  const origin = expander.origin();
  if (statement.range === undefined) {
    for (const value of statement.expressions) {
      const operand = { kind: 'value' as const, value, immediate: false, start: value.start, end: value.end };
      const binding = { operand, origin, value: NaN, degree: 0, round: 0 };
      if (!expander.round() || !runRound(expander, 'for', statement, block, name, binding)) return;
    }
    return;
  }
  const first = expander.control(statement.range.first);
  const last = expander.control(statement.range.last);
  if (Number.isNaN(first) || Number.isNaN(last)) return;
  if (Math.abs(last - first) >= MAX_ROUNDS) {
    return expander.program.findings.add('GT0609', `A loop runs at most ${MAX_ROUNDS} times`, origin, statement.range);
  }
  const step = last < first ? -1 : 1;
  for (let value = first; step > 0 ? value <= last : value >= last; value += step) {
    if (!expander.round() || !runRound(expander, 'for', statement, block, name, numberBinding(value))) return;
  }
}

function numberBinding(value: number): Binding {
  return { operand: undefined, origin: undefined, value, degree: 0, round: 0 };
}

function runRound(
  expander: Expander,
  kind: 'repeat' | 'for',
  statement: DirectiveStatement,
  block: SourceBlock,
  name: string | undefined,
  binding: Binding,
): boolean {
  if (!expander.mayNest(statement.nameSpan, `".${kind}"`)) return false;
  const owner = `${expander.scope.owner}@${++expander.serial}`;
  const base = expander.boundScope(expander.scope, owner, name === undefined ? undefined : new Map([[name, binding]]));
  const { start, end } = statement;
  expander.within({ kind, name: name ?? kind, start, end }, base, () => expander.run(block.start + 1, block.end));
  return true;
}

function condition(expander: Expander, statement: DirectiveStatement, block: SourceBlock | undefined): void {
  if (block === undefined) return;
  const arms = [block.start, ...block.arms, block.end];
  for (let arm = 0; arm + 1 < arms.length; arm++) {
    const line = arms[arm]!;
    const head = arm === 0 ? statement : expander.lines[line]!.statement;
    if (head?.kind !== 'directive') return;
    const [test] = head.expressions;
    expander.line = line;
    if (head.name !== 'else' && (test === undefined || !isTrue(expander, test))) continue;
    return expander.arm(head.nameSpan, line + 1, arms[arm + 1]!);
  }
}

function isTrue(expander: Expander, test: Expression): boolean {
  const value = expander.control(test);
  return !Number.isNaN(value) && value !== 0;
}

/** Defines the label that names a block; undefined where the statement has no name. */
function defineNamed(expander: Expander, statement: DirectiveStatement, block: SourceBlock | undefined) {
  const written = statement.names[0];
  if (written === undefined) return undefined;
  const name = expander.actualName(written);
  const symbol = defineGlobal(expander.program, expander.origin(), name, { kind: 'label', endLine: block?.end });
  return { name: name.text, symbols: symbol === undefined ? [] : [symbol] };
}

function beginProc(
  expander: Expander,
  statement: DirectiveStatement,
  block: SourceBlock | undefined,
  parsed: ParsedLine,
): void {
  const named = defineNamed(expander, statement, block);
  if (named === undefined) return;
  expander.scope = expander.openScope(named.name);
  expander.inRoutine = true;
  beginBlock(expander, 'proc', named.name, statement, parsed, named.symbols);
}

function beginLookup(
  expander: Expander,
  statement: DirectiveStatement,
  block: SourceBlock | undefined,
  parsed: ParsedLine,
): void {
  const named = defineNamed(expander, statement, block);
  if (named === undefined) return;
  if (!expander.inRoutine) expander.scope = expander.openScope(named.name);
  beginBlock(expander, 'lookup', named.name, statement, parsed, named.symbols);
}

function beginBlock(
  expander: Expander,
  kind: Block['kind'],
  name: string,
  statement: DirectiveStatement,
  parsed: ParsedLine,
  labels: Parameters<Expander['push']>[2] = [],
): void {
  const item = expander.push(parsed, statement, labels);
  const { length } = expander.program.items;
  const block: Block = { kind, name, item, from: length - 1, to: length };
  expander.program.blocks.push(block);
  expander.openBlocks.push(block);
}

function endBlock(expander: Expander, kind: Block['kind']): void {
  const index = expander.openBlocks.findLastIndex((block) => block.kind === kind);
  if (index < 0) return;
  for (const block of expander.openBlocks.splice(index)) block.to = expander.program.items.length;
  if (kind !== 'proc') return;
  expander.inRoutine = expander.openBlocks.some((block) => block.kind === 'proc');
  expander.scope = expander.base;
}

function lint(expander: Expander, statement: DirectiveStatement): void {
  const [state, ...codes] = statement.names;
  const off = new Set(expander.off);
  for (const code of codes) {
    if (state?.text.toLowerCase() === 'off') off.add(code.text.toUpperCase());
    else off.delete(code.text.toUpperCase());
  }
  expander.off = expander.memory?.codes(off) ?? off;
}

function declare(
  expander: Expander,
  kind: 'zero-page' | 'row' | 'column' | 'frame' | 'field',
  statement: DirectiveStatement,
  block: SourceBlock | undefined,
  parsed: ParsedLine,
): Declaration | undefined {
  const written = statement.names[0];
  if (written === undefined) return undefined;
  const name = expander.actualName(written);
  const parts = { kind, endLine: block?.end };
  const symbol = name.text.startsWith('.')
    ? defineLocal(expander.program, expander.origin(), name, frameScope(expander), parts)
    : defineGlobal(expander.program, expander.origin(), name, parts);
  const declaration: Declaration = {
    item: expander.push(parsed, statement),
    symbol,
    frame: kind === 'field' ? expander.frame : undefined,
  };
  expander.program.declarations.push(declaration);
  return declaration;
}

/** The scope of the fields that are written with a dot: that of their frame. */
function frameScope(expander: Expander): Scope {
  const owner = expander.frame?.symbol?.name ?? '';
  return expander.program.scopes.get(owner) ?? expander.openScope(owner);
}

function field(
  expander: Expander,
  statement: DirectiveStatement,
  block: SourceBlock | undefined,
  parsed: ParsedLine,
): void {
  if (expander.frame === undefined) {
    return expander.program.findings.add('GT0506', '".field" stands outside a frame', expander.origin(), statement);
  }
  declare(expander, 'field', statement, block, parsed);
}

function meaning(
  expander: Expander,
  statement: DirectiveStatement,
  _block: SourceBlock | undefined,
  parsed: ParsedLine,
): void {
  expander.program.declarations.push({ item: expander.push(parsed, statement), symbol: undefined, frame: undefined });
}
