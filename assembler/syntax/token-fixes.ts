/** Edits that mend a line at a token that is not right: a quote or bracket that is missing, and signs of a word processor. */
import type { LineProblem } from '../contract/syntax.ts';

type LineFix = NonNullable<LineProblem['fix']>;

/** What a word processor makes of plain signs. */
const PLAIN: Readonly<Record<string, string>> = {
  '“': '"',
  '”': '"',
  '„': '"',
  '«': '"',
  '»': '"',
  '‘': "'",
  '’': "'",
  '–': '-',
  '—': '-',
  '−': '-',
  '×': '*',
  '\u00a0': ' ',
};
const SIGNS = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'g');

/** Mends a token that cannot be read. @param start column of the token in the line's text; `end` is after it */
export function tokenFix(text: string, start: number, end: number): LineFix | undefined {
  const token = text.slice(start, end);
  if (token.search(SIGNS) === 0) {
    const plain = text.slice(start).replace(SIGNS, (sign) => PLAIN[sign] ?? sign);
    return { title: 'Write plain signs', start, end: text.length, text: plain };
  }
  const characters = /^'([^'\\]{2,})'$/.exec(token)?.[1];
  if (characters !== undefined) return { title: `Write "${characters}"`, start, end, text: `"${characters}"` };
  const isOpen = /^"(?:\\.|[^"\\])*$/.test(token) || /^'(?:\\.|[^'\\])$/.test(token.trimEnd());
  if (!isOpen) return undefined;
  const last = text.trimEnd().length;
  return { title: 'Write the closing quote', start: last, end: last, text: token.charAt(0) };
}

/**
 * Writes one sign that is missing before a token, if nothing is between that could belong to it; a bracket that
 * closes nothing is replaced. @param expected as the message names it
 */
export function missingSign(text: string, start: number, expected: string): LineFix | undefined {
  const sign = /^"([\])}:])"/.exec(expected)?.[1];
  const next = text.charAt(start);
  if (sign === undefined || !['', ';', '/', ',', ')', ']'].includes(next)) return undefined;
  const title = `Write "${sign}"`;
  if (closesNothing(next, text.slice(0, start))) return { title, start, end: start + 1, text: sign };
  const place = text.slice(0, start).trimEnd().length;
  return { title, start: place, end: place, text: sign };
}

/** Whether a sign is a closing bracket of whose kind none is open. */
function closesNothing(sign: string, before: string): boolean {
  const open = { ')': '(', ']': '[' }[sign];
  return open !== undefined && before.split(open).length <= before.split(sign).length;
}
