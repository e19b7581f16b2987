/** Long work in pieces, so that the caller can do something else in between, or drop it. */

/** Each `next` works for at most some milliseconds; the value at the end is the result. */
export type Pieces<T> = Generator<void, T, void>;

export function finish<T>(pieces: Pieces<T>): T {
  for (;;) {
    const piece = pieces.next();
    if (piece.done === true) return piece.value;
  }
}
