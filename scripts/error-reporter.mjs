/** A reporter for vitest: writes the errors outside any test into `ERRORS_FILE`, as a JSON array of their messages. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPORTS } from './set-up.mjs';

export const ERRORS_FILE = join(REPORTS, 'errors.json');

export default class ErrorReporter {
  /**
   * @param {readonly unknown[]} _modules
   * @param {readonly { message: string }[]} errors
   */
  onTestRunEnd(_modules, errors) {
    writeFileSync(ERRORS_FILE, JSON.stringify(errors.map(({ message }) => message)));
  }
}
