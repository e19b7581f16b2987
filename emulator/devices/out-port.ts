/**
 * The OUT port: what the edges of its two sync bits clock, what sees its changes, and the samples of the sound.
 *
 * Order within one cycle: the instruction executes; if vSync fell the input device latches; if hSync rose,
 * XOUT takes AC and the input register shifts; then the monitor and the hash of the output see the new value.
 */
import { OUT_HSYNC, OUT_VSYNC, type CpuState } from '#isa';
import type { Cycle, FnvHash, RomAddress } from '#basics';
import type { Monitor } from './monitor.ts';
import type { SerialPort } from './input-devices.ts';

export class OutPort {
  constructor(
    private readonly cpu: CpuState,
    private readonly serial: SerialPort,
    private readonly monitor: Monitor,
    private readonly samples: SampleBuffer,
    private readonly hash: FnvHash,
  ) {}

  /** The instruction at `address` changed OUT from `previous` in `cycle`; AC has its value after the execution. */
  change(cycle: Cycle, address: RomAddress, previous: number, value: number): void {
    const fell = previous & ~value;
    const rose = value & ~previous;
    if ((fell & OUT_VSYNC) !== 0) this.serial.vSyncFall();
    if ((rose & OUT_HSYNC) !== 0) {
      this.cpu.outx = this.cpu.ac;
      this.samples.add(this.cpu.ac);
      this.serial.hSyncRise();
      this.cpu.in = this.serial.in;
    }
    this.monitor.change(cycle, address, value);
    this.hash.add(value);
  }
}

/** How many samples are kept until they are taken: one second. */
export const SAMPLES_KEPT = 31_250;

/**
 * Audio: XOUT as loaded once a line; at most the last second.
 *
 * Values are the audio DAC's, XOUT bits 7..4 (0..15), at the line rate of 31,250 a second when sync is exact.
 */
export class SampleBuffer {
  private readonly ring = new Uint8Array(SAMPLES_KEPT);
  private count = 0;
  private next = 0;

  /** Appends what XOUT was loaded with; beyond {@link SAMPLES_KEPT} the oldest is lost. */
  add(xout: number): void {
    this.ring[this.next] = xout >> 4;
    this.next = this.next + 1 === SAMPLES_KEPT ? 0 : this.next + 1;
    if (this.count < SAMPLES_KEPT) this.count++;
  }

  /** Remembers how much there is, for {@link back}. */
  mark(): { count: number; next: number } {
    return { count: this.count, next: this.next };
  }

  /** Forgets the samples since a mark. They must be added again, since they may have overwritten the oldest. */
  back({ count, next }: { count: number; next: number }): void {
    this.count = count;
    this.next = next;
  }

  /** All samples since the last call, oldest first. */
  take(): Uint8Array {
    const samples = new Uint8Array(this.count);
    const start = (this.next - this.count + SAMPLES_KEPT) % SAMPLES_KEPT;
    for (let i = 0; i < samples.length; i++) samples[i] = this.ring[(start + i) % SAMPLES_KEPT]!;
    this.count = 0;
    return samples;
  }
}
