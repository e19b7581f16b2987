import { isFailure, type Result } from '#basics';

/** What a function returned that must not fail in a test. */
export function good<T>(result: Result<T>): T {
  if (isFailure(result)) throw new Error(result.message);
  return result;
}
