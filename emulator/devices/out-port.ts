/**
 * The OUT port: what the edges of its two sync bits clock, and what sees its changes.
 *
 * Order within one cycle: the instruction executes; if vSync fell the input device latches; if hSync rose,
 * XOUT takes AC and the input register shifts; then the monitor and the hash of the output see the new value.
 */
import { OUT_HSYNC, OUT_VSYNC } from '#isa';
import type { CpuState } from '../state/registers.ts';
import type { Cycle, FnvHash, RomAddress } from '#basics';
import type { Monitor } from './monitor.ts';
import type { SerialPort } from './input-devices.ts';
import type { SampleBuffer } from './sample-buffer.ts';

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
