/** What the package of the extension leaves out, since it has to stay small: the programs that some commands drive. */
import { existsSync } from 'node:fs';
import { commandFailure, type CommandFailure } from './failures.ts';

/** The failure, with status 2. @param what what is missing, as a sentence begins */
export function notPacked(what: string): CommandFailure {
  return commandFailure(2, `${what} not packed with the extension; run this command in the project`);
}

/** The same if a source of the project is not beside this program. */
export function missingFromPackage(source: string, what: string): CommandFailure | undefined {
  return existsSync(source) ? undefined : notPacked(what);
}
