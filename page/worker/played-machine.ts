/** The machine of a page: runs at a pace and does what the page asks for; reports.ts says what it sends. */
import { failure, isFailure, type Failure } from '#basics';
import { levelKeys, parseFen, positionKeys } from '#chess';
import type { KeyInput, PadInput, Speed } from '#debugger/protocol';
import { createMachine, Pacing, readState, SteadyPad, writeState, type Machine } from '#emulator';
import { CYCLES_PER_FRAME, imageHash, loadRom } from '#isa';
import type { PageProgram } from '../program.ts';
import type { KeptIn, ToMachine } from '../protocol.ts';
import { walkTo } from './pad.ts';
import { Reports, type ReportHost } from './reports.ts';

export interface WorkerHost extends ReportHost {
  /** Runs a task after a delay in milliseconds, and after the messages that wait. */
  later(task: () => void, delay: number): () => void;
}

/** How many frames a typed key takes, with the gap after it. */
const KEY_FRAMES = 5;

/** A task that is done at full speed; each step gives a number of frames to run before the next one. */
interface Errand {
  readonly steps: Generator<number, string | undefined>;
  /** To run before the next step. */
  cycles: number;
}

export class PlayedMachine {
  private machine: Machine;
  private pacing: Pacing;
  private readonly reports: Reports;
  private running = true;
  private speed: Speed = 'realtime';
  private readonly pad: SteadyPad;
  /** Squares that have been clicked and wait. */
  private readonly squares: string[] = [];
  private errand: Errand | undefined;
  private cancel: (() => void) | undefined;

  constructor(
    private readonly program: PageProgram,
    private readonly host: WorkerHost,
  ) {
    this.pad = new SteadyPad(() => this.machine);
    this.machine = this.atBeginning();
    this.pacing = this.newPacing();
    this.reports = new Reports(host, program, () => ({
      machine: this.machine,
      running: this.running,
      speed: this.speed,
      plays: this.speed === 'realtime' && this.errand === undefined,
    }));
    this.reports.sendAll();
    this.schedule(0);
  }

  receive(message: ToMachine): void {
    switch (message.type) {
      case 'begin':
        return;
      case 'run':
        return this.run(message.on);
      case 'frame':
        this.run(false);
        this.machine.run(CYCLES_PER_FRAME);
        return this.reports.sendAll();
      case 'reset':
        return this.reset();
      case 'input':
        return this.input(message.input);
      case 'type':
        return this.begin(this.typing(message.keys));
      case 'speed':
        this.speed = message.speed;
        this.pacing.pace = paceOf(message.speed);
        return;
      case 'listen':
        return this.reports.listen(message.on);
      case 'save':
        return this.save(message.to);
      case 'load':
        return this.load(message.text);
      case 'square':
        return this.press(message.name);
      case 'position':
        return this.setUp(message.fen);
      case 'level':
        return this.typeDeclared((declarations) => levelKeys(declarations, message.level));
      case 'look':
        return this.reports.look(message.on);
    }
  }

  private atBeginning(): Machine {
    const { rom, ramKib, state } = this.program;
    const image = loadRom(rom);
    if (isFailure(image)) throw new Error(image.message);
    const machine = createMachine(image.rom, { ramKib });
    if (state !== '') adopt(machine, state);
    return machine;
  }

  private newPacing(): Pacing {
    const pacing = new Pacing(this.machine, () => this.host.now(), paceOf(this.speed));
    pacing.begin();
    return pacing;
  }

  private reset(): void {
    this.errand = undefined;
    this.squares.length = 0;
    this.machine = this.atBeginning();
    this.pacing = this.newPacing();
    this.reports.measureFromNow();
    this.run(true);
    this.reports.sendAll();
  }

  private run(on: boolean): void {
    this.running = on;
    this.pacing.begin();
    this.schedule(0);
    if (!on) this.reports.sendAll();
  }

  private schedule(delay: number): void {
    this.cancel?.();
    this.cancel = this.running ? this.host.later(() => this.slice(), delay) : undefined;
  }

  private slice(): void {
    const begin = this.host.now();
    const end = this.pacing.slice(this.errand === undefined, (cycles) => this.advance(cycles));
    this.reports.sendDue();
    this.reports.worked(this.host.now() - begin);
    this.schedule('rest' in end ? end.rest : 0);
  }

  /** @returns whether the pace changes, so that the slice must end */
  private advance(cycles: number): true | undefined {
    const { errand } = this;
    if (errand !== undefined && errand.cycles <= 0) this.stepErrand(errand);
    if (errand !== undefined && this.errand === undefined) return true;
    const most = Math.min(cycles, this.errand?.cycles ?? this.pad.settle());
    const before = this.machine.cycle;
    this.machine.run(most);
    if (this.errand !== undefined) this.errand.cycles -= this.machine.cycle - before;
    return undefined;
  }

  private stepErrand(errand: Errand): void {
    const step = errand.steps.next();
    if (step.done !== true) {
      errand.cycles += step.value * CYCLES_PER_FRAME;
      return;
    }
    this.errand = undefined;
    this.pacing.countFromNow();
    if (step.value !== undefined) {
      // The squares that wait make no sense any more.
      this.squares.length = 0;
      this.fail(step.value);
    }
    const next = this.squares.shift();
    if (next !== undefined) this.press(next);
  }

  /** Begins an errand; the present one ends where it is. */
  private begin(steps: Errand['steps']): void {
    this.pad.set([]);
    this.errand = { steps, cycles: 0 };
    if (!this.running) this.run(true);
  }

  private input(input: PadInput | KeyInput): void {
    if (this.errand !== undefined) return;
    if ('pad' in input) this.pad.set(input.pad);
    else this.machine.input.typeKey(input.key);
  }

  private *typing(keys: readonly string[]): Errand['steps'] {
    const unknown = keys.filter((key) => !this.machine.input.typeKey(key));
    yield KEY_FRAMES * (keys.length - unknown.length + 1);
    return unknown.length === 0
      ? undefined
      : `The machine's keyboard has no key for “${[...new Set(unknown)].join('')}”.`;
  }

  private typeDeclared(
    keysOf: (declarations: NonNullable<PageProgram['declarations']>) => readonly string[] | undefined,
  ): void {
    const { declarations } = this.program;
    const keys = declarations === null ? undefined : keysOf(declarations);
    if (this.reports.decoded?.thinking === true) this.fail(THINKS);
    else if (keys !== undefined) this.begin(this.typing(keys));
  }

  private setUp(fen: string): void {
    const read = parseFen(fen);
    if (isFailure(read)) this.fail(read.message);
    else this.typeDeclared((declarations) => positionKeys(declarations, fen));
  }

  /** Presses a square, or lets it wait while there is an errand. */
  private press(square: string): void {
    if (this.errand !== undefined) {
      if (this.squares.length < MOST_SQUARES) this.squares.push(square);
      return;
    }
    if (this.reports.decoded?.thinking === true) return this.fail(THINKS);
    this.begin(
      walkTo(square, {
        cursor: () => this.reports.decoded?.tables.board?.cursor?.square?.name ?? undefined,
        press: (buttons) => this.machine.input.setPad(buttons),
      }),
    );
  }

  private save(to: KeptIn): void {
    const { machine } = this;
    const text = writeState({ rom: imageHash(machine.rom), snapshot: machine.snapshot() });
    this.host.post({ type: 'state', text, to });
  }

  private load(text: string): void {
    const problem = adopt(this.machine, text);
    if (problem !== undefined) return this.fail(`This state cannot be loaded: ${problem.message}.`);
    this.errand = undefined;
    this.pacing.begin();
    this.reports.sendAll();
  }

  private fail(message: string): void {
    this.host.post({ type: 'failed', message });
  }
}

const MOST_SQUARES = 4;

const THINKS = 'The machine is thinking. Wait for its move, or press one of its buttons to make it move.';

function paceOf(speed: Speed): number | 'unlimited' {
  return speed === 'realtime' ? 1 : speed;
}

/** Takes over a state from the text of a file; the failure is a clause. */
function adopt(machine: Machine, text: string): Failure | undefined {
  const saved = readState(text);
  if (isFailure(saved)) return saved;
  if (saved.rom !== imageHash(machine.rom)) return failure('it belongs to another program');
  return machine.adopt(saved.snapshot);
}
