/**
 * A VGA monitor on the OUT port: the picture it would show, and what it would reject.
 *
 *     hSync  ‾‾‾|______|‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾|______|‾‾
 *                24     ^ rise   12    160 pixels          ^ 200 cycles later
 *
 * It is called only for changes of OUT, with their cycle, and paints what lies between. So it costs nothing
 * while OUT does not change, and either core can drive it. A line goes from one rise of hSync to the next, a
 * frame from one fall of vSync to the next. Lines and frames that began before power-on are not checked.
 *
 * Faults: a line that is not 200 cycles or whose hSync pulse is not 24; a frame that is not 521 lines
 * (or, if every line is good, not 104,200 cycles: vSync moved along the line); a vSync pulse that is not 8
 * lines (7 and 9 are accepted, since programs send data that way and monitors tolerate it).
 */
import { counted, grouped, type Cycle, type RomAddress } from '#basics';
import {
  BACK_PORCH_CYCLES,
  CYCLES_PER_FRAME,
  CYCLES_PER_LINE,
  HSYNC_CYCLES,
  LINES_PER_FRAME,
  LINES_TO_PICTURE,
  OUT_COLOUR,
  OUT_HSYNC,
  OUT_VSYNC,
  PIXELS_PER_LINE,
  VISIBLE_LINES,
  VSYNC_LINES,
} from '#isa';

/**
 * What is wrong: cycles of a line, cycles of an hSync pulse, lines of a frame, cycles of a frame, lines of a vSync
 * pulse.
 */
export type FaultKind = 'line' | 'hsync' | 'frame' | 'vsync-place' | 'vsync';

/** Something that a monitor would reject. */
export interface Fault {
  readonly kind: FaultKind;
  /** Cycle that made the edge at which it showed. */
  readonly cycle: Cycle;
  /** Address of the instruction that executed in that cycle. */
  readonly address: RomAddress;
  readonly measured: number;
  readonly expected: number;
}

export const PICTURE_BYTES = PIXELS_PER_LINE * VISIBLE_LINES;
/** Faults remembered; the counters count all. */
export const FAULTS_KEPT = 256;
/** How many of the first faults are kept as well. */
const FIRST_FAULTS = 10;

const UNKNOWN: number = -1;

/** The plain part of the monitor's state, for snapshots. */
type MonitorState = typeof POWER_ON;
const POWER_ON = {
  frames: 0,
  lines: 0,
  badLines: 0,
  badFrames: 0,
  /** Cycle of the last change of OUT; the value since then is `out`. */
  changed: 0,
  out: 0,
  hSyncFell: UNKNOWN,
  hSyncRose: UNKNOWN,
  vSyncFell: UNKNOWN,
  /** Lines since vSync fell, and bad ones among them. */
  frameLines: UNKNOWN,
  frameBadLines: 0,
  /** Whether this frame already counts as bad. */
  frameFaulty: false,
  /** Row of the picture that is being painted; negative above it. */
  row: VISIBLE_LINES,
};

/** All of a monitor, picture included. */
export interface MonitorSnapshot {
  readonly state: MonitorState;
  readonly faults: readonly Fault[];
  readonly faultCount: number;
  readonly pixels: Uint8Array;
}

/** A monitor that will not judge the line and the pulse that have already begun. */
export function withoutLine({ state, ...rest }: MonitorSnapshot): MonitorSnapshot {
  return { ...rest, state: { ...state, hSyncFell: UNKNOWN, hSyncRose: UNKNOWN } };
}

export class Monitor {
  /** 480 rows of 160 bytes, OUT bits 5..0 (two bits each of blue, green, red). Call `paintTo` before reading. */
  readonly pixels: Uint8Array;
  state: MonitorState;
  /** Faults since power-on, including forgotten ones. */
  faultCount = 0;
  private ownFaults: Fault[] = [];
  private ownFirstFaults: Fault[] = [];

  /** @param out the value of OUT when power comes on; @param pixels where to paint, {@link PICTURE_BYTES} */
  constructor(out: number, pixels = new Uint8Array(PICTURE_BYTES)) {
    this.pixels = pixels;
    this.state = { ...POWER_ON, out };
  }

  /** Falls of vSync since power-on. */
  get frames(): number {
    return this.state.frames;
  }
  /** Rises of hSync since power-on. */
  get lines(): number {
    return this.state.lines;
  }
  get badLines(): number {
    return this.state.badLines;
  }
  get badFrames(): number {
    return this.state.badFrames;
  }
  /** The latest faults, oldest first, at most {@link FAULTS_KEPT}. */
  get faults(): readonly Fault[] {
    return this.ownFaults.slice(-FAULTS_KEPT);
  }

  /** The first faults since power-on, at most {@link FIRST_FAULTS}; after a load, the first that were kept. */
  get firstFaults(): readonly Fault[] {
    return this.ownFirstFaults;
  }

  /** OUT changed to `value` in `cycle`, by the instruction at `address`. */
  change(cycle: Cycle, address: RomAddress, value: number): void {
    const state = this.state;
    this.paintTo(cycle);
    const toggled = state.out ^ value;
    state.out = value;
    if ((toggled & (OUT_VSYNC | OUT_HSYNC)) !== 0) this.sync(cycle, address, toggled, value);
  }

  /** The sync bits in `toggled` changed to those in `levels`; everything before is painted already. */
  sync(cycle: Cycle, address: RomAddress, toggled: number, levels: number): void {
    if ((toggled & OUT_VSYNC) !== 0) this.vSync(cycle, address, (levels & OUT_VSYNC) !== 0);
    if ((toggled & OUT_HSYNC) !== 0) this.hSync(cycle, address, (levels & OUT_HSYNC) !== 0);
  }

  /** Paints what OUT has shown up to, not including, `cycle`. */
  paintTo(cycle: Cycle): void {
    const state = this.state;
    const { changed, row } = state;
    state.changed = cycle;
    if (row < 0 || row >= VISIBLE_LINES) return;
    const origin = state.hSyncRose + BACK_PORCH_CYCLES;
    const from = Math.max(0, changed - origin);
    const to = Math.min(PIXELS_PER_LINE, cycle - origin);
    if (from >= to) return;
    const start = row * PIXELS_PER_LINE;
    if (to - from === 1) this.pixels[start + from] = state.out & OUT_COLOUR;
    else this.pixels.fill(state.out & OUT_COLOUR, start + from, start + to);
  }

  save(): MonitorSnapshot {
    const { faultCount } = this;
    return { state: { ...this.state }, faults: this.faults, faultCount, pixels: this.pixels.slice() };
  }

  load({ state, faults, faultCount, pixels }: MonitorSnapshot): void {
    this.state = { ...state };
    this.ownFaults = [...faults];
    this.ownFirstFaults = faults.slice(0, FIRST_FAULTS);
    this.faultCount = faultCount;
    this.pixels.set(pixels);
  }

  private hSync(cycle: Cycle, address: RomAddress, rises: boolean): void {
    const state = this.state;
    if (!rises) {
      state.hSyncFell = cycle;
      return;
    }
    const length = cycle - state.hSyncRose;
    const pulse = cycle - state.hSyncFell;
    const badPulse = state.hSyncFell !== UNKNOWN && pulse !== HSYNC_CYCLES;
    const badLine = state.hSyncRose !== UNKNOWN && length !== CYCLES_PER_LINE;
    if (badPulse) this.fault('hsync', cycle, address, pulse, HSYNC_CYCLES);
    if (badLine) this.fault('line', cycle, address, length, CYCLES_PER_LINE);
    if (badPulse || badLine) {
      state.badLines++;
      state.frameBadLines++;
    }
    state.hSyncRose = cycle;
    state.lines++;
    state.row++;
    if (state.frameLines !== UNKNOWN) state.frameLines++;
  }

  private vSync(cycle: Cycle, address: RomAddress, rises: boolean): void {
    const state = this.state;
    if (state.frameLines !== UNKNOWN) {
      if (rises) this.judgePulse(cycle, address);
      else this.judgeFrame(cycle, address);
    }
    if (rises) return;
    state.frames++;
    state.vSyncFell = cycle;
    state.frameLines = 0;
    state.frameBadLines = 0;
    state.row = -LINES_TO_PICTURE;
    state.frameFaulty = false;
  }

  private judgePulse(cycle: Cycle, address: RomAddress): void {
    const lines = this.state.frameLines;
    if (Math.abs(lines - VSYNC_LINES) <= 1) return;
    this.countBadFrame();
    this.fault('vsync', cycle, address, lines, VSYNC_LINES);
  }

  private judgeFrame(cycle: Cycle, address: RomAddress): void {
    const { frameLines, frameBadLines, vSyncFell } = this.state;
    const cycles = cycle - vSyncFell;
    if (frameLines !== LINES_PER_FRAME) {
      this.countBadFrame();
      this.fault('frame', cycle, address, frameLines, LINES_PER_FRAME);
    } else if (frameBadLines === 0 && cycles !== CYCLES_PER_FRAME) {
      this.countBadFrame();
      this.fault('vsync-place', cycle, address, cycles, CYCLES_PER_FRAME);
    }
  }

  private countBadFrame(): void {
    if (!this.state.frameFaulty) this.state.badFrames++;
    this.state.frameFaulty = true;
  }

  private fault(kind: FaultKind, cycle: Cycle, address: RomAddress, measured: number, expected: number): void {
    this.faultCount++;
    if (this.ownFaults.length === 2 * FAULTS_KEPT) this.ownFaults = this.ownFaults.slice(FAULTS_KEPT);
    const fault = { kind, cycle, address, measured, expected };
    this.ownFaults.push(fault);
    if (this.ownFirstFaults.length < FIRST_FAULTS) this.ownFirstFaults.push(fault);
  }
}

const FAULT_TEXTS: Record<FaultKind, (fault: Fault) => string> = {
  line: ({ measured, expected }) => `line of ${counted(measured, 'cycle')} instead of ${expected}`,
  hsync: ({ measured, expected }) => `hSync pulse of ${counted(measured, 'cycle')} instead of ${expected}`,
  frame: ({ measured, expected }) => `frame of ${counted(measured, 'line')} instead of ${expected}`,
  vsync: ({ measured, expected }) => `vSync pulse of ${counted(measured, 'line')} instead of ${expected}`,
  'vsync-place': ({ measured, expected }) =>
    `vSync ${counted(measured, 'cycle')} after the one before instead of ${grouped(expected)}`,
};

/** A fault as a clause for people: what was measured and what it should have been. */
export function formatFault(fault: Fault): string {
  return FAULT_TEXTS[fault.kind](fault);
}
