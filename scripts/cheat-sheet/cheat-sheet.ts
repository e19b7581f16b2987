/**
 * The generated parts of docs/cheat-sheet.md: every instruction with its opcodes, directive and function, from the
 * tables that define them.
 */
import { BUSES, formatWord, hexByte, INSTRUCTION_TABLE, OPERATIONS, type Bus, type Opcode, type Operation } from '#isa';
import { DIRECTIVES } from '#assembler';
import { effectOf, FUNCTION_HELP, MNEMONIC_HELP } from '#server/help';

/** Where the table of directives begins a section, and its title. */
const SECTIONS: Readonly<Record<string, string>> = {
  include: 'Files, text, control',
  org: 'Places in ROM',
  ram: 'Declarations of RAM',
  timing: 'Time',
  test: 'Tests',
};

const CANONICAL = INSTRUCTION_TABLE.filter(({ code, canonical }) => code === canonical);

/** Each part of the page that stands between two marks, `<!-- name -->` and `<!-- end name -->`. */
const PARTS: Readonly<Record<string, () => string>> = { arithmetic, stores, jumps, directives, functions };

/** A page with its generated parts written again. */
export function withGeneratedParts(page: string): string {
  return Object.entries(PARTS).reduce(
    (text, [name, part]) =>
      text.replace(
        new RegExp(`(<!-- ${name} -->\n)(?:[^]*?\n)?(<!-- end ${name} -->)`),
        (_, start: string, end: string) => [start, part(), '\n', end].join(''),
      ),
    page,
  );
}

/** The six operations that have the same forms: a row for each form, a column for each operation. */
function arithmetic(): string {
  const operations = OPERATIONS.filter((operation) => operation !== 'st' && operation !== 'jump');
  const rows = CANONICAL.filter(({ operation }) => operation === 'adda').map((form) => {
    const opcodes = operations.map((operation) => hex(sibling(form, operation).code));
    return [code(operandsOf(form)), effectOf(form).replace('AC +', 'AC *op*'), ...opcodes];
  });
  return table(['operands', 'effect', ...operations.map(code)], rows);
}

function stores(): string {
  const rows = CANONICAL.filter(({ operation }) => operation === 'st').map((opcode) => [
    code(textOf(opcode)),
    effectOf(opcode).replace(/ \(.*\)/, ''),
    hex(opcode.code),
  ]);
  return table(['instruction', 'effect', 'opcode'], rows);
}

/** A row for each condition, a column for each place that the target comes from. */
function jumps(): string {
  const jumping = CANONICAL.filter(({ operation }) => operation === 'jump');
  const rows = jumping
    .filter(({ bus }) => bus === 'd')
    .map((form) => {
      const opcodes = BUSES.map((bus) => hex(jumping.find((other) => isOf(other, form, bus))!.code));
      return [code(form.mnemonic), MNEMONIC_HELP[form.mnemonic], ...opcodes];
    });
  return table(['instruction', 'effect', '`D`', '`[D]`', '`ac`', '`in`'], rows);
}

const isOf = (opcode: Opcode, { mode }: Opcode, bus: Bus): boolean => opcode.mode === mode && opcode.bus === bus;

function directives(): string {
  const ends = new Set(Object.values(DIRECTIVES).map(({ closedBy }) => closedBy));
  const rows: string[][] = [];
  for (const [name, { usage, summary, closedBy }] of Object.entries(DIRECTIVES)) {
    const title = SECTIONS[name];
    if (title !== undefined) rows.push([`**${title}**`, '']);
    if (ends.has(name)) continue;
    const end = closedBy === undefined ? '' : ` … \`.${closedBy}\``;
    rows.push([`${code(`.${name} ${usage}`.trimEnd())}${end}`, summary]);
  }
  return table(['directive', 'what it does'], rows);
}

function functions(): string {
  return table(
    ['function', 'takes', 'gives'],
    [...FUNCTION_HELP].map(([name, { usage, summary }]) => [code(`${name}(…)`), usage, summary]),
  );
}

function sibling({ mode, bus }: Opcode, operation: Operation): Opcode {
  return INSTRUCTION_TABLE.find(
    (opcode) => opcode.operation === operation && opcode.mode === mode && opcode.bus === bus,
  )!;
}

/** Listing notation with `D` for the operand byte. */
function textOf({ code: opcode }: Opcode): string {
  return formatWord(opcode << 8)
    .replaceAll(hexByte(0), 'D')
    .replace(/ +/, ' ');
}

const operandsOf = (opcode: Opcode): string => textOf(opcode).replace(/^\S+ /, '');

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [head, head.map(() => '---'), ...rows].map(line).join('\n');
}

const code = (text: string): string => `\`${text}\``;
const hex = (byte: number): string => byte.toString(16).padStart(2, '0');
