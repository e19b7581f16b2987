/** A word that a client must know before it gets a program, where others use this computer as well. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A word that nobody guesses: 128 bits, as 32 hexadecimal digits. */
export function makeToken(): string {
  return randomBytes(16).toString('hex');
}

/** A comparison with the token that takes as long for a word that is nearly right as for any other. */
export function tokenCheck(token: string): (word: string) => boolean {
  const wanted = digest(token);
  return (word) => timingSafeEqual(digest(word), wanted);
}

function digest(word: string): Buffer {
  return createHash('sha256').update(word).digest();
}
