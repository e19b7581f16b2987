/** A path of a run from the end of a check, as far as it has come. */
import { AC, opcodeOfWord, registersRead, registersWritten, resumeAddress, X, Y } from '#isa';
import { balanceAfter, balanceInto } from '../contract/check-balance.ts';
import type { TimeCheck } from '../contract/program.ts';
import type { RandomRun } from './random-run.ts';
import type { EndedPath, Place, Watched } from './watched.ts';

export class OpenPath {
  /** The cycle in which it began, what the account held then, and the least of what was charged less what was spent. */
  private readonly since: number;
  private readonly account: number;
  private lowest = 0;
  /** Registers that the handler loses and that were not written since, as a mask. */
  private lost = AC | X | Y;

  constructor(
    private readonly watched: Watched,
    private readonly run: RandomRun,
    readonly check: TimeCheck,
  ) {
    this.since = run.cpu.cycle;
    this.account = this.held;
  }

  /** It comes to a place. */
  meet(): void {
    this.lowest = Math.min(this.lowest, this.paid - this.elapsed);
  }

  /** A word is about to be executed. */
  execute(word: number): void {
    if (this.lost === 0) return;
    const read = registersRead(word) & this.lost;
    if (read !== 0) this.watched.seeRead(this.check.address, this.run.cpu.address, read);
    // A register that only counts up depends on what it was before.
    this.lost &= ~(registersWritten(word) & (opcodeOfWord(word).incrementsX ? ~X : ~0));
  }

  /** The word at a place has been executed, and is a charge. */
  charge(place: Place): void {
    this.watched.seeCharge(place, this.sums(this.elapsed - 1));
  }

  /** It ends at a check. @returns whether it has left the account as true as it was */
  close(place: Place, check: TimeCheck): boolean {
    const { elapsed, paid } = this;
    this.watched.seePath(place, this.sums(elapsed));
    const isTrue = ((balanceAfter(this.check) + paid - elapsed - balanceInto(check)) & 0xff) === 0;
    if (!isTrue) this.watched.see(`false ${this.check.address}`);
    return isTrue;
  }

  private sums(elapsed: number): EndedPath {
    return { from: resumeAddress(this.check), elapsed, paid: this.paid, lowest: this.lowest };
  }

  private get elapsed(): number {
    return this.run.cpu.cycle - this.since;
  }

  /** What was charged, -128..127. */
  private get paid(): number {
    return ((this.account - this.held) << 24) >> 24;
  }

  private get held(): number {
    return this.run.ram.bytes[this.check.account] ?? 0;
  }
}
