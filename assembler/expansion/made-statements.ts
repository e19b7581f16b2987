/** Statements and expressions that expansion makes: what a line stands for, at the columns where it is written. */
import { PAGE_SIZE } from '#isa';
import type { DirectiveStatement, Expression, Span } from '../contract/syntax.ts';
import { emptyDraft } from '../syntax/directive-draft.ts';

export function directive(name: string, expressions: readonly Expression[], { start, end }: Span): DirectiveStatement {
  return {
    kind: 'directive',
    name,
    nameSpan: { start, end },
    ...emptyDraft(),
    expressions,
    start,
    end,
  };
}

export function literal(value: number, { start, end }: Span): Expression & { kind: 'number' } {
  return { kind: 'number', value, digits: 1, start, end };
}

/** The address at an offset in the page that the place is in. */
export function inPage(offset: number, span: Span): Expression {
  const { start, end } = span;
  const here: Expression = { kind: 'here', start, end };
  const binary = (operator: '/' | '*' | '+', left: Expression, value: number): Expression => {
    return { kind: 'binary', operator, left, right: literal(value, span), start, end };
  };
  return binary('+', binary('*', binary('/', here, PAGE_SIZE), PAGE_SIZE), offset);
}
