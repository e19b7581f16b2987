/**
 * What the rest of the program does to the handler: what start-up leaves for it, and what code between the lines stores
 * into bytes that it reads.
 */
import { opcodeOfWord, OUT_HSYNC, OUT_VSYNC } from '#isa';
import type { TimingProgram } from '../contract/program.ts';
import type { Reach, ReachedPoint } from '../reach/reached.ts';
import { AC, registersWritten } from '../words/opcode-facts.ts';
import type { TimeWords } from '../words/time-words.ts';
import type { HandlerValue, HandlerValues } from './values.ts';

export interface HandlerSurroundings {
  /** What start-up stores into bytes of the zero page by `[D]`. */
  readonly atStart: ReadonlyMap<number, HandlerValue>;
  /** What code after checks stores into them. */
  readonly between: ReadonlyMap<number, HandlerValue>;
  /** Sync bits of OUT when the first check is reached. */
  readonly sync: number;
  /** A word after checks that writes OUT. */
  readonly writesOut: number | undefined;
}

/** Finds them for a program that has been followed. */
export function findSurroundings(
  program: TimingProgram & { readonly external?: ReadonlySet<number> },
  words: TimeWords,
  found: Reach,
  values: HandlerValues,
): HandlerSurroundings {
  const isCheckEnd = (point: ReachedPoint): boolean => words.slots.has(point.address) && !point.inHandler;
  const entries = new Set([0, ...program.entries]);
  const starts = found.points.filter(
    ({ address, next, inHandler }) => !inHandler && entries.has(address) && next === address + 1,
  );
  const ends = found.points.filter(isCheckEnd);
  const atStart = collect(starts, isCheckEnd);
  const between = collect(
    ends.flatMap((point) => point.followers),
    () => false,
  );
  const sources = new Sources(program, words, found.points);
  const stored = (points: Iterable<ReachedPoint>): Map<number, HandlerValue> => {
    const bytes = new Map<number, HandlerValue>();
    for (const point of points) {
      const store = sources.storeAt(point);
      if (store === undefined) continue;
      const before = bytes.get(store.byte);
      const value = store.constants === undefined ? values.any : values.choice(store.constants);
      bytes.set(store.byte, before === undefined ? value : values.join(before, value));
    }
    return bytes;
  };
  const later = stored(between);
  for (const byte of program.external ?? []) later.set(byte, values.any);
  const writesOut = [...between].find(({ address }) => writes(program, address, 'out'))?.address;
  return { atStart: stored(atStart), between: later, sync: syncAtStart(program, atStart), writesOut };
}

function writes({ words }: TimingProgram, address: number, target: 'out'): boolean {
  return opcodeOfWord(words[address] ?? 0).target === target;
}

/** Points that can follow some, up to and with those where following ends; none of the handler's. */
function collect(from: readonly ReachedPoint[], isEnd: (point: ReachedPoint) => boolean): Set<ReachedPoint> {
  const seen = new Set<ReachedPoint>();
  const work = from.filter(({ inHandler }) => !inHandler);
  for (let point = work.pop(); point !== undefined; point = work.pop()) {
    if (seen.has(point)) continue;
    seen.add(point);
    if (!isEnd(point)) for (const each of point.followers) if (!each.inHandler) work.push(each);
  }
  return seen;
}

/** Both pulses are over unless start-up says something else of OUT. */
function syncAtStart(program: TimingProgram, points: Iterable<ReachedPoint>): number {
  const all = OUT_VSYNC | OUT_HSYNC;
  const given = new Set<number>();
  for (const { address } of points) {
    const word = program.words[address] ?? 0;
    const { target, bus, operation } = opcodeOfWord(word);
    if (target === 'out' && bus === 'd' && operation === 'ld') given.add(word & all);
  }
  return given.size === 1 ? [...given][0]! : all;
}

/** Which constants a store can store: it looks back over the ways to it for what brought them into AC. */
class Sources {
  private readonly before: (ReachedPoint[] | undefined)[] = [];

  constructor(
    private readonly program: TimingProgram,
    private readonly words: TimeWords,
    points: readonly ReachedPoint[],
  ) {
    for (const point of points) for (const each of point.followers) (this.before[each.index] ??= []).push(point);
  }

  /** The byte of the zero page that a word stores to by `[D]`, and the constants; undefined for any value. */
  storeAt(point: ReachedPoint): { byte: number; constants: readonly number[] | undefined } | undefined {
    const word = this.program.words[point.address] ?? 0;
    const { operation, address, bus } = opcodeOfWord(word);
    if (operation !== 'st' || address !== 'd' || bus === 'ram') return undefined;
    const byte = word & 0xff;
    if (bus === 'd') return { byte, constants: [byte] };
    return { byte, constants: bus === 'ac' ? this.loadedBefore(point) : undefined };
  }

  private loadedBefore(store: ReachedPoint): readonly number[] | undefined {
    const constants: number[] = [];
    const seen = new Set<ReachedPoint>();
    const work = [...(this.before[store.index] ?? [])];
    if (work.length === 0) return undefined;
    for (let point = work.pop(); point !== undefined; point = work.pop()) {
      if (seen.has(point)) continue;
      seen.add(point);
      const word = this.program.words[point.address] ?? 0;
      const { operation, bus } = opcodeOfWord(word);
      const before = this.before[point.index] ?? [];
      if ((registersWritten(word) & AC) !== 0) {
        if (operation !== 'ld' || bus !== 'd' || this.words.slots.has(point.address)) return undefined;
        constants.push(word & 0xff);
      } else if (before.length === 0) return undefined;
      else work.push(...before);
    }
    return constants;
  }
}
