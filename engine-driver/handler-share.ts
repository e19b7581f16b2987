/**
 * The share of cycles that the video handler and the time checks take, computed from a cycle profile.
 *
 * The handler needs no declaration: it runs from where a check leaves (the word after its branch,
 * when the branch is taken) to the word after some check, where code resumes. Whole frames are
 * profiled, spread over the run, since the share differs between picture and blank lines.
 */
import type { DebugInfo } from '#assembler';
import type { Machine } from '#emulator';
import { checkSlot, CYCLES_PER_FRAME, resumeAddress, ROM_WORDS } from '#isa';

/** How many frames of a long run are profiled. */
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

/** Counts in one frame, which begins after the next check; undefined if a frame passes without one. */
function profileFrame(machine: Machine, map: CheckMap): { overhead: number; cycles: number } | undefined {
  const reason = machine.run(CYCLES_PER_FRAME, { breakpoints: map.resumes });
  if (reason.kind !== 'breakpoint') return undefined;
  let overhead = 0;
  let inHandler = false;
  for (let i = 0; i < CYCLES_PER_FRAME; i++) {
    const { address } = machine;
    if (map.resumes[address]) inHandler = false;
    if (inHandler || map.words[address]) overhead++;
    if (map.slots[address] && machine.nextAddress !== ((address + 1) & 0xffff)) inHandler = true;
    machine.step();
  }
  return { overhead, cycles: CYCLES_PER_FRAME };
}

/** Measures single frames of a longer run, one for each call of `sample`. */
export class HandlerMeter {
  private readonly map: CheckMap;
  private overhead = 0;
  private cycles = 0;

  constructor(debugInfo: DebugInfo) {
    this.map = checkMap(debugInfo);
  }

  /** Runs about a frame and counts in it. The machine is changed, or with `aside` returns to where it was. */
  sample(machine: Machine, aside = false): void {
    const before = aside ? machine.snapshot() : undefined;
    const frame = profileFrame(machine, this.map);
    if (before !== undefined) machine.restore(before);
    this.overhead += frame?.overhead ?? 0;
    this.cycles += frame?.cycles ?? 0;
  }

  /** 0..1; undefined before the first sample. */
  get share(): number | undefined {
    return this.cycles === 0 ? undefined : this.overhead / this.cycles;
  }
}

/**
 * Profiles a run of `cycles` cycles from the machine's present state on; the machine is changed.
 * @returns 0..1; undefined if the program meets no time check, or runs for less than two frames
 */
export function handlerShare(machine: Machine, debugInfo: DebugInfo, cycles: number): number | undefined {
  if (cycles < 2 * CYCLES_PER_FRAME) return undefined;
  const meter = new HandlerMeter(debugInfo);
  const end = machine.cycle + cycles;
  const samples = Math.max(1, Math.min(FRAMES, Math.floor(cycles / (2 * CYCLES_PER_FRAME))));
  const gap = Math.max(0, Math.floor(cycles / samples) - 2 * CYCLES_PER_FRAME);
  for (let i = 0; i < samples && machine.cycle < end; i++) {
    machine.run(gap);
    meter.sample(machine);
  }
  return meter.share;
}
