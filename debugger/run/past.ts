/**
 * What was executed: addresses by cycle, read from the machine's history a stretch at a time.
 *
 * Asking moves the machine; the caller puts it back where it belongs.
 */
import type { Cycle, RomAddress } from '#basics';
import { ROM_WORDS } from '#isa';
import type { History, Machine } from '#emulator';
import type { Program } from '../program/program.ts';
import { checkBranchBefore, instructionAt } from '../program/time-check.ts';
import { callSite } from './call-stack.ts';
import { find, type Way } from './way-back.ts';

/** Cycles to read at once by default. */
const STRETCH = 256;

export class Past {
  private start = 0;
  private addresses: number[] = [];

  constructor(
    private readonly machine: Machine,
    private readonly history: History,
    private readonly program: Pick<Program, 'rom' | 'shortChecks'>,
    private readonly stretch = STRETCH,
  ) {}

  /** Address that executed in a cycle (or executes, in the present one); undefined before the beginning. */
  addressAt(cycle: Cycle): number | undefined {
    if (cycle < this.history.oldest) return undefined;
    if (cycle < this.start || cycle >= this.start + this.addresses.length) this.read(cycle);
    return this.addresses[cycle - this.start];
  }

  /**
   * The cycle before a cycle for a step over calls: after a call or a visit to the video handler, that of the branch
   * that left.
   */
  *cycleBefore(cycle: Cycle): Way<number | undefined> {
    const address = this.addressAt(cycle);
    const before = this.addressAt(cycle - 1);
    if (address === undefined || before === undefined) return undefined;
    const site = before === address - 1 ? undefined : this.returnedFrom(cycle, address);
    if (site === undefined) return cycle - 1;
    const breakpoints = new Uint8Array(ROM_WORDS);
    breakpoints[site] = 1;
    this.history.goTo(cycle);
    return (yield* find(this.history, { breakpoints }))?.cycle ?? cycle - 1;
  }

  /** The branch of the call that returned to `address` in `cycle`, if it was reached by a return. */
  private returnedFrom(cycle: Cycle, address: RomAddress): number | undefined {
    const jump = this.addressAt(cycle - 2);
    const { rom } = this.machine;
    if (jump === undefined) return undefined;
    const { opcode } = instructionAt(rom, jump);
    if (opcode.operation !== 'jump' || !opcode.readsRam) return undefined;
    const site = checkBranchBefore(this.program, address) ?? callSite(rom, address);
    return site === address ? undefined : site;
  }

  private read(last: number): void {
    this.start = this.history.goTo(last - this.stretch + 1);
    this.addresses = [];
    for (let cycle = this.start; cycle <= last; cycle++) {
      this.addresses.push(this.machine.address);
      this.history.run(1);
    }
  }
}
