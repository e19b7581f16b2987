/**
 * The fast core: executes translated code where there is some, and the reference core if there is none.
 *
 *     interpret ──(an address becomes hot)──▶ translate ──▶ run translated code
 *         ▲                                                     │ end of the slice, unknown address, `ctrl`,
 *         └─────────────────────────────────────────────────────┘ breakpoint, watched byte
 *
 * Translated code works on the same RAM; the rest of the machine's state is handed over and taken back
 * (wasm/exchange.ts). The reference core finds all stops, one instruction at a time: translated code only knows how to
 * leave before them.
 */
import { addAt } from '#basics';
import { decode, ROM_WORDS, wordAt, type ReferenceCore, type Profile } from '#isa';
import type { StopReason, Stops, Core } from '../core/stops.ts';
import type { ReferenceRunner } from '../core/reference-runner.ts';
import type { Probe } from '../core/probe.ts';
import { Exchange, type ExchangedParts } from './exchange.ts';
import { GUARDS, ROM_COPY, WATCH_FLAGS } from './memory-layout.ts';
import { PathCounters } from './path-counters.ts';
import { RespectedStops } from './respected-stops.ts';
import { Translator } from './translator.ts';

/** How often a jump must land on an address before it is translated. */
const HOT = 24;
/** From this share of that number on, an address is translated along with a hot one. */
const WARM = 1 / 6;
/** The most cycles for which translated code is entered at once; the log counts them in 31 bits. */
const SLICE = 1 << 20;
const SCLK = 1;
/** With fewer cycles than this, it is not worth looking for translated code. */
const SHORT = 256;
/** Cycles after which all counters are emptied, before any can overflow. */
const FOLD = 2 ** 30;
/**
 * Code is translated again for new stops only after the reference core has run this many cycles for each landing that
 * makes an address hot: usually 200,000 in all, more than a step over a call takes.
 */
const GRACE = 8192;

interface FastCoreParts extends ExchangedParts {
  readonly rom: Uint16Array;
  readonly reference: ReferenceCore;
  readonly runner: ReferenceRunner;
  /** Landings that make an address hot; default 24. */
  readonly translateAfter: number | undefined;
}

export class FastCore implements Core {
  private readonly translator: Translator;
  private readonly heat = new Uint8Array(ROM_WORDS);
  private readonly exchange: Exchange;
  private readonly romCopy: Uint16Array;
  private readonly hot: number;
  /** The probe that is asked at marked addresses in this run. */
  private probe: Probe | undefined;
  /** Whether the probe has stopped translated code. */
  private struck = false;
  private readonly respected: RespectedStops;
  /** Cycles that the reference core has run for stops that translated code does not respect yet. */
  private waited = 0;
  private readonly counters: PathCounters;
  private ownProfile: Profile | undefined;
  /** Cycles whose counts have not been folded. */
  private unfolded = 0;

  constructor(private readonly parts: FastCoreParts) {
    const { rom, memory, ram, translateAfter = HOT } = parts;
    this.hot = translateAfter;
    this.respected = new RespectedStops(
      new Uint8Array(memory.buffer, WATCH_FLAGS, ram.bytes.length),
      new Uint8Array(memory.buffer, GUARDS, ram.bytes.length),
    );
    this.exchange = new Exchange(parts);
    this.romCopy = new Uint16Array(memory.buffer, ROM_COPY, rom.length);
    this.romCopy.set(rom);
    this.counters = new PathCounters(memory);
    const imports = {
      vSyncFall: (left: number) => this.vSyncFall(left),
      drain: () => this.exchange.drain(),
      ask: (place: number, ac: number, x: number, y: number, left: number) => this.ask(place, ac, x, y, left),
    };
    this.translator = new Translator({ rom, ramKib: ram.sizeKib, memory, imports, requirements: this.respected });
  }

  run(limit: number, stops: Stops, testFirst: boolean): StopReason | undefined {
    const { cpu, runner } = this.parts;
    this.probe = stops.probe;
    if (stops.until !== undefined || stops.onFault === true) return runner.run(limit, stops, testFirst);
    let test = testFirst;
    if (!this.respected.covers(stops)) {
      const start = cpu.cycle;
      const reason = runner.run(Math.min(limit, start + GRACE * this.hot - this.waited), stops, test);
      this.waited += cpu.cycle - start;
      if (reason !== undefined || cpu.cycle >= limit) return reason;
      this.forget(stops);
      test ||= cpu.cycle !== start;
    }
    return this.runTranslated(limit, stops, test);
  }

  private runTranslated(limit: number, stops: Stops, testFirst: boolean): StopReason | undefined {
    const { cpu } = this.parts;
    const stopping = stops.breakpoints !== undefined || stops.probe !== undefined || (stops.watches?.length ?? 0) > 0;
    let test = testFirst;
    while (cpu.cycle < limit) {
      if (this.canEnter() && (test || !stopping)) {
        const before = cpu.cycle;
        this.enter(Math.min(limit - before, SLICE));
        if (this.struck) return this.strike();
        if (cpu.cycle !== before && cpu.cycle < limit && this.canEnter()) continue;
        test = true;
      }
      if (cpu.cycle >= limit) break;
      if (this.standsStill(stops)) {
        this.wait(limit);
        break;
      }
      if (this.respected.isStray(cpu.address, stops)) this.forget(stops);
      const reason = this.interpret(limit, stopping ? stops : undefined, test);
      if (reason !== undefined) return reason;
      test = true;
    }
    return undefined;
  }

  private ask(place: number, ac: number, x: number, y: number, left: number): number {
    if (this.probe === undefined) return 0;
    const { probe } = this;
    const { quiet } = this.respected;
    if (quiet !== undefined) this.exchange.quietFromCells(quiet);
    this.struck = probe.ask(place & 0xffff, place >>> 16, ac, y, this.exchange.cycleWith(left), x);
    if (quiet !== undefined) this.exchange.quietToCells(quiet);
    return this.struck ? 1 : 0;
  }

  private vSyncFall(left: number): void {
    this.exchange.vSyncFall();
    if (this.probe?.vSyncFell === undefined) return;
    this.exchange.drain();
    this.probe.vSyncFell(this.exchange.cycleWith(left), this.parts.monitor.lines);
    if (this.respected.quiet !== undefined) this.exchange.deadlineToCell(this.respected.quiet);
  }

  private strike(): StopReason {
    this.struck = false;
    return { kind: 'probe', address: this.parts.cpu.address };
  }

  /**
   * Whether the machine executes nothing but a jump to itself in its own delay slot, without a breakpoint. Power-on
   * executes address 0 with address 0 after it: there, `bra 0` is an endless loop that no block can hold.
   */
  private standsStill({ breakpoints }: Stops): boolean {
    const { cpu, rom } = this.parts;
    const { address, nextAddress } = cpu;
    if (address !== nextAddress || (breakpoints?.[address] ?? 0) !== 0) return false;
    const { opcode, operand } = decode(wordAt(rom, address));
    if (opcode.operation !== 'jump' || opcode.bus !== 'd') return false;
    if (opcode.condition === 'always') return operand === (address & 0xff);
    return opcode.condition === 'far' && address === ((cpu.y << 8) | operand);
  }

  /** Lets time pass up to a cycle while the machine stands still. */
  private wait(limit: number): void {
    const { cpu } = this.parts;
    if (this.ownProfile !== undefined) addAt(this.ownProfile.executions, cpu.address, limit - cpu.cycle);
    cpu.cycle = limit;
  }

  private canEnter(): boolean {
    const { cpu, ram } = this.parts;
    const { address, nextAddress } = cpu;
    // With the serial clock high, the expander answers every read itself; only the reference core models that.
    if (ram.sizeKib === 128 && (ram.control & SCLK) !== 0) return false;
    return this.translator.blocks[address] !== 0 && nextAddress === ((address + 1) & 0xffff);
  }

  /** Drops all translated code; new code will respect these stops. */
  private forget(stops: Stops): void {
    this.respected.take(stops);
    this.waited = 0;
    this.empty();
    // A single instruction at a computed address must not slip past a breakpoint, so its word is made one that fails
    // every test.
    this.parts.rom.forEach((word, address) => {
      this.romCopy[address] = this.respected.isStop(address) ? 0xffff : word;
    });
  }

  private empty(): void {
    this.foldProfile();
    this.translator.reset(this.ownProfile === undefined ? undefined : this.counters);
    this.heat.fill(0);
  }

  /** Counts executions and branches taken into `profile` from now on; undefined stops counting. */
  set profile(profile: Profile | undefined) {
    this.foldProfile();
    this.ownProfile = profile;
    this.empty();
  }

  /** Brings the profile up to date. */
  foldProfile(): void {
    this.unfolded = 0;
    if (this.ownProfile !== undefined) this.counters.fold(this.ownProfile);
  }

  /** Runs the reference core to `limit`, to a stop or to a translated address; at least one cycle. */
  private interpret(limit: number, stops: Stops | undefined, testFirst: boolean): StopReason | undefined {
    const { cpu, reference, runner } = this.parts;
    if (limit - cpu.cycle < SHORT) return runner.run(limit, stops ?? {}, testFirst);
    let test = testFirst;
    let landed = true;
    do {
      const neighbours = cpu.nextAddress === ((cpu.address + 1) & 0xffff);
      if (landed && neighbours && this.warm(cpu.address) && test) return undefined;
      const reason = stops === undefined ? reference.step() : runner.run(cpu.cycle + 1, stops, test);
      if (reason !== undefined) return reason;
      test = true;
      landed = !neighbours;
    } while (cpu.cycle < limit && !this.canEnter());
    return undefined;
  }

  /** Counts a landing; true if the address has just been translated. */
  private warm(address: number): boolean {
    const heat = this.heat[address]!;
    if (heat > this.hot) return false;
    this.heat[address] = heat + 1;
    return heat === this.hot && this.translate(address);
  }

  /** Translates a hot address, and with it those that are warm by now. */
  private translate(address: number): boolean {
    if (this.translator.full) this.empty();
    const addresses = [address];
    const warm = Math.max(1, this.hot * WARM);
    for (let place = 0; place < ROM_WORDS; place++) {
      const heat = this.heat[place]!;
      if (heat >= warm && heat <= this.hot) addresses.push(place);
    }
    return this.translator.translate(addresses) && this.translator.blocks[address] !== 0;
  }

  /** Runs translated code from the present address for at most `cycles`. */
  private enter(cycles: number): void {
    const { cpu } = this.parts;
    this.unfolded += cycles;
    if (this.unfolded > FOLD) this.foldProfile();
    const end = cpu.cycle + cycles;
    this.exchange.handOver(end);
    const quiet = this.probe === undefined ? undefined : this.respected.quiet;
    this.exchange.quietToCells(quiet);
    this.translator.enter(cpu.ac, cpu.x, cpu.y, cycles, cpu.address);
    this.exchange.takeBack();
    if (quiet !== undefined) this.exchange.quietFromCells(quiet);
  }
}
