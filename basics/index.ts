/** What every room may use: results, hashes, encodings, spelling, numbers as text. */
export { failure, Failure, isFailure, type Result } from './result.ts';
export {
  fromBase64,
  toBase64,
  counted,
  grouped,
  hex,
  hexByte,
  hexDigits,
  hexWord,
  words,
  closestName,
  editDistance,
  encodeUtf8,
  shellQuoted,
} from './text.ts';
export { FNV_PRIME, fnv1a64, FnvHash } from './fnv.ts';
export * from './declarations.ts';
export * from './lists.ts';
export * from './units.ts';
