/** The certificate for the timing of a program, and what commands print about it. */
import { counted, failure, hexWord, isFailure } from '#basics';
import type { Assembly } from '#assembler';
import { certifyEach, type Certified, type PartlyCertified } from '#certifier';
import { formatWord, wordAt } from '#isa';
import { Refusal, type Claim, type Verified } from '#verifier';
import type { Output } from './output.ts';

/** The most words of a path that are shown: its last ones. */
const MOST_SHOWN = 32;

/** What the verifier accepts of the verdicts on a program, and what it does not. */
export function certificateOf(assembly: Assembly): PartlyCertified {
  const claims = assembly.timingClaims();
  if (claims !== undefined) return certifyEach(claims);
  return { certified: failure('a program with errors has no certificate'), refused: [] };
}

/** Why the verifier refuses the verdict on something; undefined if it accepts it or was not asked. */
export function refusals(made: PartlyCertified | undefined): (claim: Claim) => string | undefined {
  if (made === undefined) return () => undefined;
  const { certified, refused } = made;
  const byClaim = new Map(refused.map(({ claim, message }) => [claim, message]));
  return (claim) => byClaim.get(claim) ?? (isFailure(certified) ? certified.message : undefined);
}

export const certificateText = ({ document }: Certified): string => `${JSON.stringify(document)}\n`;

/** What a certificate proves, as a part of a sentence. */
export function summaryOf({ checks, states, lines, trusted }: Verified): string {
  const believed = trusted.has('handler') ? ', not the handler' : '';
  const handler = lines === 0 ? believed : `, the handler in ${counted(lines, 'line')}`;
  const onTrust = `with ${counted(trusted.size, 'kind')} of declarations taken on trust`;
  return `${counted(checks, 'check')} in ${counted(states, 'state')}${handler}, ${onTrust}`;
}

/** The same with the checks that no path reaches, and what no certificate can claim. */
function certifiedSummary({ verified, unreached, blocks }: Certified): string {
  const others = unreached.length === 0 ? '' : `; no path comes to ${unreached.map(hexWord).join(', ')}`;
  const left = blocks === 0 ? '' : `; ${counted(blocks, 'timed block')} not certified`;
  return `${summaryOf(verified)}${others}${left}`;
}

/** The words that lead to what is refused. */
export function printPath(output: Output, refusal: unknown, rom: Uint16Array): void {
  const path = refusal instanceof Refusal ? refusal.path : [];
  if (path.length > MOST_SHOWN) output.out(`  ${counted(path.length - MOST_SHOWN, 'word')}, then`);
  for (const address of path.slice(-MOST_SHOWN))
    output.out(`  ${hexWord(address)}  ${formatWord(wordAt(rom, address))}`);
}

/** Prints what is certified about a program. @returns whether that is everything that the proof claims */
export function printCertificate(output: Output, name: string, { image }: Assembly, made: PartlyCertified): boolean {
  const { certified, refused } = made;
  if (isFailure(certified)) {
    output.out(`${name}: not certified: ${certified.message}`);
    printPath(output, certified, image);
  } else output.out(`${name}: certified: ${certifiedSummary(certified)}`);
  for (const refusal of refused) {
    const { claim, message } = refusal;
    const about = typeof claim === 'number' ? `the check at ${hexWord(claim)} is unproven` : 'the handler is assumed';
    output.out(`${name}: ${about}, since the verifier does not accept it: ${message}`);
    printPath(output, refusal, image);
  }
  return !isFailure(certified) && refused.length === 0;
}
