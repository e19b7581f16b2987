/**
 * Everything that reaches the machine from outside, with its moment: scripted input, what the user types
 * and presses, edits of registers and RAM. Replayed from here, a run repeats itself exactly.
 *
 * Entries by cycle are kept in order of cycle, and among equals in order of arrival; the ones before
 * `position` have been applied. Entries by frame are applied as that frame begins, whenever it does.
 */
import type { RegisterName } from '#isa';
import type { Cycle, RamIndex, RomAddress } from '#basics';
import type { ControllerType } from '../devices/input-devices.ts';
import type { InputAction, InputEvent } from './input-script.ts';

/** What can happen to a machine from outside. */
export type MachineEdit =
  | InputAction
  | { readonly kind: 'controller'; readonly type: ControllerType }
  | { readonly kind: 'release' }
  | { readonly kind: 'packets'; readonly packets: readonly (Uint8Array | undefined)[] }
  | { readonly kind: 'register'; readonly name: RegisterName; readonly value: number }
  | { readonly kind: 'ram'; readonly address: RamIndex; readonly value: number }
  | { readonly kind: 'position'; readonly address: RomAddress; readonly nextAddress: RomAddress };

interface Entry {
  readonly cycle: Cycle;
  readonly edit: MachineEdit;
  /** From a script, so it stays whatever the user does; other edits are lost when an earlier moment is edited. */
  readonly scripted: boolean;
}

export class Journal {
  private readonly entries: Entry[] = [];
  private readonly frames = new Map<number, InputAction[]>();
  position = 0;
  private changedFrom = Infinity;

  get nextCycle(): number {
    return this.entries[this.position]?.cycle ?? Infinity;
  }

  /** The entries that have been applied, in order of cycle. */
  get happened(): readonly { readonly cycle: number; readonly edit: MachineEdit }[] {
    return this.entries.slice(0, this.position);
  }

  /** Takes the next entry if it is due at `cycle`. */
  takeDue(cycle: Cycle): MachineEdit | undefined {
    const entry = this.entries[this.position];
    if (entry === undefined || entry.cycle > cycle) return undefined;
    this.position++;
    return entry.edit;
  }

  /** What is to happen as a frame begins. */
  atFrame(frame: number): readonly InputAction[] {
    return this.frames.get(frame) ?? [];
  }

  /** Records an edit that is applied right now. Later edits are dropped, since their time is now a different one. */
  record(cycle: Cycle, edit: MachineEdit): void {
    const waiting = this.entries.splice(this.position).filter(({ scripted }) => scripted);
    this.entries.push({ cycle, edit, scripted: false }, ...waiting);
    this.position++;
    this.changedFrom = Math.min(this.changedFrom, cycle);
  }

  /** Takes over another run at a cycle: drops the user's entries; scripted ones before that cycle count as applied. */
  beginAt(cycle: Cycle): void {
    const scripted = this.entries.filter((entry) => entry.scripted);
    this.entries.splice(0, this.entries.length, ...scripted);
    const waiting = scripted.findIndex((entry) => entry.cycle >= cycle);
    this.position = waiting < 0 ? scripted.length : waiting;
    this.changedFrom = 0;
  }

  /** The earliest cycle from which history has changed since the last call; Infinity if it has not. */
  takeChange(): number {
    const cycle = this.changedFrom;
    this.changedFrom = Infinity;
    return cycle;
  }

  /** Adds scripted input. Moments in the past (before cycle `now` or the end of frame `frame`) are due at once. */
  schedule(events: readonly InputEvent[], now: number, frame: number): void {
    for (const { moment, action } of events) {
      if ('frame' in moment && moment.frame > frame) {
        const actions = this.frames.get(moment.frame) ?? [];
        this.frames.set(moment.frame, [...actions, action]);
      } else {
        const cycle = 'cycle' in moment ? Math.max(now, moment.cycle) : now;
        this.insert({ cycle, edit: action, scripted: true });
      }
    }
    this.changedFrom = Math.min(this.changedFrom, now);
  }

  private insert(entry: Entry): void {
    let low = this.position;
    let high = this.entries.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.entries[middle]!.cycle <= entry.cycle) low = middle + 1;
      else high = middle;
    }
    this.entries.splice(low, 0, entry);
  }
}
