/**
 * Everything that reaches the machine from outside, with its moment: scripted input, what the user types
 * and presses, edits of registers and RAM. Replayed from here, a run repeats itself exactly.
 *
 * Entries by cycle are kept in order of cycle, and among equals in order of arrival; the ones before
 * `position` have been applied. Entries by frame are applied as that frame begins, whenever it does.
 */
import type { ControllerType } from './game-pad.ts';
import type { InputAction, InputEvent } from './input-script.ts';
import type { RegisterName } from './registers.ts';

/** What can happen to a machine from outside. */
export type MachineEdit =
  | InputAction
  | { readonly kind: 'controller'; readonly type: ControllerType }
  | { readonly kind: 'release' }
  | { readonly kind: 'packets'; readonly packets: readonly (Uint8Array | undefined)[] }
  | { readonly kind: 'register'; readonly name: RegisterName; readonly value: number }
  | { readonly kind: 'ram'; readonly address: number; readonly value: number }
  | { readonly kind: 'position'; readonly address: number; readonly nextAddress: number };

interface Entry {
  readonly cycle: number;
  readonly edit: MachineEdit;
}

export class Journal {
  readonly #entries: Entry[] = [];
  readonly #frames = new Map<number, InputAction[]>();
  /** Number of entries that have been applied. */
  position = 0;

  /** Cycle of the next entry that waits, or Infinity. */
  get nextCycle(): number {
    return this.#entries[this.position]?.cycle ?? Infinity;
  }

  /** Takes the next entry if it is due at `cycle`. */
  takeDue(cycle: number): MachineEdit | undefined {
    const entry = this.#entries[this.position];
    if (entry === undefined || entry.cycle > cycle) return undefined;
    this.position++;
    return entry.edit;
  }

  /** What is to happen as a frame begins. */
  atFrame(frame: number): readonly InputAction[] {
    return this.#frames.get(frame) ?? [];
  }

  /** Writes down an edit that is applied right now. */
  record(cycle: number, edit: MachineEdit): void {
    this.#entries.splice(this.position, 0, { cycle, edit });
    this.position++;
  }

  /** Adds scripted input. Moments by cycle that lie before `now` are taken as due at once. */
  schedule(events: readonly InputEvent[], now: number): void {
    for (const { moment, action } of events) {
      if ('frame' in moment) {
        const actions = this.#frames.get(moment.frame) ?? [];
        this.#frames.set(moment.frame, [...actions, action]);
      } else {
        this.#insert({ cycle: Math.max(now, moment.cycle), edit: action });
      }
    }
  }

  /** Forgets the entries that wait: what was done in a future that an edit has just made impossible. */
  dropFuture(): void {
    this.#entries.length = this.position;
  }

  #insert(entry: Entry): void {
    let low = this.position;
    let high = this.#entries.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#entries[middle]!.cycle <= entry.cycle) low = middle + 1;
      else high = middle;
    }
    this.#entries.splice(low, 0, entry);
  }
}
