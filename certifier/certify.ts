/**
 * Makes the certificate for what the timing proof claims of a program.
 *
 * The proof says which checks are exact. What their paths bring to each check is found out here, and by the verifier's
 * own way to execute words, so that the proof and the verifier have nothing in common but the claims. Checks that no
 * path comes to are not claimed: the verifier refuses a certificate where one does.
 */
import { isFailure, type Result } from '#basics';
import type { TimingClaims } from '#assembler';
import { prepare, verify, type Verified } from '#verifier';
import { claimsDocument, newSets, pointLists } from './document.ts';
import { PointFinder } from './find-points.ts';
import { jumpBytes } from './jump-bytes.ts';

/** A certificate that the verifier has accepted. */
export interface Certified {
  /** The JSON document. */
  readonly document: object;
  readonly verified: Verified;
  /** Checks that no path comes to, by address. */
  readonly unreached: readonly number[];
  /** Timed blocks, of which a certificate says nothing. */
  readonly blocks: number;
}

/** Makes a certificate and has it verified; a failure says what the verifier does not accept. */
export function certify(claims: TimingClaims): Result<Certified> {
  const { words, used } = claims.program;
  const { bytes: read, pairs } = jumpBytes(words, used);
  const bytes = [...new Set([...read, ...(claims.handler?.bytes ?? [])])];
  const sets = newSets();
  const document = claimsDocument(claims, bytes, sets);
  const tools = prepare(words, document);
  if (isFailure(tools)) return tools;
  const points = new PointFinder(tools, pairs).find();
  const reached = new Set(points.map(({ address }) => address));
  const exact = claims.exact.filter((address) => reached.has(address));
  const whole = { ...document, exact, ...pointLists(points, bytes, sets) };
  const verified = verify(words, whole);
  if (isFailure(verified)) return verified;
  const unreached = claims.exact.filter((address) => !reached.has(address));
  return { document: whole, verified, unreached, blocks: claims.program.assertions.length };
}
