/** A reporter for vitest: writes the number of errors outside any test into the file `ERRORS_FILE`. */
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
