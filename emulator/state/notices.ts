/**
 * Undefined hardware behaviour on which a program relied, and hardware that it lacked: each kind is reported once.
 */
import type { Cycle, RomAddress } from '#basics';

export type NoticeCode = 'ctrl-without-expander' | 'spi-read' | 'extended-ctrl';

/** One report: the first time that the program did it. */
export interface Notice {
  readonly code: NoticeCode;
  readonly cycle: Cycle;
  /** Address of the instruction. */
  readonly address: RomAddress;
  readonly message: string;
}

const MESSAGES: Record<Exclude<NoticeCode, 'extended-ctrl'>, string> = {
  'ctrl-without-expander': 'ctrl on a machine without expander stores an undefined byte; the emulator stores 0',
  'spi-read': 'a RAM read with SCLK high returns the serial port, to which nothing is connected; it reads as 0',
};

/** Devices of other expanders that extended control words address, by their number. */
const OTHER_DEVICES: Readonly<Record<number, string>> = {
  0xf: 'banks of 512 KiB of RAM',
  0xe: 'a second bank for the picture',
  0xd: 'a sound output of eight bits',
};

/** Collects notices, the first of each message. */
export class NoticeList {
  private readonly notices = new Map<string, Notice>();

  /** Records a notice unless it has been recorded before. */
  add(code: Exclude<NoticeCode, 'extended-ctrl'>, cycle: Cycle, address: RomAddress): void {
    this.note({ code, cycle, address, message: MESSAGES[code] });
  }

  /** Records that a device is missing. @param device number in the control word */
  addMissing(device: number, cycle: Cycle, address: RomAddress): void {
    const name = OTHER_DEVICES[device] ?? `device ${device} of an expander`;
    const message = `this program uses ${name}, which a machine with 128 KiB of RAM does not have`;
    this.note({ code: 'extended-ctrl', cycle, address, message });
  }

  private note(notice: Notice): void {
    if (!this.notices.has(notice.message)) this.notices.set(notice.message, notice);
  }

  /** All notices so far, in order of appearance. */
  get all(): readonly Notice[] {
    return [...this.notices.values()];
  }
}
