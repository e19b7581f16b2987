import { CYCLES_PER_FRAME, CYCLES_PER_LINE, OUT_HSYNC, OUT_VSYNC } from '#isa';
import { describe, expect, it } from 'vitest';
import { FAULTS_KEPT, formatFault, Monitor } from './monitor.ts';

const IDLE = OUT_HSYNC | OUT_VSYNC;

/** Sends lines to a monitor the way a program does: hSync falls at cycle 4 of a line and rises at 28. */
class Signal {
  readonly monitor = new Monitor(IDLE);
  cycle = 1000;
  vSync = OUT_VSYNC;

  line({ length = CYCLES_PER_LINE, pulse = 24, pixels = [] as readonly number[] } = {}): this {
    this.at(4, this.vSync);
    this.at(4 + pulse, this.vSync | OUT_HSYNC);
    pixels.forEach((colour, x) => this.at(4 + pulse + 12 + x, this.vSync | OUT_HSYNC | colour));
    this.at(4 + pulse + 12 + pixels.length, this.vSync | OUT_HSYNC);
    this.cycle += length;
    return this;
  }

  lines(count: number): this {
    for (let i = 0; i < count; i++) this.line();
    return this;
  }

  /** vSync takes a level at the start of the coming line, or `late` cycles after it. */
  vertical(high: boolean, late = 0): this {
    this.vSync = high ? OUT_VSYNC : 0;
    this.at(late, this.vSync | OUT_HSYNC);
    return this;
  }

  frame(pulse = 8, lines = 521): this {
    return this.vertical(false)
      .lines(pulse)
      .vertical(true)
      .lines(lines - pulse);
  }

  private at(offset: number, out: number): void {
    if (this.monitor.state.out !== out) this.monitor.change(this.cycle + offset, 0x1234, out);
  }
}

describe('monitor', () => {
  it('finds nothing wrong with exact frames', () => {
    const { monitor } = new Signal().lines(3).frame().frame().frame();
    expect(monitor.faults).toEqual([]);
    expect([monitor.frames, monitor.lines, monitor.badLines, monitor.badFrames]).toEqual([3, 3 * 521 + 3, 0, 0]);
  });

  it.each([7, 9])('lets a vSync pulse of %i lines pass', (pulse) => {
    expect(new Signal().frame().frame(pulse).frame().monitor.faults).toEqual([]);
  });

  it.each([199, 201, 400])('reports a line of %i cycles with place and time', (length) => {
    const signal = new Signal().lines(2).line({ length }).lines(2);
    const fault = {
      kind: 'line',
      cycle: 1000 + 2 * CYCLES_PER_LINE + length + 28,
      address: 0x1234,
      measured: length,
      expected: 200,
    };
    expect(signal.monitor.faults).toEqual([fault]);
    expect(formatFault(fault as never)).toBe(`line of ${length} cycles instead of 200`);
    expect(signal.monitor.badLines).toBe(1);
  });

  it('counts a line with a wrong pulse once', () => {
    const { monitor } = new Signal().lines(2).line({ pulse: 23 }).lines(2);
    expect(monitor.faults.map(({ kind, measured }) => [kind, measured])).toEqual([
      ['hsync', 23],
      ['line', 199],
      ['line', 201],
    ]);
    expect(monitor.badLines).toBe(2);
  });

  it('reports a frame of 520 lines, not the first part of one', () => {
    const { monitor } = new Signal().lines(17).frame().frame(8, 520).frame();
    expect(monitor.faults).toMatchObject([{ kind: 'frame', measured: 520, expected: 521 }]);
    expect(monitor.badFrames).toBe(1);
  });

  it.each([6, 10])('reports a vSync pulse of %i lines', (pulse) => {
    const { monitor } = new Signal().frame().frame(pulse).frame();
    expect(monitor.faults).toMatchObject([{ kind: 'vsync', measured: pulse, expected: 8 }]);
    expect(monitor.badFrames).toBe(1);
  });

  it('reports a vSync that moved along the line', () => {
    const { monitor } = new Signal().frame().vertical(false, 2).lines(8).vertical(true).lines(513).frame();
    expect(monitor.faults.map(({ kind, measured }) => [kind, measured])).toEqual([
      ['vsync-place', CYCLES_PER_FRAME + 2],
      ['vsync-place', CYCLES_PER_FRAME - 2],
    ]);
  });

  it('remembers the latest faults and counts all', () => {
    const signal = new Signal();
    for (let i = 0; i < FAULTS_KEPT + 10; i++) signal.line({ length: 150 });
    expect(signal.monitor.faults).toHaveLength(FAULTS_KEPT);
    expect(signal.monitor.faultCount).toBe(FAULTS_KEPT + 9);
  });

  it('paints each pixel where a screen shows it', () => {
    const signal = new Signal().frame().vertical(false).lines(8).vertical(true).lines(27);
    const pixels = Array.from({ length: 160 }, (_, x) => 1 + (x % 62));
    signal
      .line({ pixels })
      .lines(3)
      .line({ pixels: pixels.slice(0, 10) });
    signal.monitor.paintTo(signal.cycle);
    expect([...signal.monitor.pixels.subarray(0, 160)]).toEqual(pixels);
    expect([...signal.monitor.pixels.subarray(4 * 160, 4 * 160 + 12)]).toEqual([...pixels.slice(0, 10), 0, 0]);
  });
});
