/**
 * Calls that run the interpreter of the vCPU until some cycle of the line: `runVcpu(199-51)` is called in cycle 51 and
 * comes back in cycle 199. Names of more cycles that the comments leave out may be subtracted, too: `186-74-extra`.
 */
import type { Comment } from './comments.ts';

export interface Total {
  readonly name: string;
  /** Cycle in which the first word of the call executes. */
  readonly from: number;
  /** Whether it executes later by what a subtracted name stands for. */
  readonly isDelayed: boolean;
  /** Cycle in which the word after the call executes, as far as numbers say. */
  readonly to: number | undefined;
  /** Where the interpreter comes back to: a label or an address; undefined for the word behind the call. */
  readonly returnTo: string | number | undefined;
}

/** A call with its arguments and comments, which may go over several lines. */
export interface TotalCall {
  /** Undefined if it claims nothing: as many cycles as there are (`None`). */
  readonly total: Total | undefined;
  readonly isUnread: boolean;
  readonly comments: readonly string[];
}

/** Whether a line begins such a call. */
export function isTotalCall(code: string): boolean {
  return /^\s*runVcpu\w*\(/.test(code);
}

/** @param line at which the call begins */
export function readTotalCall(
  lines: readonly string[],
  line: number,
  comments: ReadonlyMap<number, Comment>,
): TotalCall {
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
