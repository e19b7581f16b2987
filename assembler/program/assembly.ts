/**
 * What assembling gives: image, findings, and everything that tools ask about a program.
 *
 * Parts that not every caller needs (debug information, symbol graph, listing) are computed on first request. The types
 * are separate from the code, so that users of the room can read them in one place.
 */
import type { Failure, RomAddress } from '#basics';
import type { RoutineFacts, TimingClaims } from '#proof';
import type { AssembledFile, Expression } from '../contract/syntax.ts';
import type { DebugInfo, SymbolKind } from '../contract/debug-info.ts';
import type { Diagnostic } from '../contract/diagnostic.ts';
import type { Location, Position, Range } from '../contract/source.ts';
import type { TestProgram } from '../contract/tests.ts';

export interface AssembleOptions {
  /** Constants defined before the first line, as by `-D NAME=VALUE`. */
  readonly defines?: Readonly<Record<string, number>>;
  /** Folder that includes may not leave; absent: only the top of the paths. */
  readonly root?: string;
  /** Folders that are searched for includes that are not found beside the file that names them. */
  readonly includeFolders?: readonly string[];
  /** Whether time checks are proven and lints run; default true. */
  readonly check?: boolean;
}

/** An assembly of a program as its texts were. It is a value: it answers the same whenever it is asked. */
export interface Assembly {
  readonly main: string;
  /** 65,536 words; unused ones are 0. */
  readonly image: Uint16Array;
  /** 65,536 flags: 1 where a word was assembled. */
  readonly used: Uint8Array;
  readonly words: number;
  /** All findings, by file in order of inclusion, then by line; those of proof and lints only if `isChecked`. */
  readonly diagnostics: readonly Diagnostic[];
  /** Whether time checks were proven and lints run; an assembly with errors counts as checked. */
  readonly isChecked: boolean;
  /** Whether any finding is an error; the image is then incomplete. */
  readonly hasErrors: boolean;
  readonly debugInfo: DebugInfo;
  /** Declared tables and verdicts of the proof, as in the debug information but without making the rest of it. */
  readonly tables: DebugInfo['tables'];
  readonly timing: DebugInfo['timing'];
  readonly handler: DebugInfo['handler'];
  /** Every file read as source, in order of inclusion. */
  readonly files: readonly AssembledFile[];
  readonly tests: TestProgram;
  readonly symbols: SymbolGraph;
  /** Macro calls, repetitions and includes in order of their place. */
  readonly expansions: readonly ExpansionSite[];
  /** Use of each ROM page that has a word. */
  readonly pages: readonly PageUse[];
  /** The same program checked; itself if it is. */
  checked(): Assembly;
  /**
   * Does the slow part of {@link checked}, a few milliseconds with each `next`; afterwards `checked` is quick. It may
   * be dropped at any time.
   */
  proving(): Generator<void, void>;
  file(path: string): AssembledFile | undefined;
  /** The expansions that begin on a line. */
  expansionsAt(path: string, line: number): readonly ExpansionSite[];
  /** Words that a source line assembled to, in address order (more than one run where a macro is called twice). */
  wordsAt(path: string, line: number): readonly AssembledWord[];
  /** The different values that an expression on a line has in its calls and rounds. */
  valuesOn(path: string, line: number, expression: Expression): readonly LineValue[];
  /** Where an anonymous label that is used on a line leads: `:-` is −1, `:++` is 2. */
  anonymousFrom(path: string, line: number, distance: number): readonly AnonymousLabel[];
  /** Lines of a file that a condition (`.if`) leaves out, in order. */
  inactiveLines(path: string): readonly LineSpan[];
  /** What the proof claims of the program, for a certificate; undefined if it was not proven. */
  timingClaims(): TimingClaims | undefined;
  /** What the routine at a ROM address, with its callees, costs and changes; undefined if the program has errors. */
  routineFacts(name: string, address: RomAddress): RoutineFacts | undefined;
  /** The listing (`.lst`) in the ecosystem's columns. */
  listing(): string;
  /** The part of the listing that a file gives, or one line of it, counted from 0. */
  listingOf(path: string, line?: number): FileListing;
  /** The `.gt1` file of the `.vcpu` segments; a failure, a sentence, if they are not one whole program. */
  gt1(): Uint8Array | Failure;
  /** The `interface.json` with what `.interface` names; a failure, a sentence, if that is nothing. */
  interfaceJson(): string | Failure;
  /** The 131,072 bytes of the ROM file: byte 2n is the opcode of word n, byte 2n + 1 its operand. */
  rom(): Uint8Array;
}

/** Text of a listing, and for each of its lines the line of the source that it comes from, from 0; −1 for none. */
export interface FileListing {
  readonly text: string;
  readonly lines: readonly number[];
}

/** A place in a source, from 0, and the ROM address that it has. */
export interface AnonymousLabel {
  readonly file: string;
  readonly line: number;
  readonly address: number;
}

/** Lines of a file, counted from 0, the last one included. */
export interface LineSpan {
  readonly first: number;
  readonly last: number;
}

/** A value, and whether it is an address. */
export interface LineValue {
  readonly value: number;
  readonly isAddress: boolean;
}

export interface AssembledWord {
  readonly address: RomAddress;
  readonly word: number;
}

export interface SymbolDefinition extends Location {
  /** Full name; a local label carries its scope: `drawLine.loop`. */
  readonly name: string;
  readonly kind: SymbolKind;
  /** ROM address, RAM address or value; undefined if an error keeps it unknown, and for macros. */
  readonly value: number | undefined;
  /** Full name of the label or procedure that a local belongs to; empty for global names. */
  readonly scope: string;
  /** Comment lines directly above the definition, without comment marks. */
  readonly documentation: string;
  /** Range of the whole definition: the block of a macro, procedure or frame, otherwise the line. */
  readonly extent: Range;
  /** Parameters of a macro, as written. */
  readonly parameters?: readonly string[];
}

export interface SymbolReference extends Location {
  readonly definition: SymbolDefinition;
  readonly isDefinition: boolean;
  /** Whether the referenced RAM is written there (`st [name]`). */
  readonly isWrite: boolean;
}

/** Takes a name: its line and columns, what it stands for, and whether it is defined there. */
export type NameVisitor = (line: number, start: number, end: number, kind: SymbolKind, isDefinition: boolean) => void;

export interface SymbolGraph {
  readonly definitions: readonly SymbolDefinition[];
  /** By file and place. */
  readonly references: readonly SymbolReference[];
  definitionsIn(path: string): readonly SymbolDefinition[];
  /** The references and definitions in a file, by place; costs one file, not the program. */
  referencesIn(path: string): readonly SymbolReference[];
  /** Those on some lines of a file, the last one included; costs these lines. */
  referencesOn(path: string, first: number, last: number): readonly SymbolReference[];
  /** Passes the names on some lines of a file to a visitor, by place, the last line included; creates no objects. */
  eachName(path: string, first: number, last: number, visit: NameVisitor): void;
  definitionsOf(kind: SymbolKind): readonly SymbolDefinition[];
  /** The definition with a full name; the first where macros make several. */
  definitionNamed(name: string): SymbolDefinition | undefined;
  macroNamed(name: string): SymbolDefinition | undefined;
  /** The reference or definition at a position. */
  at(path: string, position: Position): SymbolReference | undefined;
  /** The references to a symbol, by file and place; only those in one file where that is named. */
  referencesTo(definition: SymbolDefinition, path?: string): readonly SymbolReference[];
  /** Names that can be used at a position, locals without their scope as `.name`. */
  inScope(
    path: string,
    position: Position,
  ): readonly { readonly name: string; readonly definition: SymbolDefinition }[];
}

export interface ExpansionSite extends Location {
  readonly kind: 'macro' | 'repeat' | 'for' | 'include';
  /** Name of the macro or path of the file. */
  readonly name: string;
  readonly words: readonly AssembledWord[];
}

export interface PageUse {
  /** 0..255. */
  readonly page: number;
  /** Words assembled in the page. */
  readonly used: number;
  /** Global labels in the page, in address order. */
  readonly labels: readonly string[];
}
