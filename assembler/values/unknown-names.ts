/**
 * Names in expressions: what they stand for; and of unknown names and functions, what was probably meant, and the edit
 * that writes it or declares the name.
 */
import { closestName } from '#basics';
import type { Fix } from '../contract/diagnostic.ts';
import { lineRange } from '../contract/source.ts';
import type { Name, ParsedLine, Span, AssembledFile, Expression } from '../contract/syntax.ts';
import { libraryHint } from '../library/library.ts';
import { blockStructure } from '../syntax/block-structure.ts';
import { writeFix, type Origin, type Program, type ProgramSymbol } from '../program/program.ts';
import { FUNCTIONS_OF_OTHERS } from '../syntax/foreign-words.ts';
import { isRegister } from '../syntax/operand-parser.ts';

/** How many unknown names are compared with all known ones. A source with more of them is better read as a whole. */
const MAX_SUGGESTIONS = 20;

/** How a message on a label without its colon ends, after the name. */
const LACKS_COLON = '"; a label is written with a colon';

/** What is said of a register in an expression, such as `[table+x]`. */
const REGISTER_HINT = '; registers are not part of expressions: an address is [value], [x], [y,value] or [y,x]';

/** What was probably meant by an unknown name. */
export interface Meant {
  /** How it is written here. */
  readonly text: string;
  /** Line of a local label with the unknown name, if it belongs to another routine. */
  readonly elsewhere?: number;
}

/** Finds the names that were probably meant by unknown ones. */
export class MeantNames {
  private compared = 0;

  constructor(private readonly program: Program) {}

  /** A visible name that differs by its dot, by case or by a few letters; or a local label of another routine. */
  like(name: string, origin: Origin): Meant | undefined {
    const isLocal = name.startsWith('.');
    const other = isLocal ? name.slice(1) : `.${name}`;
    if (findSymbol(this.program, other, origin) !== undefined) return { text: other };
    if (/^a$/i.test(name)) return { text: 'ac' };
    if (++this.compared > MAX_SUGGESTIONS) return undefined;
    const text = closestName(name, isLocal ? origin.scope.localNames() : this.program.globals.keys());
    if (text !== undefined) return { text };
    return isLocal && origin.expansion === undefined ? this.inOtherRoutine(name, origin) : undefined;
  }

  /** The nearest local label of this name in another routine of the file. */
  private inOtherRoutine(name: string, origin: Origin): Meant | undefined {
    let nearest: Required<Meant> | undefined;
    const distance = (line: number): number => Math.abs(line - origin.line);
    for (const [owner, { locals }] of this.program.scopes) {
      const symbol = locals?.get(name);
      if (symbol === undefined || symbol.file !== origin.file) continue;
      if (nearest !== undefined && distance(nearest.elsewhere) <= distance(symbol.line)) continue;
      const text = `${owner}${name}`;
      if (findSymbol(this.program, text, origin) === symbol) nearest = { text, elsewhere: symbol.line };
    }
    return nearest;
  }
}

/** Reports an unknown function, with ours for the name that other assemblers use. */
export function reportUnknownFunction(program: Program, { text, start, end }: Name, origin: Origin): void {
  const other = FUNCTIONS_OF_OTHERS[text.toLowerCase()];
  const fixes = other === undefined ? [] : writes(program, other, { start, end }, origin);
  const hint = other === undefined ? '' : `; here it is written "${other}"`;
  program.findings.add('GT0206', `There is no function "${text}"${hint}`, origin, { start, end }, { fixes });
}

/** How a message describes a label at the start of a line that lacks its colon. */
export function labelWithoutColon(name: string): string {
  return `There is no instruction or macro "${name}${LACKS_COLON}`;
}

/** Reports an unknown name, unless a label without its colon is why. @param meant the one that was probably meant */
export function reportUnknownName(
  program: Program,
  name: string,
  meant: Meant | undefined,
  span: Span,
  origin: Origin,
): void {
  const { findings, files } = program;
  const owner = /^[^.]+(?=\.)/.exec(name)?.[0] ?? name;
  const isExplained = findings.list.some(
    ({ message }) => message.endsWith(LACKS_COLON) && [name, owner].some((word) => message.includes(`"${word}"`)),
  );
  // It is dropped, but counts as an attempt.
  if (isExplained) return void findings.attempts++;
  const other = meant === undefined ? [] : writes(program, meant.text, span, origin);
  const hint = isRegister(name) ? REGISTER_HINT : libraryHint(name, files) || meantHint(meant);
  const fixes = isRegister(name) ? [] : [...other, ...declares(program, name, span, origin)];
  findings.add('GT0201', `There is no symbol "${name}"${hint}`, origin, span, { fixes });
}

function meantHint(meant: Meant | undefined): string {
  if (meant === undefined) return '';
  const { text, elsewhere } = meant;
  if (elsewhere === undefined) return `; did you mean "${text}"?`;
  return ` in this routine; the one in line ${elsewhere + 1} is written "${text}" here`;
}

/** The edit that turns a text of one character into that character. */
export function characterFix(program: Program, text: string, span: Span, origin: Origin): Fix[] {
  return /^[^'\\]$/.test(text) ? writes(program, `'${text}'`, span, origin) : [];
}

/** The edit that writes something else at a place. */
function writes(program: Program, text: string, span: Span, origin: Origin): Fix[] {
  if (origin.file < 0) return [];
  const fix = writeFix(program, origin, span, text);
  return [text.startsWith("'") ? { ...fix, title: `Write ${text}` } : fix];
}

/** The edit that declares a name that is used as a zero-page byte. */
function declares(program: Program, name: string, span: Span, origin: Origin): Fix[] {
  const file = program.files[origin.file];
  const statement = file?.lines[origin.line]?.statement;
  if (file === undefined || statement?.kind !== 'instruction' || !/^[A-Za-z_]\w*$/.test(name)) return [];
  // The name is the whole of a zero-page operand.
  const { role, value } = statement.form ?? {};
  if (role !== 'zero-page' || value?.start !== span.start || value.end !== span.end) return [];
  const line = lineOfDeclaration(file.lines);
  const edits = [insertedLines(file, line, `.zp ${name}`)];
  return [{ title: `Declare a zero-page byte: .zp ${name}`, isStatement: true, edits }];
}

/** The edits that declare the account of cycles: a new zero-page byte, or the one of that name. */
export function declaresAccount({ files, globals }: Program, { file: index }: Pick<Origin, 'file'>): Fix[] {
  const file = files[index];
  if (file === undefined) return [];
  const line = lineOfDeclaration(file.lines);
  const cell = globals.has('account') ? '' : '.zp account\n';
  const edits = [insertedLines(file, line, `${cell}.timing account=account`)];
  return [{ title: 'Declare the account: .timing account=account', isStatement: true, edits }];
}

/** Puts lines in front of a line, or after the last one, which then has no end yet. */
function insertedLines({ path, lines }: AssembledFile, line: number, text: string): Fix['edits'][number] {
  const last = lines[lines.length - 1]?.text.length ?? 0;
  if (line < lines.length) return { file: path, range: lineRange(line, 0, 0), newText: `${text}\n` };
  return { file: path, range: lineRange(lines.length - 1, last, last), newText: `\n${text}` };
}

/** The line after the last `.zp` of a file, or that of its first statement. */
function lineOfDeclaration(lines: readonly ParsedLine[]): number {
  const inner = [...blockStructure(lines).blocks.values()];
  const last = lines.findLastIndex(
    ({ statement }, line) =>
      statement?.kind === 'directive' &&
      statement.name === 'zp' &&
      !inner.some(({ start, end }) => start < line && line < end),
  );
  if (last >= 0) return last + 1;
  return Math.max(
    0,
    lines.findIndex(({ statement, labels }) => statement !== undefined || labels.length > 0),
  );
}

/** Nesting of parameters and constants that is followed. */
const MAX_DEPTH = 400;

/** The symbol of a name as seen from a place; bindings are not symbols. */
export function findSymbol(program: Program, name: string, origin: Origin): ProgramSymbol | undefined {
  if (name.charCodeAt(0) === 46) return origin.scope.local(name);
  const symbol = program.globals.get(name);
  if (symbol !== undefined) return symbol;
  const dot = name.lastIndexOf('.');
  return dot < 0 ? undefined : program.scopes.get(name.slice(0, dot))?.locals?.get(name.slice(dot));
}

/** The symbol that an expression names, also where a parameter of a macro stands for it. */
export function namedSymbol(program: Program, expression: Expression, origin: Origin): ProgramSymbol | undefined {
  const place = argumentOf(expression, origin);
  return place?.expression.kind === 'symbol' ? findSymbol(program, place.expression.name, place.origin) : undefined;
}

/** The text that an expression stands for, which counts as a use of its constants; undefined if it is not one. */
export function textOf(program: Program, expression: Expression, origin: Origin, depth = 0): string | undefined {
  if (expression.kind === 'string') return expression.value;
  if (expression.kind !== 'symbol') return undefined;
  const place = argumentOf(expression, origin);
  if (place?.expression.kind === 'string') return place.expression.value;
  if (place?.expression.kind !== 'symbol' || depth > MAX_DEPTH) return undefined;
  const symbol = findSymbol(program, place.expression.name, place.origin);
  if (symbol?.expression === undefined || symbol.origin === undefined) return undefined;
  const text = textOf(program, symbol.expression, symbol.origin, depth + 1);
  if (text !== undefined) symbol.isUsed = true;
  return text;
}

/** The expression that a chain of parameters stands for, and where it is seen; undefined if one is not a value. */
function argumentOf(expression: Expression, origin: Origin) {
  let place = { expression, origin };
  for (let depth = 0; depth <= MAX_DEPTH; depth++) {
    const { scope } = place.origin;
    const binding =
      place.expression.kind === 'symbol' && scope.isBound ? scope.binding(place.expression.name) : undefined;
    if (binding === undefined) return place;
    if (binding.operand?.kind !== 'value' || binding.origin === undefined) return undefined;
    place = { expression: binding.operand.value, origin: binding.origin };
  }
  return undefined;
}
