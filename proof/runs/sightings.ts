/**
 * What some runs of a program show. A verdict is *wrong* without doubt if a run shows it.
 *
 * The program runs from power-on and from its other entries, once for as long as there is something new to see, and many
 * times for a short while; for a path in doubt, also with what it would need at power-on. A run from another entry ends
 * where a check leaves. If the handler never comes back, which is not judged here, it is taken to come back at once from
 * each check.
 */
import { AC, opcodeOfWord, wordAt, X, Y } from '#isa';
import { VGA } from '../contract/frame-shape.ts';
import { finish, type Pieces } from '../contract/pieces.ts';
import type { TimeCheck, TimingProgram } from '../contract/program.ts';
import type { LostRegister, PathStep, TimingResult } from '../contract/report.ts';
import type { Reach } from '../reach/reached.ts';
import { NOTHING_WANTED, runProgramOf, type Wanted } from '../values/run-program.ts';
import { followed, SymbolicRun } from '../values/symbolic-run.ts';
import type { TimeWords } from '../words/time-words.ts';
import type { SeenFault } from './line-watch.ts';
import { RandomRun, type RunSetting } from './random-run.ts';
import { Watch } from './watch.ts';
import { Watched } from './watched.ts';

/** Short runs, and the cycles of each once something has happened. */
const [SHORT_RUNS, SHORT] = [16, 2_000];
/** Those of them that go on for some frames if lines are drawn. */
const [FIRST_OF_FRAMES, LAST_OF_FRAMES, FRAMES] = [8, 11, 2];
/** The most paths of one check, and of all, that are sought by such a run of their own. */
const [MOST_TRIED, MOST_SOUGHT] = [3, 50];
/** The frames of a long run. If no lines are drawn, it ends once the second half of its time has shown nothing new. */
const MOST_FRAMES = 80;
/** The cycles that are run at once. */
const PIECE = 100_000;
/** Values that decide tests in most programs. */
const NOTABLE = [0, 0xff, 1, 2, 3, 0x7f, 0x80, 0xfe];
const REGISTERS = { AC, X, Y } as const;

/** Faults by their messages, in the order in which they were seen. */
export type SeenFaults = ReadonlyMap<string, SeenFault>;

/** Runs a program when it is asked for the first time. */
export class Sightings {
  private readonly entries: readonly number[];
  private notable: readonly number[] = [];
  private known: Watched | undefined;
  private isLooked = false;
  private readonly starts = new Map<number, number | undefined>();
  private sought = 0;

  constructor(
    private readonly program: TimingProgram,
    private readonly words: TimeWords,
    private readonly reach: Reach,
  ) {
    this.entries = [...new Set([0, ...program.entries])];
  }

  /** The first of some wrong verdicts that a run shows: it has the same ends, and the same cycles and charges. */
  firstShown(suspects: readonly TimingResult[]): TimingResult | undefined {
    const shown = suspects.find((each) => this.isShown(each));
    if (shown !== undefined) return shown;
    return suspects.slice(0, MOST_TRIED).find((each) => {
      this.seek(this.wantedFor(each.path));
      return this.isShown(each);
    });
  }

  private isShown({ path }: TimingResult): boolean {
    const [first, last] = [path[0], path.at(-1)];
    if (first === undefined || last === undefined) return false;
    const balances = path.flatMap(({ balance }) => balance ?? []);
    const before = first.balance ?? 0;
    const paid = ((last.balance ?? before) + last.cycle - before) & 0xff;
    const sums = first.balance === undefined ? '' : ` ${paid} ${Math.min(...balances) - before}`;
    return (
      this.has(`path ${first.address} ${last.address}`, `${last.cycle}${sums}`) ||
      this.has(`charge ${first.address} ${path.at(-2)?.address ?? 0}`, `${last.cycle - 1} ${paid}`)
    );
  }

  /** Whether a run makes the account false between a check and the next one, or never comes to one. */
  showFalse(check: number): boolean {
    return this.has(`false ${check}`);
  }

  /** Whether a run reads a register that is lost. */
  showRead({ check, address, register }: LostRegister): boolean {
    return this.watched.hasRead(check, address, REGISTERS[register]);
  }

  /** Whether a run comes to a short check with something else in AC than the account. */
  showLostAccount(check: TimeCheck): boolean {
    return this.has(`account ${check.address}`);
  }

  /** What the handler does wrong in runs, each with the word that does it. @param wanted with what it may be wrong */
  handlerFaults(wanted: Wanted): SeenFaults {
    const { faults } = this.watched.handler;
    if (faults.size === 0) this.seek(wanted, this.frames(FRAMES));
    return faults;
  }

  /** Jumps of the handler that short runs, and one of some frames, show not to go where they are declared to. */
  strayJumps(): SeenFaults {
    const { handler } = this.short();
    const seen = (): SeenFaults => new Map([...handler.faults].filter(([, { isStray }]) => isStray));
    if (!this.isLooked && seen().size === 0)
      this.watchBegin({ entry: 0, number: FIRST_OF_FRAMES }, this.frames(FRAMES));
    return seen();
  }

  private has(what: string, sums = ''): boolean {
    return this.watched.has(what, sums);
  }

  private get watched(): Watched {
    return finish(this.look());
  }

  /** Runs the program, in pieces, unless that was done before. */
  *look(): Pieces<Watched> {
    const { entries } = this;
    const watched = this.short();
    if (this.isLooked) return watched;
    this.isLooked = true;
    for (const entry of entries) {
      if (this.startOf(entry) === undefined) continue;
      const long = this.watch({ entry, number: SHORT_RUNS });
      let left = this.frames(MOST_FRAMES) / entries.length;
      for (let cycles = SHORT; left > 0; cycles *= 2) {
        let isNew = false;
        for (let end = Math.min(cycles, left); end > 0; end -= PIECE) {
          isNew = long.runFor(Math.min(PIECE, end)) || isNew;
          yield;
        }
        left -= cycles;
        if (!isNew && !long.mayWait) break;
      }
    }
    if (!watched.returns) this.runShort();
    for (let number = FIRST_OF_FRAMES; number <= LAST_OF_FRAMES; number++) {
      if (watched.handler.wayIn !== undefined) this.watchShort(number, this.frames(FRAMES));
      yield;
    }
    return watched;
  }

  /** Runs the program for a short while, unless that was done before. */
  private short(): Watched {
    if (this.known !== undefined) return this.known;
    this.known = new Watched(this.program, this.words);
    this.notable = [...new Set([...NOTABLE, ...constantsOf(this.program, this.words)])];
    this.runShort();
    return this.known;
  }

  private runShort(): void {
    for (let number = 0; number < SHORT_RUNS; number++) this.watchShort(number, SHORT);
  }

  private watchShort(number: number, cycles: number): void {
    this.watchBegin({ entry: this.entries[number % this.entries.length] ?? 0, number }, cycles);
  }

  /** Runs the program until something happens, and for some cycles more. */
  private watchBegin(setting: RunSetting, cycles: number): void {
    const start = this.startOf(setting.entry) ?? 0;
    this.watch(setting).runFor(start + cycles);
  }

  /** The cycles until start-up is over in the long run from an entry; undefined if nothing happens in it. */
  private startOf(entry: number): number | undefined {
    const { starts } = this;
    if (!starts.has(entry)) starts.set(entry, this.watch({ entry, number: SHORT_RUNS }).start());
    return starts.get(entry);
  }

  /** The cycles of some frames, of twice the usual length at most. */
  private frames(count: number): number {
    const { line, lines } = this.program.shape ?? VGA;
    return count * Math.min(line * lines, 2 * VGA.line * VGA.lines);
  }

  private watch(setting: RunSetting): Watch {
    const { program, notable } = this;
    const watched = this.short();
    return new Watch(watched, new RandomRun(program, notable, watched.memory, setting));
  }

  /** What a path needs. */
  private wantedFor(path: readonly PathStep[]): Wanted {
    const isTable = (address: number): boolean => this.reach.entries.has(address);
    const steps = path.slice(0, -1).map(({ address }, index) => ({ address, next: path[index + 1]?.address ?? 0 }));
    const run = followed(steps, SymbolicRun.start(runProgramOf(this.program, isTable)));
    return run instanceof SymbolicRun ? run.wanted() : NOTHING_WANTED;
  }

  /** Runs the program with what a path needs at power-on; it takes the path if that is not changed before. */
  private seek(wanted: Wanted, cycles = SHORT): void {
    const isOpen = wanted.bytes.size === 0 && wanted.input === undefined;
    if (isOpen || this.sought++ >= MOST_SOUGHT) return;
    const number = SHORT_RUNS + this.sought;
    for (const entry of this.entries) this.watchBegin({ entry, number, wanted }, cycles);
  }
}

/** Constants of the program that go into AC or are combined with it. */
function constantsOf({ words }: TimingProgram, { addresses }: TimeWords): readonly number[] {
  const constants = new Set<number>();
  for (const address of addresses) {
    const word = wordAt(words, address);
    const { bus, target } = opcodeOfWord(word);
    if (bus === 'd' && target === 'ac') constants.add(word & 0xff);
  }
  return [...constants];
}
