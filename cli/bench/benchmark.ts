/**
 * What a benchmark is, and how a list of them is measured and reported.
 *
 * Each does one round of work and says how much; tinybench times the rounds. Besides wall-clock time, processor time is
 * measured, which other programs disturb less. Within a group, every result is also given as a ratio to the group's
 * first benchmark, its peer, measured in the same run: ratios can be compared across machines, absolute figures cannot.
 */
import { Bench } from 'tinybench';

export interface Benchmark {
  /** Benchmarks of a group are compared with its first one. */
  readonly group: string;
  readonly name: string;
  /** What a round's amount counts, such as `cycles` or `words`. */
  readonly unit: string;
  /** The fewest rounds to run; 8 if absent. */
  readonly rounds?: number;
  /** Bytes of memory held by what the benchmark works on, after the last round. */
  memory?(): number;
  /** Preparation before a round, which is not measured. */
  before?(): Promise<void>;
  /** One round; returns the amount of work done. */
  run(): number | Promise<number>;
  /** Called once after the last round. */
  end?(): void;
}

/** Makes a value when it is first needed. */
export function lazily<T>(make: () => T): () => T {
  let value: T | undefined;
  return () => (value ??= make());
}

interface BenchmarkResult {
  readonly group: string;
  readonly name: string;
  readonly unit: string;
  /** Amount of work per second, from the median round. */
  readonly perSecond: number;
  /** Time of a round in milliseconds: median and 95th percentile. */
  readonly p50: number;
  readonly p95: number;
  /** Processor time of a round in milliseconds, all threads: median and 95th percentile. */
  readonly cpu50: number;
  readonly cpu95: number;
  /** Bytes held, if the benchmark reports them. */
  readonly memory?: number;
  /** `perSecond` over that of the group's first benchmark. */
  readonly ratio: number;
}

/** Rounds are repeated for this long, in milliseconds, and at least `ROUNDS` times. */
const TIME = 1500;
const ROUNDS = 8;
/** Rounds if each needs unmeasured preparation: their time does not say how long everything takes. */
const PREPARED_ROUNDS = 60;

export async function measure(
  benchmarks: readonly Benchmark[],
  progress: (name: string) => void,
): Promise<BenchmarkResult[]> {
  const results: BenchmarkResult[] = [];
  for (const benchmark of benchmarks) {
    progress(`${benchmark.group}: ${benchmark.name}`);
    const timed = await measureOne(benchmark);
    const peer = results.find(({ group }) => group === benchmark.group);
    results.push({ ...timed, ratio: timed.perSecond / (peer?.perSecond ?? timed.perSecond) });
    benchmark.end?.();
  }
  return results;
}

const REPEATED = { time: TIME, iterations: ROUNDS, warmupTime: 200, warmupIterations: 2 };
const PREPARED = { time: 0, iterations: PREPARED_ROUNDS, warmupTime: 0, warmupIterations: 10 };

async function measureOne(benchmark: Benchmark): Promise<Omit<BenchmarkResult, 'ratio'>> {
  let amount = 0;
  const bench = new Bench({
    ...(benchmark.before === undefined ? REPEATED : PREPARED),
    ...(benchmark.rounds !== undefined && { iterations: benchmark.rounds }),
    retainSamples: true,
  });
  const cpu: number[] = [];
  const round = async (): Promise<void> => {
    const before = process.cpuUsage();
    amount = await benchmark.run();
    const { user, system } = process.cpuUsage(before);
    cpu.push((user + system) / 1000);
  };
  bench.add(benchmark.name, round, { beforeEach: () => benchmark.before?.() });
  const [task] = await bench.run();
  const result = task?.result;
  if (result?.state !== 'completed') throw new Error(`benchmark ${benchmark.name} did not complete`);
  const wall = percentiles(result.latency.samples ?? []);
  // The first rounds only warmed up.
  const busy = percentiles(cpu.slice(-(result.latency.samples?.length ?? 0)));
  const { group, name, unit } = benchmark;
  const memory = benchmark.memory?.();
  return {
    ...{ group, name, unit, perSecond: (1000 * amount) / wall.p50, ...wall, cpu50: busy.p50, cpu95: busy.p95 },
    ...(memory !== undefined && { memory }),
  };
}

function percentiles(values: readonly number[]): { p50: number; p95: number } {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  return { p50: at(0.5), p95: at(0.95) };
}

/** Results as an aligned table, a block per group. */
export function formatResults(results: readonly BenchmarkResult[]): string[] {
  const width = Math.max(...results.map(({ name }) => name.length));
  let group = '';
  return results.flatMap((result) => {
    const heading = result.group === group ? [] : ['', result.group];
    group = result.group;
    const rate = `${magnitude(result.perSecond)} ${result.unit}/s`.padStart(22);
    const { p50, p95, cpu50, cpu95, memory } = result;
    const times = `p50 ${p50.toFixed(2)} ms, p95 ${p95.toFixed(2)} ms; CPU ${cpu50.toFixed(2)}, ${cpu95.toFixed(2)} ms`;
    const held = memory === undefined ? '' : `; ${(memory / 1e6).toFixed(0)} MB`;
    return [
      ...heading,
      `  ${result.name.padEnd(width)} ${rate}  ×${result.ratio.toFixed(2).padEnd(6)} ${times}${held}`,
    ];
  });
}

function magnitude(value: number): string {
  if (value >= 1e6) return `${(value / 1e6).toFixed(1)} M`;
  return value >= 1e3 ? `${(value / 1e3).toFixed(1)} k` : value.toFixed(1);
}
