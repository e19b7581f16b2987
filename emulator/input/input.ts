/**
 * The machine's input as its user sees it: press, type, plug in. Each call takes effect at once and goes into
 * the journal, so that it happens again after going back in time.
 */
import { isFailure, type Cycle, type Failure } from '#basics';
import { parseGt1 } from '#isa';
import { type ControllerType, type PadButton, keyByte } from '../devices/input-devices.ts';
import type { InputEvent } from './input-script.ts';
import type { Journal, MachineEdit } from './journal.ts';
import { loaderFrames, menuFrames } from '../devices/gt1-loader.ts';

export class Input {
  /** @param apply carries out an edit and records it in the journal */
  constructor(
    private readonly apply: (edit: MachineEdit) => void,
    private readonly journal: Journal,
    private readonly now: () => { readonly cycle: Cycle; readonly frame: number },
  ) {}

  /** Exactly these buttons are held from now on. */
  setPad(buttons: readonly PadButton[]): void {
    this.apply({ kind: 'pad', buttons: [...buttons] });
  }

  /** Chooses the pad that is plugged in; type B is the default. */
  setController(type: ControllerType): void {
    this.apply({ kind: 'controller', type });
  }

  /** Types one key, a character or a name such as `Enter`; queued after those not yet sent. False: no such key. */
  typeKey(key: string): boolean {
    if (keyByte(key) === undefined) return false;
    this.apply({ kind: 'key', key });
    return true;
  }

  /** Holds IN at a byte, whatever is plugged in; undefined gives the port back to the line. */
  setRaw(byte: number | undefined): void {
    this.apply(byte === undefined ? { kind: 'release' } : { kind: 'in', byte: byte & 0xff });
  }

  /**
   * Sends a `.gt1` program to the serial loader, a packet a frame.
   * @param fromMenu first resets a released system ROM and chooses Loader in its menu
   * @returns the number of frames it takes, or what is wrong with the file
   */
  loadGt1(bytes: Uint8Array, fromMenu = true): { frames: number } | Failure {
    const program = parseGt1(bytes);
    if (isFailure(program)) return program;
    const packets = [...(fromMenu ? menuFrames() : []), ...loaderFrames(program)];
    this.apply({ kind: 'packets', packets });
    return { frames: packets.length };
  }

  /** Adds scripted input (see `parseInputScript`). */
  play(events: readonly InputEvent[]): void {
    const { cycle, frame } = this.now();
    this.journal.schedule(events, cycle, frame);
  }
}
