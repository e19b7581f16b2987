/**
 * Compares what routine headers say about registers, cycles and page with what the code does.
 *
 * Registers must be named in `Clobbers` or `Out` if and only if the routine changes them, and in `In` if it
 * reads them first; a zero-page byte that is named must be written. `.headers required` asks for a header
 * with these keys above every routine: each `.proc`, and each global label that is called.
 */
import { addTo, elementAt } from '#basics';
import { hexWord, opcodeOfCode, opcodeOfWord, wordAt } from '#isa';
import { findRoutineFacts, type ProofContext, type RoutineFacts } from '#proof';
import type { DebugRoutine, DebugTable } from '../contract/debug-info.ts';
import type { Fix } from '../contract/diagnostic.ts';
import { documentationAbove } from '../syntax/documentation.ts';
import { changeClobbers, cyclesText, findKey, replaceValue, writeHeader } from './header-fixes.ts';
import { PathText } from './path-text.ts';
import { itemAt, type Item, type Program, type ProgramSymbol, zeroPageEnd } from '../program/program.ts';
import { headerNames, parseHeader, type HeaderKey, type RoutineHeader } from '../program/routine-header.ts';
import { routine } from '../program/routines.ts';
import type { Span, Expression } from '../contract/syntax.ts';
import { Evaluator } from '../values/evaluate.ts';

const REGISTERS = ['AC', 'X', 'Y', 'OUT'] as const;

/** Reports headers that differ from the code, and missing ones where the program requires them. */
export function checkHeaders(program: Program, proof: ProofContext, routines: readonly DebugRoutine[]): void {
  const calls = findCalls(program, proof);
  const variables = new Map(
    program.meaning.tables.filter(({ layout }) => layout === 'zero-page').map((table) => [table.name, table]),
  );
  for (const { routine: described, symbol, header } of routinesWithHeaders(program, routines)) {
    const facts = findRoutineFacts(proof, described);
    new HeaderCheck(program, described, symbol, header, facts, variables).run(calls.get(described.start) ?? []);
  }
  const isRequired = ({ statement }: Item): boolean => statement?.kind === 'directive' && statement.name === 'headers';
  if (program.directives.some(isRequired)) requireHeaders(program, proof, routines, calls);
}

/** The routines whose headers are compared with the code, in the order of comparison. */
export function routinesWithHeaders(program: Program, routines: readonly DebugRoutine[]) {
  return routines.flatMap((each) => {
    const symbol = program.globals.get(each.name);
    const header = parseHeader(each.header);
    const isDescribed = symbol !== undefined && Object.keys(header.entries).length > 0;
    return isDescribed ? [{ routine: each, symbol, header }] : [];
  });
}

/** Reports routines (called labels and each `.proc`) that have no header or an incomplete one. */
function requireHeaders(
  program: Program,
  proof: ProofContext,
  routines: readonly DebugRoutine[],
  calls: ReadonlyMap<number, readonly number[]>,
): void {
  const known = new Map(routines.map((each) => [each.name, each]));
  const labels = new Set(program.symbols.filter(({ kind }) => kind === 'label').map(({ value }) => value));
  const procs = new Set(program.blocks.filter(({ kind }) => kind === 'proc').map(({ name }) => name));
  for (const symbol of program.symbols) {
    const { name, kind, value, file, line } = symbol;
    if (kind !== 'label' || (!procs.has(name) && !calls.has(value)) || program.used[value] !== 1) continue;
    const text = documentationAbove(elementAt(program.files, file).lines, line);
    const header = parseHeader(text);
    const message = incomplete(name, header, text);
    if (message === undefined) continue;
    const found = known.get(name) ?? called(program, name, value, text, labels);
    const facts = findRoutineFacts(proof, found);
    const fix = writeHeader(program, found, symbol, header, facts);
    program.findings.add('GT0827', message, placeOf(program, value, file, line), symbol, {
      fixes: fix === undefined ? [] : [fix],
    });
  }
}

/** A routine without a header: it reaches to the next label or the first address without a word. */
function called(
  program: Program,
  name: string,
  start: number,
  header: string,
  labels: ReadonlySet<number>,
): DebugRoutine {
  let end = start + 1;
  while (program.used[end] === 1 && !labels.has(end)) end++;
  return routine(program, name, start, end, header);
}

function incomplete(name: string, header: RoutineHeader, text: string): string | undefined {
  if (text.trim() === '') return `"${name}" has no header`;
  const missing = (['Clobbers', 'Cycles'] as const).filter((key) => header.entries[key] === undefined);
  if (missing.length > 0) return `The header of "${name}" lacks ${missing.join(' and ')}`;
  return headerNames(header, name) ? undefined : `The header of "${name}" does not begin with its name`;
}

function placeOf(program: Program, address: number, file: number, line: number) {
  return { file, line, off: itemAt(program, address)?.off };
}

class HeaderCheck {
  /** @param variables declarations of zero-page bytes, by name */
  constructor(
    private readonly program: Program,
    private readonly routine: DebugRoutine,
    private readonly symbol: ProgramSymbol,
    private readonly header: RoutineHeader,
    private readonly facts: RoutineFacts,
    private readonly variables: ReadonlyMap<string, DebugTable>,
  ) {}

  run(calls: readonly number[]): void {
    const { header } = this;
    if (header.entries.In !== undefined) this.inputs(header.entries.In);
    if (header.clobbers !== undefined) this.clobbers(header.clobbers);
    if (header.entries.Cycles !== undefined) this.cycles();
    if (header.page !== undefined) this.page(header.page, calls);
  }

  private inputs(said: string): void {
    const words = new Set(said.toUpperCase().split(/[^A-Z0-9_]+/));
    const missing = this.facts.inputs.filter((register) => !words.has(register));
    if (missing.length === 0) return;
    const { name } = this.routine;
    this.report('In', `"${name}" reads ${missing.join(', ')} from its caller, which its header does not say`);
  }

  private clobbers(named: readonly string[]): void {
    const { facts, routine, program } = this;
    const upper = new Set(named.map((name) => name.toUpperCase()));
    const out = new Set((this.header.entries.Out ?? '').toUpperCase().split(/[^A-Z0-9_]+/));
    const changed: ReadonlySet<string> = new Set<string>(facts.registers);
    const missing = REGISTERS.filter((register) => changed.has(register) && !upper.has(register) && !out.has(register));
    if (missing.length > 0) {
      const message = `"${routine.name}" changes ${missing.join(', ')}, which its header does not say`;
      this.report('Clobbers', message, (...place) => changeClobbers(...place, { missing, idle: [] }));
    }
    // If a routine was not followed to its end, it is unknown what it leaves unchanged.
    if (!facts.isWhole) return;
    const bytes = named.filter((name) => program.globals.get(name)?.kind === 'zero-page' && !this.writes(name));
    const idle = [...REGISTERS.filter((register) => upper.has(register) && !changed.has(register)), ...bytes];
    if (idle.length > 0) {
      const message = `"${routine.name}" does not change ${idle.join(', ')}`;
      this.report('Clobbers', message, (...place) => changeClobbers(...place, { missing: [], idle }));
    }
  }

  /** Whether the routine writes a byte of a zero-page variable; several variables may share it. */
  private writes(name: string): boolean {
    const table = this.variables.get(name);
    return (
      table !== undefined && this.facts.zeroPage.some((byte) => byte >= table.address && byte < zeroPageEnd(table))
    );
  }

  private cycles(): void {
    const { facts, routine } = this;
    const said = this.header.cycles;
    const actual = cyclesText(facts);
    const fix = (...place: FixPlace): Fix => replaceValue(...place, actual);
    if (said === undefined) return this.report('Cycles', 'Cycles are written as "12", "12..20" or "varies"', fix);
    if (facts.cycles === null) {
      if (said === 'varies') return;
      const reason = new PathText(this.program).named(facts.reason, this.symbol.file);
      const message = `The cycles of "${routine.name}" cannot be confirmed: ${reason}`;
      return this.report('Cycles', message, fix, 'information');
    }
    if (said !== 'varies' && said.min === facts.cycles.min && said.max === facts.cycles.max) return;
    this.report('Cycles', `"${routine.name}" takes ${actual} ${actual === '1' ? 'cycle' : 'cycles'}`, fix);
  }

  private page(said: number | 'caller', calls: readonly number[]): void {
    const { name, start } = this.routine;
    const own = start >> 8;
    if (said === 'caller') {
      const stranger = calls.find((site) => site >> 8 !== own);
      if (stranger === undefined) return;
      return this.report('Page', `"${name}" is called from ${hexWord(stranger)}, in another page`);
    }
    if (said === own) return;
    const page = hexWord(start).slice(0, 3);
    this.report('Page', `"${name}" is in page ${page}`, (...place) => replaceValue(...place, page));
  }

  /** Reports at the key in the comment, or at the name if the key is not found. */
  private report(
    key: HeaderKey,
    message: string,
    makeFix?: (...place: FixPlace) => Fix | undefined,
    severity?: 'information',
  ): void {
    const { program, routine, symbol } = this;
    const { lines, path } = elementAt(program.files, symbol.file);
    const found = findKey(lines, symbol.line, key);
    const place = placeOf(program, routine.start, symbol.file, found?.line ?? symbol.line);
    const fix = found && makeFix?.(path, found.line, elementAt(lines, found.line).text, found.span);
    program.findings.add('GT0826', message, place, found?.span ?? symbol, {
      fixes: fix === undefined ? [] : [fix],
      ...(severity !== undefined && { severity }),
    });
  }
}

/** A file, a line, its text, and where key and value are in it. */
type FixPlace = [file: string, line: number, text: string, span: Span];

/**
 * The call sites of each routine, in ascending order, by the routine's address.
 *
 * By convention, the word in the slot is an `ld` of the low byte of the return address. Where the jump goes is taken
 * from what the proof followed, so computed calls with declared targets count as well.
 */
function findCalls(program: Program, proof: ProofContext): ReadonlyMap<number, readonly number[]> {
  const evaluator = new Evaluator(program);
  const calls = new Map<number, number[]>();
  for (const point of proof.found.points) {
    const isJump = opcodeOfWord(wordAt(program.image, point.address)).operation === 'jump';
    if (!isJump || program.used[point.address] !== 1 || proof.words.inside[point.address] === 1) continue;
    const slot = (point.address + 1) & 0xffff;
    if (point.next !== slot || !loadsAddress(program, evaluator, slot)) continue;
    for (const { address, next } of point.followers) {
      if (address !== slot || next === ((slot + 1) & 0xffff)) continue;
      addTo(calls, next, point.address);
    }
  }
  return new Map([...calls].map(([target, sites]) => [target, [...new Set(sites)].sort((a, b) => a - b)]));
}

/** Whether a word loads an address, or its low byte, into AC. */
function loadsAddress(program: Program, evaluator: Evaluator, address: number): boolean {
  const item = itemAt(program, address);
  if (item?.statement?.kind !== 'instruction') return false;
  const { form } = item.statement;
  if (form?.value === undefined) return false;
  const opcode = opcodeOfCode(form.opcode);
  if (opcode.operation !== 'ld' || opcode.bus !== 'd' || opcode.target !== 'ac') return false;
  return !Number.isNaN(evaluator.attempt(withoutLow(form.value), item)) && evaluator.degree === 1;
}

/** `<e` and `lo(e)` are read as `e`. */
function withoutLow(expression: Expression): Expression {
  if (expression.kind === 'unary' && expression.operator === '<') return expression.argument;
  const isLow = expression.kind === 'call' && expression.name.text.toLowerCase() === 'lo';
  return (isLow ? expression.arguments[0] : undefined) ?? expression;
}
