/**
 * What the lines of a source in Python claim about cycles, in the style of the community: `#12` is the cycle in which the
 * word of the line executes, `#12,15` are those on two ways, `#12+i*20` those in the turns of a loop, `ld(-28/2)` pays for
 * 28 cycles, and `runVcpu(199-51)` runs the interpreter from cycle 51 to 199.
 */
import { commentsOf, type Comment } from './comments.ts';
import { isTotalCall, readTotalCall, type Total } from './read-total.ts';

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
  /** Whether the line seems to claim something that is not understood, such as `#12-15`. */
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
/** Behind it, where the count restarts: `#28-28=0`, `#13 = 65 - 52`. */
const ANEW = /^(?:-\d+\s*=\s*(-?\d+)|\s*=\s*(\d+)\s*-\s*\d+)/;

/** Behind it, in a loop: `#23+i*12`, `#23+12*i`. */
const TURN = /^\+(?:i\*(\d+)|(\d+)\*i)(?![\w,])/;

/** Behind it: the last cycle of several words (`#12-15`), a mark (`#12!`), or words (`#12+overlap`, `#12 Words`). */
const MARKED = /^(?:-(\d+)|[!<>-]|\+[a-z]{2,})?(?:[\s,(;:]|$)/;

type Cycles = Pick<LineClaims, 'cycles' | 'turn' | 'length'>;
const NONE: Cycles = { cycles: [], turn: undefined, length: undefined };

/** Nothing for a comment about something else; undefined for a claim that is not understood. */
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
