/** Cases of the assembler: sources with expectations in comments. assembler/cases/README.md describes the form. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { failure } from '#basics';
import { hexWord } from '#isa';
import { isTimedBlock } from '#proof';
import { applyFixes, assemble, DIAGNOSTIC_CODES } from '#assembler';
import type { DebugComparison, Assembly, Diagnostic, DiagnosticCode, SourceHost } from '#assembler';
import { type CaseFolder, matches } from '../cases.ts';
import { PROJECT } from '../project.ts';

interface CaseLine {
  /** Without its expectations. */
  readonly source: string;
  /** In the file of cases, from 1. */
  readonly number: number;
  readonly expected: Expectation[];
}

interface Expectation {
  readonly mark: '!' | '=' | '>' | '~' | '?' | ':';
  readonly text: string;
  readonly number: number;
}

/** One program: its title, the number of the title's line, and its sources by path. */
export interface Case {
  readonly title: string;
  readonly number: number;
  readonly files: ReadonlyMap<string, readonly CaseLine[]>;
}

/** The folder of a case, as the assembler sees it; no file outside it can be included. */
const ROOT = '/case';
const MAIN = `${ROOT}/main.gtasm`;
const FOLDER = join(PROJECT, 'assembler/cases');
const TITLE = /^;; (.*)$/;
const FILE = /^file (\S+)$/;
const MARK = /(?:^|\s+);([!=>~?:])(?=\s|$)/;
const NO_CODE = /^\s*(;.*)?$/;

export const ASSEMBLER_CASES: CaseFolder<Case> = {
  path: 'assembler/cases',
  extension: '.gtasm',
  read: readCases,
};

/** The cases of a file. Each begins with what is above the first title, without the comments. */
export function readCases(text: string): Case[] {
  const shared: CaseLine[] = [];
  const cases: Case[] = [];
  let lines = shared;
  for (const [index, line] of text.split('\n').entries()) {
    const title = TITLE.exec(line)?.[1];
    const file = title === undefined ? undefined : FILE.exec(title)?.[1];
    if (title === undefined) {
      if (lines !== shared || !NO_CODE.test(line)) addLine(lines, line, index + 1);
    } else if (file !== undefined) {
      (cases.at(-1)!.files as Map<string, CaseLine[]>).set(`${ROOT}/${file}`, (lines = []));
    } else {
      lines = shared.map((each) => ({ ...each, expected: [...each.expected] }));
      cases.push({ title, number: index + 1, files: new Map([[MAIN, lines]]) });
    }
  }
  return cases;
}

/** Adds a line; if it has nothing but expectations, they belong to the line above. */
function addLine(lines: CaseLine[], line: string, number: number): void {
  const [source = '', ...marked] = line.split(new RegExp(MARK, 'g'));
  const expected: Expectation[] = [];
  for (let at = 0; at + 1 < marked.length; at += 2)
    expected.push({ mark: marked[at] as Expectation['mark'], text: marked[at + 1]!.slice(1).trimEnd(), number });
  const above = lines.at(-1);
  if (source === '' && expected.length > 0 && above !== undefined) above.expected.push(...expected);
  else lines.push({ source, number, expected });
}

export function textsOf({ files }: Case): Map<string, string> {
  return new Map([...files].map(([path, lines]) => [path, lines.map(({ source }) => source).join('\n')]));
}

/** Assembles the sources of a case; binary files come from assembler/cases. @param check with proof and lints */
export function assembleCase(texts: ReadonlyMap<string, string>, check: boolean): Assembly {
  const read: SourceHost['read'] = (path, as) => {
    const [text, binary] = [texts.get(path), join(FOLDER, path.slice(ROOT.length))];
    if (as === 'bytes' && existsSync(binary)) return { bytes: readFileSync(binary) };
    return text === undefined ? failure('there is no such file') : { text };
  };
  return assemble(MAIN, { read }, { check, root: ROOT });
}

/**
 * How a case differs from what it expects, each with its line in the file of cases.
 * @param check with proof and lints
 */
export function differences(tried: Case, check: boolean): string[] {
  const assembly = assembleCase(textsOf(tried), check);
  const outside = assembly.diagnostics.filter(({ file }) => !tried.files.has(file));
  return [
    ...[...tried.files].flatMap(([path, lines]) =>
      lines.flatMap((line, at) => differencesOf(assembly, path, line, at)),
    ),
    ...outside.map((finding) => `${tried.number}: ${shown(finding)}, in ${finding.file}`),
    ...fixDifferences(tried, assembly),
  ];
}

/** What differs on a line, the `at`th of its source, from 0. */
function differencesOf(assembly: Assembly, path: string, { source, number, expected }: CaseLine, at: number): string[] {
  const open = assembly.diagnostics.filter(({ file, range }) => file === path && range.start.line === at);
  const told: string[] = [];
  for (const { mark, text, number: place } of expected) {
    if (mark === '!') {
      const found = open.findIndex((each) => fits(each, text, source));
      if (found < 0) told.push(`${place}: expected ${text}`);
      else open.splice(found, 1);
    }
    const words = wordsText(assembly, path, at, text.includes(':'));
    if (mark === '=' && words !== text) told.push(`${place}: ${words || 'no words'}, not ${text}`);
    if (mark === '>' && !assembly.diagnostics.some((each) => names(each, path, at, text)))
      told.push(`${place}: no finding names this place: ${text}`);
    const asked = mark === ':' ? placesOn(assembly, path, at) : text;
    if (!matches(asked, text)) told.push(`${place}: ${asked || 'no place'}, not ${text}`);
    const verdicts = mark === '?' ? verdictsOn(assembly, path, at) : [text];
    if (!verdicts.some((each) => matches(each, text)))
      told.push(`${place}: ${verdicts.join(', ') || 'no verdict'}, not ${text}`);
  }
  return [...told, ...open.map((each) => `${number}: ${shown(each)}`)];
}

/** Whether a finding is `[severity] code [`text of its columns`] [message]`; without a severity, it is the code's. */
function fits({ code, severity, message, range }: Diagnostic, expected: string, source: string): boolean {
  const [, otherSeverity, wanted, , columns, text] =
    /^(?:(error|warning|information|hint) )?(GT\d{4})( `([^`]*)`)?(?: (.*))?$/.exec(expected) ?? [];
  return (
    code === wanted &&
    severity === (otherSeverity ?? DIAGNOSTIC_CODES[wanted as DiagnosticCode][0]) &&
    (columns === undefined || source.slice(range.start.character, range.end.character) === columns) &&
    (text === undefined || matches(message, text))
  );
}

const names = ({ related = [] }: Diagnostic, path: string, line: number, text: string): boolean =>
  related.some(({ file, range, message }) => file === path && range.start.line === line && matches(message, text));

const shown = ({ severity, code, message }: Diagnostic): string => `found ${severity} ${code} ${message}`;

/** What the proof says about the time checks of a line: `exact: why`. */
function verdictsOn(assembly: Assembly, path: string, line: number): string[] {
  const addresses = new Set<number>(assembly.wordsAt(path, line).map(({ address }) => address));
  return assembly.timing.flatMap(({ kind, address, verdict, detail }) =>
    isTimedBlock(kind) || !addresses.has(address) ? [] : [`${verdict}: ${detail}`],
  );
}

/** What a line of a test sets or expects: `AC = 255, cell = 3`. Or where a breakpoint stops and why. */
function placesOn({ tests, debugInfo }: Assembly, path: string, at: number): string {
  const steps = tests.tests.flatMap(({ cases }) => cases.flatMap((each) => each.steps));
  const wanted = steps.flatMap((step) => {
    if (step.file !== path || step.range.start.line !== at || step.kind === 'call' || step.kind === 'run') return [];
    return step.wanted.map(({ name, value }) => `${name} = ${value}`);
  });
  const stops = (debugInfo.breaks ?? [])
    .filter(({ source, line }) => path.endsWith(debugInfo.sources[source]!.path) && line === at)
    .map(({ address, condition, comparisons }) => {
      const compared = comparisons.map(({ place, relation, value }) => `${placeText(place)} ${relation} ${value}`);
      return [hexWord(address), condition, ...compared].filter((each) => each !== '').join(': ');
    });
  return [...wanted, ...stops].join(', ');
}

function placeText(place: DebugComparison['place']): string {
  if (place.kind === 'register') return place.register;
  const bytes = `${place.size} byte${place.size > 1 ? 's' : ''}${place.highFirst ? ', high first' : ''}`;
  return `${bytes} at ${hexWord(place.address)}`;
}

/** Words of a line and of what it calls: `0045 00c0`, or `$0100: 0045 00c0` with the address of each stretch. */
function wordsText(assembly: Assembly, path: string, line: number, hasAddresses: boolean): string {
  const called = assembly.expansionsAt(path, line).flatMap(({ words }) => words);
  const words = [...assembly.wordsAt(path, line), ...called].sort((a, b) => a.address - b.address);
  const hex = (value: number): string => value.toString(16).padStart(4, '0');
  const place = (at: number): string => {
    const { address } = words[at]!;
    return hasAddresses && words[at - 1]?.address !== address - 1 ? `$${hex(address)}: ` : '';
  };
  return words.map(({ word }, at) => `${place(at)}${hex(word)}`).join(' ');
}

const expectations = ({ files }: Case): Expectation[] => [...files.values()].flat().flatMap(({ expected }) => expected);

/** Whether a case says that there is a finding with a code. */
export function expects(tried: Case, code: string): boolean {
  return expectations(tried).some(({ mark, text }) => mark === '!' && text.includes(code));
}

/** Whether a case says what its fixes turn it into. */
export function saysFixes(tried: Case): boolean {
  return expectations(tried).some(({ mark }) => mark === '~');
}

/** Rounds of fixes: one that overlaps another has to wait for the next round. */
const ROUNDS = 6;

/** How the fixed case differs from what it says, if it says so; no finding with a fix may be left. */
function fixDifferences(tried: Case, assembly: Assembly): string[] {
  if (!saysFixes(tried)) return [];
  const mended = new Set(assembly.diagnostics.flatMap(({ code, fixes }) => (fixes === undefined ? [] : [code])));
  const texts = textsOf(tried);
  let last = assembly;
  for (let round = 0; round < ROUNDS; round++) {
    for (const [path, text] of applyFixes(last, mended)) texts.set(path, text);
    last = assembleCase(texts, assembly.isChecked);
  }
  const left = last.diagnostics.filter(({ code, fixes }) => mended.has(code) && fixes !== undefined);
  const told = left.map((each) => `still ${shown(each)}`);
  for (const [path, lines] of tried.files) {
    const is = texts
      .get(path)!
      .replace(/[^\S\n]+$/gm, '')
      .trimEnd();
    const wanted = lines.flatMap(fixedLines).join('\n').trimEnd();
    if (is !== wanted) told.push(`the fixes give\n${is}\nnot\n${wanted}`);
  }
  return told.map((each) => `${tried.number}: ${each}`);
}

/** What a line is to become: the lines that it names, or itself. */
function fixedLines({ source, expected }: CaseLine): string[] {
  const fixed = expected.filter(({ mark }) => mark === '~').map(({ text }) => text);
  return fixed.length === 0 ? [source.trimEnd()] : fixed.filter((text) => text !== '');
}
