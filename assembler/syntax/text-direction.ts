/**
 * Characters that change the direction of text: with them, an editor shows a line in another order than the assembler
 * reads it, so that a comment can look like code and code like a comment.
 */
import { hexWord } from '#isa';
import type { Cursor } from './cursor.ts';

/** Embeddings, overrides and isolates, and what ends them. */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/;
const ALL_DIRECTIONS = new RegExp(DIRECTIONS, 'g');

/** Reports the characters of a line that change its direction, all of them at once. */
export function reportDirections(cursor: Cursor): void {
  const { text } = cursor.scanner;
  const places = [...text.matchAll(ALL_DIRECTIONS)].map(({ index }) => index);
  const [start] = places;
  const last = places.at(-1);
  if (start === undefined || last === undefined) return;
  const end = last + 1;
  const name = `U+${hexWord(text.charCodeAt(start)).slice(1).toUpperCase()}`;
  const more = places.length === 1 ? '' : ` and ${places.length - 1} more`;
  const message = `The character ${name}${more} changes the direction of text: an editor shows this line in another order than it is read`;
  const fix = {
    title: 'Remove the hidden characters',
    isStatement: true,
    start,
    end,
    text: text.slice(start, end).replace(ALL_DIRECTIONS, ''),
  };
  cursor.report('GT0110', message, start, end, fix);
}

/** Whether a line has such characters. */
export function hasDirections(text: string): boolean {
  return DIRECTIONS.test(text);
}
