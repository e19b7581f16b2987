/** Bytes as Base64 without Node's Buffer, for code that also runs in a browser. */

// Large enough to be quick, small enough for an argument list.
const CHUNK = 0x8000;

export function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let start = 0; start < bytes.length; start += CHUNK) {
    binary += String.fromCharCode(...bytes.subarray(start, start + CHUNK));
  }
  return btoa(binary);
}
