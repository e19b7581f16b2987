/**
 * How far a search of the past has come, as the client shows it: a notification with a button to cancel.
 *
 * A search that ends soon is not announced at all.
 */
import { ProgressEndEvent, ProgressStartEvent, ProgressUpdateEvent } from '@vscode/debugadapter';
import type { DebugProtocol } from '@vscode/debugprotocol';
import type { Host } from '../connection/host.ts';
import type { SendEvent } from '../connection/client.ts';
import type { PastSearch } from './movement.ts';

/** Host time after which a search is announced, and between two reports of it, milliseconds. */
const PATIENCE_MS = 500;
const INTERVAL_MS = 200;

export class Progress {
  private search: PastSearch | undefined;
  private announced = false;
  private nextReport = 0;
  private serial = 0;

  constructor(
    private readonly host: Pick<Host, 'now'>,
    private readonly sendEvent: SendEvent,
  ) {}

  /** Reports a search in progress; to be called often. */
  show(search: PastSearch): void {
    const now = this.host.now();
    if (search !== this.search) this.begin(search, now);
    if (now < this.nextReport) return;
    this.nextReport = now + INTERVAL_MS;
    const percentage = Math.round(search.progress * 100);
    if (this.announced) this.sendEvent(updateEvent(this.id, percentage));
    else this.sendEvent(startEvent(this.id, search.title, percentage));
    this.announced = true;
  }

  /** The search has ended, if there was one. */
  end(): void {
    if (this.announced) this.sendEvent(new ProgressEndEvent(this.id));
    this.search = undefined;
    this.announced = false;
  }

  /** Whether this number means the search that is announced. */
  isAbout(progressId: string): boolean {
    return this.announced && progressId === this.id;
  }

  private begin(search: PastSearch, now: number): void {
    this.end();
    this.search = search;
    this.serial++;
    this.nextReport = now + PATIENCE_MS;
  }

  private get id(): string {
    return `search-${this.serial}`;
  }
}

function startEvent(id: string, title: string, percentage: number): DebugProtocol.Event {
  const event: DebugProtocol.ProgressStartEvent = new ProgressStartEvent(id, title);
  Object.assign(event.body, { cancellable: true, percentage });
  return event;
}

function updateEvent(id: string, percentage: number): DebugProtocol.Event {
  const event: DebugProtocol.ProgressUpdateEvent = new ProgressUpdateEvent(id);
  event.body.percentage = percentage;
  return event;
}
