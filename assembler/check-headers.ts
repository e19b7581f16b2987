/**
 * Routine headers against the code: `Clobbers` and `Cycles` are computed, not believed.
 *
 * Registers must be named in `Clobbers` or `Out` exactly if the routine changes them; a zero-page byte
 * that is named must be written. Where the cycles cannot be known, a header that states them is told so.
 */
import type { DebugRoutine } from './debug-info.ts';
import type { Fix } from './diagnostic.ts';
import { commentText } from './documentation.ts';
import type { Findings } from './findings.ts';
import type { Program, ProgramSymbol } from './program.ts';
import { parseHeader, type HeaderKey, type RoutineHeader } from './routine-header.ts';
import { findRoutines } from './routines.ts';
import { lineRange } from './source.ts';
import { findRoutineFacts, type ProofContext, type RoutineFacts } from './timing/index.ts';

const REGISTERS = ['AC', 'X', 'Y', 'OUT'] as const;

/** Reports headers that say something else than the code does. */
export function checkHeaders(program: Program, proof: ProofContext): void {
  for (const routine of findRoutines(program)) {
    const header = parseHeader(routine.header);
    const symbol = program.globals.get(routine.name);
    if (symbol === undefined || (header.clobbers === undefined && header.entries.Cycles === undefined)) continue;
    const facts = findRoutineFacts(proof, routine);
    new HeaderCheck(program, routine, symbol, header, facts).run();
  }
}

class HeaderCheck {
  constructor(
    private readonly program: Program,
    private readonly routine: DebugRoutine,
    private readonly symbol: ProgramSymbol,
    private readonly header: RoutineHeader,
    private readonly facts: RoutineFacts,
  ) {}

  run(): void {
    if (this.header.clobbers !== undefined) this.clobbers(this.header.clobbers);
    if (this.header.entries.Cycles !== undefined) this.cycles();
  }

  private clobbers(named: readonly string[]): void {
    const { facts, routine, program } = this;
    const upper = new Set(named.map((name) => name.toUpperCase()));
    const out = new Set((this.header.entries.Out ?? '').toUpperCase().split(/[^A-Z0-9_]+/));
    const changed: ReadonlySet<string> = new Set<string>(facts.registers);
    const missing = REGISTERS.filter((register) => changed.has(register) && !upper.has(register) && !out.has(register));
    if (missing.length > 0)
      this.report('Clobbers', `"${routine.name}" changes ${missing.join(', ')}, which its header does not say`);
    const idle = REGISTERS.filter((register) => upper.has(register) && !changed.has(register));
    const bytes = named.filter((name) => {
      const symbol = program.globals.get(name);
      return symbol?.kind === 'zero-page' && !facts.zeroPage.includes(symbol.value);
    });
    if (idle.length + bytes.length > 0)
      this.report('Clobbers', `"${routine.name}" does not change ${[...idle, ...bytes].join(', ')}`);
  }

  private cycles(): void {
    const { facts, routine } = this;
    const said = this.header.cycles;
    if (said === undefined) return this.report('Cycles', 'Cycles are written as "12" or "12..20"');
    if (facts.cycles === null) {
      return this.report('Cycles', `The cycles of "${routine.name}" cannot be confirmed: ${facts.reason}`, {
        severity: 'information',
      });
    }
    const { min, max } = facts.cycles;
    if (said.min === min && said.max === max) return;
    const actual = min === max ? `${min}` : `${min}..${max}`;
    this.report('Cycles', `"${routine.name}" takes ${actual} cycles`, { replacement: actual });
  }

  /** Reports at the key's comment, or at the name where that is not found. */
  private report(
    key: HeaderKey,
    message: string,
    extras: { severity?: 'information'; replacement?: string } = {},
  ): void {
    const { file, line } = this.symbol;
    const { lines, path } = this.program.files[file]!;
    const off = this.program.items[this.program.owners[this.routine.start]! - 1]?.off;
    for (let above = line - 1; above >= 0 && commentText(lines[above]!) !== undefined; above--) {
      const match = new RegExp(`\\b${key}:\\s*([^.;]|\\.\\.)*`).exec(lines[above]!.text);
      if (match === null) continue;
      const span = { start: match.index, end: match.index + match[0].trimEnd().length };
      const fixes =
        extras.replacement === undefined ? [] : [fixOf(path, above, lines[above]!.text, span, extras.replacement)];
      const place = { file, line: above, ...(off !== undefined && { off }) };
      return this.add(place, message, span, {
        fixes,
        ...(extras.severity !== undefined && { severity: extras.severity }),
      });
    }
    this.add({ file, line, ...(off !== undefined && { off }) }, message, this.symbol, {});
  }

  private add(
    ...[place, message, span, extras]: [
      Parameters<Findings['add']>[2],
      string,
      { start: number; end: number },
      Parameters<Findings['add']>[4],
    ]
  ): void {
    this.program.findings.add('GT0826', message, place, span, extras);
  }
}

function fixOf(file: string, line: number, text: string, span: { start: number; end: number }, value: string): Fix {
  const number = /\d[\d. –-]*\d|\d+/.exec(text.slice(span.start, span.end));
  const start = number === null ? span.end : span.start + number.index;
  const end = number === null ? span.end : start + number[0].length;
  return { title: `Write ${value}`, edits: [{ file, range: lineRange(line, start, end), newText: value }] };
}
