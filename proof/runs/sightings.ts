/**
 * What some runs of a program show. A verdict is *wrong* without doubt if a run shows it.
 *
 * The program runs from power-on and from its other entries, once for as long as there is something new to see, and many
 * times for a short while; for a path in doubt, also with the bytes at power-on that it would need. If the handler never
 * comes back, which is not judged here, it is taken to come back at once from each check.
 */
import { AC, opcodeOfWord, X, Y } from '#isa';
import type { TimeCheck, TimingProgram } from '../contract/program.ts';
import type { LostRegister, PathStep, TimingResult } from '../contract/report.ts';
import type { Reach } from '../reach/reached.ts';
import { followed, runProgramOf, SymbolicRun } from '../values/symbolic-run.ts';
import type { TimeWords } from '../words/time-words.ts';
import type { SeenFault } from './line-watch.ts';
import { RandomRun, type RunSetting } from './random-run.ts';
import { Watch, Watched } from './watch.ts';

/** Short runs, and the cycles of each. */
const [SHORT_RUNS, SHORT] = [16, 10_000];
/** Cycles of a long run: it goes on for twice as many, and so on, as long as that shows something new. */
const [LONG, MOST_AT_ONCE] = [200_000, 3_000_000];
/** Cycles of a run for one path, and the most such runs. */
const [SOUGHT, MOST_SOUGHT] = [5_000, 100];
/** Values that decide tests in most programs. */
const NOTABLE = [0, 0xff, 1, 2, 3, 0x7f, 0x80, 0xfe];
const REGISTERS = { AC, X, Y } as const;

/** Runs a program when it is asked for the first time. */
export class Sightings {
  private readonly entries: readonly number[];
  private notable: readonly number[] = [];
  private known: Watched | undefined;
  private sought = 0;

  constructor(
    private readonly program: TimingProgram,
    private readonly words: TimeWords,
    private readonly reach: Reach,
  ) {
    this.entries = [...new Set([0, ...program.entries])];
  }

  /** Whether a run does what is wrong by a verdict: it has the same ends, and the same cycles and charges. */
  showWrong({ path }: TimingResult): boolean {
    const [first, last] = [path[0], path.at(-1)];
    if (first === undefined || last === undefined) return false;
    const balances = path.flatMap(({ balance }) => balance ?? []);
    const before = first.balance ?? 0;
    const paid = ((last.balance ?? before) + last.cycle - before) & 0xff;
    const sums = first.balance === undefined ? [] : [paid, Math.min(...balances) - before];
    const isSeen = (): boolean =>
      this.has('path', first.address, last.address, last.cycle, ...sums) ||
      this.has('charge', first.address, path.at(-2)?.address ?? 0, last.cycle - 1, paid);
    if (isSeen()) return true;
    this.seek(this.wantedFor(path));
    return isSeen();
  }

  /** Whether a run reads a register that is lost. */
  showRead({ check, address, register }: LostRegister): boolean {
    return this.has('read', check, address, REGISTERS[register]);
  }

  /** Whether a run comes to a short check with something else in AC than the account. */
  showLostAccount(check: TimeCheck): boolean {
    return this.has('account', check.address);
  }

  /** What the handler does wrong in a run. @param wanted bytes at power-on with which it may be wrong */
  handlerFault(wanted: ReadonlyMap<number, number>): SeenFault | undefined {
    const { handler } = this.watched;
    if (handler.fault === undefined) this.seek(wanted);
    return handler.fault;
  }

  private has(...what: readonly (string | number)[]): boolean {
    return this.watched.seen.has(what.join(' '));
  }

  private get watched(): Watched {
    if (this.known !== undefined) return this.known;
    const { program, words, entries } = this;
    this.known = new Watched(program, words);
    this.notable = [...new Set([...NOTABLE, ...constantsOf(program)])];
    for (const entry of entries) {
      const long = this.watch({ entry, number: SHORT_RUNS });
      for (let cycles = LONG / entries.length; long.for(cycles) && cycles < MOST_AT_ONCE;) cycles *= 2;
    }
    for (let number = 0; number < SHORT_RUNS; number++)
      this.watch({ entry: entries[number % entries.length] ?? 0, number }).for(SHORT);
    return this.known;
  }

  private watch(setting: RunSetting): Watch {
    return new Watch(this.watched, new RandomRun(this.program, this.notable, setting));
  }

  /** The bytes at power-on that a path needs. */
  private wantedFor(path: readonly PathStep[]): ReadonlyMap<number, number> {
    const isTable = (address: number): boolean => this.reach.entries.has(address);
    const steps = path.slice(0, -1).map(({ address }, index) => ({ address, next: path[index + 1]?.address ?? 0 }));
    const run = followed(steps, SymbolicRun.start(runProgramOf(this.program, isTable)));
    return run instanceof SymbolicRun ? run.wanted() : new Map();
  }

  /** Runs the program with some bytes at power-on; it comes to the path that needs them if they are not changed. */
  private seek(wanted: ReadonlyMap<number, number>): void {
    if (wanted.size === 0 || this.sought++ >= MOST_SOUGHT) return;
    for (const entry of this.entries) this.watch({ entry, number: SHORT_RUNS + this.sought, wanted }).for(SOUGHT);
  }
}

/** Constants of the program that go into AC or are combined with it. */
function constantsOf({ words, used }: TimingProgram): readonly number[] {
  const constants = new Set<number>();
  for (const [address, word] of words.entries()) {
    const { bus, target } = opcodeOfWord(word);
    if (used[address] === 1 && bus === 'd' && target === 'ac') constants.add(word & 0xff);
  }
  return [...constants];
}
