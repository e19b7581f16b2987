/**
 * What the proof found out about a program. The program's next state begins with it.
 *
 * Most keystrokes change nothing that the proof or the lints look at: words, declarations, labels. The
 * answers are then the same, and only their places in the source are looked up again.
 */
import { INSTRUCTION_TABLE, wordAt } from '#isa';
import { claimedFacts, finish, prepareInPieces, proveInPieces, same } from '#proof';
import type { ProofContext, Pieces, TimingReport, TimingClaims } from '#proof';
import { lintProgram, type LintFinding, type LintProgram } from '../lints/index.ts';

/** A place where Y is one constant. */
export interface KnownPage {
  readonly address: number;
  readonly page: number;
}

/** By opcode, 1 for words that take the page of a RAM address or of a far jump from Y. */
const TAKES_PAGE = Uint8Array.from(INSTRUCTION_TABLE, ({ address, operation, condition }) =>
  address === 'yd' || (operation === 'jump' && condition === 'far') ? 1 : 0,
);

export class KeptProof {
  private found: { readonly program: LintProgram; readonly lints: readonly LintFinding[] } | undefined;
  private proven: TimingReport | undefined;
  private known: readonly KnownPage[] | undefined;

  constructor(
    private readonly program: LintProgram,
    readonly proof: ProofContext,
  ) {}

  /** Whether a program is the same as far as the proof is concerned. */
  holdsFor(program: LintProgram): boolean {
    return same(withoutSource(program), withoutSource(this.program));
  }

  /** The lints of a program for which this proof holds. */
  lints(program: LintProgram): readonly LintFinding[] {
    if (this.found === undefined || !same(lintInput(program), lintInput(this.found.program)))
      this.found = { program, lints: lintProgram(program, this.proof) };
    return this.found.lints;
  }

  /** Where a word takes its page from Y, and Y is one constant on some path to it: each page of each address once. */
  pages(): readonly KnownPage[] {
    return (this.known ??= knownPages(this.program, this.proof));
  }

  report(): TimingReport {
    return finish(this.reportInPieces());
  }

  *reportInPieces(): Pieces<TimingReport> {
    return (this.proven ??= yield* proveInPieces(this.program, this.proof));
  }
}

/** The proof of one program: made when it is first asked for, from what is known of the state of the program before. */
export class Proof {
  private found: KeptProof | undefined;

  constructor(private before: KeptProof | undefined) {}

  /** What the program's next state can begin with. */
  get latest(): KeptProof | undefined {
    return this.found ?? this.before;
  }

  /** The proof of the program, which is always the same one. */
  of(program: LintProgram): KeptProof {
    return finish(this.inPieces(program));
  }

  *inPieces(program: LintProgram): Pieces<KeptProof> {
    if (this.found !== undefined) return this.found;
    const { before } = this;
    const holds = before?.holdsFor(program) === true;
    const found = holds ? before : new KeptProof(program, yield* prepareInPieces(program, before?.proof));
    this.before = undefined;
    return (this.found ??= found);
  }

  /** Drops what is known, after an exception. */
  forget(): void {
    this.found = this.before = undefined;
  }
}

function knownPages({ words }: LintProgram, { found, values }: ProofContext): readonly KnownPage[] {
  const pages = new Map<number, KnownPage>();
  for (const { address, y } of found.points) {
    const page = TAKES_PAGE[wordAt(words, address) >> 8] === 1 ? values.single(y) : undefined;
    if (page !== undefined) pages.set((address << 8) | page, { address, page });
  }
  return [...pages.values()];
}

/** What the proof reads: all but what only the lints need, and routines, which it is asked for one by one. */
function withoutSource({ labels, intended, data, variables, routines, ...read }: LintProgram): object {
  return read;
}

/** What the lints read in addition. */
function lintInput({ labels, intended, data, external, variables }: LintProgram): unknown[] {
  return [labels, intended, data, external, variables];
}

/** The claims about a program; undefined if it was not proven, since it has errors or was not checked. */
export function claimsOf(program: LintProgram, { latest: kept }: Proof): TimingClaims | undefined {
  if (kept?.holdsFor(program) !== true) return undefined;
  const checks = new Set(program.checks.map(({ address }) => address));
  const report = kept.report();
  const exact = report.results.filter(({ address, verdict }) => verdict === 'exact' && checks.has(address));
  const claims = report.handler?.verdict === 'proven' ? kept.proof.handler.kept?.claims : undefined;
  return {
    program,
    exact: [...new Set(exact.map(({ address }) => address))],
    ...claimedFacts(kept.proof),
    ...(claims !== undefined && { handler: claims }),
  };
}
