/** The emulator's cores on a project ROM: cycles per second, compared with the reference core. */
import { createMachine, type MachineOptions, type Stops } from '#emulator';
import type { Benchmark } from './benchmark.ts';

/** Cycles of one round, a fifth of an emulated second. */
const ROUND = 1_250_000;
/** Cycles run before the measurement, so that the program has started and hot code is translated. */
const WARM_UP = 12_500_000;
const BREAKPOINTS = 10;

/** @param rom 65,536 words; @param title names it */
export function emulatorBenchmarks(rom: Uint16Array, title: string): Benchmark[] {
  const group = `emulator, ${title}`;
  const bench = (name: string, options: MachineOptions, stops: Stops = {}): Benchmark => {
    const machine = lazily(() => {
      const started = createMachine(rom, options);
      started.run(WARM_UP);
      return started;
    });
    return {
      group,
      name,
      unit: 'cycles',
      run() {
        machine().run(ROUND, stops);
        return ROUND;
      },
    };
  };
  return [
    bench('reference core', { core: 'reference' }),
    bench('fast core', { core: 'fast' }),
    bench('fast core, 10 breakpoints and a watch', { core: 'fast' }, unreachedStops()),
  ];
}

/** Stops that cost what stops cost and never strike: in ROM that no program reaches and on an address that none writes. */
function unreachedStops(): Stops {
  const breakpoints = new Uint8Array(0x10000);
  for (let i = 0; i < BREAKPOINTS; i++) breakpoints[0xff00 + i] = 1;
  return { breakpoints, watches: [{ address: 0x7ff0, length: 1, access: ['write'] }] };
}

function lazily<T>(make: () => T): () => T {
  let value: T | undefined;
  return () => (value ??= make());
}
