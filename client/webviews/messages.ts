/**
 * The messages between the extension host and a web view, and what travels of them: only what has changed.
 *
 * Every view sends `ready` once its script runs and then draws what arrives. The host sends the last known state after
 * each `ready` and whenever a page is shown, and from then on what has changed, as the debug adapter says it. A
 * selection made in one view goes to the host, which sends it to all views.
 */
import { hexWord, type SquareNumber, type PackedLines } from '#basics';
import type {
  FrameMessage,
  KeyInput,
  KeyMode,
  PadInput,
  ScreenUpdate,
  SoundMessage,
  Speed,
  TablesUpdate,
  TimelineMessage,
  WantedLens,
  ScreenMessage,
  TablesMessage,
} from '#debugger/protocol';
import type { DecodedTables } from '#chess';

/** What the user has chosen: a square number, a piece index (colour bit included), or neither. */
export interface Selection {
  readonly square: SquareNumber | null;
  readonly piece: number | null;
}

/** What the host tells a page, by the type of the message. */
export interface HostMessages {
  /** Only what has changed since the last one, as the picture in a message of type `screen`. */
  readonly tables: TablesUpdate;
  readonly screen: ScreenUpdate;
  readonly sound: SoundMessage;
  /** After each stop: what a frame's cycles were used for. */
  readonly frame: FrameMessage;
  /** After each message with tables: the run as a timeline. */
  readonly timeline: TimelineMessage;
  /** What keys do, according to the program's launch configuration. */
  readonly keys: KeyMode;
  readonly selection: Selection;
}

/** What messages tell a view: picture and tables are complete. */
export interface Told extends Omit<HostMessages, 'screen' | 'tables'> {
  readonly screen: ScreenMessage;
  readonly tables: TablesMessage;
}

export type HostMessage =
  | { [Type in keyof HostMessages]: { readonly type: Type; readonly message: HostMessages[Type] } }[keyof HostMessages]
  /** There is nothing to show: no program is being debugged, or one is being started. */
  | { readonly type: 'idle'; readonly isStarting: boolean };

export type ViewMessage =
  /** The page is there; how wide it is, in pixels. */
  | { readonly type: 'ready'; readonly width: number }
  /** Input for the machine, passed on as the request `gigatron/input`. */
  | { readonly type: 'input'; readonly input: PadInput | KeyInput }
  /** The page has got the keyboard, or has lost it. */
  | { readonly type: 'focus'; readonly on: boolean }
  /** The user wants the program to run at a speed, passed on as the request `gigatron/speed`. */
  | { readonly type: 'speed'; readonly speed: Speed }
  /** The user switches sound on or off; a new page is silent. */
  | { readonly type: 'listen'; readonly on: boolean }
  /** The user looks at these places in RAM, passed on as the request `gigatron/lenses`. */
  | { readonly type: 'lenses'; readonly lenses: readonly WantedLens[] }
  /** The user changes RAM, passed on as the request `writeMemory`. */
  | { readonly type: 'write'; readonly reference: string; readonly bytes: readonly number[] }
  | { readonly type: 'select'; readonly selection: Selection }
  | { readonly type: 'seek'; readonly cycle: number }
  /** Show a place in a source: absolute path, 0-based line. */
  | { readonly type: 'open'; readonly path: string; readonly line: number }
  | { readonly type: 'memory'; readonly space: 'ram' | 'rom'; readonly address: number }
  /** Save a file, where the user says; its bytes as base64. */
  | { readonly type: 'save'; readonly name: string; readonly data: string }
  | { readonly type: 'copy'; readonly text: string }
  /** The user asks how a program declares its tables. */
  | { readonly type: 'help' }
  /** The user asks to start the program from an idle view. */
  | { readonly type: 'start' };

/** How the debug adapter names a place in memory: `ram:0x0800`, `ram:0x8000@2`. */
export function memoryReference(space: string, address: number, bank?: number): string {
  return `${space}:${hexWord(address).replace('$', '0x')}${bank === undefined ? '' : `@${bank}`}`;
}

const NO_PICTURE: PackedLines = { bytes: '', heights: [] };

/** What is shown after an update; the first update has a picture. */
export function withScreen(before: ScreenMessage | undefined, update: ScreenUpdate): ScreenMessage {
  return { ...update, picture: update.picture ?? before?.picture ?? NO_PICTURE };
}

/** What is shown after an update; the first update has all tables. */
export function withTables(before: TablesMessage | undefined, update: TablesUpdate): TablesMessage {
  return { ...update, tables: { ...before?.tables, ...update.tables } as DecodedTables };
}

/** Whether an update changes what a page draws; that of a running program may only change the cycle. */
export function isNews(before: TablesMessage | undefined, update: TablesUpdate): boolean {
  if (!update.running || before?.running !== true || Object.keys(update.tables).length > 0) return true;
  return JSON.stringify(update.lenses) !== JSON.stringify(before.lenses);
}

/** Since which cycle each problem of the tables has been there. */
export type ProblemsSince = ReadonlyMap<string, number>;

export function problemsSince(before: ProblemsSince, { cycle, tables }: TablesMessage): ProblemsSince {
  return new Map(tables.problems.map((each) => [each, Math.min(before.get(each) ?? cycle, cycle)]));
}

/** Two seconds of the machine: programs need about one to set their tables up. */
const LASTING = 12_500_000;

/** The problems to tell: a running program may be in the midst of changing its tables, so only what stays wrong counts. */
export function lastingProblems(since: ProblemsSince, { running, cycle, tables }: TablesMessage): readonly string[] {
  return running ? tables.problems.filter((each) => cycle - (since.get(each) ?? cycle) >= LASTING) : tables.problems;
}
