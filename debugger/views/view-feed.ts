/**
 * What the views are sent.
 *
 * They ask for tables and pictures, as fast as they can draw them. Clients that have asked are notified of changes: at
 * every stop, and after an edit. So nothing piles up in front of a busy window, and other clients are left alone. Sound
 * is sent only while the program runs in real time, since at other speeds it cannot be played.
 */
import { Event } from '@vscode/debugadapter';
import { type PackedLines, packLines, toBase64 } from '#basics';
import { type DecodedTables, decode, type MemoryReader } from '#chess';
import { Rate, type Machine, type Pace } from '#emulator';
import { PIXELS_PER_LINE } from '#isa';
import type { Host } from '../connection/host.ts';
import type { SendEvent } from '../connection/client.ts';
import type { Program } from '../program/program.ts';
import { speedOf } from '../program/launch-options.ts';
import type { ScreenUpdate, TablesUpdate, ViewEvents, WantedLens } from '../protocol.ts';
import { lookThrough } from '../values/lenses.ts';

/** Sound messages per second of the host while the program runs. */
const SOUND_RATE = 25;

export class ViewFeed {
  private readonly soundRate = new Rate(SOUND_RATE);
  private readonly changedTables = changesSince<DecodedTables>();
  private readonly changedScreen = changesSince<{ picture: PackedLines }>();
  /** Places in RAM to show besides the declared ones. */
  private lenses: readonly WantedLens[] = [];
  private isAsked = false;
  private sound = false;

  constructor(
    private readonly machine: Machine,
    private readonly program: Program,
    private readonly host: Host,
    private readonly sendEvent: SendEvent,
    private readonly pace: () => Pace,
  ) {}

  /** Switches sound on or off; what was played before is not sent. */
  switchSound(on: boolean): void {
    if (on && !this.sound) this.machine.takeAudio();
    this.sound = on;
  }

  lookAt(lenses: readonly WantedLens[]): void {
    this.lenses = lenses;
  }

  adopt(other: ViewFeed): void {
    this.lenses = other.lenses;
    this.isAsked = other.isAsked;
    this.sound = other.sound;
  }

  whileRunning(): void {
    if (!this.sound || !this.soundRate.isDue(this.host.now())) return;
    const samples = toBase64(this.machine.takeAudio());
    if (this.pace() === 1 && samples !== '') this.send('gigatron/sound', { samples });
  }

  atStop(): void {
    // The sound of single steps and of going back is not played.
    if (this.sound) this.machine.takeAudio();
    this.changed();
  }

  /** The program has stopped, or the user has changed the machine. */
  changed(): void {
    if (this.isAsked) this.send('gigatron/changed', {});
  }

  stop(): void {
    this.isAsked = false;
    this.sound = false;
  }

  /** @param known cycle of the last answer, if the client still has it */
  tables(running: boolean, known: number | undefined): TablesUpdate {
    this.isAsked = true;
    const { machine, program } = this;
    const { cycle, address } = machine;
    const memory: MemoryReader = { read: (at, bank) => machine.readRam(at, bank) };
    const lenses = this.lenses.map((lens) => lookThrough(lens, { machine, program, address }));
    return { cycle, running, lenses, tables: this.changedTables(decode(memory, program.info), cycle, known) };
  }

  /** @param known cycle of the last answer, if the client still has it */
  screen(running: boolean, known: number | undefined): ScreenUpdate {
    this.isAsked = true;
    const { cycle, leds, monitor } = this.machine;
    const { pixels, frames, badLines, badFrames } = monitor;
    const changes = this.changedScreen({ picture: packLines(pixels, PIXELS_PER_LINE) }, cycle, known);
    return { cycle, running, speed: speedOf(this.pace()), leds, frames, badLines, badFrames, ...changes };
  }

  private send<E extends keyof ViewEvents>(event: E, body: ViewEvents[E]): void {
    this.sendEvent(new Event(event, body));
  }
}

/**
 * Finds the parts of an answer that differ from those of the last answer; all of them for a client that has not got it.
 * @typeParam Parts what an answer consists of; the parts are compared by their JSON
 */
function changesSince<Parts extends object>(): (parts: Parts, cycle: number, known?: number) => Partial<Parts> {
  let last: { readonly cycle?: number; readonly texts: ReadonlyMap<string, string> } = { texts: new Map() };
  return (parts, cycle, known) => {
    const before = known !== undefined && known === last.cycle ? last.texts : undefined;
    const texts = new Map(Object.entries(parts).map(([name, part]) => [name, JSON.stringify(part)]));
    const changed = Object.entries(parts).filter(([name]) => before?.get(name) !== texts.get(name));
    last = { cycle, texts };
    return Object.fromEntries(changed) as Partial<Parts>;
  };
}
