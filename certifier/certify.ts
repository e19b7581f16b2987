/**
 * Makes the certificate for what the timing proof claims of a program.
 *
 * The proof says which checks are exact. What their paths bring to each check is found out here, with words executed by
 * the verifier's own steps, so that the proof and the verifier have nothing in common but the claims. Checks that no
 * path comes to are not claimed: the verifier refuses a certificate if a path does. If some path cannot be followed, the
 * certificate says nothing of any byte, and claims what does not depend on one.
 */
import { hexWord, isFailure, type Result } from '#basics';
import type { TimingClaims } from '#proof';
import { prepare, Refusal, verify, type Claim, type PathTools, type Verified } from '#verifier';
import { claimsDocument, newSets, pointLists } from './document.ts';
import { PointFinder, type Found } from './find-points.ts';
import { jumpBytes, type JumpBytes } from './jump-bytes.ts';

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
  const refused = new Map<Claim, Refusal>();
  for (;;) {
    const certified = certify(without(claims, refused));
    if (!(certified instanceof Refusal) || certified.claim === undefined)
      return { certified, refused: [...refused.values()] };
    // Of a check that several callers come to, one is told.
    for (const each of [certified, ...certified.all])
      if (each.claim !== undefined && !refused.has(each.claim)) refused.set(each.claim, each);
  }
}

function without(
  { handler, exact, ...others }: TimingClaims,
  refused: { has: (claim: Claim) => boolean },
): TimingClaims {
  return {
    ...others,
    exact: exact.filter((address) => !refused.has(address)),
    ...(handler !== undefined && !refused.has('handler') && { handler }),
  };
}

/** Makes a certificate and has it verified; a failure says what the verifier does not accept. */
export function certify(claims: TimingClaims): Result<Certified> {
  const { words, used } = claims.program;
  const { bytes, pairs } = jumpBytes(words, used);
  return certifyWith(claims, bytes, pairs);
}

/** The same with some tracked bytes, and more where a jump needs them. */
function certifyWith(claims: TimingClaims, read: readonly number[], pairs: JumpBytes['pairs']): Result<Certified> {
  const { words } = claims.program;
  const sets = newSets();
  const document = claimsDocument(claims, read, sets);
  const tools = prepare(words, document);
  if (isFailure(tools)) return tools;
  const { points, lost: open, turns, missing } = pointsFor(tools, pairs);
  if (missing.size > 0) return certifyWith(claims, [...read, ...missing], pairs);
  const [short, ...others] = open.length === 0 ? [] : refusedShort(tools.certificate);
  if (short !== undefined) return new Refusal(short.message, [], short.claim, [short, ...others]);
  const reached = new Set(points.map(({ address }) => address));
  const exact = claims.exact.filter((address) => reached.has(address));
  const whole = { ...document, exact, open, turns: turns(open), ...pointLists(points, sets, tools.values) };
  const verified = verify(words, whole);
  if (isFailure(verified)) return verified;
  const unreached = claims.exact.filter((address) => !reached.has(address));
  return { document: whole, verified, unreached, blocks: claims.program.assertions.length };
}

/** The points on which claims depend, and those whose paths are left out, of which nothing is claimed. */
function pointsFor(tools: PathTools, pairs: JumpBytes['pairs']): Found {
  const { exact, handler, declarations } = tools.certificate;
  if (exact.length === 0 && handler === undefined)
    return { points: [], lost: [0, ...declarations.entries], missing: new Set(), turns: () => [] };
  const found = new PointFinder(tools, pairs).find();
  if (found.missing.size > 0) return found;
  if (handler !== undefined || found.lost.length === 0) return { ...found, lost: [] };
  // A path that cannot be followed may go anywhere, and bring anything there.
  return new PointFinder(tools, [], true).find();
}

/** Short checks depend on what is in AC, and so on all paths. */
function refusedShort({ exact, declarations }: PathTools['certificate']): readonly Refusal[] {
  return declarations.checks.flatMap(({ address, form }) => {
    if (form !== 'short' || !exact.includes(address)) return [];
    return [new Refusal(`${hexWord(address)}: not all paths are followed that may come to this check`, [], address)];
  });
}
