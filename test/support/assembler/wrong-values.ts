/**
 * Directives with random arguments, most of them wrong. The program around them defines something of each kind that a
 * name can stand for, and goes on with words that an earlier mistake can upset.
 */
import { DIRECTIVES } from '#assembler';
import { randomFrom } from '../emulator/program.ts';
import { projectText } from '../project.ts';

const drawn = (name: string): string => projectText('test/support/assembler/drawn', name);

/** A line for each directive; `endproc` and the like are added after the block. */
const LINES: readonly string[] = drawn('directives.txt').trimEnd().split('\n');

/** The directives of {@link LINES}; those that end a block follow from the others. */
export const DRAWN_DIRECTIVES: ReadonlySet<string> = new Set(
  LINES.flatMap((line) => {
    const name = /^\.(\w+)/.exec(line)?.[1] ?? '';
    const end = DIRECTIVES[name]?.closedBy;
    return end === undefined ? [name] : [name, end];
  }),
);

/** What replaces an argument. */
const VALUES = [
  ...['-1', '-2', '-300', '-65536', '-4294967295', '0', '255', '256', '65535', '65536', '4294967295'],
  ...['1e9', '0.5', '7/2', '1/0', '-1/0', '0/0', 'NaN', 'Infinity', '1 << 31', '1 << 40', '-(1 << 31)'],
  ...['$ffffffff * $ffffffff', '* - 1', '* - 300', '-*', '*', '~0', '!1', '1 ? -1 : 2', '3..1', '-5..5', '0..65536'],
  ...['""', '"a"', "'x'", '"\\x00"', 'nowhere', 'there', 'there - 1000', 'start', '.local', ':+', ':-'],
  ...['[cell]', 'cell', 'account', 'ac', 'move', 'list', 'n', 'm', 'defined(n)', 'lo(there)', 'end(list)'],
  ...['rgb(9, 9, 9)', '', '()', '[]'],
];

const BEFORE = drawn('before.gtasm');

const AFTER = `\n${drawn('after.gtasm')}`;

/** An argument: a number, name, text or end of a range, but not the name of a directive or a key. */
const ARGUMENT = /"[^"]*"|'[^']*'|(?<![.\w])[$%]?\w+(?![\w=])/g;

/** A program with up to three directives whose arguments are wrong; the same for a seed on every machine. */
export function wrongValues(seed: number): string {
  const random = randomFrom(seed);
  const draw = <T>(list: readonly T[]): T => list[random(list.length)]!;
  const one = (): string => {
    const line = draw(LINES);
    const space = line.indexOf(' ');
    const name = space < 0 ? line : line.slice(0, space);
    let operands = space < 0 ? '' : line.slice(space);
    operands = operands.replace(ARGUMENT, (argument) => (random(2) === 0 ? argument : draw(VALUES)));
    if (random(8) === 0) operands += `, ${draw(VALUES)}`;
    if (random(16) === 0) operands = operands.slice(0, random(operands.length + 1));
    const end = DIRECTIVES[name.slice(1)]?.closedBy;
    if (end === undefined || random(16) === 0) return name + operands;
    return `${name}${operands}\n nop\n${random(2) === 0 ? `${one()}\n` : ''}.${end}`;
  };
  const lines = Array.from({ length: 1 + random(3) }, one);
  const before = random(8) === 0 ? '' : BEFORE;
  const body = lines.join(random(2) === 0 ? '\n' : '\n nop\n');
  return before + body + (random(8) === 0 ? '' : AFTER);
}
