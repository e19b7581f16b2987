/** Files that are text: sources and input scripts. */
import { notTextReason } from '#assembler';

/** Bytes as UTF-8 text, without a byte order mark; the clause that says why where they are none. */
export function textOf(bytes: Uint8Array): { readonly text: string } | { readonly error: string } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { error: notTextReason(bytes) };
  }
}
