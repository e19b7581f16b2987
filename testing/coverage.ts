/**
 * What tests have executed: words, and the arms of conditional branches.
 */
import type { Machine } from '#emulator';
import type { Arms, TestProbe } from './test-probe.ts';

export type BranchArms = Readonly<Arms>;

export class Coverage {
  /** Executions by ROM address. */
  readonly counts = new Float64Array(0x10000);
  /** Conditional branches by ROM address. */
  readonly arms: ReadonlyMap<number, BranchArms>;
  private before: Float64Array | undefined;

  constructor(probe: TestProbe) {
    this.arms = probe.arms;
  }

  /** From here on it counts. */
  begin(machine: Machine): void {
    if (machine.profile === undefined) machine.startProfile();
    this.before = machine.profile?.slice();
  }

  /** Up to here it has counted. */
  end(machine: Machine): void {
    const { before } = this;
    const now = machine.profile;
    if (before === undefined || now === undefined) return;
    const { counts } = this;
    counts.set(counts.map((count, address) => count + (now[address] ?? 0) - (before[address] ?? 0)));
    this.before = undefined;
  }
}
