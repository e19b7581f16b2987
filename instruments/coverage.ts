/**
 * Which lines have executed, how often, and which arms of branches were taken; by file, in the shape that LCOV and
 * editors use.
 *
 * A line counts the arrivals at the first word of each run of words that it made. In a macro, a line counts those of
 * all expansions, and so does the line of the call. Data and fill are not code. A time check that leaves for the
 * handler is one arrival, although its trampoline runs the first word again.
 */
import { addAt, numberAt, type RomAddress } from '#basics';
import type { DebugInfo, DebugLine, DebugPlace } from '#assembler';
import { isConditional, checkBranch, decode, type Profile } from '#isa';

/** Directives whose words are not code that the author wrote. */
const DATA: ReadonlySet<string> = new Set(['word', 'entry', 'incbin', 'romdata', 'fill', 'align']);

interface LineCoverage {
  /** 0-based. */
  readonly line: number;
  readonly count: number;
  /** Words that the line made, and those of them that executed. */
  readonly words: number;
  readonly covered: number;
}

export interface BranchCoverage {
  /** 0-based line. */
  readonly line: number;
  readonly address: RomAddress;
  readonly taken: number;
  readonly notTaken: number;
}

interface RoutineCoverage {
  readonly name: string;
  /** 0-based line. */
  readonly line: number;
  readonly count: number;
}

export interface FileCoverage {
  /** Path as the debug information has it. */
  readonly path: string;
  readonly lines: readonly LineCoverage[];
  readonly branches: readonly BranchCoverage[];
  readonly routines: readonly RoutineCoverage[];
}

type Counted = Pick<DebugInfo, 'sources' | 'lines' | 'routines' | 'declarations'>;

/** Arrivals at each word: its executions, except those by which a trampoline learns what a check charges. */
export function arrivals(
  { executions, taken }: Profile,
  { declarations }: Pick<DebugInfo, 'declarations'>,
): Float64Array {
  const counts = executions.slice();
  for (const check of declarations.checks) {
    if (check.form !== 'short') addAt(counts, check.address, -numberAt(taken, checkBranch(check)));
  }
  return counts;
}

/** Coverage of all files that made code, in the order of the debug information. */
export function coverageOf(info: Counted, profile: Profile, rom: Uint16Array): FileCoverage[] {
  const counts = arrivals(profile, info);
  const files = info.sources.map(({ path }) => new FileCounter(path));
  let before: readonly DebugPlace[] = [];
  let last = -1;
  for (const line of info.lines) {
    const places = placesOf(line);
    const { address } = line;
    const count = numberAt(counts, address);
    if (line.pseudo !== undefined && DATA.has(line.pseudo)) continue;
    const goesOn = address === last + 1 ? before : [];
    for (const place of places) {
      const isStart = !goesOn.some((other) => other.source === place.source && other.line === place.line);
      files[place.source]?.addWord(place.line, count, isStart);
    }
    if (isBranch(line, rom)) files[line.source]?.addBranch(line, count, numberAt(profile.taken, address));
    [before, last] = [places, address];
  }
  const lineAt = new Map(info.lines.map((line) => [line.address, line]));
  for (const { name, start } of info.routines) {
    const line = lineAt.get(start);
    if (line !== undefined)
      files[line.source]?.routines.push({ name, line: line.line, count: numberAt(counts, start) });
  }
  return files.filter(({ isEmpty }) => !isEmpty).map((file) => file.result());
}

class FileCounter {
  readonly routines: RoutineCoverage[] = [];
  private readonly lines = new Map<number, { count: number; words: number; covered: number }>();
  private readonly branches: BranchCoverage[] = [];

  constructor(readonly path: string) {}

  get isEmpty(): boolean {
    return this.lines.size === 0;
  }

  addWord(line: number, count: number, isStart: boolean): void {
    const counted = this.lines.get(line) ?? { count: 0, words: 0, covered: 0 };
    this.lines.set(line, counted);
    if (isStart) counted.count += count;
    counted.words++;
    if (count > 0) counted.covered++;
  }

  addBranch({ line, address }: DebugLine, count: number, taken: number): void {
    this.branches.push({ line, address, taken, notTaken: count - taken });
  }

  result(): FileCoverage {
    const lines = [...this.lines].map(([line, counted]) => ({ line, ...counted })).sort((a, b) => a.line - b.line);
    const branches = this.branches.toSorted((a, b) => a.line - b.line || a.address - b.address);
    const routines = this.routines.toSorted((a, b) => a.line - b.line);
    return { path: this.path, lines, branches, routines };
  }
}

/** All places of a word: where it is written, and the calls around it. */
function placesOf(line: DebugLine): readonly DebugPlace[] {
  const places: DebugPlace[] = [line];
  for (const call of line.expansion ?? []) {
    if (!places.some(({ source, line: known }) => source === call.source && known === call.line)) places.push(call);
  }
  return places;
}

/** Whether a word is a conditional branch that its author wrote; that of a check does not count. */
function isBranch({ address, pseudo }: DebugLine, rom: Uint16Array): boolean {
  return pseudo === undefined && isConditional(decode(numberAt(rom, address)).opcode);
}

/**
 * Coverage as LCOV's tracefile, which editors and services read.
 *
 * The format is that of geninfo(1): a record of `SF` … `end_of_record` for each file; lines are 1-based.
 * @param pathOf path to write for one of the debug information
 */
export function lcov(files: readonly FileCoverage[], pathOf: (path: string) => string): string {
  return files.map((file) => record(file, pathOf(file.path))).join('');
}

function record({ lines, branches, routines }: FileCoverage, path: string): string {
  const arms = branches.flatMap(({ line, address, taken, notTaken }) => {
    const executed = taken + notTaken > 0;
    return [taken, notTaken].map((count, arm) => ({ line, address, arm, count, executed }));
  });
  const text = [
    'TN:',
    `SF:${path}`,
    ...routines.map(({ line, name }) => `FN:${line + 1},${name}`),
    ...routines.map(({ name, count }) => `FNDA:${count},${name}`),
    `FNF:${routines.length}`,
    `FNH:${routines.filter(({ count }) => count > 0).length}`,
    ...arms.map(
      ({ line, address, arm, count, executed }) => `BRDA:${line + 1},${address},${arm},${executed ? count : '-'}`,
    ),
    `BRF:${arms.length}`,
    `BRH:${arms.filter(({ count }) => count > 0).length}`,
    ...lines.map(({ line, count }) => `DA:${line + 1},${count}`),
    `LF:${lines.length}`,
    `LH:${lines.filter(({ count }) => count > 0).length}`,
    'end_of_record',
  ];
  return `${text.join('\n')}\n`;
}

/**
 * Cycles of each line that executed, by number of the source and 0-based line, `0:12`. The words of a macro count both
 * for its own lines and for the line of the call.
 */
export function lineCycles(
  info: Pick<DebugInfo, 'lines' | 'declarations'>,
  words: Profile,
): ReadonlyMap<string, number> {
  const counts = arrivals(words, info);
  const cycles = new Map<string, number>();
  for (const line of info.lines) {
    const count = numberAt(counts, line.address);
    const keys = new Set([line, ...(line.expansion ?? [])].map(({ source, line: number }) => `${source}:${number}`));
    for (const key of keys) cycles.set(key, (cycles.get(key) ?? 0) + count);
  }
  return cycles;
}
