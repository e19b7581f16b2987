/**
 * Data memory: where a 16-bit address lands, what `ctrl` does to that, and what is undefined in it.
 *
 *     32 KiB   address bit 15 is not connected: $8000..$FFFF mirrors $0000..$7FFF
 *     64 KiB   the whole address counts
 *    128 KiB   four banks of 32 KiB; bank 0 below, the bank of the control word at $8000..$FFFF
 *
 * Control word of the expander, the address that a `ctrl` forms:
 *
 *     15    14..8  7  6  5 4 3 2   1   0
 *     MOSI    -    bank  /SS3..0   -  SCLK
 *
 * Words with both low bits set reset the board. Words with /SS1, /SS0 and both low bits 0 address other
 * boards; they change nothing here. While SCLK is high, reads get the serial port, which may have a card.
 */
import { WINDOW, type Cycle, type RamAddress, type RamIndex, type RomAddress } from '#basics';
import type { RamKib } from './meaning.ts';

/** What is plugged into the expander's serial port. */
export interface SerialDevice {
  /** The expander gets another control word. */
  change(before: number, after: number): void;
  /** What a read gets while SCLK is high: MISO in bit 0. @param control the present control word */
  level(control: number): number;
}

/** How much RAM a machine gets: what is asked for, otherwise what the program needs; warns, without a full stop. */
export function chooseRam(needed: RamKib, asked = needed): { ramKib: RamKib; warning: string | undefined } {
  const warning = `${asked} KiB of RAM are less than the ${needed} KiB that the program needs (.ram ${needed})`;
  return { ramKib: asked, warning: asked < needed ? warning : undefined };
}

/** Control word after a reset of the expander: bank 1 shown, port idle. */
const CONTROL_RESET = 0x7c;
const CONTROL_SCLK = 0x01;
const CONTROL_LOW = 0x03;
const CONTROL_SELECTS = 0x0c;

/** RAM of one machine. `bytes` is never replaced, so views and cores may hold on to it. */
export class Ram {
  /** The expander's control word; constant without an expander. */
  control = CONTROL_RESET;
  private readonly mask: number;

  constructor(
    readonly sizeKib: RamKib,
    readonly bytes: Uint8Array,
    private readonly notices: NoticeList,
    private readonly port: SerialDevice | undefined,
  ) {
    this.mask = sizeKib === 32 ? 0x7fff : 0xffff;
  }

  /** Index into `bytes` for an address, given the machine's size. @param bank the one that is shown, or is meant */
  indexOf(address: RamAddress, bank = this.control >> 6): RamIndex {
    if (this.sizeKib !== 128 || address < WINDOW) return address & this.mask;
    return ((bank & 3) << 15) | (address & 0x7fff);
  }

  /** What the bus carries when the processor reads `address`; `instruction` and `cycle` are for notices. */
  read(address: RamAddress, instruction: RomAddress, cycle: Cycle): number {
    if (this.sizeKib === 128 && (this.control & CONTROL_SCLK) !== 0) {
      if (this.port !== undefined) return this.port.level(this.control);
      this.notices.add('spi-read', cycle, instruction);
      return 0;
    }
    return this.bytes[this.indexOf(address)]!;
  }

  write(address: RamAddress, value: number): void {
    this.bytes[this.indexOf(address)] = value;
  }

  /** A store with bus mode RAM: sets the expander's control word, or stores 0 on a machine without one. */
  ctrl(address: RamAddress, instruction: RomAddress, cycle: Cycle): void {
    if (this.sizeKib !== 128) {
      this.notices.add('ctrl-without-expander', cycle, instruction);
      this.write(address, 0);
      return;
    }
    if ((address & CONTROL_LOW) === CONTROL_LOW) this.setControl(CONTROL_RESET);
    else if ((address & (CONTROL_LOW | CONTROL_SELECTS)) === 0)
      this.notices.add('extended-ctrl', cycle, instruction, (address >> 4) & 0x0f);
    else this.setControl(address);
  }

  private setControl(control: number): void {
    this.port?.change(this.control, control);
    this.control = control;
  }
}

/** Undefined hardware behaviour on which a program relied, or hardware that was missing; each is reported once. */
export type NoticeCode = 'ctrl-without-expander' | 'spi-read' | 'extended-ctrl';

/** One report: the first time that the program did it. */
export interface Notice {
  readonly code: NoticeCode;
  readonly cycle: Cycle;
  /** Address of the instruction. */
  readonly address: RomAddress;
  readonly message: string;
}

/** Devices of other expanders that extended control words address, by their number. */
const OTHER_DEVICES: Readonly<Record<number, string>> = {
  0xf: 'banks of 512 KiB of RAM',
  0xe: 'a second bank for the picture',
  0xd: 'a sound output of eight bits',
};

const MESSAGES: Record<NoticeCode, (device: number) => string> = {
  'ctrl-without-expander': () =>
    'ctrl on a machine without an expander stores an undefined byte; the emulator stores 0',
  'spi-read': () => 'a RAM read with SCLK high returns the serial port, to which nothing is connected; it reads as 0',
  'extended-ctrl': (device) => {
    const name = OTHER_DEVICES[device] ?? `device ${device} of an expander`;
    return `this program uses ${name}, which a machine with 128 KiB of RAM does not have`;
  },
};

/** Collects notices: of each message, the first. */
export class NoticeList {
  private readonly notices = new Map<string, Notice>();

  /** Records a notice unless it has been recorded before. @param device of extended control words: its number there */
  add(code: NoticeCode, cycle: Cycle, address: RomAddress, device = 0): void {
    const message = MESSAGES[code](device);
    if (!this.notices.has(message)) this.notices.set(message, { code, cycle, address, message });
  }

  /** All notices so far, in order of appearance. */
  get all(): readonly Notice[] {
    return [...this.notices.values()];
  }
}
