/**
 * Handlers that were called proven and are not: a byte of theirs, by which a line is a cycle shorter, is changed in a way
 * that the proof did not see.
 */
import { describe, expect, it } from 'vitest';
import type { Assembly } from '#assembler';
import { isFailure } from '#basics';
import { certify } from '#certifier';
import { createMachine } from '#emulator';
import { assembleText, assembleTimed, replaced } from '#test/assembler/assembled-text.ts';
import { SMALL_HANDLER } from '#test/timing/small-handler.ts';

const NOT_KNOWN = /, but it is not known which way a run goes at /;

/** Lines that are put into the sample, each a word. */
interface Attack {
  readonly atReset?: readonly string[];
  /** In the last line of vSync. */
  readonly atEndOfVSync?: readonly string[];
  /** In the last line before vSync, which comes before it. */
  readonly beforeVSync?: readonly string[];
  /** In most lines that are the program's, and so many cycles longer than its words, elsewhere. */
  readonly inLine?: readonly string[];
  readonly away?: number;
  /** Between two checks of the program, which repeats them. */
  readonly program?: readonly string[];
  /** In a page of their own. */
  readonly far?: readonly string[];
  /** Where execution does not run into it: after start-up. */
  readonly aside?: readonly string[];
}

const indented = (lines: readonly string[]): string =>
  lines.map((line) => (/^[\w.]+:/.test(line) ? line : `        ${line}`)).join('\n');
const words = (lines: readonly string[]): number => lines.filter((line) => !/^(\.org|\w+:$)/.test(line)).length;
/** Lines, and the rest of a wait. */
const within = (wait: number, lines: readonly string[]): string =>
  `${indented(lines)}\n        .wait ${wait - words(lines)}`;

/** The sample with frames of 40 lines, one of which is a cycle shorter where bit 0 of `mode` is set. */
function attacked(attack: Attack): Assembly {
  const { atReset = [], atEndOfVSync = [], beforeVSync = [], inLine = [], away = 0 } = attack;
  const { program = [], aside = [], far = [] } = attack;
  const set = ['ld 0', 'st [mode]', ...atReset];
  const handler = replaced(
    SMALL_HANDLER,
    ['reset:  ld   NO_SYNC,out', `reset:  ld   NO_SYNC,out\n${indented(set)}`],
    ['.repeat 29', `.repeat ${29 - words(set)}`],
    ['resetEnd:', `resetEnd:\n${indented(aside)}`],
    [
      '        .wait 13                ;10',
      indented(['ld [mode]', 'anda 1', 'bne fast', 'nop', 'nop', 'fast: nop', '.wait 7']),
    ],
    ['        .wait 34                ;25', within(34 - away, inLine)],
    ['        .wait 30                ;27', within(30, atEndOfVSync)],
    ['        .wait 27                ;30', within(27, beforeVSync)],
  );
  const pieces = program.length === 0 ? ['nop'] : program;
  const main = `        .zp mode
        .zp extra
        .zp other
        .zp place
        .include "handler.gtasm"
        .page
        trampoline
sieve:  .check second
${indented(pieces)}
second: .check back + 1
        bra  call
        ld   back
back:   .check sieveEnd
        bra  sieve
        nop
sieveEnd:
call:   st   [other]
        .check callEnd
        bra  [other]
        nop
callEnd:
        .org $0500
${indented(far)}
`;
  return assembleTimed(main, { others: { 'handler.gtasm': handler } });
}

/** Faults that the monitor counts in some frames, with other bytes of RAM at power-on and a pressed pad in turn. */
function faults(assembly: Assembly): number {
  const counts = [1, 2].map((seed) => {
    const machine = createMachine(assembly.image, { seed, core: 'reference' });
    machine.run(120_000);
    return machine.monitor.badLines;
  });
  return Math.max(...counts);
}

const storeAtY = ['ld ac,y', 'ld 1', 'st [y,mode]'];
const constants = [8, 9, 10, 11, 12, 13, 14, 15, 0].flatMap((byte) => [`ld ${byte}`, 'st [extra]']);
/** Start-up that goes one of two ways, by the game pad: past the rest of its lines, or through them. */
const byPad = (...lines: readonly string[]): readonly string[] => [
  ...['ld in', 'xora $ff', 'bne past', 'nop'],
  ...lines,
  'past: nop',
];

it('the sample is proven, with what is put into it for the attacks', () => {
  const assembly = attacked({ atEndOfVSync: ['ld 3', ...storeAtY] });
  expect(assembly.handler?.verdict).toBe('proven');
  expect(faults(assembly)).toBe(0);
});

describe('a handler is not proven', () => {
  it.each<[string, Attack]>([
    ['a part of a masked byte, less the mask', { atEndOfVSync: ['ld in', 'anda 15', 'suba 15', ...storeAtY] }],
    ['a byte less itself', { atEndOfVSync: ['ld [$e0]', 'suba [$e0]', ...storeAtY] }],
    [
      'a masked byte that one line leaves for another',
      { beforeVSync: ['ld in', 'xora $ff', 'anda 15', 'st [extra]'], atEndOfVSync: ['ld [extra]', ...storeAtY] },
    ],
    ['one of nine constants', { program: constants, atEndOfVSync: ['ld [extra]', ...storeAtY] }],
  ])('that stores by a Y that is %s', (_, attack) => {
    const assembly = attacked(attack);
    expect(assembly.handler?.verdict).not.toBe('proven');
    expect(faults(assembly)).toBeGreaterThan(0);
  });

  it.each<[string, readonly string[]]>([
    ['a byte less itself', ['ld [$e0]', 'suba [$e0]', ...storeAtY]],
    ['nothing of any byte', ['ld 0', 'anda [$e0]', ...storeAtY]],
    [
      'one of sixteen bytes of a mask, less one',
      ['ld in', 'bge low', 'anda 7', 'bra both', 'adda 1', 'low: nop', 'adda 9', 'both: suba 1', ...storeAtY],
    ],
  ])('whose program stores by a Y that is %s', (_, program) => {
    const assembly = attacked({ program });
    expect(assembly.handler?.verdict).not.toBe('proven');
    expect(faults(assembly)).toBeGreaterThan(0);
  });

  it('that stores to a return address where only its own proof comes', () => {
    const assembly = attacked({
      atReset: ['ld 4', 'st [extra]', 'ld tail', 'st [place]'],
      inLine: ['ld 1', 'adda [extra]', 'ld ac,y', 'jmp y,[place]', 'nop', 'behind:'],
      away: 5,
      far: ['tail: ld back + 1', 'st [other]', 'ld >behind,y', 'jmp y,behind', 'nop'],
    });
    expect(faults(assembly)).toBeGreaterThan(0);
    expect(assembly.handler?.verdict).toBe('assumed');
    expect(assembly.handler?.detail).toMatch(/store .*, which the proofs of the checks do not know of/);
  });

  it('whose start-up stores through X', () => {
    const assembly = attacked({ atReset: ['ld mode,x', 'ld 1', 'st [x]'] });
    expect(assembly.handler?.verdict).not.toBe('proven');
    expect(faults(assembly)).toBeGreaterThan(0);
  });

  it('whose start-up leaves a return address that was used', () => {
    const assembly = attacked({
      atReset: byPad('bra sub', 'ld <home', 'home: nop'),
      aside: ['sub: st [mode]', 'bra [mode]', 'nop'],
    });
    expect(assembly.handler?.verdict).not.toBe('proven');
    expect(faults(assembly)).toBeGreaterThan(0);
  });

  it.each<[string, Attack]>([
    [
      'by a field',
      {
        atReset: byPad('bra sub', 'ld <home', 'home: ld 1', 'st [mode]'),
        aside: ['sub: ld 3,y', 'st [y,$40]', 'nop', 'ld 3,y', 'ld [y,$40]', 'bra ac', 'nop'],
      },
    ],
    [
      'by a byte that is stored through Y alone',
      {
        atReset: byPad('bra sub', 'ld <home', 'home: ld 1', 'st [mode]'),
        aside: ['sub: ld 0,y', 'st [y,place]', 'nop', 'bra [place]', 'nop'],
      },
    ],
    [
      'over words that the source does not have',
      {
        atReset: byPad('bra aside', 'nop'),
        aside: [
          ...['aside: nop', '.org $60', 'ld 1', 'st [mode]', 'ld 90', 'ld >sieve,y', 'jmp y,sieve'],
          'st [account]',
        ],
      },
    ],
  ])('whose start-up comes back %s', (_, attack) => {
    const assembly = attacked(attack);
    expect(assembly.handler?.verdict).not.toBe('proven');
    expect(faults(assembly)).toBeGreaterThan(0);
  });
});

it('that goes back to the page of the check plus the cycles left is not proven', () => {
  const source = replaced(
    SMALL_HANDLER,
    ['        .zp frame', '        .zp left\n        .zp frame'],
    ['        ld   >slide,y\n', '        st   [left]\n        ld   >slide,y\n'],
    ['        ld   [resumeHi],y       ;62\n', indented(['ld [resumeHi]', 'suba [left]', 'ld ac,y', ''])],
    ['RESUME          = 65', 'RESUME          = 67'],
  ).replaceAll(' - 14 ', ' - 15 ');
  const far = '.page\ntrampoline\nfar: .check end\nld >sieve,y\njmp y,sieve\nnop\nend:\n';
  const assembly = assembleText(
    `${source}.page\ntrampoline\nsieve: .check next\nld >far,y\njmp y,far\nnop\nnext:\n${far}`,
  );
  expect(faults(assembly)).toBeGreaterThan(0);
  expect(assembly.handler?.verdict).not.toBe('proven');
});

it('whose start-up writes a byte of RAM to OUT is not proven', () => {
  const start = 'reset:  ld   NO_SYNC,out';
  const source = `${replaced(SMALL_HANDLER, [start, 'reset:  ld [$80],out'])}.page\ntrampoline\nsieve: .check end\nbra sieve\nnop\nend:\n`;
  expect(assembleText(source).handler?.detail).toMatch(/Start-up may leave OUT within a sync pulse/);
});

describe('a handler that is right', () => {
  /** The last line before vSync to its end, and the first line of vSync, which the handler begins itself. */
  const LINE_OF_VSYNC = [
    ...['.wait 170', 'ld BOTH,out', '.wait 22', 'ld 0', 'ld V_SYNC,out', '.wait 32', 'bra resume', ''],
  ];
  const program =
    '.page\ntrampoline\nsieve: .check end\n.repeat 3\nnop\n.endrepeat\nend: .check again\n.repeat 13\nnop\n.endrepeat\nbra sieve\nnop\nagain:\n';

  it('is not wrong where it blanks the screen in front of the pulse', () => {
    const source = replaced(
      SMALL_HANDLER,
      ['        .macro pulse\n', '        .macro pulse\n        ld [syncHigh],out\n'],
      ['LINE_ACCOUNT    = 200 - 14', 'LINE_ACCOUNT    = 200 - 15'],
      ['200 - 24 - 14 - (', '200 - 24 - 15 - ('],
    );
    const assembly = assembleText(source + program);
    expect(faults(assembly)).toBe(0);
    expect(assembly.handler?.verdict).toBe('assumed');
  });

  it('is not wrong where a check is late only on a path that no run can take', () => {
    const test = (taken: string): string[] => ['ld [$f0]', `${taken} * + 8`, 'nop', '.repeat 6', 'nop', '.endrepeat'];
    const main = [
      '.page',
      'trampoline',
      'sieve: .check * + 19',
      ...test('beq'),
      ...test('bne'),
      'bra sieve',
      'nop',
      '',
    ];
    const assembly = assembleText(SMALL_HANDLER + indented(main));
    expect(faults(assembly)).toBe(0);
    expect(assembly.timing[0]?.verdict).toBe('unproven');
    expect(assembly.handler?.verdict).toBe('assumed');
  });

  it('leaves room in the page of its slide for a routine with a loop', () => {
    const routine = [
      ...['routine: st [near]', 'bra wait', 'ld home', 'home: ld [page],y', 'jmp y,[near]', 'nop'],
      ...['wait: st [back]', 'ld [two]', 'st [count]', '.loop 2', 'loop: ld [count]', 'suba 1', 'bne loop'],
      ...['st [count]', 'bra [back]', 'nop', ''],
    ];
    const bytes = ['near', 'page', 'back', 'count', 'two'].map((byte) => `        .zp ${byte}\n`).join('');
    const source = replaced(
      SMALL_HANDLER,
      ['        .zp frame', `${bytes}        .zp frame`],
      ['.repeat 29', 'ld   2\n        st   [two]\n        .repeat 27'],
      ['        .org $0180\n', `${indented(routine)}        .org $0180\n`],
    );
    const main = ['.page', 'trampoline', 'sieve: .check * + 31', 'ld >back1', 'st [page]', 'ld >routine,y'];
    const assembly = assembleText(
      source + indented([...main, 'jmp y,routine', 'ld back1', 'back1: bra sieve', 'nop', '']),
    );
    expect(faults(assembly)).toBe(0);
    expect(assembly.timing.map(({ verdict }) => verdict)).toEqual(['exact', 'exact']);
    expect(assembly.handler?.verdict).toBe('proven');
  });

  describe('is not wrong by what the proof does not follow:', () => {
    it('stores of start-up through X', () => {
      const byX = ['ld lines,x', 'ld 0,y', 'st VSYNC_LINES,[y,x++]', 'st endVSync,[y,x++]'];
      const source = SMALL_HANDLER.replace(/ +ld +VSYNC_LINES\n +st +\[lines\]\n +ld +endVSync\n[^\n]*\n/, () =>
        indented([...byX, '']),
      );
      const assembly = assembleText(source + program);
      expect(faults(assembly)).toBe(0);
      expect(assembly.handler).toMatchObject({ verdict: 'assumed' });
      expect(assembly.handler?.detail).toMatch(NOT_KNOWN);
    });

    it('RAM outside of the zero page', () => {
      const source = SMALL_HANDLER.replaceAll('[lines]', '[y,lines]')
        .replace('ld   VSYNC_LINES\n', 'ld 1,y\n        ld   VSYNC_LINES\n')
        .replace('.repeat 29', '.repeat 28')
        .replace('ld   [y,lines]', 'ld 1,y\n        ld   [y,lines]')
        .replace('ld   BOTTOM_LINES', 'ld 1,y\n        ld   BOTTOM_LINES')
        .replace(/\.wait (13|5|11|15)( +;(10|18|12|8)\n)/g, (_, cycles: string) => `.wait ${Number(cycles) - 1}\n`);
      const assembly = assembleText(source + program);
      expect(faults(assembly)).toBe(0);
      expect(assembly.handler).toMatchObject({ verdict: 'assumed' });
      expect(assembly.handler?.detail).toMatch(NOT_KNOWN);
    });
  });

  describe('asks which of its short checks has left', () => {
    /** A number for each, by which the line knows the charge: 8 or 9. */
    const withChecks = (count: number): Assembly => {
      const account = ['ld [kind]', 'beq .first', 'ld LINE_ACCOUNT - 8', 'ld LINE_ACCOUNT - 9', 'bra .go'];
      const both = ['st [account]', '.first: st [account]', 'nop', 'nop', '.go:', ''];
      const source = replaced(
        SMALL_HANDLER,
        ['        adda LINE_ACCOUNT       ;4\n        st   [account]          ;5\n', indented([...account, ...both])],
        ['        .zp frame', '        .zp kind\n        .zp frame'],
        ['LINE_ACCOUNT    = 200 - 14', 'LINE_ACCOUNT    = 200 - 15'],
        ['200 - 24 - 14 - (resetEnd - reset)', '200 - 24 - 15 - (resetEnd - reset) + 1'],
      ).replace(/\.wait (13|5|11)( +;(10|18|12)\n)/g, (_, cycles: string) => `.wait ${Number(cycles) - 4}\n`);
      const leave = ['.macro leave charge, resume', 'ld resume - 5', 'st [resumeLo]', 'ld charge - 8'];
      const tail = ['st [kind]', 'ld -charge', 'suba [account]', 'ld resumeHi,x', 'ld >slide,y', 'jmp y,ac'];
      const checks = Array.from({ length: count }, (_, index) => {
        const charge = 8 + (index % 2);
        const nops = Array<string>(charge - 5).fill('nop');
        return [`.shortcheck * + ${charge}`, ...nops, index === count - 1 ? 'bra top' : 'nop', 'ld [account]'];
      });
      const main = ['.page', ...leave, ...tail, 'st >*,[x]', '.endmacro', 'sieve: ld [account]', 'top:'];
      return assembleText(source + indented([...main, ...checks.flat(), '.exits leave', '']));
    };

    it('few of them: it is proven', () => {
      const assembly = withChecks(8);
      expect(faults(assembly)).toBe(0);
      expect(assembly.handler?.verdict).toBe('proven');
    });

    it('many of them: it is not wrong', () => {
      const assembly = withChecks(9);
      expect(faults(assembly)).toBe(0);
      expect(assembly.handler?.verdict).toBe('assumed');
      expect(assembly.handler?.detail).toMatch(NOT_KNOWN);
    });
  });

  it('is proven where it goes back by a constant, after the only check', () => {
    const back = '        ld   [resumeHi],y       ;62\n        jmp  y,[resumeLo]       ;63\n';
    const source = replaced(SMALL_HANDLER, [back, indented(['ld >after,y', 'jmp y,after', ''])]);
    const turns = [
      '.page',
      'trampoline',
      'sieve: .check end + 4',
      'after: ld 2',
      '.loop 3',
      'turn: bne turn',
      'suba 1',
    ];
    const only = assembleText(`${source}${indented(turns)}\n        bra sieve\n        nop\nend:\n`);
    expect(faults(only)).toBe(0);
    expect(only.handler?.verdict).toBe('proven');
    const [first = ''] = program.split('end:');
    const two = assembleText(`${source}${first.replace('.repeat', 'after: .repeat')}${program.slice(first.length)}`);
    expect(two.handler?.verdict).toBe('assumed');
    expect(two.handler?.detail).toMatch(/whether the jump goes after the check that left/);
  });

  it('is proven where vSync begins with a line, whoever begins that', () => {
    const source = replaced(
      SMALL_HANDLER,
      ['        ld   VSYNC_LINES        ;14\n', '        ld   VSYNC_LINES - 1    ;14\n'],
      ['        .wait 27                ;30\n        bra  resume             ;57\n', indented(LINE_OF_VSYNC)],
    );
    const assembly = assembleText(source + program);
    expect(faults(assembly)).toBe(0);
    expect(assembly.handler?.verdict).toBe('proven');
    const result = certify(assembly.timingClaims()!);
    expect(isFailure(result) && result.message).toBe(false);
  });

  it('is proven where it is right for what the checks charge, and for nothing in between', () => {
    const tell = ['adda 8', 'beq .is8', 'ld LINE_ACCOUNT - 8', 'ld LINE_ACCOUNT - 20', 'bra .go', 'st [account]'];
    const lines = [...tell, '.is8: st [account]', 'nop', 'nop', '.go:'].join('\n');
    const source = replaced(SMALL_HANDLER, [
      '        adda LINE_ACCOUNT       ;4\n        st   [account]          ;5\n',
      `${lines}\n`,
    ]).replace(
      /(\.wait )(13|5|11)( +;1[028]\n)/g,
      (_, wait: string, cycles: string) => `${wait}${Number(cycles) - 4}\n`,
    );
    const assembly = assembleText(source + program);
    expect(faults(assembly)).toBe(0);
    expect(assembly.handler?.verdict).toBe('proven');
  });
});

it('an edit of the word that begins a line is seen', () => {
  const [early, late] = ['ld [syncLow],out\nnop\n', 'nop\nld [syncLow],out\n'];
  const rest = 'ld >line,y\njmp y,line\nadda [account]\n';
  /** The words that begin a line, after the slide and in page 1, without the macro for both. */
  const handlerWith = (afterSlide: string): string =>
    replaced(
      SMALL_HANDLER.replace(/ +\.macro pulse[^]*?\.endmacro\n/, ''),
      ['        .org $0100\n        pulse\n', `        .org $0100\n${late}${rest}`],
      ['        pulse\n        .lint on', `${afterSlide}${rest}        .lint on`],
      ['LINE_ACCOUNT    = 200 - 14', 'LINE_ACCOUNT    = 200 - 15'],
      ['200 - 24 - 14 - (', '200 - 24 - 15 - ('],
    );
  const main = '.include "handler.gtasm"\n.page\ntrampoline\nsieve: .check end\nbra sieve\nnop\nend:\n';
  const assembled = (afterSlide: string, before?: Assembly): Assembly =>
    assembleText(main, { others: { 'handler.gtasm': handlerWith(afterSlide) }, before });
  const wrong = assembled(early);
  expect(wrong.handler?.verdict).toBe('wrong');
  const right = assembled(late, wrong);
  expect(right.handler?.verdict).toBe('proven');
  expect(assembled(early, right).handler?.verdict).toBe('wrong');
});
