import { isFailure, type Result } from '#basics';

/** The result of a function that must not fail in a test. */
export function good<T>(result: Result<T>): T {
  if (isFailure(result)) throw new Error(result.message);
  return result;
}
