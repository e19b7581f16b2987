/**
 * What the rest of the program does to the handler: what start-up leaves for it, and what code between the lines stores
 * into bytes that it reads.
 */
import { AC, opcodeOfWord, OUT, OUT_HSYNC, OUT_VSYNC, registersWritten, wordAt } from '#isa';
import type { TimingProgram } from '../contract/program.ts';
import type { StartUp } from '../reach/start-up.ts';
import type { Reach, ReachedPoint } from '../reach/reached.ts';
import { ConstantsOfX } from '../reach/constants-of-x.ts';
import { bytesStored } from '../reach/handler-stores.ts';
import type { Value } from '../values/values.ts';
import type { TimeWords } from '../words/time-words.ts';
import { constantsOf, type HandlerValue, type HandlerValues } from './values.ts';
import type { Ways } from './ways.ts';

export interface HandlerSurroundings {
  /** What start-up leaves in bytes of the zero page, on every way to a first check. */
  readonly atStart: ReadonlyMap<number, HandlerValue>;
  /** A jump that start-up may take to several places. */
  readonly openJump: number | undefined;
  /** Whether start-up may store to the account. */
  readonly setsAccount: boolean;
  /** What code after checks stores into them. */
  readonly between: ReadonlyMap<number, HandlerValue>;
  /** What the sync bits of OUT can be when the first check is reached. */
  readonly sync: readonly number[];
  /** A word after checks that writes OUT, if there is one. */
  readonly writesOut: number | undefined;
}

export function findSurroundings(
  program: TimingProgram,
  { around }: Reach,
  words: TimeWords,
  { between, before: ways }: Ways,
  startUp: StartUp,
  values: HandlerValues,
): HandlerSurroundings {
  const told = (value: Value): HandlerValue => {
    const constants = around.values.isKnown(value) ? around.values.constants(value) : undefined;
    return constants === undefined ? values.lost : values.choice(constants.map((constant) => constant & 0xff));
  };
  const storedConstants = new StoredConstants(program, words, ways);
  const inX = new ConstantsOfX<ReachedPoint>(program, ({ index }) => ways[index]);
  const stored = new Map<number, HandlerValue>();
  for (const point of between) {
    const constantsInX = (): readonly number[] => inX.at(point).constants;
    for (const byte of bytesStored(wordAt(program.words, point.address), point, constantsInX, around)) {
      const before = stored.get(byte);
      // Once lost it stays lost, whatever else is stored.
      if (before === values.lost) continue;
      const constants = storedConstants.at(point);
      const value = constants === undefined ? values.lost : values.choice(constants);
      stored.set(byte, before === undefined ? value : values.join(before, value));
    }
  }
  for (const byte of program.external ?? []) stored.set(byte, values.lost);
  const atStart = new Map([...startUp.bytes].map(([byte, value]) => [byte, told(value)]));
  for (const byte of program.external ?? []) atStart.set(byte, values.lost);
  const writesOut = between.find(({ address }) => (registersWritten(wordAt(program.words, address)) & OUT) !== 0);
  return {
    atStart,
    openJump: startUp.openJump,
    setsAccount: startUp.setsAccount,
    between: stored,
    sync: syncBits(constantsOf(told(startUp.out))),
    writesOut: writesOut?.address,
  };
}

/** What the sync bits of OUT can be: anything if OUT is not known. */
function syncBits(out: readonly number[] | undefined): readonly number[] {
  const all = OUT_VSYNC | OUT_HSYNC;
  return out === undefined ? [all, OUT_VSYNC, OUT_HSYNC, 0] : [...new Set(out.map((byte) => byte & all))];
}

/** Which constants a store can store: finds what brought them into AC on the ways back from the store. */
class StoredConstants {
  /** By point, the last search that came to it. */
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
  at(point: ReachedPoint): readonly number[] | undefined {
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
        const entries = point.next === point.address + 1 ? undefined : this.program.tables.get(point.address);
        if (entries !== undefined) {
          // A word of a table that executes alone stands for all of its entries.
          constants.push(...entries.map((entry) => wordAt(this.program.words, entry) & 0xff));
          continue;
        }
        if (operation !== 'ld' || bus !== 'd' || this.words.slots.has(point.address)) return undefined;
        constants.push(word & 0xff);
      } else if (before === undefined) return undefined;
      else work.push(...before);
    }
    return constants;
  }
}
