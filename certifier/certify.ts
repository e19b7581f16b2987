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
import { MOST_WORK_OF_PATHS, prepare, Refusal, verify, Work } from '#verifier';
import type { Claim, PathTools, Verified } from '#verifier';
import { claimsDocument, newSets, pointLists, type Numbered } from './document.ts';
import { PointFinder, type Found } from './find-points.ts';
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
  const refused = new Map<Claim, Refusal>();
  const missing = new Set<number>();
  for (;;) {
    const certified = certify(without(claims, refused), missing);
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

/**
 * Makes a certificate and has it verified; a failure says what the verifier does not accept.
 * @param missing bytes to be tracked besides those that jumps read; more are added where jumps need them
 */
export function certify(claims: TimingClaims, missing = new Set<number>()): Result<Certified> {
  const search = searchIn(claims, missing, false);
  if (isFailure(search)) return search;
  const why = whyNotFollowed(search);
  const { handler } = claims;
  // Of a path that cannot be followed, the verifier tells the claims that fall.
  if (why === undefined || (handler !== undefined && !search.isTooMuch)) return written(claims, search, []);
  if (handler !== undefined) return new Refusal(why, [], 'handler');
  const silent = searchIn(claims, missing, true);
  if (isFailure(silent)) return silent;
  const made = written(claims, silent, silent.lost);
  return made instanceof Refusal ? explained(made, why) : made;
}

/** The certificate of what was found. @param open points whose paths are not followed */
function written({ program, exact }: TimingClaims, search: Search, open: readonly number[]): Result<Certified> {
  const { document, points, sets, tools, turns } = search;
  const reached = new Set(points.map(({ address }) => address));
  const isReached = (address: number): boolean => reached.has(address);
  const lists = pointLists(points, sets, tools.values);
  const whole = { ...document, exact: exact.filter(isReached), open, turns: turns(open), ...lists };
  const verified = verify(program.words, whole);
  if (isFailure(verified)) return verified;
  const unreached = exact.filter((address) => !isReached(address));
  return { document: whole, verified, unreached, blocks: program.assertions.length };
}

/** What was found, and with what. */
interface Search extends Found {
  readonly document: ReturnType<typeof claimsDocument>;
  readonly sets: Numbered;
  readonly tools: PathTools;
  /** Whether it would have been more work than a verification may be; then not all is found. */
  readonly isTooMuch: boolean;
}

/**
 * What holds at points, once no byte is missing that a jump needs.
 * @param isSilent whether any path may come to a claimed check, so that nothing is known there
 */
function searchIn(claims: TimingClaims, missing: Set<number>, isSilent: boolean): Result<Search> {
  const { words, used } = claims.program;
  const { bytes, pairs } = jumpBytes(words, used);
  const work = new Work(MOST_WORK_OF_PATHS);
  for (;;) {
    const sets = newSets();
    const document = claimsDocument(claims, [...new Set([...bytes, ...missing])], sets);
    const tools = prepare(words, document, work);
    if (isFailure(tools)) return tools;
    const found = new PointFinder(tools, isSilent ? [] : pairs, isSilent).find();
    const { isTooMuch } = work;
    if (found.missing.size === 0 || isTooMuch) return { ...found, document, sets, tools, isTooMuch };
    for (const byte of found.missing) missing.add(byte);
  }
}

/** Why not all paths are followed, if they are not. */
function whyNotFollowed({ isTooMuch, lost: [first] }: Search): string | undefined {
  if (isTooMuch) return 'all paths together have more states than a verification may take';
  return first === undefined ? undefined : `the paths from ${hexWord(first)} cannot be followed`;
}

/** A refusal that also says why nothing is known where the paths of claimed checks begin. */
function explained({ message, path, claim, all }: Refusal, why: string): Refusal {
  const more = `${message}; nothing is known of RAM at a check, since ${why}`;
  return new Refusal(
    more,
    path,
    claim,
    all.map((each) => explained(each, why)),
  );
}
