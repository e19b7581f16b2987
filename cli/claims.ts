/** The findings of `check --claims`: what comments in Python sources claim about cycles, against the control flow. */
import { existsSync } from 'node:fs';
import { counted, fnv1a64, grouped, isFailure } from '#basics';
import { kindByName } from '#files';
import { DIAGNOSTIC_CODES, type DebugLine, type Diagnostic, type DiagnosticCode } from '#assembler';
import { checkClaims, documentBeside, type ClaimReport } from '#python';
import { commandFailure, type CommandFailure, type Output } from './output.ts';
import { loadProgram, type ProgramNames } from './run/program.ts';
import { shownPath } from './source-files.ts';

interface Claims {
  readonly findings: readonly Diagnostic[];
  /** What was compared, in one line. */
  readonly summary: string;
}

/** @param file a ROM whose debug information, with the sources, is beside it */
export function claimsOf(file: string, output: Output): Claims | CommandFailure {
  const debugInfo = documentBeside(file);
  if (kindByName(file) === 'image' && existsSync(file) && !existsSync(debugInfo))
    return commandFailure(2, `there is no ${shownPath(debugInfo)}: "gigatron map" writes it when the ROM is built`);
  const program = loadProgram(file, { debugInfo }, output);
  if (isFailure(program)) return program;
  const { rom, names } = program;
  if (names === undefined) return commandFailure(2, `${shownPath(file)} is no image`);
  const texts: (string | undefined)[] = [];
  for (const { path, hash } of names.info.sources) {
    const text = sourceText(names.shown(path), hash, output);
    if (isFailure(text)) return text;
    texts.push(text);
  }
  const report = checkClaims(rom, names.info, texts);
  return { findings: findingsOf(report, names, texts), summary: `${shownPath(file)}: ${summary(report)}` };
}

/** The text of a source in Python as it was when the ROM was built; undefined for another language. */
function sourceText(path: string, hash: string, output: Output): string | undefined | CommandFailure {
  if (!path.endsWith('.py')) return undefined;
  const text = output.files.readText(path);
  if (isFailure(text) || fnv1a64(new TextEncoder().encode(text)) === hash) return text;
  return commandFailure(1, `${path} has changed since its ROM was built; run gigatron map again`);
}

function summary({ findings, words, agreed, payments }: ClaimReport): string {
  const ways = `ways between them: ${grouped(agreed)} agree, ${grouped(findings.length)} differ`;
  const paid = payments.all === 0 ? '' : `; payments: ${payments.agreed} of ${payments.all} seen to agree`;
  return `${counted(words, 'word')} with claims; ${ways}${paid}`;
}

const CODES = { cycle: 'GT1101', paid: 'GT1102', named: 'GT1104', total: 'GT1105' } as const;

/** @param texts of the sources, whose lines on the way are shown beside a finding */
function findingsOf(
  { findings, unread }: ClaimReport,
  names: ProgramNames,
  texts: readonly (string | undefined)[],
): readonly Diagnostic[] {
  const lines = texts.map((text = '') => text.split(/\r?\n/));
  const placed = ({ source, line, column, endColumn }: DebugLine): Pick<Diagnostic, 'file' | 'range'> => {
    const file = names.shown(names.info.sources[source]?.path ?? '');
    return { file, range: { start: { line, character: column }, end: { line, character: endColumn } } };
  };
  const diagnostic = (code: DiagnosticCode, place: DebugLine, message: string): Diagnostic => {
    return { ...placed(place), code, severity: DIAGNOSTIC_CODES[code][0], message };
  };
  const told = findings.map(({ kind, word, message, path }): Diagnostic => {
    const { column, endColumn } = word.claims;
    const related = path
      .filter(({ line }, index) => line !== path[index - 1]?.line)
      .map((place) => ({
        ...placed(place),
        message: (lines[place.source]?.[place.line] ?? '').trim().replace(/\s+/g, ' '),
      }));
    return { ...diagnostic(CODES[kind], { ...word.place, column, endColumn }, message), related };
  });
  const left = unread.map((place) => diagnostic('GT1103', place, 'This claim is not understood, and left alone'));
  return [...told, ...left];
}
