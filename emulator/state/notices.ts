/**
 * Undefined hardware behaviour on which a program relied: each kind is reported once.
 */
import type { Cycle, RomAddress } from '#basics';

/** What was touched. */
export type NoticeCode = 'ctrl-without-expander' | 'spi-read' | 'extended-ctrl';

/** One report: the first time that the program did it. */
export interface Notice {
  readonly code: NoticeCode;
  readonly cycle: Cycle;
  /** Address of the instruction. */
  readonly address: RomAddress;
  readonly message: string;
}

const MESSAGES: Record<NoticeCode, string> = {
  'ctrl-without-expander': 'ctrl on a machine without expander stores an undefined byte; the emulator stores 0',
  'spi-read': 'a RAM read with SCLK high returns the serial port, to which nothing is connected; it reads as 0',
  'extended-ctrl': 'an extended control word addresses a device that this machine does not have; it is ignored',
};

/** Collects notices, the first of each code. */
export class NoticeList {
  private readonly notices = new Map<NoticeCode, Notice>();

  /** Records a notice unless its code has been recorded before. */
  add(code: NoticeCode, cycle: Cycle, address: RomAddress): void {
    if (!this.notices.has(code)) this.notices.set(code, { code, cycle, address, message: MESSAGES[code] });
  }

  /** All notices so far, in order of appearance. */
  get all(): readonly Notice[] {
    return [...this.notices.values()];
  }
}
