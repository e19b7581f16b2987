/** Whole programs through all phases. */
import { describe, expect, it } from 'vitest';
import { assembleText, codes, words, wordsOf } from '#test/assembler/assembled-text.ts';

describe('instructions', () => {
  it.each([
    ['nop', '0200'],
    ['ld $12', '0012'],
    ['LD [y,$12]', '0912'],
    ['st $2a,[y,x++]', 'dc2a'],
    ['st [$30],x', 'd230'],
    ['ld.2 $12', '0812'],
    ['ld ac,x {$12}', '1212'],
    ['ld $12,out,x++', '1c12'],
    ['LDA #5', '0005'],
    ['STA $30', 'c230'],
    ['ADD [$30]', '8130'],
    ['bra *+3', 'fc03'],
    ["ld 'a'", '0061'],
    ['ld %0101', '0005'],
    ['ld 7 % 4', '0003'],
    ['ld -1', '00ff'],
    ['jmp y,ac', 'e200'],
    ['ld rgb(3,0,0)', '0003'],
  ])('%s is %s', (text, word) => {
    expect(wordsOf(text)).toEqual([word]);
  });

  it('assembles the forum fragment unchanged', () => {
    const source = `
savedReturnAddr = $30
routine:
  STA savedReturnAddr
  ...                       // do stuff
  BRA [savedReturnAddr]
  NOP                    // still executed (sometimes the last instruction of the task can be put here)
`;
    expect(wordsOf(source)).toEqual(['c230', 'fd30', '0200']);
  });
});

describe('symbols', () => {
  it('keeps local labels apart', () => {
    expect(wordsOf('a:\n.l: bra .l\n nop\nb:\n.l: bra .l\n nop\n bra a.l\n nop')).toEqual([
      'fc00',
      '0200',
      'fc02',
      '0200',
      'fc00',
      '0200',
    ]);
  });

  it('reaches anonymous labels both ways', () => {
    expect(wordsOf(': bra :-\n nop\n bra :+\n nop\n: nop')).toEqual(['fc00', '0200', 'fc04', '0200', '0200']);
  });

  it('evaluates constants defined later', () => {
    expect(wordsOf(' ld n+1\nn = m*2\nm = 4')).toEqual(['0009']);
  });

  it('reports unknown, double and circular names at their place', () => {
    expect(codes(assembleText(' ld nope\na:\na:\nx1 = y1\ny1 = x1\n'))).toEqual([
      'GT0201 0:4',
      'GT0202 2:0',
      'GT0203 4:5',
    ]);
  });
});

describe('macros and control', () => {
  it('binds values, registers and addresses', () => {
    const source = `
.macro move from, to=[$31]
  ld from
  st to
.endmacro
  move [$30]
  move 5, [y,x]
  move in, [y,$20]
`;
    expect(wordsOf(source)).toEqual(['0130', 'c231', '0005', 'ce00', '0300', 'ca20']);
  });

  it('keeps local labels of calls apart and names the call in errors', () => {
    const source = '.macro m a\n.l: bra .l\n ld a\n.endmacro\n m 1\n m nope\n';
    const assembly = assembleText(source);
    expect(words(assembly)).toEqual(['fc00', '0001', 'fc02', '0000']);
    expect(codes(assembly)).toEqual(['GT0201 5:3']);
  });

  it('shows the trace of an error in a body', () => {
    const assembly = assembleText('.macro m\n ld nope\n.endmacro\n m\n');
    expect(assembly.diagnostics.find((d) => d.severity === 'error')?.related).toMatchObject([
      { message: 'Expanded from macro "m"', range: { start: { line: 3 } } },
    ]);
  });

  it('repeats, loops and chooses', () => {
    const source = `
.repeat 3, i
  ld i
.endrepeat
.for v in 2..1
  ld v
.endfor
.for v in 7, 8
  ld v
.endfor
.if 0
  ld 99
.elif 1
  ld 50
.else
  ld 98
.endif
`;
    expect(wordsOf(source)).toEqual(['0000', '0001', '0002', '0002', '0001', '0007', '0008', '0032']);
  });

  it('includes by path relative to the including file, and finds cycles', () => {
    expect(
      wordsOf('.include "a/b.gtasm"\n ld one', { 'a/b.gtasm': '.include "c.gtasm"', 'a/c.gtasm': 'one = 1' }),
    ).toEqual(['0001']);
    expect(codes(assembleText('.include "main.gtasm"'))).toEqual(['GT0702 0:9']);
    expect(codes(assembleText('.include "../x"'))).toEqual(['GT0703 0:9']);
    expect(codes(assembleText('.include "x"'))).toEqual(['GT0701 0:9']);
  });

  it('refuses registers as names of parameters, counters and constants', () => {
    for (const text of [
      '.macro m X\n.endmacro',
      '.repeat 2, y\n.endrepeat',
      '.for ac in 1..2\n.endfor',
      'out = 5',
      'in: nop',
      '.zp x',
    ]) {
      expect(codes(assembleText(`${text}\n nop\n`)).join()).toContain('GT0207');
    }
  });

  it('stops a macro bomb', () => {
    expect(codes(assembleText('.macro m\n m\n m\n.endmacro\n m\n')).slice(0, 1)).toEqual(['GT0604 1:1']);
  });
});

describe('places in ROM', () => {
  it('moves to pages and fills', () => {
    const assembly = assembleText(
      ' nop\n .page\na: nop\n .page\nb: nop\n .fill *+2, $1234\n .align 4\n .org $400\nc: bra c\n nop',
    );
    expect(codes(assembly)).toEqual([]);
    expect(assembly.debugInfo.symbols.map((s) => s.value)).toEqual([0x100, 0x200, 0x400]);
    expect(assembly.image[0x201]).toBe(0x1234);
    expect(assembly.words).toBe(3 + 2 + 1 + 2);
  });

  it('reports branches to other pages, overlaps and blocks over a page end', () => {
    expect(codes(assembleText(' bra a\n nop\n .page\na: nop'))).toEqual(['GT0304 0:5']);
    expect(codes(assembleText(' nop\n .org 0\n nop'))).toEqual(['GT0401 2:1']);
    expect(codes(assembleText(' .org $ff\n .onepage\n nop\n nop\n .endonepage'))).toEqual(['GT0403 1:1']);
  });

  it('reports a run of overlapping words once', () => {
    expect(codes(assembleText(`${' nop\n'.repeat(50)} .org 0\n${' nop\n'.repeat(40)}`))).toEqual(['GT0401 51:1']);
  });

  it('knows where a branch at a page end lands', () => {
    expect(wordsOf(' .org $ff\n bra a\na: nop')).toEqual(['fc00', '0200']);
  });

  it('packs placed blocks where there is room', () => {
    const assembly = assembleText(' .org $f0\n nop\n .place\nf: bra f\n nop\n .endplace\n .org $1f0\n nop');
    expect(codes(assembly)).toEqual([]);
    expect(assembly.debugInfo.symbols[0]?.value).toBe(0xf1);
  });
});

describe('time', () => {
  it('expands checks and corrections', () => {
    const source = `
.zp budget at $20
.timing account=budget
start:
  .check end
  nop
  nop
end:
  .charge 7
  .refund 3
  SYNC end
  .wait 6
  bra start
  nop
leave: .trampoline
  bra leave
  nop
`;
    expect(words(assembleText(source)).join(' ')).toBe(
      '00f9 8120 c220 e818 0000 0200 0200 ' + // check
        '00f9 8120 c220 0003 8120 c220 ' + // charge, refund
        '00f5 8120 c220 e818 000d ' + // sync: 11 words from end
        '0001 ec13 a001 0200 ' + // wait 6
        'fc00 0200 fc18 0200',
    );
  });

  it('needs an account and a trampoline', () => {
    expect(codes(assembleText('a: .check b\nb: nop'))).toEqual(['GT0801 0:3', 'GT0802 0:3']);
  });
});

describe('two trampolines in one page', () => {
  const page = (rest: string): string[] =>
    codes(assembleText(`.zp account\n.timing account=account\n.trampoline\n bra *\n nop\n${rest}\n`));

  it('are an error, even if one is named from elsewhere', () => {
    expect(page('.trampoline\n bra *\n nop')).toEqual(['GT0828 5:0']);
    expect(page('.page\n.trampoline $10\n nop')).toEqual(['GT0828 6:0']);
    expect(page('.page\n.trampoline\n nop')).toEqual([]);
    expect(page('.trampoline nowhere')).toEqual(['GT0201 5:12']);
  });
});
