/**
 * Debug information: what an assembled image means, as one JSON document.
 *
 * It is all that the debugger, the views and the command line know about a program. Lines and columns are
 * 0-based, columns in UTF-16 units; addresses are ROM words 0..65535 or RAM bytes 0..65535 as stated.
 * Documented in docs/debug-information.md, with a JSON schema beside it.
 */
import type {
  PieceCodes,
  RamAddress,
  RomAddress,
  SetDeclaration,
  SquareNumbering,
  TableDeclaration,
  ZeroPageOffset,
} from '#basics';
import { NO_DECLARATIONS, type CheckForm, type RamKib, type RunDeclarations } from '#isa';
import type { Relation } from './syntax.ts';
import type { BytesPlace, RegisterPlace } from './tests.ts';

export const DEBUG_INFO_FORMAT = 'gigatron-debug-info';
/** Goes up with every change that an older reader would misread. */
export const DEBUG_INFO_VERSION = 1;

export interface DebugInfo {
  readonly format: typeof DEBUG_INFO_FORMAT;
  readonly version: typeof DEBUG_INFO_VERSION;
  /** FNV-1a 64 of the 131,072 bytes of the ROM file, 16 hex digits; ties the document to its image. */
  readonly imageHash: string;
  /** RAM that the program needs, in KiB; 32 if older debug information does not say. */
  readonly ramKib: RamKib;
  /** Source files; other parts refer to them by position in this array. */
  readonly sources: readonly DebugSource[];
  /** One entry per assembled word, in ascending address order. */
  readonly lines: readonly DebugLine[];
  readonly symbols: readonly DebugSymbol[];
  readonly routines: readonly DebugRoutine[];
  readonly tables: readonly DebugTable[];
  readonly squares: SquareNumbering | null;
  readonly sets: readonly SetDeclaration[];
  readonly pieces: PieceCodes | null;
  readonly timing: readonly DebugTiming[];
  /** Verdict on the video handler; null for a program without time checks. */
  readonly handler: DebugHandler | null;
  /** What the source declares about a run, for comparing it with what happens. */
  readonly declarations: RunDeclarations;
  /** Definitions of macros; absent if there are none. */
  readonly macros?: readonly DebugMacro[] | undefined;
  /** Breakpoints that are written in the source (`.break`), at their lines; absent if there are none. */
  readonly breaks?: readonly DebugBreak[] | undefined;
}

export interface DebugSource {
  /** Path relative to the folder of the main file, `/` as separator. */
  readonly path: string;
  /** FNV-1a 64 of the UTF-8 text, 16 hex digits. */
  readonly hash: string;
}

export interface DebugMacro {
  readonly name: string;
  readonly source: number;
  /** The lines of `.macro` and `.endmacro`. */
  readonly line: number;
  readonly endLine: number;
}

/** A breakpoint that is written in the source. */
export interface DebugBreak extends DebugPlace {
  /** ROM address of the word before which it stops. */
  readonly address: RomAddress;
  /** The comparison as it is written; empty if it always stops. */
  readonly condition: string;
  /** The comparison with all names resolved: all of these must hold. */
  readonly comparisons: readonly DebugComparison[];
}

/** A place of the machine, and the value that it is compared with. */
export interface DebugComparison {
  readonly place: RegisterPlace | BytesPlace;
  readonly relation: Relation;
  readonly value: number;
}

export interface DebugPlace {
  readonly source: number;
  readonly line: number;
  readonly column: number;
  readonly endColumn: number;
}

export interface DebugLine extends DebugPlace {
  readonly address: RomAddress;
  /**
   * Macro calls and repetitions that led here, innermost first; absent if the line itself is the source of the word.
   * `name` is the name of the macro, or `.repeat` or `.for`.
   */
  readonly expansion?: readonly (DebugPlace & { readonly name: string })[];
  /** What the word belongs to if it is not a plain instruction: a directive such as a time check, or data. */
  readonly pseudo?: string;
  /** RAM address of the byte in the word, if it is one of a program for the vCPU (`.vcpu`). */
  readonly ram?: RamAddress | undefined;
}

export type SymbolKind =
  'label' | 'local' | 'vcpu' | 'constant' | 'zero-page' | 'row' | 'column' | 'frame' | 'field' | 'macro';

/** Kinds of symbols whose value is an address of RAM, or an offset in a page of it. */
export const RAM_KINDS: ReadonlySet<SymbolKind> = new Set<SymbolKind>([
  ...(['zero-page', 'row', 'column', 'frame', 'field', 'vcpu'] as const),
]);

export interface DebugSymbol extends DebugPlace {
  /** Full name; a local label carries its scope: `drawLine.loop`. */
  readonly name: string;
  readonly kind: SymbolKind;
  /** ROM address of a label, RAM address of a declaration, value of a constant. */
  readonly value: number;
}

export interface DebugRoutine {
  readonly name: string;
  /** First word and the word after the last one. */
  readonly start: RomAddress;
  readonly end: RomAddress;
  /** Zero-page byte (RAM address) where the routine saves its return address, if it does. */
  readonly returnCell: ZeroPageOffset | null;
  /** Header text of the routine, as written, without comment marks. */
  readonly header: string;
}

/** A declared piece of RAM, at its place in the source. */
export interface DebugTable extends DebugPlace, TableDeclaration {}

/** Verdict on the video handler that time checks leave for. */
export interface DebugHandler {
  /** `assumed` where it could not be proven. */
  readonly verdict: 'proven' | 'wrong' | 'assumed';
  /** Address that it is about: of the trampoline, or where the trouble is. */
  readonly address: RomAddress;
  /** The reason, as text for people; with the path if it is wrong. */
  readonly detail: string;
}

/** What is known about a ROM image without debug information: nothing. */
export const NO_DEBUG_INFO: DebugInfo = {
  format: DEBUG_INFO_FORMAT,
  version: DEBUG_INFO_VERSION,
  imageHash: '',
  ramKib: 32,
  sources: [],
  lines: [],
  symbols: [],
  routines: [],
  tables: [],
  squares: null,
  sets: [],
  pieces: null,
  timing: [],
  handler: null,
  declarations: NO_DECLARATIONS,
};

/** Verdict on a time check or a timed block. */
export interface DebugTiming {
  readonly kind: CheckForm | 'exact' | 'at-most';
  readonly address: RomAddress;
  /** Cycles charged or required. */
  readonly cycles: number;
  readonly verdict: 'exact' | 'wrong' | 'unproven';
  /** The reason, as text for people; with the path if it is wrong. */
  readonly detail: string;
}
