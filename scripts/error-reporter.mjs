/** A reporter for vitest: writes how many errors came up outside of every test, a number, into the file `ERRORS_FILE`. */
import { writeFileSync } from 'node:fs';

export default class ErrorReporter {
  /**
   * @param {readonly unknown[]} _modules
   * @param {readonly unknown[]} errors
   */
  onTestRunEnd(_modules, errors) {
    const file = process.env['ERRORS_FILE'];
    if (file !== undefined) writeFileSync(file, String(errors.length));
  }
}
