/**
 * What the lines of a source in Python claim about cycles, in the style of the community: `#12` is the cycle in which the
 * word of the line executes, `#12,15` are those on two ways, `#12+i*20` those in the turns of a loop, and `ld(-28/2)` pays
 * for 28 cycles.
 */

/** The comment of a line. Lines and columns from 0. */
interface Comment {
  readonly text: string;
  readonly column: number;
}

export interface LineClaims {
  /** Cycles of the first word of the line, in the order in which they are written; empty if none are claimed. */
  readonly cycles: readonly number[];
  /** Cycles of a turn of the loop that the line is in; undefined outside of loops. */
  readonly turn: number | undefined;
  /** Column of the comment. */
  readonly column: number;
  readonly endColumn: number;
  /** Cycles for which the line pays. */
  readonly paid: number | undefined;
  /** Whether the comment begins like a claim and is none that is understood, such as `#12-15`. */
  readonly isUnread: boolean;
}

/** The lines that claim something, or seem to. */
export function readClaims(text: string): ReadonlyMap<number, LineClaims> {
  const lines = text.split(/\r?\n/);
  const claims = new Map<number, LineClaims>();
  const comments = commentsOf(lines);
  for (const [line, code] of lines.entries()) {
    const comment = comments.get(line);
    const read = comment === undefined ? NONE : cyclesOf(comment.text);
    const paid = paidBy(code);
    if (read?.cycles.length === 0 && paid === undefined) continue;
    const { column = 0, text: words = '' } = comment ?? {};
    const endColumn = column + words.trimEnd().length;
    claims.set(line, { ...(read ?? NONE), column, endColumn, paid, isUnread: read === undefined });
  }
  return claims;
}

/** `#12`, `#12,15`, `#12, #15`, `# 12`. */
const CYCLES = /^#(\s?)(\d+)((?:\s*,\s*#?\s*\d+)*)/;
/** Behind it, where the count restarts: `#28-28=0`, `#13 = 65 - 52`. */
const ANEW = /^(?:-\d+\s*=\s*(-?\d+)|\s*=\s*(\d+)\s*-\s*\d+)/;

/** Behind it, in a loop: `#23+i*12`, `#23+12*i`. */
const TURN = /^\+(?:i\*(\d+)|(\d+)\*i)(?![\w,])/;

type Cycles = Pick<LineClaims, 'cycles' | 'turn'>;
const NONE: Cycles = { cycles: [], turn: undefined };

/** Nothing for a comment about something else; undefined for a claim that is not understood. */
function cyclesOf(comment: string): Cycles | undefined {
  const [claim = '', space = '', first = '', more = ''] = CYCLES.exec(comment) ?? [];
  if (claim === '') return NONE;
  const rest = comment.slice(claim.length);
  const cycles = [first, ...(more.match(/\d+/g) ?? [])].map(Number);
  const anew = ANEW.exec(rest);
  if (anew !== null) return { cycles: [...cycles, Number(anew[1] ?? anew[2])], turn: undefined };
  const turn = TURN.exec(rest);
  if (turn !== null) return { cycles, turn: Number(turn[1] ?? turn[2]) };
  // With a space, words may follow that count something else: `# 16 bytes`.
  if (space !== '') return /^\s*$/.test(rest) ? { cycles, turn: undefined } : NONE;
  return /^(?:[\s,(;:]|$)/.test(rest) ? { cycles, turn: undefined } : undefined;
}

function paidBy(code: string): number | undefined {
  const [, cycles] = /^\s*ld\(\s*-\s*(\d+)\s*\/\/?\s*2\s*\)/.exec(code) ?? [];
  return cycles === undefined || Number(cycles) % 2 === 1 ? undefined : Number(cycles);
}

/** The comments of a text in Python; a `#` in a string begins none. */
function commentsOf(lines: readonly string[]): ReadonlyMap<number, Comment> {
  const comments = new Map<number, Comment>();
  /** What ends the string of several lines that the line begins in. */
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

/** Where a string ends that goes on at a column; -1 if not in this line. */
function endOfString(text: string, from: number, quote: string): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text.startsWith(quote, at)) return at + quote.length;
  }
  return -1;
}
