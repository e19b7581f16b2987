/**
 * A profile as `.cpuprofile`, the document of V8's profiler, which VS Code and browsers show as table and flame graph.
 *
 * The format: https://chromedevtools.github.io/devtools-protocol/tot/Profiler/#type-Profile. A viewer adds the time
 * between two samples to the first of them. So there is one sample for each node, in the order of the tree, with all
 * its time. Times are in microseconds (a cycle is 0.16); `hitCount` and ticks are cycles.
 */
import { numberAt } from '#basics';
import type { DebugInfo } from '#assembler';
import type { CallNode, CallProfile } from '#emulator';
import { CLOCK_HZ, type Profile } from '#isa';
import { arrivals } from './coverage.ts';
import type { Region, Regions } from './regions.ts';

interface CallFrame {
  readonly functionName: string;
  readonly scriptId: string;
  readonly url: string;
  /** 0-based; -1 if there is none. */
  readonly lineNumber: number;
  readonly columnNumber: number;
}

interface CpuProfileNode {
  readonly id: number;
  readonly callFrame: CallFrame;
  readonly hitCount: number;
  readonly children: number[];
  /** Cycles by 1-based line, only at the first node of a region, and for the whole region. */
  readonly positionTicks?: readonly { readonly line: number; readonly ticks: number }[];
}

export interface CpuProfile {
  readonly nodes: readonly CpuProfileNode[];
  readonly startTime: number;
  readonly endTime: number;
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** What the document is made from. */
interface CpuProfileParts {
  readonly info: Pick<DebugInfo, 'lines' | 'declarations'>;
  readonly regions: Regions;
  readonly calls: CallProfile;
  readonly words: Profile;
  urlOf(source: number): string;
}

export function cpuProfile(parts: CpuProfileParts): CpuProfile {
  const { calls } = parts;
  const builder = new Builder(parts);
  const root = builder.add(frame('(root)'), 0);
  builder.addBelow(calls.code, root);
  if (subtree(calls.handler) > 0) {
    const handler = builder.add(frame('(video handler)'), 0);
    root.children.push(handler.id);
    builder.addBelow(calls.handler, handler);
  }
  return builder.result();
}

/** Cycles of a node and all below it. */
export function subtree(node: CallNode): number {
  let sum = node.cycles;
  for (const child of node.children.values()) sum += subtree(child);
  return sum;
}

class Builder {
  private readonly nodes: CpuProfileNode[] = [];
  private readonly ticks: ReadonlyMap<number, CpuProfileNode['positionTicks']>;
  private readonly shown = new Set<number>();

  constructor(private readonly parts: CpuProfileParts) {
    this.ticks = ticksByRegion(parts);
  }

  add(callFrame: CallFrame, hitCount: number, positionTicks?: CpuProfileNode['positionTicks']): CpuProfileNode {
    const node = {
      id: this.nodes.length + 1,
      callFrame,
      hitCount,
      children: [],
      ...(positionTicks && { positionTicks }),
    };
    this.nodes.push(node);
    return node;
  }

  addBelow(node: CallNode, above: CpuProfileNode): void {
    for (const child of node.children.values()) {
      const region = child.region ?? 0;
      const ticks = this.shown.has(region) ? undefined : this.ticks.get(region);
      this.shown.add(region);
      const added = this.add(this.frameOf(this.parts.regions.all[region], region), child.cycles, ticks);
      above.children.push(added.id);
      this.addBelow(child, added);
    }
  }

  result(): CpuProfile {
    const sampled = this.nodes.filter(({ hitCount }) => hitCount > 0);
    const times = sampled.map(({ hitCount }) => microseconds(hitCount));
    return {
      nodes: this.nodes,
      startTime: 0,
      endTime: microseconds(sampled.reduce((sum, { hitCount }) => sum + hitCount, 0)),
      samples: sampled.map(({ id }) => id),
      timeDeltas: [0, ...times.slice(0, -1)].slice(0, sampled.length),
    };
  }

  private frameOf(of: Region | undefined, region: number): CallFrame {
    if (of?.place === undefined) return frame(of?.name ?? '');
    const { name, place } = of;
    return {
      functionName: name,
      scriptId: String(region),
      url: this.parts.urlOf(place.source),
      lineNumber: place.line,
      columnNumber: place.column,
    };
  }
}

function frame(functionName: string): CallFrame {
  return { functionName, scriptId: '0', url: '', lineNumber: -1, columnNumber: -1 };
}

function microseconds(cycles: number): number {
  return Math.round((cycles * 100 * 1e6) / CLOCK_HZ) / 100;
}

/** Cycles by line of each region, in the file where it begins: words of macros count for the call. */
function ticksByRegion({ info, regions, words }: CpuProfileParts): Map<number, CpuProfileNode['positionTicks']> {
  const counts = arrivals(words, info);
  const byRegion = new Map<number, Map<number, number>>();
  for (const line of info.lines) {
    const ticks = numberAt(counts, line.address);
    const region = numberAt(regions.regionOf, line.address);
    const { source, line: number } = line.expansion?.at(-1) ?? line;
    if (ticks === 0 || source !== regions.all[region]?.place?.source) continue;
    const lines = byRegion.get(region) ?? new Map<number, number>();
    byRegion.set(region, lines);
    lines.set(number + 1, (lines.get(number + 1) ?? 0) + ticks);
  }
  return new Map(
    [...byRegion].map(([region, lines]) => [region, [...lines].map(([line, ticks]) => ({ line, ticks }))]),
  );
}
