/**
 * What the proof found out about a program, kept for the next state of it.
 *
 * Most keystrokes change nothing that the proof or the lints look at: words, declarations, labels. The
 * answers are then the same, and only their places in the source are looked up again.
 */
import { lintProgram, type LintFinding } from '../lints/index.ts';
import { prepareProof, proveTiming, type LintProgram, type ProofContext, type TimingReport } from '../timing/index.ts';

export class KeptProof {
  readonly proof: ProofContext;
  private readonly program: LintProgram;
  private found: { readonly program: LintProgram; readonly lints: readonly LintFinding[] } | undefined;
  private proven: TimingReport | undefined;

  constructor(program: LintProgram) {
    this.program = program;
    this.proof = prepareProof(program);
  }

  /** Whether a program is the same to the proof. */
  holdsFor(program: LintProgram): boolean {
    return same(withoutSource(program), withoutSource(this.program));
  }

  /** The lints of a program that this holds for. */
  lints(program: LintProgram): readonly LintFinding[] {
    if (this.found === undefined || !same(lintInput(program), lintInput(this.found.program)))
      this.found = { program, lints: lintProgram(program, this.proof) };
    return this.found.lints;
  }

  /** The verdicts. */
  report(): TimingReport {
    return (this.proven ??= proveTiming(this.program, this.proof));
  }
}

/** What the proof reads of a program; routines are asked for one by one, and kept in the proof. */
function withoutSource(program: LintProgram): unknown[] {
  const { words, used, entries, checks, charges, targets, tables, loops, assertions, slack } = program;
  return [words, used, entries, checks, charges, targets, tables, loops, assertions, slack];
}

/** What the lints read beside it. */
function lintInput({ labels, intended, data, external }: LintProgram): unknown[] {
  return [labels, intended, data, external];
}

/** Whether two pieces of plain data are equal; maps and sets count in their order. */
function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (ArrayBuffer.isView(a)) return sameWords(a as Uint8Array, b as Uint8Array);
  if (a instanceof Map || a instanceof Set) return same([...a], [...(b as Iterable<unknown>)]);
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => same(a[key as never], b[key as never]));
}

function sameWords(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  for (let address = 0; address < a.length; address++) if (a[address] !== b[address]) return false;
  return a.length === b.length;
}
