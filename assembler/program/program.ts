/**
 * A program on its way through the phases: what expansion collects and the later phases fill in.
 *
 * Items are the statements that remain when macros, loops, conditions and includes are done, in order.
 * Scopes hold local labels and the bindings of parameters; symbols resolve lazily, since a constant
 * may use a label that is placed later.
 */
import { addTo, elementAt, type PieceCodes, type RamAddress, type SetDeclaration, type SquareNumbering } from '#basics';
import { PAGE_SIZE, type RamKib } from '#isa';
import type { FrameShape } from '#proof';
import type { AssembledFile, Expression, Operand, ParsedLine, Span, Statement } from '../contract/syntax.ts';
import type { DebugBreak, DebugTable, SymbolKind } from '../contract/debug-info.ts';
import type { Fix, Related, TextEdit } from '../contract/diagnostic.ts';
import { lineRange } from '../contract/source.ts';
import type { Expansion } from './expansion.ts';
import type { Findings } from './findings.ts';

/** Where something was written and in which context it is evaluated; an edit elsewhere can renumber it. */
export interface Origin {
  readonly file: number;
  line: number;
  scope: Scope;
  readonly expansion: Expansion | undefined;
  /** Anonymous labels before this place. */
  anonymous: number;
  /** ROM address of the statement; NaN before layout. */
  address: number;
  /** RAM address of the byte that comes here, in a segment of a vCPU program; undefined elsewhere. */
  readonly ram: number | undefined;
  /** Codes of findings that are switched off here. */
  readonly off: ReadonlySet<string>;
}

/** A statement after expansion. */
export interface Item extends Origin {
  readonly parsed: ParsedLine;
  readonly statement: Statement | undefined;
  readonly labels: readonly ProgramSymbol[] | undefined;
  /** Words; set by layout. */
  size: number;
}

export interface Binding {
  readonly operand: Operand | undefined;
  readonly origin: Origin | undefined;
  value: number;
  degree: number;
  /** Evaluation round in which the value was found. */
  round: number;
}

export class Scope {
  readonly bindings: ReadonlyMap<string, Binding> | undefined;
  /** Whether this scope or one around it has bindings. */
  readonly isBound: boolean;
  /** Local symbols by name with its dot; made with the first one. */
  locals: Map<string, ProgramSymbol> | undefined = undefined;

  constructor(
    readonly parent: Scope | undefined,
    /** Full name of the label, routine or expansion that local names belong to. */
    readonly owner: string,
    bindings?: ReadonlyMap<string, Binding>,
  ) {
    this.bindings = bindings;
    this.isBound = bindings !== undefined || (parent?.isBound ?? false);
  }

  /** The binding of a parameter or loop variable. */
  binding(name: string): Binding | undefined {
    return this.bindings?.get(name) ?? (this.parent?.isBound === true ? this.parent.binding(name) : undefined);
  }

  /** The names of local symbols that are known here, with their dots. */
  localNames(): readonly string[] {
    return [...(this.locals?.keys() ?? []), ...(this.parent?.localNames() ?? [])];
  }

  /** The local symbol of a name with its dot. */
  local(name: string): ProgramSymbol | undefined {
    return this.locals?.get(name) ?? this.parent?.local(name);
  }
}

export interface ProgramSymbol {
  readonly name: string;
  readonly kind: SymbolKind;
  readonly scope: string;
  /** File −1 for a definition from outside. */
  readonly file: number;
  line: number;
  readonly start: number;
  readonly end: number;
  /** Last line of the block that the definition opens. */
  endLine: number;
  /** NaN while unknown. */
  value: number;
  /** How many addresses the value stands for: 1 for a label, 0 for a number. */
  degree: number;
  /** Of a constant. */
  readonly expression: Expression | undefined;
  readonly origin: Origin | undefined;
  /** `failed`: a declaration that could not be placed, which has been reported. */
  state: 'open' | 'resolving' | 'done' | 'failed';
  isUsed: boolean;
}

/**
 * A symbol's name for messages: a local one of a macro call or a round as it is written, without the owner made for it.
 */
export function shownName({ name, scope }: Pick<ProgramSymbol, 'name' | 'scope'>): string {
  return /[#@]/.test(scope) ? name.slice(scope.length) : name;
}

export interface Macro {
  readonly symbol: ProgramSymbol;
  readonly file: number;
  /** Lines of the body. */
  from: number;
  to: number;
  readonly parameters: readonly { readonly name: { readonly text: string }; readonly default: Operand | undefined }[];
}

/** A declaration directive, to be bound. */
export interface Declaration {
  readonly item: Item;
  readonly symbol: ProgramSymbol | undefined;
  /** The frame that a field belongs to. */
  readonly frame: Declaration | undefined;
}

/** A table over several pages, while it is filled. */
export interface PagedTable {
  readonly reader: Macro;
  /** Offset of the reader in each page, which is the number of entries before it. */
  readonly capacity: number;
  /** Entries in the current page. */
  used: number;
}

/** A segment of a vCPU program: bytes for one page of RAM. */
export interface VcpuSegment {
  readonly address: RamAddress;
  /** Bytes so far. */
  size: number;
  /** Its size as the header has it; set when the segment ends. */
  readonly count: { value: number };
}

/**
 * A stretch of the source that is one routine, table, segment or test: from `.proc`, `.lookup`, `.onepage`, `.place`,
 * `.vcpu`, `.test`.
 */
export interface Block {
  readonly kind: 'proc' | 'lookup' | 'onepage' | 'place' | 'vcpu' | 'test';
  readonly name: string;
  readonly item: Item;
  /** Index of the first item, and of the one after the last. */
  from: number;
  to: number;
  /** Of a lookup table over several pages. */
  readonly table?: PagedTable | undefined;
  /** Of a `.vcpu`. */
  readonly segment?: VcpuSegment | undefined;
}

/** What declarations mean, for the debug information. */
interface Meaning {
  readonly tables: DebugTable[];
  readonly sets: SetDeclaration[];
  squares: SquareNumbering | null;
  pieces: PieceCodes | null;
}

/** An expression that expansion used up: a condition or a count, with the value that it had. */
export interface Control {
  readonly expression: Expression;
  readonly origin: Origin;
  readonly value: number;
}

export interface Program {
  readonly files: AssembledFile[];
  readonly findings: Findings;
  readonly items: Item[];
  /** Those items that are not instructions but directives or constants. */
  readonly directives: Item[];
  /** Expressions that expansion used up: conditions and counts. */
  readonly controls: Control[];
  readonly globals: Map<string, ProgramSymbol>;
  /** Scopes of labels and routines, by full name. */
  readonly scopes: Map<string, Scope>;
  readonly symbols: ProgramSymbol[];
  readonly macros: Map<string, Macro>;
  /** Items that carry an anonymous label. */
  readonly anonymous: Item[];
  readonly declarations: Declaration[];
  readonly blocks: Block[];
  readonly expansions: Expansion[];
  /** Words of items that do not follow from their operands alone: binary files, waits, fills. */
  readonly generated: Map<Item, readonly number[]>;
  readonly meaning: Meaning;
  /** RAM that the program needs, in KiB. */
  ramKib: RamKib;
  /** Zero-page address of the account of time checks; −1 without one. */
  account: number;
  /** Cycles by which the video handler may be entered late; undefined if the source does not say. */
  slack: number | undefined;
  /** What the source says of a line and a frame; the rest is the Gigatron's VGA timing. */
  shape: Partial<Record<keyof FrameShape, number>>;
  /** Address of the trampoline, by page. */
  readonly trampolines: Map<number, number>;
  /** Address of the exit of each short check. */
  readonly exits: Map<Item, number>;
  /** The address after the last byte of placed RAM; for a column, frame or field, its low byte. */
  readonly ends: Map<ProgramSymbol, number>;
  /** Breakpoints that are written in the source. */
  readonly breaks: DebugBreak[];
  readonly image: Uint16Array;
  readonly used: Uint8Array;
  /** Index of the item of each word, plus 1. */
  readonly owners: Int32Array;
}

/** How many of these flags are set, one for each word that the source has. */
export function countUsed(flags: Uint8Array): number {
  let count = 0;
  // By index, which for the flags of a whole ROM takes a tenth of the time that an iterator takes.
  for (let at = 0; at < flags.length; at++) count += flags[at] ?? 0;
  return count;
}

/** Words of a page (0..255) that the source has, by the flags of all addresses. */
export function usedIn(used: Uint8Array, page: number): number {
  return countUsed(used.subarray(page * PAGE_SIZE, (page + 1) * PAGE_SIZE));
}

/** The item that a word of the image comes from; undefined if the source has none. */
export function itemAt({ items, owners }: Program, address: number): Item | undefined {
  const owner = owners[address] ?? 0;
  return owner === 0 ? undefined : items[owner - 1];
}

/** The statement of an item as related information; none for an item without one. */
export function relatedTo({ findings }: Program, item: Item | undefined, message: string): Related[] {
  return item?.statement === undefined ? [] : findings.related(message, item, item.statement);
}

/** The labels at each address, in the order of the source. */
export function labelsByAddress({ symbols }: Program): ReadonlyMap<number, readonly ProgramSymbol[]> {
  const labels = new Map<number, ProgramSymbol[]>();
  for (const symbol of symbols) {
    const isLabel = symbol.kind === 'label' || symbol.kind === 'local';
    if (isLabel && !Number.isNaN(symbol.value)) addTo(labels, symbol.value, symbol);
  }
  return labels;
}

/**
 * The declarations of zero-page variables by byte: each byte of a longer one, and of each entry of an array. A byte
 * that several share belongs to the one that has its own place.
 */
export function zeroPageOwners(tables: readonly DebugTable[]): ReadonlyMap<number, DebugTable> {
  const owners = new Map<number, DebugTable>();
  for (const table of tables) {
    if (table.layout !== 'zero-page' || table.attributes['over'] !== undefined) continue;
    for (let address = table.address; address < zeroPageEnd(table); address++) owners.set(address, table);
  }
  return owners;
}

/** The address after the last byte of a zero-page variable. */
export function zeroPageEnd({ address, size, first, last }: DebugTable): number {
  return Math.min(0x100, address + size * (last - first + 1));
}

/** Whether a statement belongs to no macro or loop, where an edit for one place would change others. */
export function isWrittenOnce({ expansion }: Pick<Origin, 'expansion'>): boolean {
  for (let step = expansion; step !== undefined; step = step.parent) if (step.kind !== 'include') return false;
  return true;
}

type LineOfFile = Pick<Origin, 'file' | 'line'>;

/** The edit that writes a text in place of columns. */
export function textEdit({ files }: Program, { file, line }: LineOfFile, span: Span, newText: string): TextEdit {
  return { file: elementAt(files, file).path, range: lineRange(line, span.start, span.end), newText };
}

/** The fix that writes a text in place of columns. */
export function writeFix(program: Program, at: LineOfFile, span: Span, text: string): Fix {
  return { title: `Write "${text}"`, edits: [textEdit(program, at, span, text)] };
}

/** The fix that writes a text in place of columns of an item; none where an edit would change other places, too. */
export function fixOnce(program: Program, item: Item, span: Span, text: string, title = `Write "${text}"`): Fix[] {
  return isWrittenOnce(item) ? [{ title, edits: [textEdit(program, item, span, text)] }] : [];
}
