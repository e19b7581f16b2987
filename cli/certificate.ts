/** The certificate for the timing of a program, and what commands say of it. */
import { failure, hexWord, isFailure, type Result } from '#basics';
import type { Assembly } from '#assembler';
import { certify, type Certified } from '#certifier';
import { formatWord, wordAt } from '#isa';
import { Refusal, type Verified } from '#verifier';
import type { Output } from './output.ts';
import { counted } from './report.ts';

/** Words of a path that are shown, the last ones. */
const MOST_SHOWN = 32;

/** A certificate that the verifier has accepted; a failure says what it does not accept. */
export function certificateOf(assembly: Assembly): Result<Certified> {
  const claims = assembly.timingClaims();
  return claims === undefined ? failure('a program with errors has no certificate') : certify(claims);
}

/** A certificate as it is written. */
export const certificateText = ({ document }: Certified): string => `${JSON.stringify(document)}\n`;

/** What a certificate proves, as a part of a sentence. */
export function summaryOf({ checks, states, lines, trusted }: Verified): string {
  const handler = lines === 0 ? '' : `, the handler in ${counted(lines, 'line')}`;
  return `${counted(checks, 'check')} in ${counted(states, 'state')}${handler}, believing ${counted(trusted.size, 'kind')} of declarations`;
}

/** The same with the checks that no path comes to, and what no certificate can claim. */
export function certifiedSummary({ verified, unreached, blocks }: Certified): string {
  const others = unreached.length === 0 ? '' : `; no path comes to ${unreached.map(hexWord).join(', ')}`;
  const left = blocks === 0 ? '' : `; ${counted(blocks, 'timed block')} not certified`;
  return `${summaryOf(verified)}${others}${left}`;
}

/** The words that lead to what is refused. */
export function printPath(output: Output, refusal: unknown, rom: Uint16Array): void {
  const path = refusal instanceof Refusal ? refusal.path : [];
  if (path.length > MOST_SHOWN) output.out(`  ${path.length - MOST_SHOWN} words, then`);
  for (const address of path.slice(-MOST_SHOWN))
    output.out(`  ${hexWord(address)}  ${formatWord(wordAt(rom, address))}`);
}

/** Prints what is certified of a program. Returns whether it is. */
export function printCertificate(output: Output, name: string, assembly: Assembly): boolean {
  const certified = certificateOf(assembly);
  if (isFailure(certified)) {
    output.out(`${name}: not certified: ${certified.message}`);
    printPath(output, certified, assembly.image);
    return false;
  }
  output.out(`${name}: certified: ${certifiedSummary(certified)}`);
  return true;
}
