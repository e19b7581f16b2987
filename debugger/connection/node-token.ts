/** A word that a client must know before it gets a program, for computers that others use, too. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A word that cannot be guessed: 128 bits, as 32 hexadecimal digits. */
export function makeToken(): string {
  return randomBytes(16).toString('hex');
}

/** Compares words with the token, in the same time however similar they are. */
export function tokenCheck(token: string): (word: string) => boolean {
  const wanted = digest(token);
  return (word) => timingSafeEqual(digest(word), wanted);
}

function digest(word: string): Buffer {
  return createHash('sha256').update(word).digest();
}
