/** What the machine of a page sends it: pictures, sound, what the program declares, a look inside, figures. */
import { hexByte, hexDigits, hexWord } from '#basics';
import { decodePlay, type DecodedPlay, type MemoryReader } from '#chess';
import type { Speed } from '#debugger/protocol';
import { Rate, type Machine } from '#emulator';
import { CLOCK_HZ } from '#isa';
import { placesOf, type ProgramNames } from '../names.ts';
import type { PageProgram } from '../program.ts';
import type { FromMachine, Inside } from '../protocol.ts';

export interface ReportHost {
  /** Milliseconds of a steady clock. */
  now(): number;
  /** @param transfer what goes to the page without being copied */
  post(message: FromMachine, transfer?: readonly ArrayBuffer[]): void;
}

interface ReportedMachine {
  readonly machine: Machine;
  readonly running: boolean;
  readonly speed: Speed;
  /** Whether it runs so that its sound can be heard. */
  readonly plays: boolean;
}

/** The shortest time that figures cover, in milliseconds. */
const LEAST_MEASURED = 500;

export class Reports {
  private readonly inside: (machine: Machine) => Inside;
  private readonly rates = {
    screen: new Rate(60),
    sound: new Rate(25),
    play: new Rate(10),
    inside: new Rate(10),
    figures: new Rate(1),
  };
  private listens = false;
  private looks = false;
  private frameSent = -1;
  /** Since the last figures: host time, emulated cycles, milliseconds of work, pictures. */
  private measured = { time: 0, cycle: 0, busy: 0, pictures: 0 };

  constructor(
    private readonly host: ReportHost,
    private readonly program: Pick<PageProgram, 'declarations' | 'names'>,
    private readonly now: () => ReportedMachine,
  ) {
    this.inside = insideView(program.names);
    this.measureFromNow();
  }

  /** What the program declares for whoever plays against it, as it is now. */
  get decoded(): DecodedPlay | undefined {
    const { machine } = this.now();
    const { declarations } = this.program;
    const memory: MemoryReader = { read: (address, bank) => machine.readRam(address, bank) };
    return declarations === null ? undefined : decodePlay(memory, declarations);
  }

  /** Switches sound on or off; what was played before is not sent. */
  listen(on: boolean): void {
    this.now().machine.takeAudio();
    this.listens = on;
  }

  look(on: boolean): void {
    this.looks = on;
    this.sendAll();
  }

  worked(milliseconds: number): void {
    this.measured.busy += milliseconds;
  }

  /** Starts the figures again. */
  measureFromNow(): void {
    this.measured = { time: this.host.now(), cycle: this.now().machine.cycle, busy: 0, pictures: 0 };
  }

  /** Sends what is due while the machine runs. */
  sendDue(): void {
    const now = this.host.now();
    if (this.now().machine.monitor.frames !== this.frameSent && this.rates.screen.isDue(now)) this.sendScreen();
    if (this.rates.play.isDue(now)) this.sendPlay();
    if (this.rates.inside.isDue(now)) this.sendInside();
    if (this.listens && this.rates.sound.isDue(now)) this.sendSound();
    if (this.rates.figures.isDue(now)) this.sendFigures(now);
  }

  sendAll(): void {
    this.sendScreen();
    this.sendPlay();
    this.sendInside();
  }

  private sendScreen(): void {
    const { machine, running, speed } = this.now();
    const { frames, badLines, badFrames } = machine.monitor;
    const pixels = machine.monitor.pixels.slice();
    this.frameSent = frames;
    this.measured.pictures++;
    const picture = { cycle: machine.cycle, running, speed, pixels, leds: machine.leds, frames, badLines, badFrames };
    this.host.post({ type: 'screen', picture }, [pixels.buffer]);
  }

  private sendPlay(): void {
    const { decoded } = this;
    if (decoded !== undefined) this.host.post({ type: 'play', cycle: this.now().machine.cycle, play: decoded });
  }

  private sendInside(): void {
    if (this.looks) this.host.post({ type: 'inside', inside: this.inside(this.now().machine) });
  }

  private sendSound(): void {
    const { machine, plays } = this.now();
    const samples = machine.takeAudio().slice();
    if (plays && samples.length > 0) this.host.post({ type: 'sound', samples }, [samples.buffer]);
  }

  private sendFigures(now: number): void {
    const { time, cycle, busy, pictures } = this.measured;
    const passed = now - time;
    if (passed < LEAST_MEASURED) return;
    const emulated = ((this.now().machine.cycle - cycle) * 1000) / CLOCK_HZ;
    this.measureFromNow();
    const figures = { busy: busy / passed, speed: emulated / passed, pictures: (pictures * 1000) / passed };
    this.host.post({ type: 'figures', figures });
  }
}

/** The most bytes of a variable that are shown. */
const BYTES_SHOWN = 16;

/** Looks into a machine, as text. @param names null if the page has none */
function insideView(names: ProgramNames | null): (machine: Machine) => Inside {
  const places = names === null ? undefined : placesOf(names);
  /** The nearest label at or before an address, in its page. */
  const label = (address: number): string | undefined =>
    names?.labels
      .filter((each) => each.address <= address && each.address >> 8 === address >> 8)
      .sort((a, b) => b.address - a.address)[0]?.name;
  return (machine) => {
    const { ac, x, y, out, outx } = machine.registers;
    const registers = Object.entries({ ac, x, y, out, outx }).map(([name, value]) => [name, hexByte(value)] as const);
    const variables = (names?.variables ?? []).map(({ name, address, size }) => {
      const bytes = Array.from({ length: Math.min(size, BYTES_SHOWN) }, (_, at) =>
        hexDigits(machine.readRam(address + at), 2),
      );
      return [name, `$${bytes.join(' ')}${size > BYTES_SHOWN ? ' …' : ''}`] as const;
    });
    return {
      registers: [['pc', hexWord(machine.nextAddress)], ...registers, ['cycle', String(machine.cycle)]],
      variables,
      place: [label(machine.address), places?.get(machine.address)].filter(Boolean).join(' · '),
    };
  };
}
