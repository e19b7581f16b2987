/**
 * The machine's input as its user sees it: press, type, plug in. Each call happens now and is written into
 * the journal, so that going back in time and forward again repeats it.
 */
import type { ControllerType, PadButton } from './game-pad.ts';
import type { InputEvent } from './input-script.ts';
import type { Journal, MachineEdit } from './journal.ts';
import { keyByte } from './keyboard.ts';

export class Input {
  readonly #apply: (edit: MachineEdit) => void;
  readonly #journal: Journal;
  readonly #now: () => number;

  /** @param apply carries out an edit and writes it into the journal */
  constructor(apply: (edit: MachineEdit) => void, journal: Journal, now: () => number) {
    this.#apply = apply;
    this.#journal = journal;
    this.#now = now;
  }

  /** Exactly these buttons are held from now on. */
  setPad(buttons: readonly PadButton[]): void {
    this.#apply({ kind: 'pad', buttons: [...buttons] });
  }

  /** Chooses the pad that is plugged in; type B unless told otherwise. */
  setController(type: ControllerType): void {
    this.#apply({ kind: 'controller', type });
  }

  /** Types one key, a character or a name such as `Enter`; queued behind those not yet sent. False: no such key. */
  typeKey(key: string): boolean {
    if (keyByte(key) === undefined) return false;
    this.#apply({ kind: 'key', key });
    return true;
  }

  /** Holds IN at a byte, whatever is plugged in; undefined gives the port back to the line. */
  setRaw(byte: number | undefined): void {
    this.#apply(byte === undefined ? { kind: 'release' } : { kind: 'in', byte: byte & 0xff });
  }

  /** Adds scripted input (see `parseInputScript`). */
  play(events: readonly InputEvent[]): void {
    this.#journal.schedule(events, this.#now());
  }
}
