/**
 * A set of places in one file. Most lines have one place at most, so the columns are in an array by line, and only
 * further places of a line are in a set. An outline of a long file asks for thousands of places.
 */
import type { Position } from '#assembler';

export class PlaceSet {
  /** By line: one more than the column of its first place, 0 without one. */
  private readonly first: Int32Array;
  private readonly further = new Set<number>();

  /** @param lines how many lines the file has */
  constructor(lines: number) {
    this.first = new Int32Array(lines);
  }

  /** Takes a place; false if the set had it. */
  add({ line, character }: Position): boolean {
    const known = this.first[line];
    if (known === 0) this.first[line] = character + 1;
    if (known === 0 || known === character + 1) return known === 0;
    const { further } = this;
    const { size } = further;
    return further.add(key(line, character)).size > size;
  }

  has(line: number, character: number): boolean {
    return this.first[line] === character + 1 || (this.further.size > 0 && this.further.has(key(line, character)));
  }
}

function key(line: number, character: number): number {
  return line * 0x1000000 + character;
}
