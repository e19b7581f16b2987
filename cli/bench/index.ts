/**
 * All benchmarks of a program. They have a bundle of their own, since they also measure the language server and are
 * not needed in the packed extension.
 */
import type { Assembly, SourceHost } from '#assembler';
import { assemblerBenchmarks } from './assembler-bench.ts';
import { formatResults, measure, type Benchmark } from './benchmark.ts';
import { emulatorBenchmarks, perftBenchmarks } from './emulator-bench.ts';
import { requestBenchmarks } from './requests-bench.ts';
import { serverBenchmarks } from './server-bench.ts';
import { startBenchmarks } from './start-bench.ts';

export { formatResults, measure };

/** @param title what the results call the program */
export function allBenchmarks(assembly: Assembly, host: SourceHost, title: string): Benchmark[] {
  return [
    ...emulatorBenchmarks(assembly, title),
    ...perftBenchmarks(assembly, title),
    ...assemblerBenchmarks(assembly.main, host, title),
    ...startBenchmarks(assembly.main, host, title),
    ...serverBenchmarks(assembly.main, host, title),
    ...requestBenchmarks(),
  ];
}
