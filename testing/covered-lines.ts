/** Coverage by lines of source: how often each was executed, and which arms of its branches. */
import type { DebugInfo } from '#assembler';
import type { Coverage } from './coverage.ts';

export interface FileCoverage {
  /** As in the debug information: relative to the folder of the main file. */
  readonly path: string;
  /** By rising line. */
  readonly lines: readonly CoveredLine[];
}

export interface CoveredLine {
  /** 0-based. */
  readonly line: number;
  /** Executions of its word that was executed most often. */
  readonly count: number;
  /** Conditional branches of the line, in order of address. */
  readonly branches: readonly { readonly address: number; readonly taken: number; readonly passed: number }[];
}

interface LineCounts {
  count: number;
  readonly branches: CoveredLine['branches'][number][];
}

/** The lines with words of all files. */
export function coveredLines(info: DebugInfo, { counts, arms }: Pick<Coverage, 'counts' | 'arms'>): FileCoverage[] {
  const files = info.sources.map(({ path }) => ({ path, lines: new Map<number, LineCounts>() }));
  for (const { address, source, line } of info.lines) {
    const lines = files[source]?.lines;
    if (lines === undefined) continue;
    const count = counts[address] ?? 0;
    let known = lines.get(line);
    if (known === undefined) lines.set(line, (known = { count, branches: [] }));
    known.count = Math.max(known.count, count);
    const branch = arms.get(address);
    if (branch !== undefined) known.branches.push({ address, taken: branch.taken, passed: branch.passed });
  }
  return files.map(({ path, lines }) => ({
    path,
    lines: [...lines].sort(([a], [b]) => a - b).map(([line, { count, branches }]) => ({ line, count, branches })),
  }));
}
