/**
 * What completion offers in each slot of the language, before a letter is typed.
 *
 * Each row is a line, with a cursor, below a program that has more constants than a list shows.
 */
import { describe, expect, it } from 'vitest';
import { languageFixture } from '#test/server/language-fixture.ts';

const server = languageFixture();

const MOST_ITEMS = 60;

const PROGRAM = `${Array.from({ length: 120 }, (_, index) => `SIZE${index} = ${index}\n`).join('')}
.zp back
.zp account
.zp nodes, 4 index=number
.set rays, n, s
.row mail, 0..9 at $200 index=number
.column board, 1..9 at $f0
.frame ply, 16..31 at $20 bytes 8
.field .depth
.endframe
.macro store value, to=[back]
        ld   value
        st   to
.endmacro
.macro go target
        bra  target
        nop
.endmacro
        bra  start
        nop
far:    ld   [back]
.local: ld   SIZE7
        bra  far
        nop
start:  nop
.here:  nop
`;

interface Slot {
  /** The line, with a cursor. */
  readonly line: string;
  readonly first: readonly string[];
  /** What else must be offered. */
  readonly also?: readonly string[];
  /** What must not be offered. */
  readonly never?: readonly string[];
  readonly after?: string;
}

/** Variables, tables and registers after a load or an operation. */
const LOADED: Omit<Slot, 'line'> = {
  first: ['[back]', 'SIZE7', '[account]', '[nodes]', 'SIZE0'],
  also: ['[y,board]', '[y,ply.depth]', 'lo'],
  never: ['.local', 'nop'],
};
const STORED: Omit<Slot, 'line'> = {
  first: ['[back]', '[account]', '[nodes]', '[x]', '[y,board]'],
  also: ['[y,x++]', '[y,x]', '[y,ply.depth]'],
  never: ['far', 'out', '[SIZE7]'],
};
const BRANCHED: Omit<Slot, 'line'> = {
  first: ['far', 'start', '.here', 'ac', 'in', '[back]'],
  never: ['SIZE7', 'back', 'out', '.local', 'board'],
};
const ROM: Omit<Slot, 'line'> = { first: ['far', 'start', '.here'], never: ['SIZE7', 'back', 'board'] };
const NUMBERS: Omit<Slot, 'line'> = { first: ['SIZE7', 'SIZE0'], never: ['far', 'back', 'board', 'ac'] };
const ANYTHING: Omit<Slot, 'line'> = { first: ['SIZE7', 'far', 'start', 'SIZE0'], also: ['back', 'mail'] };
const ADDRESSED: Omit<Slot, 'line'> = { first: ['far', 'start', 'board', 'mail', 'back'], also: ['SIZE7'] };
const NOTHING: Omit<Slot, 'line'> = { first: [] };
const PLACES = ['back', 'account', 'board', 'mail', 'nodes', 'ply.depth', 'ac', 'fen'];
const END_OF_SEGMENT = { after: '        .endvcpu' };
const END_OF_TEST = { after: '        .endtest' };

const SLOTS: readonly Slot[] = [
  { line: '        ¦', first: ['ld', 'st', 'adda'], also: ['.org', 'store'], never: ['SIZE7', 'ac'] },
  { line: 'name:   ¦', first: ['ld', 'st', 'adda'], never: ['SIZE7'] },
  { line: '        ld   ¦', ...LOADED, also: ['[y,board]', 'in'] },
  { line: '        adda ¦', ...LOADED },
  { line: '        suba ¦', ...LOADED },
  { line: '        anda ¦', ...LOADED },
  { line: '        ora  ¦', ...LOADED },
  { line: '        xora ¦', ...LOADED },
  { line: '        ld   [¦]', first: ['back', 'account', 'nodes', 'SIZE7'], never: ['far', 'board', 'out'] },
  { line: '        ld   [y,¦]', first: ['board', 'mail', 'ply.depth', 'x', 'x++'], never: ['far', 'out'] },
  { line: '        ld   ply.¦', first: ['ply.depth'] },
  { line: '        ld   [back],¦', first: ['out', 'x', 'y'] },
  { line: '        ld   ac,¦', first: ['out', 'x', 'y'] },
  { line: '        ld   <¦', ...ADDRESSED },
  { line: '        ld   >¦,y', ...ADDRESSED },
  { line: '        ld   lo(¦', ...ADDRESSED },
  { line: '        ld   max(1, hi(¦', ...ADDRESSED },
  { line: '        ld   rgb(1, ¦', ...NUMBERS },
  { line: '        st   ¦', ...STORED },
  { line: '        st   5,¦', ...STORED, never: ['in', 'x', 'out'] },
  { line: '        st   [y,¦]', first: ['board', 'mail', 'ply.depth', 'x', 'x++'] },
  { line: '        st   [back],¦', first: ['x', 'y'] },
  { line: '        bra  ¦', ...BRANCHED },
  { line: '        bne  ¦', ...BRANCHED },
  { line: '        bra  .¦', first: ['.here'] },
  { line: '        bra  far.¦', first: ['far.local'] },
  { line: '        jmp  ¦', first: ['y'] },
  { line: '        jmp  y,¦', ...BRANCHED },
  { line: '        ctrl ¦', ...NUMBERS },
  { line: '        sta  ¦', first: ['back', 'account', 'nodes'] },
  { line: '        nop  ¦', ...NOTHING },
  { line: '        store ¦', ...LOADED, also: ['value=', 'to='] },
  { line: '        store 3, ¦', ...STORED, also: ['to='] },
  { line: '        store 3, to=¦', ...STORED },
  { line: '        go ¦', ...BRANCHED, also: ['target='] },
  { line: 'OTHER = ¦', ...ANYTHING },
  { line: '        .check ¦', ...ROM },
  { line: '        .sync ¦', ...ROM },
  { line: '        .shortcheck ¦', ...ROM },
  { line: '        .exits ¦', first: ['store'], never: ['go', 'SIZE7', 'nop'] },
  { line: '        .exact far, ¦', ...ROM },
  { line: '        .exact far, start, ¦', ...NUMBERS },
  { line: '        .targets ¦', ...ROM },
  { line: '        .trampoline ¦', ...ROM },
  { line: '        .resume ¦', ...NOTHING },
  { line: '        .wait ¦', ...NUMBERS },
  { line: '        .wait 10, ¦', first: ['keep'], never: ['SIZE7'] },
  { line: '        .charge ¦', ...NUMBERS },
  { line: '        .loop ¦', ...NUMBERS },
  { line: '        .loop 0..4 ¦', first: ['name='] },
  { line: '        .timing ¦', first: ['account=', 'slack='] },
  { line: '        .org ¦', first: ['SIZE7', 'far', 'start'] },
  { line: '        .page ¦', ...NOTHING },
  { line: '        .place ¦', ...NOTHING, after: '        .endplace' },
  { line: '        .word ¦', ...ANYTHING },
  { line: '        .assert ¦', ...ANYTHING },
  { line: '        .assert 1, ¦', ...NOTHING },
  { line: '        .error ¦', ...NOTHING },
  { line: '        .incbin ¦', ...NOTHING },
  { line: '        .include ¦', first: ['<board-colours>'], also: ['<video>'], never: ['SIZE7'] },
  { line: '        .if ¦', ...NUMBERS, after: '        .endif' },
  { line: '        .if defined(¦', ...ANYTHING, after: '        .endif' },
  { line: '        .repeat ¦', ...NUMBERS, after: '        .endrepeat' },
  { line: '        .repeat 3, ¦', ...NOTHING, after: '        .endrepeat' },
  { line: '        .for ¦', ...NOTHING, after: '        .endfor' },
  { line: '        .for i ¦', first: ['in'], after: '        .endfor' },
  { line: '        .for i in ¦', ...NUMBERS, after: '        .endfor' },
  { line: '        .for i in 1..¦', ...NUMBERS, after: '        .endfor' },
  { line: '        .macro ¦', ...NOTHING, after: '        .endmacro' },
  { line: '        .ram ¦', first: ['32', '64', '128'] },
  { line: '        .ram 64, ¦', ...NOTHING },
  { line: '.zp ¦', ...NOTHING },
  { line: '.zp one ¦', first: ['at', 'index='], never: ['SIZE7'] },
  { line: '.zp one at ¦', ...NUMBERS },
  { line: '.zp one at end(¦', first: ['back', 'account', 'board', 'mail', 'nodes'], never: ['SIZE7', 'far'] },
  { line: '.row one, 0..¦ at $300', ...NUMBERS },
  { line: '.row one, 0..9 at $300 index=¦', first: ['index=square', 'index=piece'] },
  { line: '.set other, ¦', first: ['n', 'ne'], never: ['SIZE7'] },
  { line: '.kind $14, ¦', first: ['king', 'queen'], never: ['SIZE7'] },
  { line: '        .lookup one, store at ¦', ...NUMBERS },
  { line: '        .romdata ¦', ...NOTHING },
  { line: '        .vcpu ¦', ...NUMBERS, after: '        .endvcpu' },
  { line: '        .vcpu $0200\n        ¦', first: ['ADDI', 'ADDW'], never: ['adda', 'nop'], ...END_OF_SEGMENT },
  { line: '        .vcpu $0200\nmain:   BRA ¦', first: ['main'], never: ['far', 'back'], ...END_OF_SEGMENT },
  { line: '        .vcpu $0200\n        LDW ¦', first: ['back'], never: ['far'], ...END_OF_SEGMENT },
  { line: '        .vcpu $0200\nmain:   LDWI ¦', first: ['far', 'start'], also: ['main'], ...END_OF_SEGMENT },
  { line: '        .vcpu $0200\n        RET ¦', ...NOTHING, ...END_OF_SEGMENT },
  { line: '        .test ¦', ...NOTHING, ...END_OF_TEST },
  { line: '        .test "a" ¦', first: ['times=', 'seed=', 'limit='], ...END_OF_TEST },
  { line: '        .test "a"\n        .given ¦', first: PLACES.slice(0, 3), also: [...PLACES, 'in'], ...END_OF_TEST },
  { line: '        .test "a"\n        .given back = ¦', ...ANYTHING, ...END_OF_TEST },
  {
    line: '        .test "a"\n        .expect ¦',
    first: PLACES.slice(0, 3),
    also: ['cycles', 'faults'],
    ...END_OF_TEST,
  },
  { line: '        .test "a"\n        .call ¦', ...ROM, first: ['far', 'start'], ...END_OF_TEST },
  { line: '        .test "a"\n        .run far, ¦', ...ROM, first: ['far', 'start'], ...END_OF_TEST },
  { line: '        .test "a"\n        .cases ¦', ...NOTHING, ...END_OF_TEST },
  { line: '        .test "a"\n        .cases one\n        .given back = ¦', first: ['one', 'SIZE7'], ...END_OF_TEST },
  { line: '        .test "a"\n        .cases one\n        .call ¦', first: ['far'], never: ['one'], ...END_OF_TEST },
  { line: '        .test "a"\n        .random one, 0..¦', ...NUMBERS, first: ['SIZE7'], ...END_OF_TEST },
  { line: '; Draws. Clobbers: ¦', first: ['nothing', 'AC', 'X', 'Y', 'OUT', 'back'], after: 'routine: nop' },
  { line: '; Draws. See: ¦', first: ['far', 'start', 'routine'], after: 'routine: nop' },
];

describe('in every slot', () => {
  it.each(SLOTS)('$line', async ({ line, first, also = [], never = [], after = '' }) => {
    const items = await server.completionsAt(`${PROGRAM}${line}\n${after}\n`);
    const offered = items.sort((a, b) => (a.sortText! < b.sortText! ? -1 : 1)).map(({ label }) => label);
    expect(offered.length).toBeLessThanOrEqual(MOST_ITEMS);
    if (first.length === 0) expect(offered).toEqual([]);
    else expect(offered.slice(0, first.length)).toEqual(first);
    expect(offered).toEqual(expect.arrayContaining([...also]));
    expect(offered.filter((label) => never.includes(label))).toEqual([]);
  });
});
