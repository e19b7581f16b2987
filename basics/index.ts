/** What every room may use: results, hashes, encodings, spelling, numbers as text. */
export { failure, Failure, isFailure, type Result } from './result.ts';
export { fromBase64, toBase64 } from './base64.ts';
export { closestName } from './closest-name.ts';
export { editDistance } from './edit-distance.ts';
export { FNV_PRIME, fnv1a64, FnvHash } from './fnv.ts';
export { grouped } from './grouped.ts';
export { hex, hexByte, hexDigits, hexWord } from './hex.ts';
export * from './numbers.ts';
export { packLines, unpackLines, type PackedLines } from './packed-lines.ts';
export { elementAt } from './element-at.ts';
export { entryAddress } from './entry-address.ts';
export * from './units.ts';
export { words } from './words.ts';
