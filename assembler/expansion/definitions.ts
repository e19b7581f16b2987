/** Defining symbols: one per name and scope; a second one is reported together with the place of the first. */
import { elementAt } from '#basics';
import { libraryName } from '../contract/source.ts';
import { isRegister } from '../syntax/operand-parser.ts';
import { shownName, type Origin, type Program, type ProgramSymbol, type Scope } from '../program/program.ts';
import type { Expression, Name } from '../contract/syntax.ts';

/** What a definition says besides its name. */
export interface DefinitionParts {
  readonly kind: ProgramSymbol['kind'];
  readonly expression?: Expression | undefined;
  /** Last line of the block that it opens; the line itself if absent. */
  readonly endLine?: number | undefined;
}

/** Defines a global symbol; undefined after a report. */
export function defineGlobal(
  program: Program,
  origin: Origin,
  name: Name,
  parts: DefinitionParts,
): ProgramSymbol | undefined {
  if (isRegister(name.text)) {
    program.findings.add('GT0207', `"${name.text}" is a register`, origin, name);
    return undefined;
  }
  const existing = program.globals.get(name.text);
  if (existing !== undefined) return duplicate(program, origin, existing, name);
  const symbol = enterSymbol(program, origin, name, name.text, '', parts);
  program.globals.set(name.text, symbol);
  return symbol;
}

/** Defines a local symbol of a scope, its name with the dot; undefined after a report. */
export function defineLocal(
  program: Program,
  origin: Origin,
  name: Name,
  scope: Scope,
  parts: DefinitionParts,
): ProgramSymbol | undefined {
  if (scope.owner === '')
    program.findings.add('GT0209', `The local label "${name.text}" has no global label above it`, origin, name);
  const existing = scope.locals?.get(name.text);
  if (existing !== undefined) return duplicate(program, origin, existing, name);
  const symbol = enterSymbol(program, origin, name, scope.owner + name.text, scope.owner, parts);
  (scope.locals ??= new Map<string, ProgramSymbol>()).set(name.text, symbol);
  return symbol;
}

/** Makes a symbol and enters it in the program's list, without looking for another one with its name. */
export function enterSymbol(
  program: Program,
  origin: Origin,
  { start, end }: Name,
  fullName: string,
  scope: string,
  { kind, expression, endLine }: DefinitionParts,
): ProgramSymbol {
  const { file, line } = origin;
  const symbol: ProgramSymbol = {
    name: fullName,
    kind,
    scope,
    file,
    line,
    start,
    end,
    endLine: endLine ?? line,
    value: NaN,
    degree: kind === 'constant' ? 0 : 1,
    expression,
    origin: expression === undefined ? undefined : origin,
    state: 'open',
    isUsed: false,
  };
  program.symbols.push(symbol);
  return symbol;
}

/** Forgets what later phases found out about a symbol, so that it is as it was when entered. */
export function resetSymbol(symbol: ProgramSymbol): void {
  symbol.value = NaN;
  symbol.degree = symbol.kind === 'constant' ? 0 : 1;
  symbol.state = 'open';
  symbol.isUsed = false;
}

function duplicate(program: Program, origin: Origin, existing: ProgramSymbol, name: Name): undefined {
  const isOutside = existing.file < 0;
  const related = isOutside ? [] : program.findings.related('The first definition', existing, existing);
  const where = isOutside
    ? ' from outside, by -D or a setting; give a default by ".if !defined(…)"'
    : defaultOfLibrary(program, existing, name.text);
  program.findings.add('GT0202', `"${shownName(existing)}" is already defined${where}`, origin, name, { related });
  return undefined;
}

/** How a message goes on if a library has a default for a name, which a program can only set before the include. */
function defaultOfLibrary({ files }: Program, { file }: ProgramSymbol, name: string): string {
  const { path, lines } = elementAt(files, file);
  const library = libraryName(path);
  if (library === undefined || !lines.some(({ text }) => text.includes(`!defined(${name})`))) return '';
  return `, by <${library}>; set it above ".include <${library}>"`;
}
