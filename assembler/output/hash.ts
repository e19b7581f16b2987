/**
 * FNV-1a with 64 bits, as 16 hexadecimal digits: ties debug information to its image and sources.
 * In two 32-bit halves, since big integers are slow; the prime is 2^40 + $1B3.
 */
export function fnv1a64(bytes: Uint8Array): string {
  let high = 0xcbf29ce4;
  let low = 0x84222325;
  for (let i = 0; i < bytes.length; i++) {
    low = (low ^ bytes[i]!) >>> 0;
    const product = low * 0x1b3;
    const carry = Math.floor(product / 0x1_0000_0000);
    high = (high * 0x1b3 + carry + low * 0x100) % 0x1_0000_0000;
    low = product % 0x1_0000_0000;
  }
  return high.toString(16).padStart(8, '0') + low.toString(16).padStart(8, '0');
}
