/**
 * What can be at a position of a line that is being typed.
 *
 * It reads the text before the cursor, not the tree: an unfinished line has errors, and what the user is about
 * to write is exactly what is missing.
 */
import { DIRECTIVES, HEADER_KEYS, TRAITS, type DirectiveInfo, type ParsedLine, type Span } from '#assembler';

type DirectiveSyntax = DirectiveInfo['syntax'];

export interface CompletionContext extends Span {
  readonly kind: 'statement' | 'directive' | 'operand' | 'path' | 'library' | 'key' | 'word' | 'header' | 'nothing';
  /** The word being typed, in columns `start..end`. */
  readonly prefix: string;
  /** Mnemonic, directive (with its dot, in lower case) or macro whose operands are being typed; key of a header. */
  readonly head?: string;
  /** Index of the operand, from 0. */
  readonly operand?: number;
  /** What is between the head and the cursor. */
  readonly typed?: string;
  /** The constant whose value is being typed, which cannot contain the constant itself. */
  readonly constant?: string;
}

const LABELS = /^\s*(?:\.?\w*:(?![-+])\s*)*/;
const STATEMENT = /^\.?(?:[A-Za-z_]\w*)?(?:\.[0-7])?$/;
const HEAD = /^(\.?[A-Za-z_]\w*)(?:\.[0-7])?(?=\s|$)\s*/;
const CONSTANT = /^([A-Za-z_]\w*)\s*=(?!=)/;
const WORD = /[\w.]*$/;
/** Directives whose first operand is a name that they define. */
const DEFINING = new Set<DirectiveSyntax>(['name', 'table', 'macro', 'declaration', 'words', 'for', 'random']);
/** Directives that take `key=value`. */
const KEYED = new Set<DirectiveSyntax>(['declaration', 'keys', 'count', 'test']);
/** What comes before an operand rather than a key: an operator, a comma, `..`, or one of the words before a value. */
const VALUE_FOLLOWS = /(?:[-+*/%&|^~!<>?(,:]|\.\.|\b(?:at|bytes))\s*$/i;

export function completionContext(line: ParsedLine, column: number): CompletionContext {
  const nothing = { kind: 'nothing', prefix: '', start: column, end: column } as const;
  const before = line.text.slice(0, column);
  if (line.comment >= 0 && column > line.comment) return inHeader(before) ?? nothing;
  const statement = before.replace(LABELS, '');
  const word = (WORD.exec(before)?.[0] ?? '').replace(/^.*\.\./, '');
  const here = { prefix: word, start: column - word.length, end: column };
  if (STATEMENT.test(statement)) return { ...here, kind: statement.startsWith('.') ? 'directive' : 'statement' };
  const [defined, constant = ''] = CONSTANT.exec(statement) ?? [];
  if (defined !== undefined)
    return operandOrNothing(here, before, { typed: statement.slice(defined.length), constant });
  const [written, head] = HEAD.exec(statement) ?? [];
  if (written === undefined || head === undefined) return nothing;
  return inOperands(here, before, head, statement.slice(written.length));
}

const HEADER_LINE = new RegExp(`^\\s*(?:;|//)\\s*(?:(?:.*\\s)?(${HEADER_KEYS.join('|')}):\\s.*?)?(\\w*)$`);

/** The context in a comment line, which may belong to a routine's header. */
function inHeader(before: string): CompletionContext | undefined {
  const [, head = '', prefix = ''] = HEADER_LINE.exec(before) ?? [];
  const isKey = head !== '' || /^[A-Z]/.test(prefix);
  return isKey ? { kind: 'header', prefix, start: before.length - prefix.length, end: before.length, head } : undefined;
}

type Here = Pick<CompletionContext, 'prefix' | 'start' | 'end'>;

function inOperands(here: Here, before: string, head: string, typed: string): CompletionContext {
  const name = head.startsWith('.') ? head.toLowerCase() : head;
  const directive = name.startsWith('.') ? DIRECTIVES[name.slice(1)] : undefined;
  const place = { head: name, operand: commas(typed), typed };
  const quote = openQuote(typed);
  if (quote >= 0) {
    const prefix = typed.slice(quote + 1);
    const kind = directive !== undefined && TRAITS.readingFiles.has(name.slice(1)) ? 'path' : 'nothing';
    return { kind, prefix, start: here.end - prefix.length, end: here.end, ...place };
  }
  const library = directive?.syntax === 'source' ? /<?[\w-]*$/.exec(typed)?.[0] : undefined;
  if (library !== undefined)
    return { kind: 'library', prefix: library, start: here.end - library.length, end: here.end, ...place };
  const special = directive === undefined ? undefined : ofDirective(directive.syntax, here, before, place);
  return special ?? operandOrNothing(here, before, place);
}

type Typed = Required<Pick<CompletionContext, 'head' | 'operand' | 'typed'>>;

/** Directives whose operands are words, keys, or names that they define. */
const WORD_DIRECTIVES: ReadonlySet<string> = new Set(['.headers', '.ram']);

/** The context in a directive that takes something other than operands; undefined if it takes operands. */
function ofDirective(syntax: DirectiveSyntax, here: Here, before: string, place: Typed): CompletionContext | undefined {
  const { head, operand, typed } = place;
  if (syntax === 'names' || (syntax === 'test' && !typed.includes('"'))) return { ...here, ...place, kind: 'nothing' };
  if (head === '.exits') return operandOrNothing(here, before, place);
  if (syntax === 'count' && /^\S*$/.test(typed)) return operandOrNothing(here, before, place);
  if (syntax === 'for' && /^\w+\s+\w*$/.test(typed)) return { ...here, ...place, kind: 'word' };
  if (WORD_DIRECTIVES.has(head) || syntax === 'lint') return { ...here, ...place, kind: 'word' };
  if (syntax === 'macro' && !/=[^,]*$/.test(typed)) return { ...here, ...place, kind: 'nothing' };
  if (DEFINING.has(syntax) && /^\w*$/.test(typed)) return { ...here, ...place, kind: 'nothing' };
  if (syntax === 'words' || (syntax === 'kind' && operand > 0)) return { ...here, ...place, kind: 'word' };
  return KEYED.has(syntax) ? inDeclaration(here, before, place) : undefined;
}

/** A declaration has values after `at`, commas and operators, and keys elsewhere. */
function inDeclaration(here: Here, before: string, place: Typed): CompletionContext {
  const { typed } = place;
  const pair = /\w+=[\w-]*$/.exec(before)?.[0];
  if (pair !== undefined) return { kind: 'key', prefix: pair, start: here.end - pair.length, end: here.end, ...place };
  const isValue = VALUE_FOLLOWS.test(typed.slice(0, typed.length - here.prefix.length));
  return isValue ? operandOrNothing(here, before, place) : { ...here, ...place, kind: 'key' };
}

/** Names do not begin with a digit, and what follows `$` or `%` is a number. */
function operandOrNothing(here: Here, before: string, place: Partial<CompletionContext>): CompletionContext {
  const isNumber = /^\d/.test(here.prefix) || (here.prefix !== '' && '$%'.includes(before[here.start - 1] ?? ' '));
  const isText = openQuote(before) >= 0;
  return { ...here, ...place, kind: isNumber || isText ? 'nothing' : 'operand' };
}

/** Commas outside brackets, parentheses and texts. */
function commas(typed: string): number {
  let depth = 0;
  let count = 0;
  for (const letter of typed.replace(/"[^"]*"?/g, '')) {
    if ('[('.includes(letter)) depth++;
    else if ('])'.includes(letter)) depth--;
    else if (letter === ',' && depth === 0) count++;
  }
  return count;
}

/** Column of a quotation mark that is not closed; −1 without one. */
function openQuote(text: string): number {
  let open = -1;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\' && open >= 0) at++;
    else if (text[at] === '"') open = open < 0 ? at : -1;
  }
  return open;
}
