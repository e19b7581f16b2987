/** A reporter for vitest: writes the number of errors outside any test into `ERRORS_FILE`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPORTS } from './set-up.mjs';

export const ERRORS_FILE = join(REPORTS, 'errors.txt');

export default class ErrorReporter {
  /**
   * @param {readonly unknown[]} _modules
   * @param {readonly unknown[]} errors
   */
  onTestRunEnd(_modules, errors) {
    writeFileSync(ERRORS_FILE, String(errors.length));
  }
}
