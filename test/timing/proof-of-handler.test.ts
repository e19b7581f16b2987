/**
 * The proof of the video handler compared with the monitor: every kind of fault is planted in the handler of a sample,
 * and both must find it.
 */
import { describe, expect, it } from 'vitest';
import type { Assembly } from '#assembler';
import { assembleText, faultsIn, replaced } from '#test/assembler/assembled-text.ts';
import { HANDLER, MAIN } from '#test/timing/small-handler.ts';

/** The sample with another handler. */
const withHandler = (handler: string, main = MAIN): Assembly =>
  assembleText(main, { others: { 'handler.gtasm': handler } });

const faults = (assembly: Assembly): number => faultsIn(assembly, 700_000);

/** The handler with its parts of the frame chosen by a lookup table. */
const BY_TABLE = ['endVSync', 'startPicture', 'startVSync']
  .reduce(
    (text, name, index) => text.replaceAll(new RegExp(`ld   ${name} +(?=;|\\n)`, 'g'), `ld   parts + ${index} `),
    replaced(
      HANDLER,
      [
        '        .targets endVSync, startPicture, startVSync\n        bra  [partEnd]          ;10\n        nop                     ;11\n',
        `        ld   [partEnd]          ;10
        .targets parts
        bra  ac                 ;11
        .intended
        bra  choose             ;12
        .lookup parts
        .entry endVSync, startPicture, startVSync
        .endlookup
choose: .targets endVSync, startPicture, startVSync
        bra  ac                 ;14
        nop                     ;15
`,
      ],
      ['        .wait 11                ;12\n', '        .wait 7                 ;16\n'],
    ).replaceAll('        .wait 5                 ;18\n', '        .wait 1\n'),
  )
  .replace('        ld   endVSync\n        st   [partEnd]', '        ld   parts\n        st   [partEnd]');

describe('handlers that are right', () => {
  it.each([
    ['the sample', HANDLER],
    ['line routines by a table', BY_TABLE],
  ])('%s is proven, and the monitor finds nothing', (_, handler) => {
    const assembly = withHandler(handler);
    expect(assembly.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(assembly.handler?.detail).toMatch(/^Every line takes 200 cycles/);
    expect(assembly.handler?.verdict).toBe('proven');
    expect(faults(assembly)).toBe(0);
  });
});

describe('handlers with a planted fault', () => {
  it.each([
    ['a line a cycle short', HANDLER, '.wait 34                ;25', '.wait 33'],
    ['a line a cycle long', HANDLER, '.wait 34                ;25', '.wait 35'],
    ['a drawn line a cycle short', HANDLER, '.wait 15                ;181', '.wait 14'],
    ['a drawn line a cycle long', HANDLER, '.wait 15                ;181', '.wait 16'],
    ['one arm of a drawn line a cycle long', HANDLER, '.wait 6                 ;9', '.wait 7'],
    ['hSync ends a cycle late', HANDLER, '.wait 13                ;10', '.wait 14'],
    [
      'hSync ends a cycle early in one line',
      HANDLER,
      '.wait 5                 ;18\n        ld   0                  ;23\n        ld   V_SYNC,out',
      '.wait 4\n        ld   0\n        ld   V_SYNC,out',
    ],
    ['the trampoline a cycle long', HANDLER, '        ld   >slide,y\n', '        nop\n        ld   >slide,y\n'],
    ['the slide a word short', HANDLER, '        .repeat 128\n        nop', '        .repeat 127\n        nop'],
    ['vSync begins a line late', HANDLER, 'BOTTOM_LINES - 1   ;4', 'BOTTOM_LINES       ;4'],
    ['vSync ends two lines late', HANDLER, 'ld   VSYNC_LINES        ;14', 'ld   VSYNC_LINES + 2'],
    ['a frame without a line', HANDLER, 'ld   TOP_LINES          ;14', 'ld   TOP_LINES - 1'],
    ['a row that is shown once more', HANDLER, 'xora FIRST_ROW + ROWS   ;197', 'xora FIRST_ROW + ROWS + 1'],
    ['the account one too large', HANDLER, 'adda LINE_ACCOUNT       ;4', 'adda LINE_ACCOUNT + 1'],
    ['the account one too small', HANDLER, 'adda LINE_ACCOUNT       ;4', 'adda LINE_ACCOUNT - 1'],
    [
      'a table with an entry one word off',
      BY_TABLE,
      '.entry endVSync, startPicture,',
      '.entry endVSync, startPicture + 1,',
    ],
    [
      "a table with two entries in each other's place",
      BY_TABLE,
      '.entry endVSync, startPicture,',
      '.entry startPicture, endVSync,',
    ],
    ['resumes a word early', HANDLER, 'adda 5                  ;60', 'adda 4'],
  ])('%s: wrong, and the monitor shows it', (_, handler, from, to) => {
    const assembly = withHandler(
      replaced(handler, [from, to])
        .replace('.exact nextLine, .end, 198', '')
        .replace(/\.assert LINE_ACC.*/, ''),
    );
    expect(assembly.handler?.verdict).toBe('wrong');
    expect(assembly.diagnostics.map(({ code }) => code)).toContain('GT0831');
    expect(faults(assembly)).toBeGreaterThan(0);
  });

  it('never proves a handler that the monitor finds wrong, however long its waits are', () => {
    const waits = [...HANDLER.matchAll(/^ {8}\.wait (\d+)/gm)];
    let wrong = 0;
    for (const { index, 1: cycles } of waits) {
      for (const change of [-1, 1]) {
        const end = HANDLER.indexOf('\n', index);
        const wait = `        .wait ${Number(cycles) + change}`;
        const handler = HANDLER.slice(0, index) + wait + HANDLER.slice(end);
        const assembly = withHandler(handler.replace('.exact nextLine, .end, 198', ''));
        if (faults(assembly) > 0) wrong++;
        expect([wait, assembly.handler?.verdict]).toEqual([wait, faults(assembly) > 0 ? 'wrong' : 'proven']);
      }
    }
    expect(wrong).toBe(2 * waits.length);
  });
});

describe('handlers that are not proven', () => {
  it('are one finding where a timed block of theirs is wrong', () => {
    const handler = replaced(HANDLER, ['nextLine:\n', 'nextLine:\n        nop\n']).replace(/\.assert LINE_ACC.*/, '');
    const { handler: proof, diagnostics } = withHandler(handler);
    expect(proof?.verdict).toBe('wrong');
    expect(diagnostics.map(({ code }) => code)).toEqual(['GT0810']);
  });

  it('say so first: what a program without a picture does is assumed', () => {
    const { handler, diagnostics } = assembleText(`.zp account
.timing account=account
        .org 0
work:   .check work + 7
        bra  work
        nop
leave:  .trampoline
        ld   127
        st   [account]
        bra  leave
        nop
`);
    expect(handler?.verdict).toBe('assumed');
    expect(diagnostics.map(({ code }) => code)).toContain('GT0832');
  });

  it('assumes nothing of bytes that the program changes', () => {
    const main = replaced(MAIN, ['        ld   NONE\n', '        ld   NONE\n        st   [lines]\n']);
    expect(withHandler(HANDLER, main).handler?.verdict).not.toBe('proven');
  });

  describe('by a path that tests a byte twice', () => {
    const twice = (between: string, wait: number, loads = ['ld [$7f]', 'ld [$7f]']): string =>
      replaced(HANDLER, [
        '.wait 34                ;25',
        `${loads[0]}
        beq  first
        nop
        nop
first:  ${between}
        ${loads[1]}
        bne  second
        nop
        nop
second: .wait ${wait}`,
      ]);

    const bothTests = /, but .* is tested at .* and at .*, and would have to change in between$/m;
    it.each([
      ['a byte', ['ld [$7f]', 'ld [$7f]'], 27, bothTests],
      [
        'a byte less another one',
        ['ld [$7f]', 'ld [$7f]\nsuba [$7e]\nadda [$7e]'],
        25,
        /, but the tests before it leave only the other way at /,
      ],
      ['a byte at a place that is not known', ['ld [$7e],y\nld [y,$7f]', 'ld [y,$7f]'], 26, bothTests],
    ])('are assumed where the tests of %s would have to go different ways', (_, loads, wait, told) => {
      const assembly = withHandler(twice('', wait, loads));
      expect(faults(assembly)).toBe(0);
      expect(assembly.handler?.verdict).toBe('assumed');
      expect(assembly.handler?.detail).toMatch(told);
    });

    it.each([
      ['a store can come between', 'ld [$7e]\n        st [$7f]', 25],
      ['a path without them is wrong, too', '', 26],
    ])('are wrong where %s', (_, between, wait) => {
      expect(withHandler(twice(between, wait)).handler?.verdict).toBe('wrong');
    });
  });

  it.each(['V_SYNC', 'H_SYNC'])('asks start-up to leave OUT between pulses, and not as %s', (within) => {
    expect(withHandler(HANDLER).handler?.verdict).toBe('proven');
    const { handler, diagnostics } = withHandler(
      replaced(HANDLER, ['reset:  ld   NO_SYNC,out', `reset:  ld   ${within},out`]),
    );
    expect(handler?.verdict).toBe('assumed');
    const messages = diagnostics.map(({ message }) => message).join('\n');
    expect(messages).toContain('Start-up may leave OUT within a sync pulse');
  });
});
