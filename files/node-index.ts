/** Files of the machine that Node runs on. */
export {
  openPlainFileSync,
  type OpenFile,
  readNamedFileSync,
  readPlainFile,
  readPlainFileSync,
  readStandardInputSync,
} from './node-read.ts';
export { identityOf } from './node-places.ts';
export { writeFilesSync, type NewFile, type WriteFailure } from './node-write.ts';
