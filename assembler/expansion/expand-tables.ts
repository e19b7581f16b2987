/**
 * Tables over several pages: bytes become entries, and each page ends with the words of a macro, which read the page
 * for code elsewhere.
 *
 * How many entries a page has is known here, so expansion puts the macro's call where a page is full.
 */
import { PAGE_SIZE } from '#isa';
import type { DirectiveStatement, Expression, Name, ParsedLine, Span } from '../contract/syntax.ts';
import type { PagedTable } from '../program/program.ts';
import { beginBlock, beginNamedBlock, endBlock } from './expand-blocks.ts';
import { runMacro } from './expand-macros.ts';
import type { DirectiveLine, Expander } from './expander.ts';
import { directive, inPage, literal } from './expand-statements.ts';
import { bindArguments } from './macro-arguments.ts';

/** `.lookup`: a table in one page, or with a macro one over several. */
export function beginLookup(expander: Expander, line: DirectiveLine): void {
  const { statement, parsed } = line;
  const table = statement.at === undefined ? undefined : pagedTable(expander, statement, statement.at);
  if (table !== undefined) expander.push(parsed, directive('page', [], statement));
  beginNamedBlock(expander, 'lookup', line, { table });
}

/** `.endlookup`: a page that has entries ends with the macro, too. */
export function endLookup(expander: Expander, { statement, parsed }: DirectiveLine): void {
  const { table } = expander;
  if (table !== undefined && table.used > 0) endPage(expander, table, statement, parsed);
  endBlock(expander, 'lookup');
}

function pagedTable(expander: Expander, { names }: DirectiveStatement, at: Expression): PagedTable | undefined {
  const [, called] = names;
  if (called === undefined) return undefined;
  const reader = expander.program.macros.get(called.text);
  if (reader === undefined) expander.report('GT0301', `There is no macro "${called.text}"`, called);
  const capacity = expander.control(at);
  if (reader === undefined || Number.isNaN(capacity)) return undefined;
  if (Number.isInteger(capacity) && capacity > 0 && capacity < PAGE_SIZE) return { reader, capacity, used: 0 };
  const message = `The words that end a page begin at 1 to 255, not at ${capacity}`;
  expander.report('GT0303', message, at);
  return undefined;
}

/**
 * Puts parts of one byte each into the program, with the ends of pages between them.
 * @param push makes the item of parts that lie together
 */
export function putBytes<Part>(
  expander: Expander,
  parsed: ParsedLine,
  span: Span,
  parts: readonly Part[],
  push: (parts: readonly Part[]) => void,
): void {
  const { table, segment } = expander;
  for (let at = 0; at < parts.length && !expander.isFull;) {
    const here = table === undefined ? parts.slice(at) : parts.slice(at, at + table.capacity - table.used);
    push(here);
    at += here.length;
    if (segment !== undefined) segment.size += here.length;
    if (table === undefined) continue;
    table.used += here.length;
    if (table.used < table.capacity) continue;
    endPage(expander, table, span, parsed);
    expander.push(parsed, directive('page', [], span));
  }
}

/** Puts one word for each expression, as `.entry` does. */
export function putEntries(
  expander: Expander,
  parsed: ParsedLine,
  span: Span,
  expressions: readonly Expression[],
): void {
  putBytes(expander, parsed, span, expressions, (parts) => void expander.push(parsed, directive('entry', parts, span)));
}

/** `.entry`: in a segment or a table over pages, a text is as many entries as it has characters. */
export function expandEntry(expander: Expander, { statement, parsed }: DirectiveLine): void {
  if (expander.table === undefined && expander.segment === undefined) return void expander.push(parsed, statement);
  const expressions = statement.expressions.flatMap((each) => characters(expander, each));
  putEntries(expander, parsed, statement, expressions);
}

/** The characters of a text; anything else is one byte, also a name that turns out to be a text further down. */
function characters(expander: Expander, expression: Expression): readonly Expression[] {
  const { start, end } = expression;
  const text = expander.evaluator.text(expression, expander.origin());
  if (text === undefined) return [{ kind: 'vcpu', byte: 'byte', argument: expression, start, end }];
  return Array.from({ length: text.length }, (_, at) => literal(text.charCodeAt(at), expression));
}

/** Goes to the end of the page, which may not be full, and calls the macro. Its words belong to no segment. */
function endPage(expander: Expander, table: PagedTable, span: Span, parsed: ParsedLine): void {
  const { program, openBlocks } = expander;
  const { reader, capacity } = table;
  const open = openBlocks.splice(0);
  const { start, end } = span;
  const called: Name = { text: reader.symbol.name, start, end };
  expander.push(parsed, directive('org', [inPage(capacity, span)], span));
  reader.symbol.isUsed = true;
  expander.recorder?.call(reader);
  const call = { kind: 'call', name: called, arguments: [], start, end } as const;
  const bindings = bindArguments(program, call, reader, expander.origin());
  beginBlock(expander, 'onepage', { statement: directive('onepage', [], span), parsed });
  if (bindings !== undefined) runMacro(expander, reader, bindings, span);
  endBlock(expander, 'onepage');
  openBlocks.push(...open);
  table.used = 0;
}
