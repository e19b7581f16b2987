/**
 * The share of cycles that the video handler and the time checks take, counted in single frames of a run.
 *
 * The handler needs no declaration: it runs from where a check leaves (the word after its branch,
 * when the branch is taken) to the word after some check, where code resumes. Whole frames are
 * measured, spread over the run, since the share differs between picture and blank lines.
 */
import type { DebugInfo } from '#assembler';
import { numberAt, type Cycle, type RomAddress } from '#basics';
import { createMachine, type Machine, type Probe } from '#emulator';
import { checkSlot, CYCLES_PER_FRAME, resumeAddress, ROM_WORDS } from '#isa';

/** The most frames of a run that are measured. */
const FRAMES = 24;

/** Which addresses belong to time checks. */
interface CheckMap {
  /** 1 for each word of a check. */
  readonly words: Uint8Array;
  /** 1 for the last word of a check, the delay slot of its branch. */
  readonly slots: Uint8Array;
  /** 1 for the word after a check: where code goes on, at once or after the handler. */
  readonly resumes: Uint8Array;
}

function checkMap(debugInfo: DebugInfo): CheckMap {
  const [words, slots, resumes] = [new Uint8Array(ROM_WORDS), new Uint8Array(ROM_WORDS), new Uint8Array(ROM_WORDS)];
  for (const check of debugInfo.declarations.checks) {
    words.fill(1, check.address, checkSlot(check) + 1);
    slots[checkSlot(check)] = 1;
    resumes[resumeAddress(check)] = 1;
  }
  return { words, slots, resumes };
}

/** Counts the cycles of handler and checks while it observes a run that begins after a check. */
class OverheadCount implements Probe {
  readonly marked: Uint8Array;
  /** In cycles. */
  total = 0;
  private lastAsked = -1;
  /** The cycle in which the handler was entered; undefined in the program. */
  private leftAt: number | undefined;

  constructor(private readonly map: CheckMap) {
    this.marked = map.words.map((isWord, address) => isWord | numberAt(map.resumes, address));
  }

  begin(): void {
    this.leftAt = undefined;
  }

  ask(address: RomAddress, next: RomAddress, _ac: number, _y: number, cycle: Cycle): boolean {
    if (cycle === this.lastAsked) return false;
    this.lastAsked = cycle;
    if (this.map.resumes[address]) this.resume(cycle);
    if (this.leftAt !== undefined || !this.map.words[address]) return false;
    this.total++;
    if (this.map.slots[address] && next !== ((address + 1) & 0xffff)) this.leftAt = cycle + 1;
    return false;
  }

  end(cycle: Cycle): void {
    this.resume(cycle);
  }

  private resume(cycle: Cycle): void {
    if (this.leftAt !== undefined) this.total += cycle - this.leftAt;
    this.leftAt = undefined;
  }
}

/** Measures single frames of a longer run, one for each call of `sample`. */
export class HandlerMeter {
  private readonly map: CheckMap;
  private readonly count: OverheadCount;
  /** Runs the measured frames again: a probe in the measured machine would slow it down. */
  private readonly twin: Machine;
  private cycles = 0;

  constructor(
    private readonly machine: Machine,
    debugInfo: DebugInfo,
  ) {
    this.map = checkMap(debugInfo);
    this.count = new OverheadCount(this.map);
    this.twin = createMachine(machine.rom, { ramKib: machine.ramKib, core: 'reference' });
  }

  /** Counts in a frame that begins after the check that comes next; the machine stays where it is. */
  sample(): void {
    const { twin } = this;
    twin.adopt(this.machine.snapshot());
    const { kind } = twin.run(CYCLES_PER_FRAME, { breakpoints: this.map.resumes });
    if (kind !== 'breakpoint') return;
    twin.run(CYCLES_PER_FRAME, { probe: this.count });
    this.cycles += CYCLES_PER_FRAME;
  }

  /** 0..1; undefined before the first sample. */
  get share(): number | undefined {
    return this.cycles === 0 ? undefined : this.count.total / this.cycles;
  }
}

/**
 * Measures a run of `cycles` cycles from the machine's present state on; the machine is changed.
 * @returns 0..1; undefined if the program meets no time check, or runs for less than two frames
 */
export function handlerShare(machine: Machine, debugInfo: DebugInfo, cycles: number): number | undefined {
  if (cycles < 2 * CYCLES_PER_FRAME) return undefined;
  const meter = new HandlerMeter(machine, debugInfo);
  const samples = Math.min(FRAMES, Math.floor(cycles / (2 * CYCLES_PER_FRAME)));
  const half = Math.floor(cycles / (2 * samples));
  for (let i = 0; i < samples; i++) {
    machine.run(half);
    meter.sample();
    machine.run(half);
  }
  return meter.share;
}
