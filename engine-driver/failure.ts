/** Failures of the driver, as values: one sentence for the person who asked. */
export interface Failure {
  readonly failure: string;
}

/** Whether a result is a failure rather than what was asked for. */
export function isFailure(result: unknown): result is Failure {
  return typeof result === 'object' && result !== null && 'failure' in result;
}
