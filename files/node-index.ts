/** Files of the machine that Node runs on. */
export {
  openPlainFileSync,
  type OpenFile,
  readNamedFileSync,
  readPlainFile,
  readPlainFileSync,
  readStandardInputSync,
} from './node-read.ts';
export { writeFilesSync, type NewFile, type WriteFailure, identityOf } from './node-write.ts';
