/**
 * Where the cycles of the last frame's length went: by scan line, by time check, by page of ROM and RAM. The stretch is
 * run once more for this; then the machine is back where it was.
 */
import { numberAt, type Cycle, type RomAddress } from '#basics';
import type { History, Machine } from '#emulator';
import {
  CHECK_SHAPES,
  checkSlot,
  CYCLES_PER_FRAME,
  decode,
  formedAddress,
  OUT_HSYNC,
  PAGE_SIZE,
  resumeAddress,
  ROM_WORDS,
  type PlacedCheck,
  CYCLES_PER_LINE,
} from '#isa';
import type { Program } from '../program/program.ts';
import type { CheckUse, CycleKind, FrameMessage, LineUse, LineSegment } from '../protocol.ts';

const PATH_NAMES = 40;

export interface FrameUse extends Pick<FrameMessage, 'from' | 'to' | 'lines' | 'present' | 'checks'> {
  /** By ROM page: cycles; by RAM page (of the machine's RAM): reads and writes. */
  readonly executed: Float64Array;
  readonly reads: Float64Array;
  readonly writes: Float64Array;
}

/** A program in a machine that has a past. */
export interface Run {
  readonly machine: Machine;
  /** The machine's past; all running goes through it. */
  readonly history: History;
  readonly program: Program;
}

/** @param interruptedAt address after the check that had left for the handler when the stretch began, if one had */
export function frameUse(run: Run, from: number, interruptedAt: number | undefined): FrameUse {
  const { machine, history } = run;
  const to = machine.cycle;
  history.goTo(from);
  const counter = new Counter(run, interruptedAt);
  while (machine.cycle < to) counter.step();
  history.goTo(to);
  return counter.result(from, to);
}

/** The cycle at which a stretch as long as a frame begins that ends now. */
export function frameStart({ machine, history }: Pick<Run, 'machine' | 'history'>): number {
  return Math.max(history.oldest, machine.cycle - CYCLES_PER_FRAME);
}

/** The video handler's share of the whole lines of a stretch; null if there is no whole line. */
export function shareOf({ lines }: Pick<FrameUse, 'lines'>): number | null {
  const sum = (part: 'cycles' | 'handlerCycles'): number => lines.reduce((all, line) => all + line[part], 0);
  return handlerShare(sum('handlerCycles'), sum('cycles'));
}

/** A line of which nothing is known but where it begins. */
function openLine(from: Cycle) {
  return { from, handlerCycles: 0, segments: [] as LineSegment[], path: [] as string[] };
}

class Counter {
  private readonly executed = new Float64Array(ROM_WORDS / PAGE_SIZE);
  private readonly reads: Float64Array;
  private readonly writes: Float64Array;
  private readonly checks = new Map<number, { passes: number; left: number; worst: number }>();
  private readonly checkAt = new Map<number, PlacedCheck>();
  private readonly lines: LineUse[] = [];
  private line: ReturnType<typeof openLine>;
  /** Whether the beginning of the line was seen. */
  private whole = false;
  private wasLow: boolean;

  constructor(
    private readonly run: Run,
    /** Where the interrupted code goes on, while the program is in the handler. */
    private resume: number | undefined,
  ) {
    const { machine, program } = run;
    this.reads = new Float64Array(machine.ram.length / PAGE_SIZE);
    this.writes = new Float64Array(machine.ram.length / PAGE_SIZE);
    this.line = openLine(machine.cycle);
    this.wasLow = (machine.registers.out & OUT_HSYNC) === 0;
    for (const check of program.info.declarations.checks) {
      this.checks.set(check.address, { passes: 0, left: 0, worst: Infinity });
      for (let word = check.address; word <= checkSlot(check); word++) this.checkAt.set(word, check);
    }
  }

  step(): void {
    const { machine, history } = this.run;
    const { address, nextAddress } = machine;
    const { ac, x, y } = machine.registers;
    if (address === this.resume) this.resume = undefined;
    this.countAccess(address, x, y);
    this.countCheck(address, nextAddress, ac);
    history.run(1);
    const isLow = (machine.registers.out & OUT_HSYNC) === 0;
    if (isLow && !this.wasLow) this.endLine(machine.cycle - 1);
    this.wasLow = isLow;
    // A trampoline runs the first word of a check once more, on its own.
    const isAgain = this.checkAt.get(address)?.address === address && nextAddress !== address + 1;
    if (this.resume !== undefined) this.line.handlerCycles++;
    this.add(this.kindOf(address, isLow), isAgain ? undefined : this.run.program.symbols.codeName(address));
    // The delay slot of a check's branch still belongs to the code that leaves.
    const check = this.checkAt.get(address);
    const leaves = check !== undefined && address === checkSlot(check) && nextAddress !== address + 1;
    if (leaves && this.resume === undefined) this.resume = resumeAddress(check);
  }

  result(from: number, to: number): FrameUse {
    const { executed, reads, writes, lines } = this;
    const declared = this.run.program.info.declarations.checks;
    const checks = declared.flatMap(({ address, cycles }): CheckUse[] => {
      const use = this.checks.get(address);
      if (use === undefined || use.passes === 0) return [];
      return [{ address, charge: cycles, ...use, ...this.run.program.sources.lineOf(address) }];
    });
    return { from, to, lines, present: this.line.segments, checks, executed, reads, writes };
  }

  private kindOf(address: RomAddress, isLow: boolean): CycleKind {
    if (isLow) return 'pulse';
    const { rom, sources } = this.run.program;
    const isWait =
      sources.lineAt(address)?.pseudo === 'wait' || decode(numberAt(rom, address)).opcode.mnemonic === 'nop';
    if (isWait) return 'waiting';
    return this.resume === undefined ? 'code' : 'handler';
  }

  private add(kind: CycleKind, name: string | undefined): void {
    const { segments, path } = this.line;
    const last = segments.at(-1);
    if (last?.kind === kind) segments[segments.length - 1] = { kind, cycles: last.cycles + 1 };
    else segments.push({ kind, cycles: 1 });
    if (name !== undefined && path.at(-1) !== name && path.length < PATH_NAMES) path.push(name);
  }

  private endLine(cycle: Cycle): void {
    const { from, handlerCycles, segments, path } = this.line;
    const sum = (kind: CycleKind): number =>
      segments.reduce((all, segment) => all + (segment.kind === kind ? segment.cycles : 0), 0);
    // A line that began before the stretch is not complete.
    if (this.whole) {
      const use = { pulse: sum('pulse'), handler: sum('handler'), code: sum('code'), waiting: sum('waiting') };
      this.lines.push({ from, cycles: cycle - from, handlerCycles, ...use, path });
    }
    this.line = openLine(cycle);
    this.whole = true;
  }

  private countCheck(address: RomAddress, next: RomAddress, ac: number): void {
    const check = this.checkAt.get(address);
    const use = check === undefined ? undefined : this.checks.get(check.address);
    // When a trampoline runs the first word once more, on its own, that is not a pass.
    if (check === undefined || use === undefined || next !== address + 1) return;
    if (address !== check.address + CHECK_SHAPES[check.form].charged) return;
    const slack = ac < 0x80 ? ac : ac - 0x100;
    use.passes++;
    use.worst = Math.min(use.worst, slack);
    if (slack < 0) use.left++;
  }

  private countAccess(address: RomAddress, x: number, y: number): void {
    const { machine } = this.run;
    this.executed[address >> 8] = numberAt(this.executed, address >> 8) + 1;
    const instruction = decode(numberAt(machine.rom, address));
    const formed = formedAddress(instruction, x, y);
    if (formed === undefined) return;
    const page = machine.ramIndex(formed) >> 8;
    const counts = instruction.opcode.writesRam ? this.writes : this.reads;
    counts[page] = numberAt(counts, page) + 1;
  }
}

/**
 * The beam's place in the present cycle: scan lines of 200 cycles since vSync fell last, and cycles since hSync fell last
 * (1 in the cycle after the instruction that put it to 0, and so 200 before the one that does so again, which belongs to
 * the line that it ends). Until the program has made such an edge, since power-on.
 */
export function beamPlace(machine: Machine): { readonly line: number; readonly lineCycle: number } {
  const { hSyncFell, vSyncFell } = machine.monitor.state;
  return {
    line: Math.floor(Math.max(0, machine.cycle - Math.max(0, vSyncFell) - 1) / CYCLES_PER_LINE),
    lineCycle: machine.cycle - Math.max(0, hSyncFell),
  };
}

/**
 * The video handler's share of the cycles of a stretch. The handler has all cycles from where a time check leaves for
 * it (after the delay slot of the check's branch) until the word after a check is executed again. That includes its
 * waiting and its hSync pulses, but not checks that do not leave.
 * @returns 0..1; null for a stretch without cycles
 */
export function handlerShare(handlerCycles: number, cycles: number): number | null {
  return cycles === 0 ? null : handlerCycles / cycles;
}
