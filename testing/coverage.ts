/** What tests have executed, summed over their cases; what runs before a test begins does not count. */
import { numberAt } from '#basics';
import type { Machine, Profile } from '#emulator';

export class Coverage {
  /** Executions, and branches taken, by ROM address. */
  readonly profile: Profile = { executions: new Float64Array(0x10000), taken: new Float64Array(0x10000) };
  private before: Profile | undefined;

  begin(machine: Machine): void {
    if (machine.profile === undefined) machine.startProfile();
    const now = machine.profile;
    this.before = now && { executions: now.executions.slice(), taken: now.taken.slice() };
  }

  end(machine: Machine): void {
    const { before, profile } = this;
    const now = machine.profile;
    if (before === undefined || now === undefined) return;
    addDifference(profile.executions, before.executions, now.executions);
    addDifference(profile.taken, before.taken, now.taken);
    this.before = undefined;
  }
}

function addDifference(sum: Float64Array, before: Float64Array, after: Float64Array): void {
  sum.set(sum.map((count, address) => count + numberAt(after, address) - numberAt(before, address)));
}
