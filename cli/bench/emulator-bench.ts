/**
 * The emulator's cores on a project ROM, plain and with features that slow them down: cycles per second, compared with
 * the reference core. Two benchmarks search a minute of history backwards; a hit at its far end is the worst case. With
 * the engine ROM, moves are counted as well.
 */
import type { Assembly } from '#assembler';
import {
  breakpointsAt,
  CallProfile,
  createMachine,
  DeclarationCheck,
  History,
  type Machine,
  type MachineOptions,
  type Stops,
} from '#emulator';
import { profilePlan, regionsOf } from '#instruments';
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
    options: MachineOptions,
    stops: Stops = {},
    prepare: (machine: Machine) => Stops = () => stops,
  ): Benchmark => {
    const started = lazily(() => {
      const machine = createMachine(rom, options);
      const all = prepare(machine);
      machine.run(WARM_UP, all);
      return { machine, all };
    });
    return {
      group,
      name,
      unit: 'cycles',
      run() {
        const { machine, all } = started();
        machine.run(ROUND, all);
        return ROUND;
      },
    };
  };
  return [
    bench('reference core', { core: 'reference' }),
    bench('fast core', { core: 'fast' }),
    bench('fast core, 10 breakpoints and a watch', { core: 'fast' }, unreachedStops()),
    bench('fast core, stop at a fault of the picture', { core: 'fast' }, { onFault: true }),
    bench('fast core, profile and coverage', { core: 'fast' }, {}, (machine) => {
      machine.startProfile();
      return {};
    }),
    bench('fast core, profile by call, and coverage', { core: 'fast' }, {}, (machine) => {
      machine.startProfile();
      const plan = profilePlan(debugInfo, regionsOf(debugInfo, rom), machine);
      return { probe: new CallProfile(plan, { address: machine.address, callers: [] }) };
    }),
    bench('fast core, declarations compared', { core: 'fast' }, {}, (machine) => ({
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
  return {
    group,
    name,
    unit: 'cycles',
    run() {
      history().goTo(HISTORY);
      history().runBack(stops);
      return HISTORY;
    },
  };
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
  const bench = (name: string, prepare: (session: EngineSession) => void): Benchmark | undefined => {
    const session = bootEngine(assembly);
    if (isFailure(session)) return undefined;
    prepare(session);
    return {
      group: `perft, ${title}`,
      name,
      unit: 'cycles',
      run() {
        const count = perft(session, FEN, DEPTH);
        if (isFailure(count)) throw new Error(count.message);
        return count.cycles;
      },
    };
  };
  const benchmarks = [
    bench('as it is', () => undefined),
    bench('profile by call, and coverage', (session) => {
      const { machine } = session;
      machine.startProfile();
      const plan = profilePlan(assembly.debugInfo, regionsOf(assembly.debugInfo, assembly.image), machine);
      session.probe = new CallProfile(plan, { address: machine.address, callers: [] });
    }),
    bench('declarations compared', (session) => session.checkDeclarations()),
  ];
  return benchmarks.filter((benchmark) => benchmark !== undefined);
}
