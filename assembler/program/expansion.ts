/**
 * How a statement came to be assembled: a macro call, one round of a loop, or an include, through which items came; an
 * edit can move its place.
 */
export interface Expansion {
  readonly kind: 'macro' | 'repeat' | 'for' | 'include';
  readonly name: string;
  readonly file: number;
  line: number;
  start: number;
  end: number;
  readonly parent: Expansion | undefined;
  readonly depth: number;
}
