/**
 * What the timing proof says about the time check or assertion on a line.
 */
import { isTimedBlock, TRAITS, type DebugHandler, type DebugTiming, type Statement } from '#assembler';
import type { View } from '../project/view.ts';
import { symbolsOf } from '../tree/places.ts';

/** Kinds of verdicts on the directives that make no words of their own. */
const ASSERTIONS: Readonly<Record<string, DebugTiming['kind']>> = { exact: 'exact', atmost: 'at-most' };
/** Directives that the proof has a verdict on. */
const TIMED: ReadonlySet<string> = new Set([...TRAITS.timeChecks, ...Object.keys(ASSERTIONS)]);

/**
 * The verdicts on a line; this may have the program proven. A check in a macro has one for each call.
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
