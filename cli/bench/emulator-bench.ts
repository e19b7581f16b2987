/**
 * The emulator's cores on a project ROM, plain and with features that slow them down: cycles per second, compared with
 * the reference core. Two benchmarks search a minute of history backwards; a hit at its far end is the worst case. With
 * the engine ROM, moves are counted as well.
 */
import type { Assembly } from '#assembler';
import { breakpointsAt, createMachine, DeclarationCheck, History, type Machine, type Stops } from '#emulator';
import { callProfile, regionsOf } from '#instruments';
import { isFailure } from '#basics';
import { bootEngine, perft, type EngineSession } from '#engine-driver';
import { lazily, type Benchmark } from './benchmark.ts';

/** Cycles in one round: a fifth of an emulated second. */
const ROUND = 1_250_000;
/** Cycles run before the measurement, so that the program has started and hot code is translated. */
const WARM_UP = 12_500_000;
const BREAKPOINTS = 10;
/** Cycles searched backwards: one emulated minute. */
const HISTORY = 375_000_000;

/** @param title names the program */
export function emulatorBenchmarks({ image: rom, debugInfo }: Assembly, title: string): Benchmark[] {
  const group = `emulator, ${title}`;
  const bench = (
    name: string,
    prepare: (machine: Machine) => Stops = () => ({}),
    core: 'fast' | 'reference' = 'fast',
  ): Benchmark => {
    const started = lazily(() => {
      const machine = createMachine(rom, { core });
      const stops = prepare(machine);
      machine.run(WARM_UP, stops);
      return { machine, stops };
    });
    const run = (): number => {
      const { machine, stops } = started();
      machine.run(ROUND, stops);
      return ROUND;
    };
    return { group, name, unit: 'cycles', run };
  };
  return [
    bench('reference core', () => ({}), 'reference'),
    bench('fast core'),
    bench('fast core, 10 breakpoints and a watch', unreachedStops),
    bench('fast core, stop at a fault of the picture', () => ({ onFault: true })),
    bench('fast core, profile and coverage', (machine) => {
      machine.startProfile();
      return {};
    }),
    bench('fast core, profile by call, and coverage', (machine) => {
      machine.startProfile();
      return { probe: callProfile(debugInfo, regionsOf(debugInfo, rom), machine) };
    }),
    bench('fast core, declarations compared', (machine) => ({
      probe: new DeclarationCheck(debugInfo.declarations, machine),
    })),
    backwards(group, rom, 'backwards to a breakpoint', { breakpoints: unreachedStops().breakpoints }),
    backwards(group, rom, 'backwards to a write', { watches: unreachedStops().watches }),
  ];
}

/** A search through a whole minute of history without a hit; that is one round. */
function backwards(group: string, rom: Uint16Array, name: string, stops: Stops): Benchmark {
  const history = lazily(() => {
    const started = new History(createMachine(rom));
    started.run(HISTORY);
    return started;
  });
  const run = (): number => {
    history().goTo(HISTORY);
    history().runBack(stops);
    return HISTORY;
  };
  return { group, name, unit: 'cycles', run };
}

/** Stops that cost time but are never hit: in ROM that no program reaches, and on an address that none writes. */
function unreachedStops(): Required<Pick<Stops, 'breakpoints' | 'watches'>> {
  const breakpoints = breakpointsAt(...Array.from({ length: BREAKPOINTS }, (_, index) => 0xff00 + index));
  return { breakpoints, watches: [{ address: 0x7ff0, length: 1, access: ['write'] }] };
}

/** A position with many moves of all kinds, and the depth to count it to: half a minute of emulated time. */
const FEN = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1';
const DEPTH = 3;

/** Empty if the program is not an engine. @param title names the program */
export function perftBenchmarks(assembly: Assembly, title: string): Benchmark[] {
  const { debugInfo } = assembly;
  const bench = (name: string, prepare: (session: EngineSession) => void): Benchmark | undefined => {
    const session = bootEngine(assembly);
    if (isFailure(session)) return undefined;
    prepare(session);
    const run = (): number => {
      const count = perft(session, FEN, DEPTH);
      if (isFailure(count)) throw new Error(count.message);
      return count.cycles;
    };
    return { group: `perft, ${title}`, name, unit: 'cycles', run };
  };
  const benchmarks = [
    bench('as it is', () => undefined),
    bench('profile by call, and coverage', (session) => {
      session.machine.startProfile();
      session.probe = callProfile(debugInfo, regionsOf(debugInfo, assembly.image), session.machine);
    }),
    bench('declarations compared', (session) => session.checkDeclarations()),
  ];
  return benchmarks.filter((benchmark) => benchmark !== undefined);
}
