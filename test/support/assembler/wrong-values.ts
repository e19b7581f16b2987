/**
 * Directives with wrong values: each argument of each directive is drawn, in a program that has something of everything
 * that a name could stand for, and with words after it that suffer from what went wrong before.
 */
import { DIRECTIVES } from '#assembler';
import { generator } from './mutated-source.ts';

/** A line for each directive; `endproc` and the like are written behind the block. */
const LINES: readonly string[] = [
  '.include "lib.gtasm"',
  '.incbin "bytes.bin", 1, 3',
  '.macro m a, b=1',
  '.repeat 3, i',
  '.for v in 1..3',
  '.for v in 1, 2, 3',
  '.if 1',
  '.elif 1',
  '.else',
  '.proc p',
  '.assert 1, "text"',
  '.warn "text"',
  '.error "text"',
  '.lint off GT0901',
  '.headers required',
  '.intended',
  '.word 1, 2, "ab"',
  '.org $300',
  '.align 8',
  '.page',
  '.fill $400, 7',
  '.onepage',
  '.place',
  '.lookup t2',
  '.entry 1, "ab"',
  '.lookup t3, move at 200',
  '.romdata "bytes.bin"',
  '.vcpu $0200, start',
  '.interface start',
  '.ram 64',
  '.zp z, 2 at $40 over=cell',
  '.zp z, 3 index=number element=number role=cursor',
  '.row r, 16..31 at $0200 index=piece element=square bytes 2',
  '.column c, 8..127 at $ff index=square element=piece bank=1',
  '.frame f, 16..31 at $20 bytes 8 index=ply',
  '.field g, 2 at 3',
  '.squares a1=29 file=1 rank=10',
  '.set s, n, pawn:ne, piece:3a',
  '.pieces empty=0 guard=$80 black=1',
  '.kind $14..$18, queen, note',
  '.timing account=account slack=4 line=200 hsync=24 vsync=8 frame=521',
  '.trampoline there',
  '.check there',
  '.shortcheck there',
  '.exits move',
  '.sync start',
  '.charge 3',
  '.refund 3',
  '.charged cycles=3 count=cell factor=2',
  '.exact start, there, 3',
  '.atmost start, there, 3',
  '.wait 7, keep',
  '.targets start, there',
  '.resume',
  '.enter start',
  '.loop 1..4 name=cell',
  '.test "t" times=3 seed=1 limit=1000',
  '.cases a, b',
  '.case 1, 2',
  '.random a, 0..9',
  '.after there',
  '.given [cell] = 3, 4',
  '.call start, there',
  '.run start, there',
  '.expect ac = 3',
  '.break ac = 3',
  'n = 3',
];

/** The directives of {@link LINES}; those that end a block follow from the others. */
export const DRAWN_DIRECTIVES: ReadonlySet<string> = new Set(
  LINES.flatMap((line) => {
    const name = /^\.(\w+)/.exec(line)?.[1] ?? '';
    const end = DIRECTIVES[name]?.closedBy;
    return end === undefined ? [name] : [name, end];
  }),
);

/** What takes the place of an argument. */
const VALUES = [
  ...['-1', '-2', '-300', '-65536', '-4294967295', '0', '255', '256', '65535', '65536', '4294967295'],
  ...['1e9', '0.5', '7/2', '1/0', '-1/0', '0/0', 'NaN', 'Infinity', '1 << 31', '1 << 40', '-(1 << 31)'],
  ...['$ffffffff * $ffffffff', '* - 1', '* - 300', '-*', '*', '~0', '!1', '1 ? -1 : 2', '3..1', '-5..5', '0..65536'],
  ...[
    '""',
    '"a"',
    "'x'",
    '"\\x00"',
    'nowhere',
    'there',
    'there - 1000',
    'start',
    '.local',
    ':+',
    ':-',
    '[cell]',
    'cell',
  ],
  ...[
    'account',
    'ac',
    'move',
    'list',
    'n',
    'm',
    'defined(n)',
    'lo(there)',
    'end(list)',
    'rgb(9, 9, 9)',
    '',
    '()',
    '[]',
  ],
];

const BEFORE = `.zp account at $20
.zp cell, 2
.row list, 16..31 at $0300
.timing account=account
.macro move from, to=[cell]
        ld   from
        st   to
.endmacro
start:  nop
`;

const AFTER = `
.local: .word 5
        .wait 5
        .trampoline
there:  bra  there
        nop
`;

/** An argument: a number, a name, a text or a range's end, as far as it does not name a directive or a key. */
const ARGUMENT = /"[^"]*"|'[^']*'|(?<![.\w])[$%]?\w+(?![\w=])/g;

/** A program with up to three directives whose arguments are wrong; the same for a seed on every machine. */
export function wrongValues(seed: number): string {
  const random = generator(seed);
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
    return `${name}${operands}${end === undefined || random(16) === 0 ? '' : `\n nop\n${random(2) === 0 ? `${one()}\n` : ''}.${end}`}`;
  };
  const lines = Array.from({ length: 1 + random(3) }, one);
  return `${random(8) === 0 ? '' : BEFORE}${lines.join(random(2) === 0 ? '\n' : '\n nop\n')}${random(8) === 0 ? '' : AFTER}`;
}
