/** The debug information of a program that uses everything: its schema, its content, and that it is reproducible. */
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { failure } from '#basics';
import { assemble, type DebugInfo } from '#assembler';
import { assembleText } from '#test/assembler/assembled-text.ts';
import { projectText } from '#test/project.ts';

const SCHEMA = JSON.parse(projectText('docs/debug-information.schema.json')) as object;

const MAIN = `        .include "../lib/tables.gtasm"
.timing account=account
.macro twice op
        op
        op
.endmacro
; main: loops for ever
; Clobbers: AC
main:   st   [cell]
.loop:  .check .end
        twice nop
        .repeat 2, i
        ld   i
        .endrepeat
        bra  [cell]
        nop
.end:   bra  .end
        nop
leave:  .trampoline
        bra  leave
        .break cell != $12
        .break ac = 3
        nop
`;
const TABLES = `.zp account
.zp cell
.column board, 8..127 at $ff index=square element=piece
.frame ply, 16..17 at $20 bytes 4
.field score, 2
.endframe
.squares a1=29 file=1 rank=10
.set s, n, -, piece:3a
.pieces empty=0 guard=$80 black=1
.kind $14..$18, queen
SIZE = 9
`;

function build(): DebugInfo {
  const files: Record<string, string> = { 'src/main.gtasm': MAIN, 'lib/tables.gtasm': TABLES };
  const assembly = assemble('src/main.gtasm', {
    read: (path) => (path in files ? { text: files[path]! } : failure('there is no such file')),
  });
  expect(assembly.diagnostics.filter((d) => d.severity === 'error')).toEqual([]);
  return assembly.debugInfo;
}

describe('debug information', () => {
  it('fits its schema', () => {
    const ajv = new Ajv({ strict: true });
    const validate = ajv.compile(SCHEMA);
    const document = JSON.parse(JSON.stringify(build())) as Record<string, unknown>;
    expect(validate(document), JSON.stringify(validate.errors)).toBe(true);
    expect(validate({ ...document, version: 2 })).toBe(false);
  });

  it('says in which bank a breakpoint compares declared RAM', () => {
    const source = '.ram 128\n.row a, 0..9 at $8000 bank=3\nstart: bra start\n.break a[1] = 2\nnop\n';
    const document = JSON.parse(JSON.stringify(assembleText(source).debugInfo)) as DebugInfo;
    expect(document.breaks?.[0]?.comparisons[0]?.place).toMatchObject({ address: 0x8001, bank: 3 });
    expect(new Ajv({ strict: true }).compile(SCHEMA)(document)).toBe(true);
  });

  it('is the same each time', () => {
    expect(JSON.stringify(build())).toBe(JSON.stringify(build()));
  });

  it('names sources from the main folder, lines with their calls, scopes, and routines without trampolines', () => {
    const info = build();
    expect(info.sources.map((source) => source.path)).toEqual(['main.gtasm', '../lib/tables.gtasm']);
    expect(info.lines[0]).toEqual({ address: 0, source: 0, line: 8, column: 8, endColumn: 19 });
    expect(info.lines[1]).toMatchObject({ address: 1, line: 9, pseudo: 'check' });
    expect(info.lines[6]).toMatchObject({
      address: 6,
      line: 3,
      expansion: [{ name: 'twice', source: 0, line: 10, column: 8, endColumn: 17 }],
    });
    expect(info.lines[8]).toMatchObject({ address: 8, line: 12, expansion: [{ name: '.repeat', line: 11 }] });
    expect(info.symbols.map((symbol) => `${symbol.name} ${symbol.kind} ${symbol.value}`)).toEqual([
      'account zero-page 1',
      'cell zero-page 2',
      'board column 255',
      'ply frame 32',
      'score field 32',
      'SIZE constant 9',
      'main label 0',
      'main.loop local 1',
      'main.end local 12',
      'leave label 14',
    ]);
    expect(info.routines).toEqual([
      { name: 'main', start: 0, end: 14, returnCell: 2, header: 'main: loops for ever\nClobbers: AC' },
    ]);
  });
});

it('has lines of .targets with no word between them as one list', () => {
  const text = 'start: ld 1\n .targets one\n .targets two\n bra ac\n nop\none: nop\ntwo: bra start\n nop';
  const { declarations } = assembleText(text).debugInfo;
  expect(declarations.jumps).toEqual([{ address: 1, targets: [3, 4], resumes: false }]);
});

describe('tables', () => {
  const tablesOf = (text: string): DebugInfo['tables'] => assembleText(`${text}\n nop\n`).tables;

  it('have their layout, places and meaning', () => {
    const tables = tablesOf(`.zp a
.zp b, 2 at $40
.row r, 8..15 at $0210 index=piece element=square
.column c, 8..127 at $ff index=square element=piece
.frame ply, 16..31 at $20 bytes 8 index=ply
.field score, 2
.field .move
.endframe
.zp boards, 16 at $30 index=number element=bitboard64`);
    expect(
      tables.map((t) => [t.name, t.layout, t.address, t.stride, t.size, t.first, t.last, t.index, t.element]),
    ).toEqual([
      ['a', 'zero-page', 1, 1, 1, 0, 0, '', 'byte'],
      ['b', 'zero-page', 0x40, 2, 2, 0, 0, '', 'byte'],
      ['r', 'row', 0x210, 1, 1, 8, 15, 'piece', 'square'],
      ['c', 'column', 0x8ff, 256, 1, 8, 127, 'square', 'piece'],
      ['score', 'field', 0x1020, 256, 2, 16, 31, 'ply', 'byte'],
      ['ply.move', 'field', 0x1022, 256, 1, 16, 31, 'ply', 'byte'],
      ['boards', 'zero-page', 0x30, 8, 8, 0, 1, 'number', 'bitboard64'],
    ]);
  });

  it('name their bank', () => {
    const tables = tablesOf('.ram 128\n.row a, 0..9 bank=3\n.column b, 128..140 bank=3');
    expect(tables.map(({ name, address, attributes }) => [name, address, attributes.bank])).toEqual([
      ['a', 0x8000, '3'],
      ['b', 0x80ff, '3'],
    ]);
  });
});

it('says what squares, sets and pieces mean; a range has every second piece, a note is a word or a text', () => {
  const text = `.squares a1=29 file=1 rank=10
.set s, n, pawn:ne, - ; comment
.pieces empty=0 guard=$80 black=1
.kind $14..$16, queen, "slot"
.kind $3e, pawn, pre-promoted
.kind $7e, dummy
 nop`;
  const { squares, sets, pieces } = assembleText(text).debugInfo;
  expect(squares).toEqual({ a1: 29, fileStep: 1, rankStep: 10 });
  expect(sets).toEqual([{ name: 's', bits: ['n', 'pawn:ne', ''] }]);
  expect(pieces).toEqual({
    empty: 0,
    guard: 0x80,
    blackBit: 1,
    kinds: [
      { piece: 0x14, kind: 'queen', note: 'slot' },
      { piece: 0x16, kind: 'queen', note: 'slot' },
      { piece: 0x3e, kind: 'pawn', note: 'pre-promoted' },
      { piece: 0x7e, kind: 'dummy', note: '' },
    ],
  });
});
