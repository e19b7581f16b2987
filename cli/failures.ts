/** How a command ends: its status, and failures as one sentence each. */
import { Failure } from '#basics';

/** 0 done, 1 the input has errors or a comparison failed, 2 wrong use or an unreadable file. */
export type Status = 0 | 1 | 2;

/** A failure that ends a command with one sentence for the user. */
export class CommandFailure extends Failure {
  constructor(
    readonly status: Exclude<Status, 0>,
    message: string,
  ) {
    super(message);
  }
}

export function commandFailure(status: Exclude<Status, 0>, message: string): CommandFailure {
  return new CommandFailure(status, message);
}

/** How a command ends: with a status, or with a failure that is still to be printed. */
export type Outcome = Status | CommandFailure;
