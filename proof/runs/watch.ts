/** Watches a run: the paths from check to check, timed blocks, and what is read too early. */
import {
  AC,
  opcodeOfWord,
  passes,
  registersRead,
  registersWritten,
  resumeAddress,
  ROM_WORDS,
  wordAt,
  X,
  Y,
} from '#isa';
import { nextUsed } from '../contract/address-table.ts';
import { balanceAfter, balanceInto } from '../contract/check-balance.ts';
import { VGA } from '../contract/frame-shape.ts';
import type { TimeAssertion, TimeCheck, TimingProgram } from '../contract/program.ts';
import type { TimeWords } from '../words/time-words.ts';
import { LineWatch, type SeenHandler } from './line-watch.ts';
import type { RandomRun } from './random-run.ts';

/** What the account holds after a handler that is not run. */
const FULL_ACCOUNT = 100;

/**
 * Cycles without a check or a change of OUT after which nothing more is to be seen: a hundred lines. Start-up may take
 * longer, to clear 32 KiB with eight cycles a byte.
 */
const [LONGEST_SILENCE, LONGEST_START] = [20_000, 300_000];
/** Cycles of silence after which a program is taken to be busy. */
const SHORTEST_SILENCE = 1_000;

/** What is watched in all runs of a program. */
export class Watched {
  /** 1 for the addresses where something begins, ends or is charged. */
  readonly marked = new Uint8Array(ROM_WORDS);
  /** Timed blocks by the address where they end, and the addresses where some begin. */
  readonly blocksTo = new Map<number, TimeAssertion[]>();
  readonly blocksFrom = new Set<number>();
  /** Jumps that are declared to go on after the check that left. */
  readonly resumes: ReadonlySet<number>;
  /** Where declared jumps may go besides, by their addresses. */
  readonly targets: ReadonlyMap<number, ReadonlySet<number>>;
  /** Whether something outside decides what the program does: then a false declaration may be the run's own doing. */
  readonly isOpen: boolean;
  /** What was seen, in words that sightings.ts looks for: of each two ends of a path, for example, all sums. */
  readonly seen = new Map<string, Set<string>>();
  /** The RAM of one run after the other: new RAM for each would cost more than a short run. */
  readonly memory: Uint8Array;
  readonly handler: SeenHandler = { wayIn: undefined, faults: new Map(), strays: new Map() };
  /** Whether the handler comes back; if it was seen not to, it is no longer run. */
  returns = true;

  constructor(
    readonly program: TimingProgram,
    readonly words: TimeWords,
  ) {
    const { checks, assertions, ramKib = 32, external } = program;
    this.isOpen = (external?.size ?? 0) > 0 || readsInput(program);
    this.memory = new Uint8Array(ramKib * 1024);
    const withoutTargets = program.targets.filter((each) => each.targets.length === 0).map(({ address }) => address);
    this.resumes = new Set([...(program.resumes ?? []), ...withoutTargets]);
    const jumps = [...this.resumes, ...program.targets.map(({ address }) => address)];
    this.targets = new Map(jumps.map((address) => [address, targetsOf(program, address)]));
    const places = [...words.charges.keys(), ...jumps];
    for (const check of checks) places.push(check.address, resumeAddress(check));
    for (const assertion of assertions) {
      const { from, to } = assertion;
      places.push(from, to);
      this.blocksFrom.add(from);
      this.blocksTo.set(to, [...(this.blocksTo.get(to) ?? []), assertion]);
    }
    for (const address of places) this.marked[address] = 1;
  }
}

function readsInput({ words, used }: TimingProgram): boolean {
  for (let address = nextUsed(used, 0); address < used.length; address = nextUsed(used, address + 1))
    if (opcodeOfWord(wordAt(words, address)).bus === 'in') return true;
  return false;
}

/** The declared targets of a jump, with all entries of a table for its name. */
function targetsOf({ targets, tables }: TimingProgram, jump: number): ReadonlySet<number> {
  const declared = targets.filter(({ address }) => address === jump).flatMap((each) => each.targets);
  return new Set(declared.flatMap((target) => tables.get(target) ?? [target]));
}

/** A path from the end of a check, so far. */
interface OpenPath {
  readonly check: TimeCheck;
  readonly since: number;
  /** What the account held after the check, and the least of what was charged less what was spent since. */
  readonly account: number;
  lowest: number;
  /** Registers that the handler loses and that were not written since, as a mask. */
  lost: number;
}

/** Watches one run. */
export class Watch {
  private path: OpenPath | undefined;
  /** The check that was entered last, until execution goes on after it. */
  private entered: TimeCheck | undefined;
  /** The cycle in which execution was last at a marked address. */
  private metAt = 0;
  /** Whether start-up is over: at the first check, or if there is none, at the first marked address. */
  private hasBegun = false;
  /** The address of the word that was executed last. */
  private last = 0;
  /** Whether a declaration was seen to be false, perhaps by what comes from outside: nothing that follows counts. */
  private isOver = false;
  /** The cycles in which timed blocks began, by their first word. */
  private readonly blocks = new Map<number, number>();

  private readonly lines: LineWatch;

  constructor(
    private readonly watched: Watched,
    private readonly run: RandomRun,
  ) {
    const { program, handler } = watched;
    this.lines = new LineWatch(program.shape ?? VGA, handler, watched.isOpen);
    run.onOut = (...change) => this.lines.change(...change);
  }

  /** Runs to the end of start-up. @returns the cycles until then, or until something else; undefined for none */
  start(): number | undefined {
    const { cpu } = this.run;
    while (!this.hasBegun && cpu.cycle < LONGEST_START && !this.isOver) this.step();
    return this.hasBegun || this.metAt > 0 ? this.metAt : undefined;
  }

  /** Runs for some cycles, unless the program hangs. @returns whether something new was seen, other sums apart */
  runFor(cycles: number): boolean {
    const { watched } = this;
    const { cpu } = this.run;
    const [end, before] = [cpu.cycle + cycles, watched.seen.size];
    while (cpu.cycle < end && !this.isOver) {
      const pause = Math.min(end, cpu.cycle + LONGEST_SILENCE);
      while (cpu.cycle < pause && !this.isOver) this.step();
      if (!this.isSilent) continue;
      if (this.entered === undefined) {
        if (this.path !== undefined) this.see(`false ${this.path.check.address}`);
        return false;
      }
      watched.returns = false;
      this.comeBack(this.entered);
    }
    return watched.seen.size > before;
  }

  /** Whether nothing has happened for so long that nothing more will. */
  private get isSilent(): boolean {
    const { cycle } = this.run.cpu;
    return this.hasBegun ? cycle - this.happenedAt >= LONGEST_SILENCE : cycle > LONGEST_START;
  }

  /** The cycle in which something happened last. */
  private get happenedAt(): number {
    return Math.max(this.metAt, this.lines.changedAt);
  }

  /** Whether more may be seen: lines are drawn as they should be, and the program may wait for frames; or it is busy. */
  get mayWait(): boolean {
    const { wayIn, faults } = this.watched.handler;
    const isBusy = !this.hasBegun || this.run.cpu.cycle - this.happenedAt >= SHORTEST_SILENCE;
    return !this.isOver && ((wayIn !== undefined && faults.size === 0) || (isBusy && !this.isSilent));
  }

  private step(): void {
    const { watched } = this;
    const { address } = this.run.cpu;
    const isMarked = watched.marked[address] === 1;
    if (isMarked && !this.meet()) return;
    if (this.entered !== undefined && watched.program.used[address] !== 1) this.lines.leave(address);
    const { path } = this;
    if (path !== undefined && path.lost !== 0) this.noteReads(path);
    this.run.step();
    this.last = address;
    if (!isMarked) return;
    if (path !== undefined && watched.words.charges.has(address)) this.noteCharge(path, address);
    this.noteJump(address);
  }

  /** @returns whether the word is to be executed: the handler is not, if it never comes back */
  private meet(): boolean {
    const { cpu, ram } = this.run;
    const { words, returns } = this.watched;
    const { path, entered } = this;
    const isInOrder = cpu.nextAddress === ((cpu.address + 1) & 0xffff);
    this.metAt = cpu.cycle;
    this.hasBegun ||= words.checks.size === 0;
    if (path !== undefined) path.lowest = Math.min(path.lowest, this.paidOn(path) - (cpu.cycle - path.since));
    if (entered !== undefined && isInOrder && cpu.address === resumeAddress(entered)) this.open(entered);
    this.meetBlocks(isInOrder);
    const check = isInOrder ? words.checks.get(cpu.address) : undefined;
    if (check === undefined) return true;
    this.hasBegun = true;
    const isTrue = this.close(check);
    this.entered = check;
    this.lines.enter(check, cpu.cycle, ram.bytes[check.account] ?? 0, isTrue);
    const left = (ram.bytes[check.account] ?? 0) - check.cycles;
    if ((left & 0x80) === 0) return true;
    // What start-up stores for the handler is not there.
    if (this.run.entry !== 0) this.isOver = true;
    else if (returns) return true;
    else this.comeBack(check);
    return false;
  }

  /** Goes on after a check as if the handler had run. */
  private comeBack(check: TimeCheck): void {
    this.run.ram.write(check.account, FULL_ACCOUNT);
    this.run.resumeAt(resumeAddress(check));
  }

  private open(check: TimeCheck): void {
    const { cpu, ram } = this.run;
    const account = ram.bytes[check.account] ?? 0;
    this.path = { check, since: cpu.cycle, account, lowest: 0, lost: AC | X | Y };
    this.entered = undefined;
    this.lines.goOn(check, cpu.cycle, account, this.last);
  }

  /** Ends the path so far at a check. @returns whether it has left the account as true as it was */
  private close(check: TimeCheck): boolean {
    const { path } = this;
    const { cpu, ram } = this.run;
    this.path = undefined;
    this.blocks.clear();
    if (check.form === 'short' && cpu.ac !== ram.bytes[check.account]) this.see(`account ${check.address}`);
    if (path === undefined) return true;
    const [elapsed, paid] = [cpu.cycle - path.since, this.paidOn(path)];
    this.see(`path ${resumeAddress(path.check)} ${check.address}`, `${elapsed} ${paid & 0xff} ${path.lowest}`);
    const isTrue = ((balanceAfter(path.check) + paid - elapsed - balanceInto(check)) & 0xff) === 0;
    if (!isTrue) this.see(`false ${path.check.address}`);
    return isTrue;
  }

  /** What was charged on a path, -128..127. */
  private paidOn({ check, account }: OpenPath): number {
    return ((account - (this.run.ram.bytes[check.account] ?? 0)) << 24) >> 24;
  }

  /** Compares where a declared jump goes with where it may go. @param address of the word that was executed */
  private noteJump(address: number): void {
    const { resumes, targets } = this.watched;
    const { entered } = this;
    const { nextAddress: to } = this.run.cpu;
    const declared = targets.get(address);
    if (declared === undefined || declared.has(to)) return;
    const { mode, condition } = opcodeOfWord(wordAt(this.watched.program.words, address));
    const isPassed = condition !== 'far' && !passes(mode, this.run.cpu.ac);
    if (isPassed || (entered !== undefined && resumes.has(address) && to === resumeAddress(entered))) return;
    if (declared.size === 0 && entered !== undefined) this.lines.stray(address, to);
    this.isOver = this.watched.isOpen;
  }

  private noteCharge(path: OpenPath, address: number): void {
    const elapsed = this.run.cpu.cycle - path.since - 1;
    this.see(`charge ${resumeAddress(path.check)} ${address}`, `${elapsed} ${this.paidOn(path) & 0xff}`);
  }

  private meetBlocks(isInOrder: boolean): void {
    const { address, cycle } = this.run.cpu;
    const { blocksFrom, blocksTo } = this.watched;
    const ended = blocksTo.get(address) ?? [];
    for (const { from, to } of ended) {
      const since = this.blocks.get(from);
      if (since !== undefined) this.see(`path ${from} ${to}`, `${cycle - since}`);
    }
    for (const { from } of ended) this.blocks.delete(from);
    if (isInOrder && blocksFrom.has(address)) this.blocks.set(address, cycle);
  }

  private noteReads(path: OpenPath): void {
    const { address } = this.run.cpu;
    const word = wordAt(this.watched.program.words, address);
    const read = registersRead(word) & path.lost;
    if (read !== 0) {
      for (const register of [AC, X, Y])
        if ((read & register) !== 0) this.see(`read ${path.check.address} ${address} ${register}`);
    }
    // A register that only counts up depends on what it was before.
    path.lost &= ~(registersWritten(word) & (opcodeOfWord(word).incrementsX ? ~X : ~0));
  }

  private see(what: string, sums = ''): void {
    const { seen } = this.watched;
    const all = seen.get(what);
    if (all === undefined) seen.set(what, new Set([sums]));
    else all.add(sums);
  }
}
