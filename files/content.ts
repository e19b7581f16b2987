import { failure, type Failure } from '#basics';
import { notTextReason } from './reasons.ts';

/** The bytes of a file, or one sentence on why it cannot be read (without the file's name). */
export type FileContent = { readonly bytes: Uint8Array } | Failure;

/** Bytes as UTF-8 text, without a byte order mark; a failure if they are not valid UTF-8. */
export function textOf(bytes: Uint8Array): { readonly text: string } | Failure {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return failure(notTextReason(bytes));
  }
}
