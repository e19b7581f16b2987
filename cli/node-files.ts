/**
 * Files of the command line: reading and writing with failures as values.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { unreadableReason } from '#assembler';
import type { Failure } from './output.ts';

/** The bytes of a file, or why it cannot be read, without its name. */
export function tryRead(path: string): Uint8Array | { readonly reason: string } {
  try {
    return readFileSync(path);
  } catch (error) {
    return { reason: unreadableReason(error) };
  }
}

/** The bytes of a file, or a failure with status 2 that names it. */
export function readBytes(path: string): Uint8Array | Failure {
  const result = tryRead(path);
  return 'reason' in result ? { status: 2, message: `cannot read ${path}: ${result.reason}` } : result;
}

/** Writes a file and the folders above it; a failure with status 2 when that is refused. */
export function writeBytes(path: string, content: Uint8Array | string): Failure | undefined {
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    return undefined;
  } catch (error) {
    return { status: 2, message: `cannot write ${path}: ${unreadableReason(error)}` };
  }
}

/** Whether a result is a failure rather than content. */
export function isFailure(result: unknown): result is Failure {
  return typeof result === 'object' && result !== null && 'status' in result && 'message' in result;
}
