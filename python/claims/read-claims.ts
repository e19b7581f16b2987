/**
 * What the lines of a source in Python claim about cycles, in the style of the community: `#12` is the cycle in which
 * the word of the line executes, `#12,15` are those on two ways, `#12+i*20` those in the turns of a loop, `ld(-28/2)`
 * pays for 28 cycles, and `runVcpu(199-51)` runs the interpreter from cycle 51 to 199.
 */

/** The comment of a line. Lines and columns from 0. */
interface Comment {
  readonly text: string;
  readonly column: number;
}

/** The comments by line; a `#` in a string begins none. */
function commentsOf(lines: readonly string[]): ReadonlyMap<number, Comment> {
  const comments = new Map<number, Comment>();
  /** The quotes that end the multi-line string in which the line begins. */
  let open = '';
  for (const [line, text] of lines.entries()) {
    let column = 0;
    while (column < text.length) {
      if (open !== '') {
        const end = endOfString(text, column, open);
        if (end < 0) break;
        column = end;
        open = '';
      }
      const next = /["'#]/.exec(text.slice(column));
      if (next === null) break;
      column += next.index;
      if (next[0] === '#') {
        comments.set(line, { text: text.slice(column), column });
        break;
      }
      const quote = text.startsWith(next[0].repeat(3), column) ? next[0].repeat(3) : next[0];
      open = quote;
      column += quote.length;
    }
    // A plain string ends with its line.
    if (open.length === 1) open = '';
  }
  return comments;
}

/** Where a string that goes on at a column ends; -1 if not in this line. */
function endOfString(text: string, from: number, quote: string): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text.startsWith(quote, at)) return at + quote.length;
  }
  return -1;
}

/**
 * What a call claims that runs the interpreter of the vCPU until some cycle of the line: `runVcpu(199-51)` is called in
 * cycle 51 and comes back in cycle 199. Names of more cycles, which the comments leave out, may be subtracted too:
 * `186-74-extra`.
 */
export interface Total {
  readonly name: string;
  /** Cycle in which the first word of the call executes. */
  readonly from: number;
  /** Whether it executes later by what a subtracted name stands for. */
  readonly isDelayed: boolean;
  /** Cycle in which the word after the call executes, as far as numbers say. */
  readonly to: number | undefined;
  /** Where the interpreter comes back to: a label or an address; undefined for the word after the call. */
  readonly returnTo: string | number | undefined;
}

/** A call with its arguments and comments, which may take several lines. */
interface TotalCall {
  /** Undefined if it claims nothing, because it runs for all cycles that are left (`None`). */
  readonly total: Total | undefined;
  readonly isUnread: boolean;
  readonly comments: readonly string[];
}

/** Whether a line begins such a call. */
function isTotalCall(code: string): boolean {
  return /^\s*runVcpu\w*\(/.test(code);
}

/** @param line at which the call begins */
function readTotalCall(lines: readonly string[], line: number, comments: ReadonlyMap<number, Comment>): TotalCall {
  let call = '';
  const said: string[] = [];
  for (let at = line; at < lines.length; at++) {
    const comment = comments.get(at);
    call += lines[at]?.slice(0, comment?.column) ?? '';
    if (comment !== undefined) said.push(comment.text);
    if (isClosed(call)) break;
  }
  const [cycles = '', ...others] = call.slice(call.indexOf('(') + 1, call.lastIndexOf(')')).split(',');
  if (cycles.trim() === 'None') return { total: undefined, isUnread: false, comments: said };
  const name = call.slice(0, call.indexOf('(')).trim();
  const total = totalOf(name, cycles, others.join(','));
  return { total, isUnread: total === undefined, comments: said };
}

function isClosed(call: string): boolean {
  return call.split('(').length === call.split(')').length;
}

function totalOf(name: string, cycles: string, others: string): Total | undefined {
  const [first = '', ...subtracted] = cycles.split('-').map((term) => term.trim());
  if (![first, ...subtracted].every((term) => /^\w+$/.test(term))) return undefined;
  const [from, ...more] = subtracted.filter(isNumber);
  if (from === undefined || more.length > 0) return undefined;
  const [, argument, label, address] = /\breturnTo\s*=\s*((?:'([^']*)'|(0x[\da-f]+|\d+))?)/i.exec(others) ?? [];
  const isKnown = argument !== '' && isNumber(first);
  return {
    name,
    from: Number(from),
    isDelayed: subtracted.length > 1,
    to: isKnown ? Number(first) : undefined,
    returnTo: label ?? (address === undefined ? undefined : Number(address)),
  };
}

function isNumber(term: string): boolean {
  return /^\d+$/.test(term);
}

export interface LineClaims {
  /** Cycles of the first word of the line, in the order in which they are written; empty if none are claimed. */
  readonly cycles: readonly number[];
  /** Cycles of a turn of the loop that the line is in; undefined outside of loops. */
  readonly turn: number | undefined;
  /** Number of words that the line writes, from the cycle of the first to that of the last: 4 for `#12-15`. */
  readonly length: number | undefined;
  /** Column of the comment, or of the call with a total. */
  readonly column: number;
  readonly endColumn: number;
  /** Cycles for which the line pays. */
  readonly paid: number | undefined;
  /** From and to which cycle the line runs the interpreter. */
  readonly total: Total | undefined;
  /** Whether the line seems to claim something that is not understood, such as `#12-x`. */
  readonly isUnread: boolean;
}

/** The lines that claim something, or seem to. */
export function readClaims(text: string): ReadonlyMap<number, LineClaims> {
  const lines = text.split(/\r?\n/);
  const claims = new Map<number, LineClaims>();
  const comments = commentsOf(lines);
  for (const [line, code] of lines.entries()) {
    if (isTotalCall(code)) {
      claims.set(line, claimsOfTotal(lines, line, comments));
      continue;
    }
    const comment = comments.get(line);
    const read = comment === undefined ? NONE : cyclesOf(comment.text);
    const paid = paidBy(code);
    if (read?.cycles.length === 0 && paid === undefined) continue;
    const { column = 0, text: words = '' } = comment ?? {};
    const endColumn = column + words.trimEnd().length;
    claims.set(line, { ...(read ?? NONE), column, endColumn, paid, total: undefined, isUnread: read === undefined });
  }
  return claims;
}

function claimsOfTotal(lines: readonly string[], line: number, comments: ReadonlyMap<number, Comment>): LineClaims {
  const call = readTotalCall(lines, line, comments);
  const said = call.comments.map(cyclesOf).find((read) => read !== NONE);
  const code = lines[line] ?? '';
  const cycles = call.total === undefined ? [] : [call.total.from];
  return {
    ...(said ?? { ...NONE, cycles }),
    ...{ column: code.search(/\S/), endColumn: code.trimEnd().length },
    ...{ paid: undefined, total: call.total, isUnread: call.isUnread },
  };
}

/** `#12`, `#12,15`, `#12/15`, `#12, #15`, `# 12`. */
const CYCLES = /^#(\s?)(\d+)((?:\s*[,/]\s*#?\s*\d+)*)/;
/** After it, where the count restarts: `#28-28=0`, `#13 = 65 - 52`. */
const ANEW = /^(?:-\d+\s*=\s*(-?\d+)|\s*=\s*(\d+)\s*-\s*\d+)/;

/** After it, in a loop: `#23+i*12`, `#23+12*i`. */
const TURN = /^\+(?:i\*(\d+)|(\d+)\*i)(?![\w,])/;

/** After it: the last cycle of several words (`#12-15`), a mark (`#12!`), or words (`#12+overlap`, `#12 Words`). */
const MARKED = /^(?:-(\d+)|[!<>-]|\+[a-z]{2,})?(?:[\s,(;:]|$)/;

type Cycles = Pick<LineClaims, 'cycles' | 'turn' | 'length'>;
const NONE: Cycles = { cycles: [], turn: undefined, length: undefined };

/** {@link NONE} for a comment about something else; undefined for a claim that is not understood. */
function cyclesOf(comment: string): Cycles | undefined {
  const [claim = '', space = '', first = '', more = ''] = CYCLES.exec(comment) ?? [];
  if (claim === '') return NONE;
  const rest = comment.slice(claim.length);
  const cycles = [first, ...(more.match(/\d+/g) ?? [])].map(Number);
  const anew = ANEW.exec(rest);
  if (anew !== null) return { ...NONE, cycles: [...cycles, Number(anew[1] ?? anew[2])] };
  const turn = TURN.exec(rest);
  if (turn !== null) return { ...NONE, cycles, turn: Number(turn[1] ?? turn[2]) };
  // With a space, words may follow that count something else: `# 16 bytes`.
  if (space !== '') return /^\s*$/.test(rest) ? { ...NONE, cycles } : NONE;
  const marked = MARKED.exec(rest);
  if (marked === null) return undefined;
  const last = marked[1];
  return { ...NONE, cycles, length: last === undefined ? undefined : Number(last) - Number(first) + 1 };
}

function paidBy(code: string): number | undefined {
  const [, cycles] = /^\s*ld\(\s*-\s*(\d+)\s*\/\/?\s*2\s*\)/.exec(code) ?? [];
  return cycles === undefined || Number(cycles) % 2 === 1 ? undefined : Number(cycles);
}
