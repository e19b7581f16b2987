/**
 * Collects diagnostics: fills in severity, place and the trace of expansions, and drops repetitions
 * of the same finding at the same place (a loop reports once).
 */
import { elementAt } from '#basics';
import type { AssembledFile, Span } from '../contract/syntax.ts';
import { DIAGNOSTIC_CODES } from '../contract/diagnostic.ts';
import type { DiagnosticCode, Diagnostic, Fix, Related, Severity } from '../contract/diagnostic.ts';

import type { Expansion } from './expansion.ts';
import { libraryName, lineRange } from '../contract/source.ts';

/** More findings than anybody reads; keeps broken input cheap. */
const MAX_FINDINGS = 2000;
/** Letters of a word that a message repeats from the source. */
const LONGEST_WORD = 100;
/** Calls named in a trace. */
const MAX_TRACE = 8;

export interface FindingExtras {
  readonly related?: readonly Related[];
  readonly fixes?: readonly Fix[];
  readonly unnecessary?: true;
  /** Another severity than the code's. */
  readonly severity?: Severity;
}

/** Where a finding is: file by index, line, and how it came there. */
interface Place {
  readonly file: number;
  readonly line: number;
  readonly expansion?: Expansion | undefined;
  /** Codes that are switched off there. */
  readonly off?: ReadonlySet<string> | undefined;
}

export class Findings {
  readonly list: Diagnostic[] = [];
  /** Reports so far, including those that repeat another or are switched off. */
  attempts = 0;
  private readonly seen = new Set<string>();
  /** What libraries report, which is shown where they are included. */
  private readonly ofLibraries = new Set<Diagnostic>();

  constructor(private readonly files: readonly AssembledFile[]) {}

  /** Whether no further finding is accepted; then there is no need to work out what only serves a message. */
  get isFull(): boolean {
    return this.list.length >= MAX_FINDINGS;
  }

  /** Whether something was reported with a code. */
  has(code: DiagnosticCode): boolean {
    return this.list.some((finding) => finding.code === code);
  }

  /** Reports at columns of a place's line; columns are clamped to the line. */
  add(code: DiagnosticCode, text: string, place: Place, span: Span | undefined, extras: FindingExtras = {}): void {
    this.attempts++;
    if (place.file < 0) return;
    const severity = extras.severity ?? DIAGNOSTIC_CODES[code][0];
    if (severity !== 'error' && place.off?.has(code) === true) return;
    if (this.isFull) return;
    // There is nothing to change if a program does not use all of a library.
    if (severity === 'hint' && this.isLibrary(place.file)) return;
    const cause = this.programLine(place);
    if (cause === undefined || (cause.kind === 'include' && severity !== 'error')) {
      this.enter(code, severity, text, place, span, extras);
      return;
    }
    const inside = this.related('Found here', place, span ?? { start: 0, end: 0 });
    const related = cause.kind === 'include' ? inside : [...inside, ...(extras.related ?? [])];
    const entered = this.enter(code, severity, text, { ...cause, expansion: cause.parent }, cause, {
      ...extras,
      related,
    });
    if (entered !== undefined && cause.kind === 'include') this.ofLibraries.add(entered);
  }

  /** If a place is in a library: the line of the program that includes it, or that calls the macro. */
  programLine({ file, expansion }: Place): Expansion | undefined {
    if (!this.isLibrary(file)) return undefined;
    for (let step = expansion; step !== undefined; step = step.parent) if (!this.isLibrary(step.file)) return step;
    return undefined;
  }

  private isLibrary(file: number): boolean {
    return libraryName(this.files[file]?.path ?? '') !== undefined;
  }

  /** Enters a finding in the list, unless it is there. */
  private enter(
    code: DiagnosticCode,
    severity: Severity,
    text: string,
    place: Place,
    span: Span | undefined,
    extras: FindingExtras,
  ): Diagnostic | undefined {
    const file = elementAt(this.files, place.file);
    const length = file.lines[place.line]?.text.length ?? 0;
    const start = Math.min(span?.start ?? 0, length);
    const end = Math.min(Math.max(span?.end ?? length, start), length);
    const message = withoutLongWords(text);
    const key = `${place.file}:${place.line}:${start}:${code}:${message}`;
    if (this.seen.has(key)) return undefined;
    this.seen.add(key);
    const related = [...(extras.related ?? []), ...this.trace(place.expansion)];
    // A library cannot be edited.
    const fixes = extras.fixes?.filter((fix) => fix.edits.every((edit) => libraryName(edit.file) === undefined)) ?? [];
    const finding = {
      code,
      severity,
      message,
      file: file.path,
      range: lineRange(place.line, start, end),
      ...(related.length > 0 && { related }),
      ...(fixes.length > 0 && { fixes }),
      ...(extras.unnecessary === true && { unnecessary: true as const }),
    };
    this.list.push(finding);
    return finding;
  }

  related(message: string, place: Pick<Place, 'file' | 'line'>, span: Span): Related[] {
    const file = this.files[place.file];
    return file === undefined ? [] : [{ message, file: file.path, range: lineRange(place.line, span.start, span.end) }];
  }

  private trace(expansion: Expansion | undefined): Related[] {
    const result: Related[] = [];
    for (let step = expansion; step !== undefined && result.length < MAX_TRACE; step = step.parent) {
      if (step.kind === 'include') continue;
      const message = step.kind === 'macro' ? `Expanded from macro "${step.name}"` : `In a round of .${step.kind}`;
      result.push(...this.related(message, step, step));
    }
    return result;
  }

  /**
   * All findings by file in order of inclusion, then by place. If assertions of libraries fail, the libraries' other
   * findings are left out.
   */
  sorted(): Diagnostic[] {
    const order = new Map(this.files.map((file, index) => [file.path, index]));
    const isCondition = ({ code }: Diagnostic): boolean => code === 'GT0606';
    const hasFailed = [...this.ofLibraries].some(isCondition);
    const told = this.list.filter((finding) => !hasFailed || isCondition(finding) || !this.ofLibraries.has(finding));
    return withoutConsequences(told).sort(
      (a, b) =>
        (order.get(a.file) ?? 0) - (order.get(b.file) ?? 0) ||
        a.range.start.line - b.range.start.line ||
        a.range.start.character - b.range.start.character,
    );
  }
}

/** A message in which overlong words are cut. */
function withoutLongWords(message: string): string {
  if (message.length <= LONGEST_WORD) return message;
  return message.replace(/\S+/g, (word) => (word.length > LONGEST_WORD ? `${word.slice(0, LONGEST_WORD)}…` : word));
}

/**
 * A cause, and the codes of what follows from it. A line that cannot be read, or a file that is missing, leaves names
 * unknown and code in other places; to report that, too, would bury the cause.
 */
interface Rule {
  readonly isCause: (finding: Diagnostic) => boolean;
  readonly codes: readonly string[];
  readonly follows: (finding: Diagnostic, cause: Diagnostic) => boolean;
}

/** Whether a directive that begins like this was probably meant, since a quick fix writes it. */
const isMeant = ({ fixes = [] }: Diagnostic, directive: string): boolean =>
  fixes.some(({ edits }) => edits.some(({ newText }) => newText.startsWith(directive)));

const isBelow = (finding: Diagnostic, cause: Diagnostic): boolean =>
  finding.file === cause.file && finding.range.start.line > cause.range.start.line;

const RULES: readonly Rule[] = [
  {
    // What a missing file defines is not known.
    isCause: (finding) => finding.code === 'GT0701' || isMeant(finding, '.include'),
    codes: ['GT0201', 'GT0301'],
    follows: (finding) => !isMeant(finding, '.include'),
  },
  {
    // A directive that was not read has not begun a page.
    isCause: (finding) => finding.code === 'GT0106' || (finding.code === 'GT0301' && isMeant(finding, '.')),
    codes: ['GT0304', 'GT0802', 'GT0804'],
    follows: isBelow,
  },
  // An unknown word may be the label that the local ones below it belong to.
  { isCause: ({ code }) => code === 'GT0301', codes: ['GT0209'], follows: isBelow },
  {
    // What follows an unknown word is read as operands.
    isCause: ({ code }) => code === 'GT0301',
    codes: ['GT0103', 'GT0104', 'GT0105'],
    follows: ({ file, range }, cause) => file === cause.file && range.start.line === cause.range.start.line,
  },
];

/** The findings without those that follow from others. */
function withoutConsequences(findings: readonly Diagnostic[]): Diagnostic[] {
  const active = RULES.map((rule) => ({ ...rule, causes: findings.filter(rule.isCause) }));
  return findings.filter(
    (finding) =>
      !active.some(
        ({ codes, causes, follows }) => codes.includes(finding.code) && causes.some((cause) => follows(finding, cause)),
      ),
  );
}

/** Removes the statement of a line, and the line if nothing else is on it. */
export function removeStatement({ path, lines }: AssembledFile, line: number): Fix {
  const { text, labels, statement, comment } = elementAt(lines, line);
  const isAlone = labels.length === 0 && comment < 0 && line + 1 < lines.length;
  const range = isAlone
    ? { start: { line, character: 0 }, end: { line: line + 1, character: 0 } }
    : lineRange(line, statement?.start ?? 0, statement?.end ?? text.length);
  return { title: 'Remove the line', isStatement: true, edits: [{ file: path, range, newText: '' }] };
}

/** Ends a block that has no end. @param opened the line that opens it @param before the line before which it ends */
export function endBlock({ path, lines }: AssembledFile, end: string, opened: number, before: number): Fix {
  const indent = /^\s*/.exec(elementAt(lines, opened).text)?.[0] ?? '';
  const isLast = before >= lines.length;
  const { length } = elementAt(lines, isLast ? lines.length - 1 : before).text;
  const range = isLast ? lineRange(lines.length - 1, length, length) : lineRange(before, 0, 0);
  const text = `${indent}.${end}`;
  const newText = isLast ? `\n${text}` : `${text}\n`;
  return { title: `Write ".${end}" in line ${before + 1}`, isStatement: true, edits: [{ file: path, range, newText }] };
}
