/**
 * Events for the views that subscribe to them.
 *
 * While the program runs, each kind of message that a view wants is sent when it is due, which is checked between
 * slices; at every stop, each subscribed view gets one. The picture is sent only when the monitor has begun another
 * frame or the program has stopped. Sound is sent only in real time: at other speeds it cannot be played.
 */
import { Event } from '@vscode/debugadapter';
import { Rate, type Machine, type Pace } from '#emulator';
import type { SendEvent } from '../connection/client.ts';
import type { Host } from '../connection/host.ts';
import type { Program } from '../program/program.ts';
import { speedOf } from '../program/launch-options.ts';
import type { Subscription, TablesMessage, ViewEvents, WantedLens } from '../protocol.ts';
import { screenMessage, soundMessage, tablesMessage } from './view-messages.ts';

/** What each view wants. */
interface Subscriptions {
  readonly screen: Subscription;
  readonly tables: Subscription;
}

const NONE: Subscriptions = { screen: 'never', tables: 'never' };
/** Events per second of the host while the program runs. */
const RATES = { screen: 60, tables: 10, sound: 25 } as const;

export class ViewFeed {
  private wanted = NONE;
  private readonly rates = {
    screen: new Rate(RATES.screen),
    tables: new Rate(RATES.tables),
    sound: new Rate(RATES.sound),
  };
  private frameSent = -1;
  /** Places in RAM to show besides the declared ones. */
  private lenses: readonly WantedLens[] = [];
  private sound = false;

  constructor(
    private readonly machine: Machine,
    private readonly program: Program,
    private readonly host: Host,
    private readonly sendEvent: SendEvent,
    private readonly pace: () => Pace,
  ) {}

  /** Changes what is given, and sends what was switched on once. */
  subscribe(given: { readonly [View in keyof Subscriptions]?: Subscription | undefined }, running: boolean): void {
    const before = this.wanted;
    this.wanted = { screen: given.screen ?? before.screen, tables: given.tables ?? before.tables };
    if (before.screen === 'never' && this.wanted.screen !== 'never') this.sendScreen(running);
    if (before.tables === 'never' && this.wanted.tables !== 'never') this.sendTables(running);
  }

  /** Switches sound on or off; what was played before is not sent. */
  switchSound(on: boolean): void {
    if (on && !this.sound) this.machine.takeAudio();
    this.sound = on;
  }

  adopt(other: ViewFeed): void {
    this.wanted = other.wanted;
    this.lenses = other.lenses;
    this.sound = other.sound;
  }

  whileRunning(): void {
    if (this.machine.monitor.frames !== this.frameSent && this.isDue('screen')) this.sendScreen(true);
    if (this.isDue('tables')) this.sendTables(true);
    if (this.sound) this.sendSound();
  }

  atStop(): void {
    // The sound of single steps and of going back is not played.
    if (this.sound) this.machine.takeAudio();
    this.sendAll(false);
  }

  /** The user has changed the machine, perhaps while it runs. */
  edited(running: boolean): void {
    this.sendAll(running);
  }

  stop(): void {
    this.wanted = NONE;
    this.sound = false;
  }

  private isDue(view: keyof Subscriptions): boolean {
    return this.wanted[view] === 'running' && this.rates[view].isDue(this.host.now());
  }

  private sendAll(running: boolean): void {
    if (this.wanted.screen !== 'never') this.sendScreen(running);
    if (this.wanted.tables !== 'never') this.sendTables(running);
  }

  private sendScreen(running: boolean): void {
    this.frameSent = this.machine.monitor.frames;
    this.send('gigatron/screen', screenMessage(this.machine, running, speedOf(this.pace())));
  }

  /** The tables as they are now, on request. */
  tables(running: boolean): TablesMessage {
    const { machine, program } = this;
    return tablesMessage({ machine, program, address: machine.address }, running, this.lenses);
  }

  /** Shows these places from now on. */
  lookAt(lenses: readonly WantedLens[], running: boolean): void {
    this.lenses = lenses;
    if (this.wanted.tables !== 'never') this.sendTables(running);
  }

  private sendTables(running: boolean): void {
    this.send('gigatron/tables', this.tables(running));
  }

  private sendSound(): void {
    if (!this.rates.sound.isDue(this.host.now())) return;
    const message = soundMessage(this.machine);
    if (this.pace() === 1 && message.samples !== '') this.send('gigatron/sound', message);
  }

  private send<E extends keyof ViewEvents>(event: E, body: ViewEvents[E]): void {
    this.sendEvent(new Event(event, body));
  }
}
