/**
 * What a benchmark is, and how a list of them is measured and reported.
 *
 * Each does one round of work and says how much; tinybench times the rounds. Within a group every
 * result is also given as a ratio to the group's first benchmark, its peer, measured in the same run:
 * ratios compare across machines, absolute figures do not.
 */
import { Bench } from 'tinybench';

export interface Benchmark {
  /** Benchmarks of a group are compared with its first one. */
  readonly group: string;
  readonly name: string;
  /** What a round's amount counts, such as `cycles` or `words`. */
  readonly unit: string;
  /** One round; returns the amount of work done. */
  run(): number | Promise<number>;
  /** Called once behind the last round. */
  end?(): void;
}

export interface BenchmarkResult {
  readonly group: string;
  readonly name: string;
  readonly unit: string;
  /** Amount of work per second, from the median round. */
  readonly perSecond: number;
  /** Time of a round in milliseconds: median and 95th percentile. */
  readonly p50: number;
  readonly p95: number;
  /** `perSecond` over that of the group's first benchmark. */
  readonly ratio: number;
}

/** Rounds are repeated for this long, in milliseconds, and at least `ROUNDS` times. */
const TIME = 1500;
const ROUNDS = 8;

/** Measures benchmarks one after the other. */
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

async function measureOne(benchmark: Benchmark): Promise<Omit<BenchmarkResult, 'ratio'>> {
  let amount = 0;
  const bench = new Bench({
    time: TIME,
    iterations: ROUNDS,
    warmupTime: 200,
    warmupIterations: 2,
    retainSamples: true,
  });
  bench.add(benchmark.name, async () => {
    amount = await benchmark.run();
  });
  const [task] = await bench.run();
  const result = task?.result;
  if (result?.state !== 'completed') throw new Error(`benchmark ${benchmark.name} did not complete`);
  const samples = [...(result.latency.samples ?? [])].sort((a, b) => a - b);
  const at = (share: number): number => samples[Math.min(samples.length - 1, Math.floor(share * samples.length))] ?? 0;
  const { group, name, unit } = benchmark;
  return { group, name, unit, perSecond: (1000 * amount) / at(0.5), p50: at(0.5), p95: at(0.95) };
}

/** Results as an aligned table, a block per group. */
export function formatResults(results: readonly BenchmarkResult[]): string[] {
  const width = Math.max(...results.map(({ name }) => name.length));
  let group = '';
  return results.flatMap((result) => {
    const heading = result.group === group ? [] : ['', result.group];
    group = result.group;
    const rate = `${magnitude(result.perSecond)} ${result.unit}/s`.padStart(22);
    const times = `p50 ${result.p50.toFixed(2)} ms, p95 ${result.p95.toFixed(2)} ms`;
    return [...heading, `  ${result.name.padEnd(width)} ${rate}  ×${result.ratio.toFixed(2).padEnd(6)} ${times}`];
  });
}

function magnitude(value: number): string {
  if (value >= 1e6) return `${(value / 1e6).toFixed(1)} M`;
  return value >= 1e3 ? `${(value / 1e3).toFixed(1)} k` : value.toFixed(1);
}
