/** What the verifier says of a small program and its certificate. */
import { isFailure } from '#basics';
import { imageHash } from '#isa';
import { verify, type Verified } from '#verifier';
import { certified } from './certificate-of.ts';

export type Made = ReturnType<typeof certified>;
export type Change = (made: Made) => void;

/** What the verifier says of a program in one page and its certificate, after a change of either. */
export function verified(body: string, change: Change = () => undefined): Verified | string {
  const made = certified(body);
  change(made);
  made.certificate.image = imageHash(made.rom);
  const result = verify(made.rom, JSON.parse(JSON.stringify(made.certificate)));
  return isFailure(result) ? result.message : result;
}

/** `accepted`, or why not. */
export function verdict(body: string, change?: Change): string {
  const result = verified(body, change);
  return typeof result === 'string' ? result : 'accepted';
}

/** Kinds of what is believed, without the handler and the first account, which all these programs have. */
export function trusted(body: string, change?: Change): string[] {
  const result = verified(body, change);
  if (typeof result === 'string') return [result];
  return [...result.trusted.keys()].filter((kind) => kind !== 'handler' && kind !== 'first account').sort();
}
