/**
 * What the views exchange with the debug adapter beyond the Debug Adapter Protocol.
 *
 * Names and shapes only, so that a client can import them without the adapter. Requests travel as custom requests,
 * answers and events as plain JSON.
 */
import type { Cycle, PackedLines, RamAddress } from '#basics';
import type { DecodedTables, Lens } from '#chess';

/** Type of the debug configurations, in package.json and in launch.json. */
export const DEBUG_TYPE = 'gigatron';

/** How fast a program runs: `realtime` (6.25 MHz), `unlimited`, or a factor of real time. */
export type Speed = 'realtime' | 'unlimited' | number;

/** What keys pressed in the Screen view do: they are the game pad's buttons, or are typed on the machine's keyboard. */
export type KeyMode = 'pad' | 'typed';

/** Attributes of a launch configuration; package.json describes each for the user. */
export interface LaunchArguments {
  /** A `.gtasm` file, assembled first, or a `.rom`. */
  readonly program: string;
  /**
   * A line for the system's shell that builds the `.rom` from sources in Python; it runs in the workspace folder,
   * before each start.
   */
  readonly build?: string;
  /** Debug information for a `.rom`; for a source it is made, and by a build it is written. */
  readonly debugInfo?: string;
  readonly stopOnEntry?: boolean;
  /** A file with a state of the program, from which it starts instead of from power-on. */
  readonly state?: string;
  /** RAM in KiB; absent: what the program needs. */
  readonly ram?: 32 | 64 | 128;
  /** Seed of the random power-on state; absent: everything zero. */
  readonly seed?: number;
  /** Input script (the format of `gigatron run --input`). */
  readonly input?: string;
  /** A `.gt1` program that starts in RAM when a system ROM is in its menu. */
  readonly load?: string;
  /** Whether that is sent to the ROM's serial loader instead, through its menu. */
  readonly loader?: boolean;
  /**
   * Files with names of the program for the vCPU, as `gigatron disasm --symbols` takes them: of GLCC's linker, of
   * gtBASIC, of this assembler, interface.json.
   */
  readonly symbols?: readonly string[];
  readonly speed?: Speed;
  /** What keys do in the Screen view until the user chooses. */
  readonly keys?: KeyMode;
  /**
   * Views to open at the start, by name: `screen`, `board`, `attack-maps`, `piece-lists`, `game`, `search`,
   * `bitboards`.
   */
  readonly views?: readonly string[];
  /** Definitions for the assembler, as with `-D`. */
  readonly defines?: Readonly<Record<string, string | number>>;
  /** Where the exception filter "Broken invariant" checks: labels or ROM addresses, separated by commas. */
  readonly invariantAt?: string;
  /** Name of a test (`.test`) of the source, which is run instead of the program; it stops where the test fails. */
  readonly test?: string;
  /** File of the test, if several files have one with this name. */
  readonly testFile?: string;
  readonly noDebug?: boolean;
  /**
   * Folder that includes may not leave. The extension sets it to the workspace folder that holds the program, whatever
   * a configuration says. If it is missing or does not hold the program, the program's own folder is used.
   */
  readonly workspace?: string;
  /** What clients of a debugger on a port must know, if it was started with `--token`. */
  readonly token?: string;
}

/** How values are written: `$0c (12)`, `$0c` or `12`. A declared meaning is always added. */
export type NumberStyle = (typeof NUMBER_STYLES)[number];
export const NUMBER_STYLES = ['both', 'hexadecimal', 'decimal'] as const;

/** Custom requests by name: arguments and answer. */
export interface ViewRequests {
  /** Whether the program is to be heard; initially not. */
  'gigatron/listen': { arguments: { on: boolean }; answer: Record<string, never> };
  'gigatron/tables': { arguments: Known; answer: TablesUpdate };
  /** Which RAM to show as a board or word of bits besides what is declared; the next tables contain it. */
  'gigatron/lenses': { arguments: { lenses: readonly WantedLens[] }; answer: Record<string, never> };
  'gigatron/screen': { arguments: Known; answer: ScreenUpdate };
  /** Input of the user: game-pad buttons held down from now on, or a typed character. */
  'gigatron/input': { arguments: PadInput | KeyInput; answer: Record<string, never> };
  /** Whether the user types to the machine; from now on, a stop asks the client to keep its focus. */
  'gigatron/typing': { arguments: { on: boolean }; answer: Record<string, never> };
  /** Reports the present stop again, now as one that may take the focus. */
  'gigatron/showStop': { arguments: Record<string, never>; answer: Record<string, never> };
  /**
   * Goes to a moment in the past or future; `name` is the expression whose bytes are written or changed, `cycle` the
   * number of a cycle.
   */
  'gigatron/seek': {
    arguments: { to: SeekMoment; name?: string } | { to: 'cycle'; cycle: number };
    answer: Record<string, never>;
  };
  /** The stretches that end now, and can be measured. */
  'gigatron/stretches': { arguments: Record<string, never>; answer: { stretches: readonly Stretch[] } };
  /** Measures a stretch of the past up to now; `gigatron/measured` brings the result, when the program has stopped. */
  'gigatron/measure': { arguments: { stretch: Stretch }; answer: Record<string, never> };
  /** What the cycles of the last frame's length were used for. */
  'gigatron/frame': { arguments: Record<string, never>; answer: FrameMessage };
  'gigatron/timeline': { arguments: Record<string, never>; answer: TimelineMessage };
  /** What is declared at an address of RAM, 0 to 65,535. */
  'gigatron/byteOwner': { arguments: { address: number }; answer: ByteOwner };
  'gigatron/numbers': { arguments: { style: NumberStyle }; answer: Record<string, never> };
  'gigatron/status': { arguments: Record<string, never>; answer: StatusMessage };
  /** Changes the speed from now on; the answer is the current speed, even if none is given. */
  'gigatron/speed': { arguments: { speed?: Speed }; answer: { speed: Speed } };
  /** The present state as the text of a file. */
  'gigatron/saveState': { arguments: Record<string, never>; answer: { text: string; cycle: Cycle } };
  /** Goes to a state. The run has no past from then on. */
  'gigatron/loadState': { arguments: StateFile; answer: Record<string, never> };
  /** Assembles the source again; RAM, registers and the place in the code stay. */
  'gigatron/reload': { arguments: Record<string, never>; answer: Record<string, never> };
  /** What differs between a state and another one, or the present one. */
  'gigatron/compareStates': { arguments: { one: StateFile; other?: StateFile }; answer: StateComparison };
}

/**
 * Pictures and tables are large, and mostly the same as a moment ago. An answer leaves out what the client already has.
 */
interface Known {
  /** Cycle of the last answer to the same request, if the client still has its content. */
  readonly known?: number | undefined;
}

/** What a byte of RAM belongs to: `record[3]` with its whole value, or the byte by its address. */
export interface ByteOwner {
  readonly name: string;
  readonly value: string;
}

/** Moments to go to: accesses to bytes, beginnings of what is in progress, the next instruction of the vCPU. */
type SeekMoment = (typeof SEEK_MOMENTS)[number];
export const SEEK_MOMENTS = [
  ...(['last-write', 'last-change', 'next-write', 'scan-line', 'frame'] as const),
  ...(['node', 'search', 'vcpu', 'vcpu-over'] as const),
] as const;

/**
 * What is measured, up to now: the frame of the picture, the run since the previous stop, the search (of this depth) or
 * its present node, the whole run.
 */
export type Stretch = (typeof STRETCHES)[number];
export const STRETCHES = ['frame', 'stops', 'search', 'node', 'run'] as const;

export type PadButton = 'right' | 'left' | 'down' | 'up' | 'start' | 'select' | 'b' | 'a';
export interface PadInput {
  readonly pad: readonly PadButton[];
}
export interface KeyInput {
  readonly key: string;
}

export interface ViewEvents {
  /**
   * The program has stopped, or the user has changed the machine: what views show may be out of date. Sent to a client
   * that has asked for tables or picture.
   */
  'gigatron/changed': Record<string, never>;
  'gigatron/measured': MeasuredMessage;
  /** The program has stopped in a source that has changed since it was assembled; sent once for each source. */
  'gigatron/sourceChanged': { readonly path: string };
  /** About 25 times a second while the program runs in real time and the client listens. */
  'gigatron/sound': SoundMessage;
}

/** Profile and coverage of the cycles `from` to `to`, `to` not included. */
export interface MeasuredMessage {
  readonly from: number;
  readonly to: number;
  /** Cycles of the video handler, and its share, 0..1; null for no cycles. */
  readonly handlerCycles: number;
  readonly handlerShare: number | null;
  readonly files: readonly MeasuredFile[];
  /** Text of a `.cpuprofile`, and of an LCOV tracefile. */
  readonly cpuProfile: string;
  readonly lcov: string;
}

export interface MeasuredFile {
  /** Absolute. */
  readonly path: string;
  /** Lines that made code, 0-based: arrivals, cycles, words, and how many of them executed. */
  readonly lines: readonly {
    readonly line: number;
    readonly count: number;
    readonly cycles: number;
    readonly words: number;
    readonly covered: number;
  }[];
  /** Conditional branches by 0-based line. */
  readonly branches: readonly { readonly line: number; readonly taken: number; readonly notTaken: number }[];
}

export interface StatusMessage {
  /** Emulated time since power-on. */
  readonly seconds: number;
  readonly running: boolean;
  /** Scan lines since vSync fell, and cycles since hSync fell, as the variables of these names. */
  readonly line: number;
  readonly lineCycle: number;
  readonly badLines: number;
  readonly badFrames: number;
  /** The video handler's share of the last frame's length, 0..1, as of the last stop; null if that is not known. */
  readonly handlerShare: number | null;
}

export interface SoundMessage {
  /** The audio DAC's values, 0..15, one byte each, base64; 31,250 samples make a second. */
  readonly samples: string;
}

/** The decoded tables of the program, or why they cannot be decoded. */
export interface TablesMessage {
  readonly cycle: Cycle;
  readonly running: boolean;
  readonly tables: DecodedTables;
  /** What `gigatron/lenses` asked for, in its order. */
  readonly lenses: readonly SeenLens[];
}

/** The tables that differ from those before. */
export interface TablesUpdate extends Omit<TablesMessage, 'tables'> {
  readonly tables: Partial<DecodedTables>;
}

/** A place in RAM to be shown as a board or word of bits. */
export interface WantedLens extends Lens {
  /** A variable, an entry of a table, or any expression whose value is a RAM address. */
  readonly expression: string;
}

export interface SeenLens extends WantedLens {
  /** RAM address; null if the expression does not name a place. */
  readonly address: number | null;
  /** The bank that has it, if that is not the one that the window shows. */
  readonly bank?: number | undefined;
  readonly bytes: readonly number[];
  /** One sentence that says why nothing can be shown; otherwise null. */
  readonly problem: string | null;
}

/** What is seen of the machine beside its picture. */
export interface ScreenState {
  readonly cycle: Cycle;
  readonly running: boolean;
  readonly speed: Speed;
  /** Four LEDs, bit 0 leftmost. */
  readonly leds: number;
  /** Frames seen, and lines and frames that a monitor would reject, since power-on. */
  readonly frames: number;
  readonly badLines: number;
  readonly badFrames: number;
}

export interface ScreenMessage extends ScreenState {
  /** 480 lines of 160 pixels, one byte each (OUT bits 5..0). */
  readonly picture: PackedLines;
}

/** Without a picture if that has not changed. */
export interface ScreenUpdate extends ScreenState {
  readonly picture?: PackedLines;
}

/**
 * In a browser, the adapter runs in a worker without files, so it asks its client. Requests travel from the
 * adapter to the client as messages of type `request`; the client answers each with a `response` (if the file
 * cannot be read, with `success: false` and one sentence on why as `message`).
 */
export interface HostRequests {
  'gigatron/readFile': { arguments: { path: string }; answer: { data: string /* base64 */ } };
}

/** What a cycle was used for: within hSync, by the video handler, by other code, by `nop` and `.wait`. */
export type CycleKind = 'pulse' | 'handler' | 'code' | 'waiting';

export interface LineSegment {
  readonly kind: CycleKind;
  readonly cycles: number;
}

/** A complete scan line, from one fall of hSync to the next. */
export interface LineUse extends Readonly<Record<CycleKind, number>> {
  readonly from: number;
  readonly cycles: number;
  /** Cycles of any kind that the video handler took. */
  readonly handlerCycles: number;
  /** The code that it went through, by name, at most the first forty. */
  readonly path: readonly string[];
}

/** A time check that was passed. */
export interface CheckUse {
  readonly address: number;
  readonly charge: number;
  readonly passes: number;
  /** How often it left for the handler. */
  readonly left: number;
  /** The lowest value of the account after the charge. */
  readonly worst: number;
  /** Absolute path and 0-based line. */
  readonly path?: string;
  readonly line?: number;
}

export interface PageUse {
  /** Number of the page; of RAM by index, banks of an expander one after the other. */
  readonly page: number;
  /** The owners of words or bytes in it. */
  readonly owners: readonly string[];
  /** Words or bytes that have an owner, 0 to 256. */
  readonly used: number;
  /** Cycles executed in it; of RAM reads and writes. */
  readonly executed: number;
  readonly reads: number;
  readonly writes: number;
  /** Where its first word or byte is written: absolute path and 0-based line. */
  readonly path?: string;
  readonly line?: number;
}

/** How the cycles from `from` to `to`, excluding `to`, were used. */
export interface FrameMessage {
  readonly from: number;
  readonly to: number;
  readonly lineCycles: number;
  /** The video handler's share of the whole lines, 0..1; null if there are none. */
  readonly handlerShare: number | null;
  readonly lines: readonly LineUse[];
  /** The present line so far, in the order of its cycles. */
  readonly present: readonly LineSegment[];
  /** Where the program stopped, by name. */
  readonly at: string;
  readonly checks: readonly CheckUse[];
  readonly rom: readonly PageUse[];
  readonly ram: readonly PageUse[];
}

export interface StateFile {
  /** For messages. */
  readonly name: string;
  /** Its bytes, base64. */
  readonly data: string;
}

export interface StateComparison {
  readonly differences: readonly StateDifference[];
}

export type StateGroup = 'Registers' | 'Zero page' | 'Tables' | 'Other RAM' | 'Picture';

/** One thing that differs, as it is in each of the two states. */
export interface StateDifference {
  readonly group: StateGroup;
  readonly name: string;
  /** Where it is in RAM; null if it is not in RAM. */
  readonly address: RamAddress | null;
  readonly one: string;
  readonly other: string;
}

/** What happens in a run: a move of the game, a stop, a change by the user, input, a fault of the picture. */
export type HappeningKind = (typeof HAPPENING_KINDS)[number];
export const HAPPENING_KINDS = ['move', 'stop', 'edit', 'input', 'fault'] as const;

export interface Happening {
  readonly kind: HappeningKind;
  /** Where to go to see it. A move is found while the program runs, a few milliseconds after it was made. */
  readonly cycle: number;
  readonly text: string;
}

export interface TimelineMessage {
  /** The earliest cycle that can be reached, and the latest that the run has reached. */
  readonly oldest: number;
  readonly latest: number;
  readonly now: number;
  readonly running: boolean;
  readonly frameCycles: number;
  /** In order of time; only the latest of each kind. */
  readonly happenings: readonly Happening[];
}
