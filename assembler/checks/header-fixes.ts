/**
 * Edits that bring a routine's header in line with the code, or write it.
 *
 * Only what is computed is written: input registers, what is changed, cycles, and the page if the routine
 * returns by a near branch. What the routine is for, only its author can say.
 */
import { elementAt } from '#basics';
import { opcodeOfWord, wordAt } from '#isa';
import type { RoutineFacts } from '#proof';
import type { DebugRoutine } from '../contract/debug-info.ts';
import type { Fix } from '../contract/diagnostic.ts';
import { itemAt, type Program, type ProgramSymbol, zeroPageOwners, isWrittenOnce } from '../program/program.ts';
import { commentText } from '../syntax/documentation.ts';
import type { HeaderKey, RoutineHeader } from '../program/routine-header.ts';
import { lineRange } from '../contract/source.ts';
import type { ParsedLine, Span } from '../contract/syntax.ts';

/** Longest line of a header that is written. */
const WIDTH = 100;

/** Where a key and its value are in the comment above a line; only the part of the value on the key's line. */
export function findKey(lines: readonly ParsedLine[], line: number, key: HeaderKey) {
  for (let above = line - 1; above >= 0; above--) {
    const parsed = elementAt(lines, above);
    if (commentText(parsed) === undefined || parsed.statement !== undefined || parsed.labels.length > 0)
      return undefined;
    const match = new RegExp(`\\b${key}:\\s*([^.;]|\\.\\.)*`).exec(parsed.text);
    if (match !== null)
      return { line: above, span: { start: match.index, end: match.index + match[0].trimEnd().length } };
  }
  return undefined;
}

/** Replaces the value after a key; remarks after a number or word stay. */
export function replaceValue(file: string, line: number, text: string, span: Span, value: string): Fix {
  const from = text.indexOf(':', span.start) + 1;
  const old = /\d[\d. –-]*\d|\d+|\S+/.exec(text.slice(from, span.end));
  const start = old === null ? span.end : from + old.index;
  const end = old === null ? span.end : start + old[0].length;
  const newText = old === null ? ` ${value}` : value;
  return { title: `Write ${value}`, edits: [{ file, range: lineRange(line, start, end), newText }] };
}

/** Adds names to the list after `Clobbers:` and removes others; undefined if one of those is not on its line. */
export function changeClobbers(
  file: string,
  line: number,
  text: string,
  span: Span,
  { missing, idle }: { readonly missing: readonly string[]; readonly idle: readonly string[] },
): Fix | undefined {
  const from = text.indexOf(':', span.start) + 1;
  let list = text.slice(from, span.end).trim();
  if (/^(nothing|none|-)?$/i.test(list)) list = '';
  for (const name of idle) {
    const shorter = list.replace(new RegExp(`(^|[\\s,])${name}(,\\s*|\\s*$)`, 'i'), '$1');
    if (shorter === list) return undefined;
    list = shorter.replace(/,?\s*$/, '');
  }
  list = [...missing, list].filter((part) => part !== '').join(', ') || 'nothing';
  const edit = { file, range: lineRange(line, from, span.end), newText: ` ${list}` };
  return { title: `Write "Clobbers: ${list}"`, edits: [edit] };
}

/** Writes a header, or its missing keys; undefined if nothing is missing or known, or if a macro defines the label. */
export function writeHeader(
  program: Program,
  routine: DebugRoutine,
  symbol: ProgramSymbol,
  header: RoutineHeader,
  facts: RoutineFacts,
): Fix | undefined {
  const item = itemAt(program, routine.start);
  const isKnown = facts.isWhole || facts.registers.length > 0;
  if (!isKnown || (item !== undefined && !isWrittenOnce(item))) return undefined;
  const { path } = elementAt(program.files, symbol.file);
  const lines = routine.header.trim() === '' ? [`; ${routine.name}:`] : [];
  const add = (key: HeaderKey, parts: readonly string[]): void => {
    if (header.entries[key] === undefined && parts.length > 0) lines.push(...wrap(key, parts));
  };
  const isCalled = routine.returnCell !== null;
  const inputs = facts.inputs.map((register) => (register === 'AC' && isCalled ? 'AC = return address' : register));
  add('In', inputs);
  const changed = clobbered(program, routine, header, facts);
  add('Clobbers', changed.length === 0 ? ['nothing'] : changed);
  add('Cycles', [cyclesText(facts)]);
  if (returnsNear(program, routine)) add('Page', ['same as caller']);
  if (lines.length === 0) return undefined;
  const newText = lines.map((line) => `${line}\n`).join('');
  const edits = [{ file: path, range: lineRange(symbol.line, 0, 0), newText }];
  return { title: `Write the computed header of "${routine.name}"`, edits };
}

/** What `Cycles:` should say. */
export function cyclesText({ cycles }: RoutineFacts): string {
  if (cycles === null) return 'varies';
  return cycles.min === cycles.max ? `${cycles.min}` : `${cycles.min}..${cycles.max}`;
}

/** A key with a list, continued by indented lines. */
function wrap(key: HeaderKey, parts: readonly string[]): string[] {
  const lines: string[] = [];
  let line = `; ${`${key}:`.padEnd(9)}`;
  for (const [index, part] of parts.entries()) {
    const text = index + 1 < parts.length ? `${part},` : part;
    if (line.length + 1 + text.length > WIDTH) {
      lines.push(line);
      line = `; ${' '.repeat(9)}`;
    }
    line += ` ${text}`;
  }
  return [...lines, line];
}

/** Registers that the routine changes, and zero-page bytes to which its own words store, except those in `Out`. */
function clobbered(program: Program, routine: DebugRoutine, header: RoutineHeader, facts: RoutineFacts): string[] {
  const out = new Set((header.entries.Out ?? '').split(/[^\w.]+|\.(?=\s|$)/));
  const changed = new Set(facts.zeroPage);
  const bytes = new Set<number>();
  for (let address = routine.start; address < routine.end; address++) {
    const word = wordAt(program.image, address);
    const opcode = opcodeOfWord(word);
    const stores = opcode.writesRam && opcode.address === 'd' && changed.has(word & 0xff);
    if (stores && (word & 0xff) !== program.account) bytes.add(word & 0xff);
  }
  const owners = [...zeroPageOwners(program.meaning.tables)].filter(([address]) => bytes.has(address));
  const names = new Set(owners.map(([, { name }]) => name));
  return [...facts.registers, ...names].filter((name) => !out.has(name));
}

/** Whether a routine returns by a branch through its return cell, which only reaches its own page. */
function returnsNear({ image }: Program, { start, end, returnCell }: DebugRoutine): boolean {
  for (let address = start; address < end && returnCell !== null; address++) {
    const opcode = opcodeOfWord(wordAt(image, address));
    const isNear = opcode.operation === 'jump' && opcode.condition === 'always' && opcode.bus === 'ram';
    if (isNear && (wordAt(image, address) & 0xff) === returnCell) return true;
  }
  return false;
}
