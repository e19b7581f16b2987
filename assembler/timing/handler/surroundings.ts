/**
 * What the rest of the program does to the handler: what start-up leaves for it, and what code between the lines stores
 * into bytes that it reads.
 */
import { AC, INSTRUCTION_TABLE, opcodeOfWord, OUT, OUT_HSYNC, OUT_VSYNC, registersWritten } from '#isa';
import type { TimingProgram } from '../contract/program.ts';
import type { ReachedPoint } from '../reach/reached.ts';
import type { TimeWords } from '../words/time-words.ts';
import type { HandlerValue, HandlerValues } from './values.ts';
import type { Ways } from './ways.ts';

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

/** 1 for stores by `[D]`, by opcode. */
const IS_BYTE_STORE = Uint8Array.from(INSTRUCTION_TABLE, ({ operation, address, bus }) =>
  operation === 'st' && address === 'd' && bus !== 'ram' ? 1 : 0,
);

/** Finds them for a program that has been followed. */
export function findSurroundings(
  program: TimingProgram & { readonly external?: ReadonlySet<number> },
  words: TimeWords,
  { atStart, between, before }: Ways,
  values: HandlerValues,
): HandlerSurroundings {
  const sources = new Sources(program, words, before);
  const stored = (points: readonly ReachedPoint[]): Map<number, HandlerValue> => {
    const bytes = new Map<number, HandlerValue>();
    for (const point of points) {
      const byte = byteStored(program, point);
      const before = byte === undefined ? undefined : bytes.get(byte);
      // What may be anything stays so, whatever else is stored.
      if (byte === undefined || before === values.any) continue;
      const constants = sources.constantsAt(point);
      const value = constants === undefined ? values.any : values.choice(constants);
      bytes.set(byte, before === undefined ? value : values.join(before, value));
    }
    return bytes;
  };
  const later = stored(between);
  for (const byte of program.external ?? []) later.set(byte, values.any);
  const writesOut = between.find(({ address }) => (registersWritten(program.words[address] ?? 0) & OUT) !== 0)?.address;
  return { atStart: stored(atStart), between: later, sync: syncAtStart(program, atStart), writesOut };
}

/** The byte of the zero page that a word stores to by `[D]`. */
function byteStored({ words }: TimingProgram, { address }: ReachedPoint): number | undefined {
  const word = words[address] ?? 0;
  return IS_BYTE_STORE[word >> 8] === 1 ? word & 0xff : undefined;
}

/** Both pulses are over unless start-up says something else of OUT. */
function syncAtStart(program: TimingProgram, points: readonly ReachedPoint[]): number {
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
  /** By point: the search that came to it last. */
  private readonly seen: Uint32Array;
  private search = 0;

  constructor(
    private readonly program: TimingProgram,
    private readonly words: TimeWords,
    private readonly before: Ways['before'],
  ) {
    this.seen = new Uint32Array(before.length);
  }

  /** The constants that a store by `[D]` can store; undefined for any value. */
  constantsAt(point: ReachedPoint): readonly number[] | undefined {
    const word = this.program.words[point.address] ?? 0;
    const { bus } = opcodeOfWord(word);
    if (bus === 'd') return [word & 0xff];
    return bus === 'ac' ? this.loadedBefore(point) : undefined;
  }

  private loadedBefore(store: ReachedPoint): readonly number[] | undefined {
    const constants: number[] = [];
    const search = ++this.search;
    const work = [...(this.before[store.index] ?? [])];
    if (work.length === 0) return undefined;
    for (let point = work.pop(); point !== undefined; point = work.pop()) {
      if (this.seen[point.index] === search) continue;
      this.seen[point.index] = search;
      const word = this.program.words[point.address] ?? 0;
      const before = this.before[point.index];
      if ((registersWritten(word) & AC) !== 0) {
        const { operation, bus } = opcodeOfWord(word);
        if (operation !== 'ld' || bus !== 'd' || this.words.slots.has(point.address)) return undefined;
        constants.push(word & 0xff);
      } else if (before === undefined) return undefined;
      else work.push(...before);
    }
    return constants;
  }
}
