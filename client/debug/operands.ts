/** The parts of a source line that have a value while the program is debugged: operands in brackets, and names. */

/** An expression of the debugger, and where it is in the line; columns from 0, the end not included. */
export interface Operand {
  readonly expression: string;
  readonly start: number;
  readonly end: number;
  /** Whether it depends on registers, so that it is valid only for the present instruction. */
  readonly isMomentary: boolean;
}

const BRACKETS = /\[([^[\]]*)\]/g;
const NAME = /\.?[a-z_][\w.]*/gi;
const PLAIN_NAME = /^\s*([a-z_][\w.]*)\s*$/i;
const REGISTERS: ReadonlySet<string> = new Set(['x', 'y', 'ac', 'out', 'in']);

/** The operands in memory: `[counter]` as its name, so that its meaning is shown, `[y,board]` as written. */
export function operandsOf(line: string): readonly Operand[] {
  const code = withoutComment(line);
  return [...code.matchAll(BRACKETS)].flatMap(({ 0: text, 1: inner = '', index }): Operand[] => {
    const [, name] = PLAIN_NAME.exec(inner) ?? [];
    const isMomentary = inner.split(/[^\w.]+/).some((word) => REGISTERS.has(word.toLowerCase()));
    if (name === undefined && !isMomentary) return [];
    const expression = name === undefined || isMomentary ? text : name;
    return [{ expression, start: index, end: index + text.length, isMomentary }];
  });
}

/** What a column points at: the whole operand if it names registers or the column is at a bracket; else the name. */
export function expressionAt(line: string, column: number): Operand | undefined {
  const code = withoutComment(line);
  const covers = ({ start, end }: Operand): boolean => column >= start && column < end;
  const operand = operandsOf(line).find(covers);
  if (operand?.isMomentary === true) return operand;
  for (const { 0: expression, index } of code.matchAll(NAME)) {
    const found = { expression, start: index, end: index + expression.length, isMomentary: false };
    if (covers(found)) return found;
  }
  return operand;
}

/** Only the code, in its columns: a semicolon in a string is not a comment, and a string has no operands. */
function withoutComment(line: string): string {
  const end = /^(?:[^;"']|"[^"]*"|'[^']*'?)*/.exec(line)?.[0].length ?? line.length;
  return line.slice(0, end).replaceAll(/"[^"]*"|'.'/g, (text) => ' '.repeat(text.length));
}
