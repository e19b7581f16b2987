/** Why a certificate is refused, and what has to be believed where it is accepted. */
import { Failure } from '#basics';

/** What a certificate claims: that the check at an address is exact, or that the handler is right. */
export type Claim = number | 'handler';

/** A refusal with the addresses that lead to the first word where the certificate does not hold. */
export class Refusal extends Failure {
  /**
   * @param claim what is refused; if it is absent, the certificate is refused as a whole
   * @param all the refusals of all claims that are refused
   */
  constructor(
    message: string,
    readonly path: readonly number[] = [],
    readonly claim?: Claim,
    readonly all: readonly Refusal[] = [],
  ) {
    super(message);
  }
}

/** A step of a path, which knows where it came from. */
export interface Trail {
  readonly address: number;
  readonly from: Trail | undefined;
}

export function pathTo(trail: Trail | undefined): number[] {
  const path: number[] = [];
  for (let step = trail; step !== undefined; step = step.from) path.push(step.address);
  return path.reverse();
}

/** What is believed: for each kind the addresses of words, or of bytes. */
export class Trust {
  readonly byKind = new Map<string, Set<number>>();

  add(kind: string, address: number): void {
    const addresses = this.byKind.get(kind) ?? new Set();
    this.byKind.set(kind, addresses.add(address));
  }
}
