/**
 * Answers to questions about a program, each with what it depends on. As long as none of this changes, the answer holds
 * for a changed program, too.
 */
import type { HasChanged } from './changes.ts';
import type { ProgramView } from './program-view.ts';

/** An answer, and how many states it took to find. */
export interface Found<T> {
  readonly value: T;
  readonly states: number;
}

interface Answer<T> extends Found<T> {
  /** What was looked at to find it, as numbered by {@link ProgramView}. */
  readonly looks: Uint32Array;
  /** States that the question was allowed to take. */
  readonly most: number;
}

export class Answers<T> {
  private readonly known = new Map<string, Answer<T>>();

  /** @param before answers about another program; those that hold for this one are taken over */
  constructor(before?: Answers<T>, hasChanged?: HasChanged) {
    if (before === undefined || hasChanged === undefined) return;
    for (const [question, answer] of before.known) {
      if (!answer.looks.some((look) => hasChanged(look))) this.known.set(question, answer);
    }
  }

  /**
   * The answer to a question.
   * @param question what identifies it
   * @param most states that it may take
   * @param find finds the answer; reads the program by `view` only
   */
  ask(view: ProgramView, question: string, most: number, find: () => Found<T>): Found<T> {
    const known = this.known.get(question);
    if (known !== undefined && holdsFor(known, most)) return known;
    view.begin();
    const { value, states } = find();
    const answer = { value, states, looks: view.end(), most };
    this.known.set(question, answer);
    return answer;
  }
}

/** Whether an answer holds under another limit on states: neither limit was reached, or the limit is the same. */
function holdsFor({ states, most }: Answer<unknown>, now: number): boolean {
  return most === now || (states <= most && states <= now);
}
