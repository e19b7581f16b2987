/**
 * A run of a program on the machine itself, with random bytes where a program cannot know what it finds: in RAM and
 * registers at power-on, from the input port, and in bytes that something outside sets.
 */
import { nextAtEntry, OUT_HSYNC, NoticeList, Ram, ReferenceCore, type CpuState, type OutListener } from '#isa';
import type { TimingProgram } from '../contract/program.ts';
import { NOTHING_WANTED, type Wanted } from '../values/run-program.ts';

/** Every so many cycles, something outside sets one of its bytes. */
const OUTSIDE_PERIOD = 16;

/** In so many runs, all bytes of RAM are equal at power-on; in the others, they repeat after so many. */
const [EQUAL_RUNS, RANDOM_BYTES] = [8, 0x200];

/** What decides a run. */
export interface RunSetting {
  /** Where it begins. */
  readonly entry: number;
  /** The same number gives the same run. */
  readonly number: number;
  /** What it finds at power-on. */
  readonly wanted?: Wanted;
}

/** One run, a cycle at a time. */
export class RandomRun {
  readonly cpu: CpuState;
  readonly ram: Ram;
  /** Is told of each change of OUT. */
  onOut: OutListener['change'] | undefined;
  /** Where it began. */
  readonly entry: number;
  private readonly core: ReferenceCore;
  private readonly outside: readonly number[];
  private state: number;

  /**
   * @param notable values that decide tests of the program: half of all bytes are among them
   * @param memory for its RAM; the run that had it before is over
   */
  constructor(
    { words, ramKib = 32, external = new Set() }: TimingProgram,
    private readonly notable: readonly number[],
    memory: Uint8Array,
    { entry, number, wanted = NOTHING_WANTED }: RunSetting,
  ) {
    this.entry = entry;
    this.state = Math.imul(number + 1, 0x9e3779b1);
    this.outside = [...external];
    // The first runs begin with equal bytes, as many a machine does.
    const equal = number < EQUAL_RUNS ? this.notable[number] : undefined;
    for (let at = 0; at < RANDOM_BYTES; at++) memory[at] = equal ?? this.byte();
    for (let at = RANDOM_BYTES; at < memory.length; at *= 2) memory.copyWithin(at, 0, at);
    for (const [at, value] of wanted.bytes) memory[at] = value;
    this.ram = new Ram(ramKib, memory, new NoticeList(), undefined);
    const [ac, x, y, out, outx] = [this.byte(), this.byte(), this.byte(), this.byte(), this.byte()];
    const nextAddress = nextAtEntry(entry);
    const input = wanted.input ?? this.byte();
    this.cpu = { ac, x, y, out, outx, in: input, address: entry, nextAddress, cycle: 0 };
    // The input port takes another byte with the rise of hSync.
    const change: OutListener['change'] = (cycle, address, before, after) => {
      if ((after & ~before & OUT_HSYNC) !== 0) this.cpu.in = this.byte();
      this.onOut?.(cycle, address, before, after);
    };
    this.core = new ReferenceCore(words, this.ram, this.cpu, { change });
  }

  step(): void {
    this.core.step();
    const { cycle } = this.cpu;
    if (this.outside.length === 0 || cycle % OUTSIDE_PERIOD !== 0) return;
    this.ram.write(this.outside[(cycle / OUTSIDE_PERIOD) % this.outside.length] ?? 0, this.byte());
  }

  /** Goes on elsewhere, with registers that may hold anything, as after the video handler. */
  resumeAt(address: number): void {
    const { cpu } = this;
    cpu.cycle++;
    cpu.address = address;
    cpu.nextAddress = (address + 1) & 0xffff;
    [cpu.ac, cpu.x, cpu.y] = [this.byte(), this.byte(), this.byte()];
  }

  /** A random byte. */
  private byte(): number {
    // xorshift (Marsaglia 2003)
    this.state ^= this.state << 13;
    this.state ^= this.state >>> 17;
    this.state ^= this.state << 5;
    const bits = this.state >>> 8;
    return (bits & 1) === 0 ? (bits >>> 8) & 0xff : (this.notable[(bits >>> 8) % this.notable.length] ?? 0);
  }
}
