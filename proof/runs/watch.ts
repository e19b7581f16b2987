/** Watches a run: the paths from check to check, timed blocks, and where declared jumps go. */
import { opcodeOfWord, passes, resumeAddress, wordAt } from '#isa';
import { VGA } from '../contract/frame-shape.ts';
import type { TimeCheck } from '../contract/program.ts';
import { LineWatch } from './line-watch.ts';
import { OpenPath } from './open-path.ts';
import type { RandomRun } from './random-run.ts';
import type { Place, Watched } from './watched.ts';

/** What the account holds after a handler that is not run. */
const FULL_ACCOUNT = 100;

/**
 * Cycles without a check or a change of OUT after which nothing more is to be seen: a hundred lines. Start-up may take
 * longer, to clear 32 KiB with eight cycles a byte.
 */
const [LONGEST_SILENCE, LONGEST_START] = [20_000, 300_000];
/** Cycles of silence after which a program is taken to be busy. */
const SHORTEST_SILENCE = 1_000;

/** Watches one run. */
export class Watch {
  private path: OpenPath | undefined;
  /** The check that was entered last, until execution goes on after it. */
  private entered: TimeCheck | undefined;
  /** The cycle in which execution was last at a place that is watched. */
  private metAt = 0;
  /** Whether start-up is over: at the first check, or if there is none, at the first place. */
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

  /** Runs to the end of start-up. @returns the cycles until then; if it has none, until something else; or undefined */
  start(): number | undefined {
    const { cpu } = this.run;
    let first: number | undefined;
    while (!this.hasBegun && cpu.cycle < LONGEST_START && !this.isOver) {
      this.step();
      if (this.metAt > 0) first ??= this.metAt;
    }
    return this.hasBegun ? this.metAt : first;
  }

  /** Runs for some cycles, unless the program hangs. @returns whether something new was seen, other sums apart */
  runFor(cycles: number): boolean {
    const { watched } = this;
    const { cpu } = this.run;
    const [end, before] = [cpu.cycle + cycles, watched.count];
    while (cpu.cycle < end && !this.isOver) {
      const pause = Math.min(end, cpu.cycle + LONGEST_SILENCE);
      while (cpu.cycle < pause && !this.isOver) this.step();
      if (!this.isSilent) continue;
      if (this.entered === undefined) {
        if (this.path !== undefined) watched.see(`false ${this.path.check.address}`);
        return false;
      }
      watched.returns = false;
      this.comeBack(this.entered);
    }
    return watched.count > before;
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
    const { hasChecks, handler } = this.watched;
    const draws = hasChecks ? handler.wayIn !== undefined && handler.faults.size === 0 : this.lines.hasLines;
    const isBusy = !this.hasBegun || this.run.cpu.cycle - this.happenedAt >= SHORTEST_SILENCE;
    return !this.isOver && (draws || (isBusy && !this.isSilent));
  }

  private step(): void {
    const { watched, run } = this;
    const { address } = run.cpu;
    const place = watched.placeAt(address);
    if (place !== undefined && !this.meet(place)) return;
    if (this.entered !== undefined && watched.program.used[address] !== 1) this.lines.leave(address);
    const { path } = this;
    path?.execute(wordAt(watched.program.words, address));
    run.step();
    if (run.cpu.address !== address + 1) this.lines.jump(address, run.cpu.cycle - 1);
    this.last = address;
    if (place?.isCharge === true) path?.charge(place);
    if (place?.targets !== undefined) this.noteJump(place, place.targets);
  }

  /** @returns whether the word is to be executed: the handler is not, if it never comes back */
  private meet(place: Place): boolean {
    const { cpu } = this.run;
    const { path, entered } = this;
    const isInOrder = cpu.nextAddress === ((cpu.address + 1) & 0xffff);
    this.metAt = cpu.cycle;
    this.hasBegun ||= !this.watched.hasChecks;
    path?.meet();
    if (entered !== undefined && isInOrder && cpu.address === resumeAddress(entered)) this.goOn(entered);
    this.meetBlocks(place, isInOrder);
    return !isInOrder || place.check === undefined || this.enter(place, place.check);
  }

  private enter(place: Place, check: TimeCheck): boolean {
    const { cpu, ram, entry } = this.run;
    const { returns } = this.watched;
    const { path } = this;
    const account = ram.bytes[check.account] ?? 0;
    this.hasBegun = true;
    this.blocks.clear();
    if (check.form === 'short' && cpu.ac !== account) this.watched.see(`account ${check.address}`);
    const isTrue = path?.close(place, check) ?? true;
    this.path = undefined;
    this.entered = check;
    this.lines.enter(check, cpu.cycle, account, isTrue);
    if (((account - check.cycles) & 0x80) === 0) return true;
    // What start-up stores for the handler is not there.
    if (entry !== 0) this.isOver = true;
    else if (returns) return true;
    else this.comeBack(check);
    return false;
  }

  /** Goes on after a check as if the handler had run. */
  private comeBack(check: TimeCheck): void {
    this.run.ram.write(check.account, FULL_ACCOUNT);
    this.run.resumeAt(resumeAddress(check));
  }

  /** Execution goes on after a check. */
  private goOn(check: TimeCheck): void {
    const { cpu, ram } = this.run;
    this.path = new OpenPath(this.watched, this.run, check);
    this.entered = undefined;
    this.lines.goOn(check, cpu.cycle, ram.bytes[check.account] ?? 0, this.last);
  }

  /** Compares where a declared jump goes, which was executed, with where it may go. */
  private noteJump({ address, isResume }: Place, targets: ReadonlySet<number>): void {
    const { program, isOpen } = this.watched;
    const { entered } = this;
    const { ac, nextAddress: to } = this.run.cpu;
    if (targets.has(to)) return;
    const { mode, condition } = opcodeOfWord(wordAt(program.words, address));
    const isPassed = condition !== 'far' && !passes(mode, ac);
    if (isPassed || (entered !== undefined && isResume && to === resumeAddress(entered))) return;
    if (targets.size === 0 && entered !== undefined) this.lines.stray(address, to);
    this.isOver = isOpen;
  }

  private meetBlocks({ address, blocks, beginsBlock }: Place, isInOrder: boolean): void {
    const { cycle } = this.run.cpu;
    for (const { from, to } of blocks) {
      const since = this.blocks.get(from);
      if (since !== undefined) this.watched.see(`path ${from} ${to}`, `${cycle - since}`);
    }
    for (const { from } of blocks) this.blocks.delete(from);
    if (isInOrder && beginsBlock) this.blocks.set(address, cycle);
  }
}
