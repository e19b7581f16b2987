/** The findings of `check --claims`: what comments in Python sources claim about cycles, against the control flow. */
import { fnv1a64, isFailure } from '#basics';
import { DIAGNOSTIC_CODES, type DebugLine, type Diagnostic, type DiagnosticCode, type Related } from '#assembler';
import { checkClaims, documentBeside, type ClaimFinding, type ClaimReport } from '#python';
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
  const program = loadProgram(file, { debugInfo: documentBeside(file) }, output);
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
  return { findings: new Findings(names, texts).of(report), summary: `${shownPath(file)}: ${summary(report)}` };
}

/** The text of a source in Python as it was when the ROM was built; undefined for another language. */
function sourceText(path: string, hash: string, output: Output): string | undefined | CommandFailure {
  if (!path.endsWith('.py')) return undefined;
  const text = output.files.readText(path);
  if (isFailure(text) || fnv1a64(new TextEncoder().encode(text)) === hash) return text;
  return commandFailure(1, `${path} has changed since its ROM was built; run gigatron map again`);
}

function summary({ findings, words, agreed, payments }: ClaimReport): string {
  const paid = payments.all === 0 ? '' : `; ${payments.agreed} of ${payments.all} payments are seen to agree`;
  return `${words} words with claims; ${agreed} ways between them agree, ${findings.length} do not${paid}`;
}

const CODES = { cycle: 'GT1101', paid: 'GT1102', named: 'GT1104', total: 'GT1105' } as const;

class Findings {
  private readonly lines: readonly (readonly string[])[];

  constructor(
    private readonly names: ProgramNames,
    texts: readonly (string | undefined)[],
  ) {
    this.lines = texts.map((text = '') => text.split(/\r?\n/));
  }

  of({ findings, unread }: ClaimReport): readonly Diagnostic[] {
    const left = unread.map((place) =>
      this.diagnostic('GT1103', place, 'This claim is not understood, and left alone'),
    );
    return [...findings.map((finding) => this.finding(finding)), ...left];
  }

  private finding({ kind, word, message, path }: ClaimFinding): Diagnostic {
    const { column, endColumn } = word.claims;
    const related = path.map((place) => this.related(place));
    const distinct = related.filter((each, index) => each.range.start.line !== related[index - 1]?.range.start.line);
    const code = CODES[kind];
    return { ...this.diagnostic(code, { ...word.place, column, endColumn }, message), related: distinct };
  }

  private diagnostic(code: DiagnosticCode, place: DebugLine, message: string): Diagnostic {
    return { ...this.place(place), code, severity: DIAGNOSTIC_CODES[code][0], message };
  }

  private related(place: DebugLine): Related {
    const line = this.lines[place.source]?.[place.line] ?? '';
    return { ...this.place(place), message: line.trim().replace(/\s+/g, ' ') };
  }

  private place({ source, line, column, endColumn }: DebugLine): Pick<Diagnostic, 'file' | 'range'> {
    const file = this.names.shown(this.names.info.sources[source]?.path ?? '');
    return { file, range: { start: { line, character: column }, end: { line, character: endColumn } } };
  }
}
