/**
 * Counting moves with the engine ROM: plain, with a call profile, and with its declarations compared with what happens.
 */
import { isFailure } from '#basics';
import type { Assembly } from '#assembler';
import { CallProfile } from '#emulator';
import { profilePlan, regionsOf } from '#instruments';
import { bootEngine, perft, type EngineSession } from '#engine-driver';
import type { Benchmark } from './benchmark.ts';

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
