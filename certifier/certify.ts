/**
 * Makes the certificate for what the timing proof claims of a program.
 *
 * The proof says which checks are exact. What their paths bring to each check is found out here, with words executed by
 * the verifier's own steps, so that the proof and the verifier have nothing in common but the claims. Checks that no
 * path comes to are not claimed: the verifier refuses a certificate if a path does.
 */
import { hexWord, isFailure, type Result } from '#basics';
import type { TimingClaims } from '#proof';
import { assumesNothing, prepare, Refusal, verify, type Verified } from '#verifier';
import { claimsDocument, newSets, pointLists } from './document.ts';
import { PointFinder } from './find-points.ts';
import { jumpBytes } from './jump-bytes.ts';

/** A certificate that the verifier has accepted. */
export interface Certified {
  readonly document: object;
  readonly verified: Verified;
  /** Checks that no path comes to, by address. */
  readonly unreached: readonly number[];
  /** Timed blocks, of which a certificate says nothing. */
  readonly blocks: number;
}

/** A certificate of what the verifier accepts, and what it does not. */
export interface PartlyCertified {
  /** For the claims that hold; a failure if something other than single claims is refused. */
  readonly certified: Result<Certified>;
  readonly refused: readonly Refusal[];
}

/** Makes a certificate of as many claims as the verifier accepts. */
export function certifyEach(claims: TimingClaims): PartlyCertified {
  const refused: Refusal[] = [];
  for (;;) {
    const certified = certify(without(claims, refused));
    if (!isFailure(certified)) return withLost(certified, refused);
    if (!(certified instanceof Refusal) || certified.claim === undefined) return { certified, refused };
    refused.push(...(certified.all.length === 0 ? [certified] : certified.all));
  }
}

/** If some paths are not followed, they may come to the checks that no other path comes to. */
function withLost(certified: Certified, refused: readonly Refusal[]): PartlyCertified {
  if (!certified.verified.trusted.has('not followed')) return { certified, refused };
  const lost = certified.unreached.map((address) => {
    return new Refusal(`${hexWord(address)}: no path is followed to this check`, [], address);
  });
  return { certified: { ...certified, unreached: [] }, refused: [...refused, ...lost] };
}

function without({ handler, exact, ...others }: TimingClaims, refused: readonly Refusal[]): TimingClaims {
  const claims = new Set(refused.map(({ claim }) => claim));
  return {
    ...others,
    exact: exact.filter((address) => !claims.has(address)),
    ...(handler !== undefined && !claims.has('handler') && { handler }),
  };
}

/** Makes a certificate and has it verified; a failure says what the verifier does not accept. */
export function certify(claims: TimingClaims): Result<Certified> {
  const { words, used } = claims.program;
  const { bytes: read, pairs } = jumpBytes(words, used);
  const sets = newSets();
  const document = claimsDocument(claims, read, sets);
  const tools = prepare(words, document);
  if (isFailure(tools)) return tools;
  const { points, lost, turns } = new PointFinder(tools, pairs).find();
  const reached = new Set(points.map(({ address }) => address));
  const exact = claims.exact.filter((address) => reached.has(address));
  // Paths must be followed where a claim depends on what they bring.
  const open = assumesNothing({ ...tools.certificate, exact }, points) ? lost : [];
  const whole = { ...document, exact, open, turns: turns(open), ...pointLists(points, sets, tools.values) };
  const verified = verify(words, whole);
  if (isFailure(verified)) return verified;
  const unreached = claims.exact.filter((address) => !reached.has(address));
  return { document: whole, verified, unreached, blocks: claims.program.assertions.length };
}
