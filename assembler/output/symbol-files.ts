/**
 * Names for a disassembly, from the files that the Gigatron's other tools write; and such a file of a program.
 *
 *     .lst              a listing of asm.py, or of this assembler: labels before addresses
 *     interface.json    names with numbers, or with hexadecimal text where they are addresses
 *     debug.json        debug information of this assembler: labels and zero-page bytes
 *     .sym              a name and a value in each line, in either order, `=`, `:` or `equ` between them
 *     glink --symbols   `29e8 public name file`: addresses of a program for the vCPU in RAM
 *     .gasm, .vasm      what gtBASIC writes beside its .gt1: `name EQU 0x0230` for each label and variable
 *
 * Source of the formats: Core/asm.py, interface.json and Contrib/at67 of the system ROM's repository.
 */
import { failure, hexDigits, type Failure } from '#basics';
import { VCPU_CONDITIONS, VCPU_INSTRUCTIONS } from '#isa';
import { isMnemonic } from '../syntax/instruction-forms.ts';
import { isRegister } from '../syntax/operand-parser.ts';
import { DEBUG_INFO_FORMAT, type DebugInfo } from '../contract/debug-info.ts';

/** Names for a disassembly; those of ROM and zero page are each there only once. */
export interface SymbolNames {
  /** Of ROM addresses. */
  readonly labels: ReadonlyMap<number, string>;
  /** Of zero-page bytes. */
  readonly cells: ReadonlyMap<number, string>;
  /** Of RAM addresses in programs for the vCPU. */
  readonly code: ReadonlyMap<number, string>;
}

/** The names of a program as `.sym` (labels with four digits, zero-page bytes with two) and as `glink` writes them. */
export function formatSymbols({ symbols, tables }: DebugInfo): string {
  const labels = symbols.filter(({ kind }) => kind === 'label' || kind === 'local');
  const cells = tables.filter(({ layout }) => layout === 'zero-page');
  const code = symbols.filter(({ kind }) => kind === 'vcpu');
  const line = (name: string, value: number, digits: number): string => `${name} = $${hexDigits(value, digits)}\n`;
  return [
    ...labels.map(({ name, value }) => line(name, value, 4)),
    ...cells.map(({ name, address }) => line(name, address, 2)),
    ...code.map(({ name, value }) => `${hexDigits(value, 4)} public ${name}\n`),
  ].join('');
}

/** Receives a name: a label of a ROM address, a cell of the zero page, or an address of a program in RAM. */
type Take = (kind: 'label' | 'cell' | 'code', name: string, value: number) => void;

/** Page of the vCPU's instructions in every release. */
const VCPU_PAGE = 3;
const VCPU_NAMES: ReadonlySet<string> = new Set([
  ...VCPU_INSTRUCTIONS.map(({ name }) => name),
  ...VCPU_CONDITIONS.values(),
]);
/** `LABEL:       AAAA OOOO  text`, the label perhaps in a line of its own before. */
const LISTING_LINE = /^(\S+:)?\s+([0-9a-f]{4}) [0-9a-f]{4} {2}\S/i;
const LABEL_LINE = /^(\S+):\s*$/;
const SYMBOL_LINE = /^([A-Za-z_.][\w.#]*)\s*(?:[=:]|\bequ\b)?\s*(\$|0x)?([0-9a-f]+)h?$/i;
const LINKED_LINE = /^([0-9a-f]{4})\s+(?:public|private)\s+([A-Za-z_.][\w.$#]*)(?:\s|$)/i;
/** gtBASIC states where a program starts in each source for the vCPU, as an equate in the form of the others. */
const START_EQUATE = /^_startAddress_\s+EQU\s/im;
const EQUATE_LINE = /^([A-Za-z_]\w*)\s+EQU\s+(?:([A-Za-z_]\w*)(?:\s*\+\s*|\s*(?=;|$)))?(0x[0-9a-f]+|\d+)?\s*(?:;|$)/i;
const VALUE_FIRST = /^(\$|0x)?([0-9a-f]{2,4})h?\s*[=:]?\s+([A-Za-z_.][\w.#]*)$/i;

/** Reads the names in texts of symbol files; a failure names the first text that is not such a file. */
export function readSymbols(texts: readonly { name: string; text: string }[]): SymbolNames | Failure {
  const labels = new Map<number, string>();
  const cells = new Map<number, string>();
  const code = new Map<number, string>();
  const taken = new Set<string>();
  const take: Take = (kind, name, value) => {
    const map = { label: labels, cell: cells, code }[kind];
    if (!Number.isInteger(value) || value < 0 || value > (kind === 'cell' ? 0xff : 0xffff) || map.has(value)) return;
    // No source of the assembler has the names of a program, so they may be anything.
    map.set(value, kind === 'code' ? name : unique(name, taken));
  };
  for (const { name, text } of texts) {
    const count = labels.size + cells.size + code.size;
    const problem = text.trimStart().startsWith('{') ? fromJson(text, take) : fromLines(text, take);
    if (problem !== undefined) return failure(`${name}: ${problem}`);
    if (labels.size + cells.size + code.size === count)
      return failure(`${name}: there are no names of addresses in it`);
  }
  return { labels, cells, code };
}

/** A name that the language can write, and that differs from all others. */
function unique(name: string, taken: Set<string>): string {
  let result = name.replace(/^\./, '').replaceAll(/\W/g, '_');
  if (/^\d/.test(result) || result === '') result = `_${result}`;
  const isReserved = isMnemonic(result.toLowerCase()) || isRegister(result) || /^L[0-9a-f]{4}$/.test(result);
  while (taken.has(result) || (isReserved && !result.endsWith('_'))) result += '_';
  taken.add(result);
  return result;
}

function fromLines(text: string, take: Take): string | undefined {
  let pending: string[] = [];
  /** Lines with a name and a value, and others. */
  let [known, others] = [0, 0];
  const lines = text.split(/\r?\n/);
  if (START_EQUATE.test(text)) return fromEquates(lines, take);
  const isListing = lines.some((line) => LISTING_LINE.test(line));
  for (const line of lines) {
    if (!isListing) {
      const rest = line.replace(/\s*(?:;|#|\/\/).*$/, '').trim();
      if (rest === '') continue;
      if (fromSymbolLine(rest, take)) known++;
      else others++;
      continue;
    }
    const [, alone] = LABEL_LINE.exec(line) ?? [];
    if (alone !== undefined) pending.push(alone);
    const [, label, address] = LISTING_LINE.exec(line) ?? [];
    if (address === undefined) continue;
    if (label !== undefined) pending.push(label.slice(0, -1));
    for (const name of pending) take('label', name, parseInt(address, 16));
    pending = [];
  }
  return known > 0 && others > known ? 'most of its lines are not a name and a value' : undefined;
}

/** All values are taken for RAM addresses; some refer to earlier ones: `register1 EQU register0 + 0x02`. */
function fromEquates(lines: readonly string[], take: Take): undefined {
  const values = new Map<string, number>();
  for (const line of lines) {
    const [, name, base, offset] = EQUATE_LINE.exec(line) ?? [];
    const from = base === undefined ? 0 : values.get(base);
    if (name === undefined || from === undefined || (base ?? offset) === undefined) continue;
    const value = from + Number(offset ?? 0);
    values.set(name, value);
    if (name !== '_startAddress_') take(value < 0x100 ? 'cell' : 'code', name, value);
  }
  return undefined;
}

/** A value of at most two digits is a zero-page byte. @returns whether the line is one of a symbol file */
function fromSymbolLine(line: string, take: Take): boolean {
  const [, linked, symbol] = LINKED_LINE.exec(line) ?? [];
  if (linked !== undefined && symbol !== undefined) {
    const address = parseInt(linked, 16);
    take(address < 0x100 ? 'cell' : 'code', symbol, address);
    return true;
  }
  const [, name, prefix, digits] = SYMBOL_LINE.exec(line) ?? [];
  const [, , first, last] = VALUE_FIRST.exec(line) ?? [];
  if (last !== undefined && first !== undefined) take(first.length <= 2 ? 'cell' : 'label', last, parseInt(first, 16));
  else if (name !== undefined && digits !== undefined) {
    const isHexadecimal = prefix !== undefined || /[a-f]/i.test(digits) || digits.length === 4;
    const value = parseInt(digits, isHexadecimal ? 16 : 10);
    take(value < 0x100 && digits.length <= 3 ? 'cell' : 'label', name, value);
  } else return false;
  return true;
}

function fromJson(text: string, take: Take): string | undefined {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    return 'it is not a JSON document';
  }
  if (typeof document !== 'object' || document === null) return 'it has no names';
  if ('format' in document && document.format === DEBUG_INFO_FORMAT) fromDebugInfo(document, take);
  else for (const [name, value] of Object.entries(document)) fromInterface(name, value, take);
  return undefined;
}

/**
 * Reads an entry of interface.json. It does not say in which memory an address is: native functions, instructions of
 * the vCPU and tables that ROM programs read are in ROM, other addresses below $0100 in RAM. Values of romType and the
 * start addresses of areas are left out.
 */
function fromInterface(name: string, value: unknown, take: Take): void {
  const [, digits] = typeof value === 'string' ? (/^0x([0-9a-f]{1,4})$/i.exec(value) ?? []) : [];
  if (digits === undefined || /^(?:romTypeValue|userVars)/.test(name)) return;
  const address = parseInt(digits, 16);
  const isInstruction = address >> 8 === VCPU_PAGE && VCPU_NAMES.has(name.replace(/_v\d+$/, ''));
  if (name.startsWith('SYS_') || isInstruction || /^(?:font|notes|inv)/.test(name)) take('label', name, address);
  else if (address < 0x100) take('cell', name, address);
}

function fromDebugInfo(document: object, take: Take): void {
  const { symbols, tables } = document as { symbols?: unknown; tables?: unknown };
  for (const { name, kind, value } of entries(symbols))
    if (kind === 'label' || kind === 'vcpu') take(kind === 'vcpu' ? 'code' : kind, String(name), Number(value));
  for (const { name, layout, address } of entries(tables))
    if (layout === 'zero-page') take('cell', String(name), Number(address));
}

function entries(list: unknown): readonly Record<string, unknown>[] {
  return Array.isArray(list) ? list.filter((each) => typeof each === 'object' && each !== null) : [];
}
