/** What a read of a file answers. */
import { notTextReason } from './reasons.ts';

/** The bytes of a file, or one sentence on why it cannot be read (without the file's name). */
export type FileContent = { readonly bytes: Uint8Array } | { readonly failure: string };

/** Bytes as UTF-8 text, without a byte order mark; the sentence that says why where they are none. */
export function textOf(bytes: Uint8Array): { readonly text: string } | { readonly failure: string } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { failure: notTextReason(bytes) };
  }
}
