/**
 * Findings and timing verdicts of the assembler, for people and as JSON. The only place in the command line where
 * 0-based positions become 1-based.
 */
import { isTimedBlock, resolvePath } from '#assembler';
import type { Assembly, DebugHandler, DebugTiming, Diagnostic, Location, TextEdit } from '#assembler';
import type { Monitor } from '#emulator';
import { counted } from '#basics';
import { hexWord, opcodeOfWord, PAGE_SIZE } from '#isa';
import type { Output } from './output.ts';
import { shownPath } from './source-files.ts';

export type ReportedDiagnostic = ReturnType<typeof reportDiagnostic>;
export type ReportedRange = ReturnType<typeof reportRange>;
type ReportedTiming = ReturnType<typeof reportTiming>;

/** A finding as `--json` prints it, with the places that explain it and the changes that fix it, if there are any. */
export function reportDiagnostic(diagnostic: Diagnostic) {
  const { severity, code, message, related, fixes } = diagnostic;
  return {
    ...reportRange(diagnostic),
    severity,
    code,
    message,
    ...(related && { related: related.map((place) => ({ ...reportRange(place), message: place.message })) }),
    ...(fixes && { fixes: fixes.map(({ title, edits }) => ({ title, edits: edits.map(reportEdit) })) }),
  };
}

const reportEdit = (edit: TextEdit) => ({ ...reportRange(edit), newText: edit.newText });

/** Lines and columns from 1, the end column after the last character. */
function reportRange({ file, range: { start, end } }: Location) {
  return {
    file: shownPath(file),
    line: start.line + 1,
    column: start.character + 1,
    endLine: end.line + 1,
    endColumn: end.character + 1,
  };
}

/** `file:line:column: error CODE: text`, and the related places below it. */
export function printDiagnostic(output: Output, diagnostic: Diagnostic): void {
  const { file, line, column, severity, code, message, related = [] } = reportDiagnostic(diagnostic);
  output.err(`${file}:${line}:${column}: ${severity} ${code}: ${message}`);
  for (const place of related) output.err(`  ${place.file}:${place.line}:${place.column}: ${place.message}`);
}

/** Why the verifier does not accept the verdict on the handler, or on the check at an address; undefined if it does. */
type RefusalOf = (claim: number | 'handler') => string | undefined;

/**
 * The verdicts of all time checks and exact blocks, with the place of each. Those on video handlers come first, since the
 * others depend on them; then the main files whose picture nothing proves as a whole.
 * @param refusalOf why the verifier refuses a verdict, which is then not shown as exact or proven
 */
export function reportTiming(
  assemblies: readonly Assembly[],
  refusalOf: (assembly: Assembly) => RefusalOf = () => () => undefined,
) {
  const checks = assemblies.flatMap((assembly) => {
    const accepted = assembly.timing.map((timing) => acceptedCheck(timing, refusalOf(assembly)));
    return placed(assembly, accepted);
  });
  const count = (verdict: DebugTiming['verdict']): number => checks.filter((check) => check.verdict === verdict).length;
  const handler = assemblies.flatMap((assembly) => {
    return placed(assembly, assembly.handler === null ? [] : [acceptedHandler(assembly.handler, refusalOf(assembly))]);
  });
  const unchecked = assemblies.filter(drawsUnchecked).map(({ main }) => shownPath(main));
  return { handler, unchecked, exact: count('exact'), wrong: count('wrong'), unproven: count('unproven'), checks };
}

const notAccepted = (why: string): string => `the verifier does not accept it: ${why}`;

function acceptedCheck(timing: DebugTiming, refusalOf: RefusalOf): DebugTiming {
  const why = isTimedBlock(timing.kind) || timing.verdict !== 'exact' ? undefined : refusalOf(timing.address);
  return why === undefined ? timing : { ...timing, verdict: 'unproven', detail: notAccepted(why) };
}

function acceptedHandler(handler: DebugHandler, refusalOf: RefusalOf): DebugHandler {
  const why = handler.verdict === 'proven' ? refusalOf('handler') : undefined;
  return why === undefined ? handler : { ...handler, verdict: 'assumed', detail: notAccepted(why) };
}

/** Whether a program draws its picture without a handler for time checks. */
function drawsUnchecked({ handler, image, debugInfo }: Assembly): boolean {
  if (handler !== null) return false;
  return debugInfo.lines.some(({ address }) => opcodeOfWord(image[address] ?? 0).target === 'out');
}

/** Verdicts with the lines that they are about. */
function placed<T extends { readonly address: number }>(assembly: Assembly, verdicts: readonly T[]) {
  if (verdicts.length === 0) return [];
  const { lines, sources } = assembly.debugInfo;
  const byAddress = new Map(lines.map((line) => [line.address, line]));
  return verdicts.map((verdict) => {
    const line = byAddress.get(verdict.address);
    const path = line === undefined ? undefined : resolvePath(assembly.main, sources[line.source]?.path ?? '');
    const file = path === undefined ? '' : shownPath(path);
    return { ...verdict, file, line: line === undefined ? 0 : line.line + 1 };
  });
}

/** How many lines of a path are printed; the JSON document has all. */
const PATH_LINES = 60;

function shortened(detail: string): string {
  const lines = detail.split('\n');
  if (lines.length <= PATH_LINES) return detail;
  return [...lines.slice(0, PATH_LINES), `… and ${lines.length - PATH_LINES} more`].join('\n');
}

const UNCHECKED = [
  'no time check leaves for one. Exact blocks are proven;',
  'only the monitor of a run can show whether lines and frames are whole',
].join(' ');

/** The handler, then one line for each verdict, with the path of a wrong one below it. */
export function printTiming(output: Output, timing: ReportedTiming): void {
  for (const file of timing.unchecked) output.out(`${file}: video handler: none – ${UNCHECKED}`);
  for (const { file, line, verdict, detail } of timing.handler) {
    output.out(`${file}:${line}: video handler: ${verdict} – ${shortened(detail)}`);
  }
  for (const { file, line, kind, cycles, verdict, detail } of timing.checks) {
    output.out(`${file}:${line}: ${kind} ${cycles}: ${verdict}${detail === '' ? '' : ` – ${shortened(detail)}`}`);
  }
  output.out(`${timing.exact} exact, ${timing.wrong} wrong, ${timing.unproven} unproven`);
}

/** What a run has shown: the share of the handler, unless it is null, and the frames. */
export function printPicture(
  output: Output,
  share: number | null,
  monitor: Pick<Monitor, 'frames' | 'badLines' | 'badFrames'>,
): void {
  const { frames, badLines, badFrames } = monitor;
  if (share !== null) output.out(`${(100 * share).toFixed(1)} % of the cycles for video handler and time checks`);
  output.out([counted(frames, 'frame'), counted(badLines, 'bad line'), counted(badFrames, 'bad frame')].join(', '));
}

const PAGE_LABELS = 6;

/** A line for each ROM page in use: words used and free, and what is there. */
export function printPages(output: Output, { pages }: Assembly): void {
  for (const { page, used, labels } of pages) {
    const named = labels.slice(0, PAGE_LABELS).join(', ');
    const more = labels.length > PAGE_LABELS ? ` and ${labels.length - PAGE_LABELS} more` : '';
    const fill = `${String(used).padStart(3)} used ${String(PAGE_SIZE - used).padStart(3)} free`;
    output.out(`${hexWord(page * PAGE_SIZE)}  ${fill}  ${named}${more}`.trimEnd());
  }
}
