/**
 * Declarations of RAM and of what tables hold: collected here, placed when all constants are known.
 */
import type { SourceBlock } from '../syntax/block-structure.ts';
import { defineGlobal, defineLocal } from './definitions.ts';
import { actualName } from './expand-statements.ts';
import type { Expander } from './expander.ts';
import type { Declaration, Scope } from '../program/program.ts';
import type { DirectiveStatement, ParsedLine } from '../contract/syntax.ts';

/** Collects a declaration and defines its name; undefined if the statement has none. */
export function declare(
  expander: Expander,
  kind: 'zero-page' | 'row' | 'column' | 'frame' | 'field',
  statement: DirectiveStatement,
  block: SourceBlock | undefined,
  parsed: ParsedLine,
): Declaration | undefined {
  const written = statement.names[0];
  if (written === undefined) return undefined;
  const name = actualName(expander, written);
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

/** `.field`: a declaration that belongs to the frame around it. */
export function declareField(
  expander: Expander,
  statement: DirectiveStatement,
  block: SourceBlock | undefined,
  parsed: ParsedLine,
): void {
  if (expander.frame === undefined) {
    return expander.program.findings.add('GT0506', '".field" is outside a frame', expander.origin(), statement);
  }
  declare(expander, 'field', statement, block, parsed);
}

/** Collects a directive that says what the elements of tables are. */
export function declareMeaning(
  expander: Expander,
  statement: DirectiveStatement,
  _block: SourceBlock | undefined,
  parsed: ParsedLine,
): void {
  expander.program.declarations.push({ item: expander.push(parsed, statement), symbol: undefined, frame: undefined });
}
