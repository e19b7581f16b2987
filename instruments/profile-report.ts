/**
 * A profile as tables: cycles of each routine, alone and with everything that it calls, and of each line.
 *
 * The video handler is counted separately: its time is not a cost of the routine that it interrupts.
 */
import { numberAt } from '#basics';
import type { DebugInfo } from '#assembler';
import type { CallNode, CallProfile, Profile } from '#emulator';
import { arrivals } from './coverage.ts';
import type { Region, Regions } from './regions.ts';

export interface RegionCost extends Region {
  /** Whether these are its cycles in the video handler. */
  readonly inHandler: boolean;
  /** Cycles in the region itself, and together with those of the calls made in it. */
  readonly exclusive: number;
  readonly inclusive: number;
  /** How often it was called or entered. */
  readonly arrivals: number;
}

export interface LineCost {
  /** Number of the source, and 0-based line. */
  readonly source: number;
  readonly line: number;
  /** Cycles of all words that the line made; the words of a macro count both for its own lines and for the line of the call. */
  readonly cycles: number;
}

export interface ProfileReport {
  /** Cycles in total, and those of the video handler. */
  readonly cycles: number;
  readonly handlerCycles: number;
  /** The most exclusive cycles first. */
  readonly regions: readonly RegionCost[];
  readonly lines: readonly LineCost[];
}

export function profileReport(
  info: Pick<DebugInfo, 'lines' | 'declarations'>,
  regions: Regions,
  calls: CallProfile,
  words: Profile,
): ProfileReport {
  const costs = [...costsOf(calls.code, regions, false), ...costsOf(calls.handler, regions, true)];
  return {
    cycles: subtree(calls.code) + subtree(calls.handler),
    handlerCycles: subtree(calls.handler),
    regions: costs.sort((one, other) => other.exclusive - one.exclusive || one.address - other.address),
    lines: lineCosts(info, words),
  };
}

/** Cycles of a node and all below it. */
export function subtree(node: CallNode): number {
  let sum = node.cycles;
  for (const child of node.children.values()) sum += subtree(child);
  return sum;
}

function costsOf(root: CallNode, { all }: Regions, inHandler: boolean): RegionCost[] {
  const costs = new Map<number, { exclusive: number; inclusive: number; arrivals: number }>();
  const visit = (node: CallNode, above: ReadonlySet<number>): number => {
    const { region, cycles } = node;
    let inclusive = cycles;
    const here = region === undefined ? above : new Set([...above, region]);
    for (const child of node.children.values()) inclusive += visit(child, here);
    if (region === undefined) return inclusive;
    const cost = costs.get(region) ?? { exclusive: 0, inclusive: 0, arrivals: 0 };
    costs.set(region, cost);
    cost.exclusive += cycles;
    cost.arrivals += node.arrivals;
    // A routine within itself is already in the sum of the outer one.
    if (!above.has(region)) cost.inclusive += inclusive;
    return inclusive;
  };
  visit(root, new Set());
  return all.flatMap((region, number) => {
    const cost = costs.get(number);
    return cost === undefined ? [] : [{ ...region, inHandler, ...cost }];
  });
}

function lineCosts(info: Pick<DebugInfo, 'lines' | 'declarations'>, words: Profile): LineCost[] {
  const counts = arrivals(words, info);
  const costs = new Map<string, { source: number; line: number; cycles: number }>();
  for (const line of info.lines) {
    const cycles = numberAt(counts, line.address);
    if (cycles === 0) continue;
    const keys = new Set([line, ...(line.expansion ?? [])].map(({ source, line: number }) => `${source}:${number}`));
    for (const key of keys) {
      const cost = costs.get(key);
      const [source = 0, number = 0] = key.split(':').map(Number);
      if (cost === undefined) costs.set(key, { source, line: number, cycles });
      else cost.cycles += cycles;
    }
  }
  return [...costs.values()].sort((one, other) => one.source - other.source || one.line - other.line);
}
