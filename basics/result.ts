/**
 * The result of an operation that may fail: what was asked for, or a failure.
 *
 * A failure is a value and carries a text for people. A throw is a bug.
 */

/** Why something could not be done. A room may extend it with what goes with the text. */
export class Failure {
  // Lets the compiler, too, distinguish it from other shapes with a message.
  protected readonly kind = 'failure';

  /** @param message one sentence, or a clause where the function says so */
  constructor(readonly message: string) {}
}

export type Result<T, F extends Failure = Failure> = T | F;

/** Whether a result is a failure rather than what was asked for. */
export function isFailure(result: unknown): result is Failure {
  return result instanceof Failure;
}

export function failure(message: string): Failure {
  return new Failure(message);
}
