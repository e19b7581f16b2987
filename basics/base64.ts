/** Base64 of bytes and back, on every host alike. */

// Every host has these two; the libraries of types put them into Node's or the browser's.
declare function btoa(data: string): string;
declare function atob(data: string): string;

/** Characters that one call of String.fromCharCode takes. */
const BLOCK = 0x2000;

/**
 * Sixty pictures a second go this way: bytes are handed over as they are, since spreading them costs ten times as much.
 */
export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += BLOCK) {
    text += Reflect.apply(String.fromCharCode, undefined, bytes.subarray(at, at + BLOCK));
  }
  return btoa(text);
}

/** The bytes, or undefined if the text is not Base64. */
export function fromBase64(text: string): Uint8Array | undefined {
  try {
    const data = atob(text);
    const bytes = new Uint8Array(data.length);
    for (let at = 0; at < data.length; at++) bytes[at] = data.charCodeAt(at);
    return bytes;
  } catch {
    return undefined;
  }
}
