/** Long work in pieces, so that the caller can do something else in between, or drop it. */

/** Each `next` does a piece of at most some milliseconds; the value at the end is the result. */
export type Steps<T> = Generator<void, T, void>;

/** Does all pieces at once. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
