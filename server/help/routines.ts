/**
 * What a routine costs and changes, for people: computed from its words, whatever its header says; and what the timing
 * proof says about a line.
 */
import { isHeader, zeroPageOwners, isTimedBlock, TRAITS } from '#assembler';
import type { Assembly, RoutineFacts, SymbolDefinition, DebugHandler, DebugTiming, Statement } from '#assembler';
import { hexByte } from '#isa';
import type { View } from '../project/view.ts';
import { symbolsOf } from '../tree/places.ts';

export interface Calls {
  /** Names of the routines that a routine calls. */
  readonly calls: readonly string[];
  readonly isCalled: boolean;
}

/**
 * Lines of Markdown on a global label; empty if it is not a routine: it has no header, nothing jumps to it, and no path
 * from it leads back to a caller.
 */
export function describeRoutine(assembly: Assembly, definition: SymbolDefinition, { calls, isCalled }: Calls): string {
  const { name, kind, value, documentation } = definition;
  if (kind !== 'label' || value === undefined || assembly.used[value] !== 1) return '';
  const facts = assembly.routineFacts(name, value);
  if (facts === undefined || (facts.cycles === null && !isCalled && !isHeader(documentation))) return '';
  const rows = [`cycles: ${cyclesText(facts)}`];
  // For a routine that was not followed to its end, the list would be long and incomplete; its header is more reliable.
  if (facts.isWhole)
    rows.push(`changes: ${listOr([...facts.registers, ...bytesText(assembly, facts.zeroPage)], 'nothing')}`);
  if (facts.inputs.length > 0) rows.push(`reads first: ${facts.inputs.join(', ')}`);
  if (calls.length > 0) rows.push(`calls: ${calls.join(', ')}`);
  return rows.map((row) => `- ${row}`).join('\n');
}

/**
 * Cycles from the first word of a routine to its return, as `12..40 cycles`; empty if the proof finds no such count.
 */
export function routineCycles(assembly: Assembly, { name, kind, value }: SymbolDefinition): string {
  if (kind !== 'label' || value === undefined || assembly.used[value] !== 1) return '';
  const facts = assembly.routineFacts(name, value);
  return facts === undefined || facts.cycles === null ? '' : `${rangeText(facts.cycles)} cycles`;
}

function cyclesText({ cycles, reason, checks }: RoutineFacts): string {
  if (cycles === null) return `not known: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}`;
  const range = rangeText(cycles);
  return checks ? `${range}, and what the video handler takes` : range;
}

function rangeText({ min, max }: NonNullable<RoutineFacts['cycles']>): string {
  return min === max ? `${min}` : `${min}..${max}`;
}

/** Names of the zero-page variables that bytes belong to, each once, and addresses of bytes without a name. */
function bytesText(assembly: Assembly, addresses: readonly number[]): string[] {
  const owners = zeroPageOwners(assembly.tables);
  return [...new Set(addresses.map((address) => `[${owners.get(address)?.name ?? hexByte(address)}]`))];
}

function listOr(words: readonly string[], none: string): string {
  return words.length === 0 ? none : words.join(', ');
}

/** The kinds of verdict on directives that make no words of their own. */
const ASSERTIONS: Readonly<Record<string, DebugTiming['kind']>> = { exact: 'exact', atmost: 'at-most' };
/** Directives that the proof has a verdict on. */
const TIMED: ReadonlySet<string> = new Set([...TRAITS.timeChecks, ...Object.keys(ASSERTIONS)]);

/**
 * The verdicts on a line; `verdicts` may run the proof. A check in a macro has one for each call.
 * @param verdicts returns all verdicts of the program; only called if the line has a directive with a verdict
 */
export function verdictsAt(view: View, line: number, verdicts: () => readonly DebugTiming[]): readonly DebugTiming[] {
  const statement = view.file.lines[line]?.statement;
  if (statement === undefined) return [];
  const kind = statement.kind === 'directive' ? ASSERTIONS[statement.name] : undefined;
  if (kind !== undefined) {
    const from = startOf(view, line, statement);
    return from === undefined ? [] : verdicts().filter((each) => each.kind === kind && each.address === from);
  }
  if (statement.kind !== 'call' && !(statement.kind === 'directive' && TIMED.has(statement.name))) return [];
  const addresses = new Set(view.assembly.wordsAt(view.path, line).map(({ address }) => address));
  return verdicts().filter((each) => addresses.has(each.address) && !isTimedBlock(each.kind));
}

/** The verdict on the video handler, for a line that is about it. @param verdict only called for such a line */
export function handlerAt(view: View, line: number, verdict: () => DebugHandler | null): DebugHandler | undefined {
  const statement = view.file.lines[line]?.statement;
  if (statement?.kind !== 'directive' || !TRAITS.ofHandler.has(statement.name)) return undefined;
  return verdict() ?? undefined;
}

/** Address of the label at which a timed block begins. */
function startOf(view: View, line: number, statement: Statement): number | undefined {
  const [first] = symbolsOf(statement);
  if (first === undefined) return undefined;
  return view.assembly.symbols.at(view.path, { line, character: first.start })?.definition.value;
}
