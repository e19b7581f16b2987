/** Refactorings through the real protocol: they do what they say, and no word of the program changes. */
import { describe, expect, it } from 'vitest';
import { assemble, type SourceHost } from '#assembler';
import { applied, languageFixture } from '#test/server/language-fixture.ts';
import { markedSource } from '#test/server/marked-source.ts';

const server = languageFixture({ textDocument: { codeAction: { disabledSupport: true } } });

function romOf(text: string): Buffer {
  const host: SourceHost = { read: () => ({ text }) };
  const assembly = assemble('main.gtasm', host, { check: false });
  expect(assembly.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return Buffer.from(assembly.rom());
}

/** Text of a marked source after an action, whose words are compared. */
async function after(marked: string, title: string): Promise<string> {
  const { actions, source } = await server.actionsAt(marked, 'refactor');
  const found = actions.find((each) => each.title === title);
  expect(found, actions.map((each) => each.title).join()).toBeDefined();
  const text = applied(source.text, found!.edit!.changes![source.uri]!);
  expect(romOf(text).equals(romOf(source.text))).toBe(true);
  return text;
}

it('a number becomes a constant', async () => {
  expect(await after('; A program.\n\nstart:  ld   1¦2 + 1\n', 'Extract constant')).toBe(
    '; A program.\n\nCONSTANT = 12\nstart:  ld   CONSTANT + 1\n',
  );
});

it('a selected expression becomes a constant, unless it means something else there', async () => {
  expect(await after('CONSTANT = 1\nstart:  ld   «12 + CONSTANT»\n', 'Extract constant')).toBe(
    'CONSTANT2 = 12 + CONSTANT\nCONSTANT = 1\nstart:  ld   CONSTANT2\n',
  );
  for (const marked of ['start:  bra  «* + 1»\n', '.macro m a\n        ld   «a + 1»\n.endmacro\n        nop\n']) {
    const { actions } = await server.actionsAt(marked, 'refactor');
    expect(actions.filter(({ title }) => title.startsWith('Extract'))).toEqual([]);
  }
});

const PROGRAM = `.zp cell
.zp other at $40
first:  ld   [cell]
        ad¦da [other]
        xora 7
        st   [cell]
        st   [y,x++]
        ld   [cell],y
        bge  first
        ld   1
second: ld   ac,x
        st   [cell],x
        blt  second
        ld   [y,x]
`;

it('a routine changes its notation and back', async () => {
  const muller = await after(PROGRAM, "Write the routine in Muller's notation");
  expect(muller).toContain('first:  LDA  cell\n        ADD  [other]\n        XOR  7\n        STA  cell\n');
  expect(muller).toContain('second: ld   ac,x\n');
  const back = await after(muller.replace('ADD', 'A¦DD'), 'Write the routine in listing notation');
  expect(back).toBe(PROGRAM.replace('¦', ''));
});

it('a routine ends where the next macro begins, and a macro is one of its own', async () => {
  const source = `first:  ld   1\n${'.macro twice\n        ld   2\n.endmacro\n'}second: twice\n`;
  expect(await after(source.replace('ld   1', 'l¦d   1'), "Write the routine in Muller's notation")).toBe(
    source.replace('ld   1', 'LDA  #1'),
  );
  expect(await after(source.replace('ld   2', 'l¦d   2'), "Write the macro in Muller's notation")).toBe(
    source.replace('ld   2', 'LDA  #2'),
  );
});

it('a file changes its notation and back', async () => {
  const muller = await after(PROGRAM, "Write the file in Muller's notation");
  expect(muller).toContain('second: LD   AC,X\n');
  expect(await after(muller.replace('ADD', 'A¦DD'), 'Write the file in listing notation')).toBe(
    PROGRAM.replace('¦', ''),
  );
});

it('a field of a frame is renamed with its uses', async () => {
  const marked = '.frame plies, 1..4 at $20 bytes 8\n.field .«move»\n.endframe\n        ld   [y,plies.«mo¦ve»]\n';
  expect(await server.renamed(marked, 'from')).toBe(markedSource(marked).text.replaceAll('move', 'from'));
});

/** Why an action is not possible. */
async function refusal(marked: string, title: string): Promise<string | undefined> {
  const { actions } = await server.actionsAt(marked, 'refactor');
  return actions.find((each) => each.title === title)?.disabled?.reason;
}

const EXTRACT = 'Extract macro';

describe('extracting a macro', () => {
  it('takes local labels from outside as parameters, and the routine keeps its comment', async () => {
    const routine = '; Counts.\nstart:  ld   1\n.loop:  suba 1\n';
    const lines = '        beq  .done\n        nop\n.again: bne  .again\n        bra  .loop\n';
    expect(await after(`${routine}«${lines}»        nop\n.done:  bra  start\n        nop\n`, EXTRACT)).toBe(
      '.macro extracted done, loop\n        beq  done\n        nop\n.again: bne  .again\n        bra  loop\n.endmacro\n\n' +
        `${routine}        extracted .done, .loop\n        nop\n.done:  bra  start\n        nop\n`,
    );
  });

  it('leaves labels that others use in front of the call', async () => {
    expect(await after('start:  «ld   1»\n        bra  start\n        nop\n', EXTRACT)).toBe(
      '.macro extracted\n        ld   1\n.endmacro\n\nstart:  extracted\n        bra  start\n        nop\n',
    );
    expect(
      await after('start:  ld   1\n«.on:    ld   2\n        bra  .on\n»        bra  .on\n        nop\n', EXTRACT),
    ).toContain(
      '.macro extracted on\n        ld   2\n        bra  on\n.endmacro\n\nstart:  ld   1\n.on:    extracted .on\n        bra  .on\n',
    );
  });

  it('passes on what a block around the lines names', async () => {
    const text = await after(
      '.macro outer op, cell\n«        op   1\n        st   cell\n»        nop\n.endmacro\nstart:  outer suba, [y,x++]\n',
      EXTRACT,
    );
    expect(text).toContain(
      '.macro extracted op, cell\n        op   1\n        st   cell\n.endmacro\n\n.macro outer op, cell\n',
    );
    expect(text).toContain('        extracted op, cell\n        nop\n.endmacro\n');
  });

  it.each([
    ['«a:      ld   1\nb:      ld   2»\n', '"b" is defined there, and belongs to the whole program.'],
    ['a:\n«        .org $100\n        nop\n»', '".org" means something else in a macro.'],
    ['a:\n«        .if 1\n        nop\n»        .endif\n', 'A block begins or ends in the middle.'],
    ['a:      nop\n«        nop\n.b:     nop\n»        bra  .b\n        nop\n', '".b" is used outside these lines.'],
    ['a:      nop\n«        nop\n.b:     nop\n»c:      bra  a.b\n        nop\n', '".b" is used outside these lines.'],
  ])('says why it cannot be: %#', async (marked, why) => {
    expect(await refusal(marked, EXTRACT)).toBe(why);
  });

  it('asks for a better name', async () => {
    const { actions } = await server.actionsAt('start:  «ld   1»\n', 'refactor.extract');
    expect(actions.find(({ title }) => title === EXTRACT)?.command).toBeUndefined();
  });
});

describe('inlining a macro', () => {
  const INLINE = 'Inline macro move';
  const MOVE =
    '.macro move from, to=[buffer], step=1\n; One byte.\n        ld   from\n.again: bne  .again\n        adda step*2\n        st   to\n.endmacro\n.zp buffer\n';

  it('puts the arguments into the lines, with the label and the comment of the call', async () => {
    expect(await after(`${MOVE}start:  mo¦ve [y,x], step=2+3 ; moves\n`, INLINE)).toBe(
      `${MOVE}        ; moves\nstart:\n; One byte.\n        ld   [y,x]\n.again: bne  .again\n        adda (2+3)*2\n        st   [buffer]\n`,
    );
  });

  it('renames local labels whose names are taken', async () => {
    const text = await after(`${MOVE}start:  nop\n.again: mo¦ve 5\n        bra  .again\n        nop\n`, INLINE);
    expect(text).toContain('.again:\n; One byte.\n        ld   5\n.again2: bne  .again2\n        adda 1*2\n');
  });

  it('keeps a number an address after a jump', async () => {
    const text =
      '.macro go to\n        bra  to\n.endmacro\n        .org $0100\nstart:  nop\n        .org $01f0\n        .lint off GT0304\n';
    expect(await refusal(`${text}        go * - ¦5\n`, 'Inline macro go')).toBe(
      'An argument would mean something else in another line.',
    );
    expect(await after('.macro go to\n        bra  to\n.endmacro\nstart:  g¦o 5\n', 'Inline macro go')).toContain(
      'start:  bra  (5)\n',
    );
  });

  it.each([
    ['.macro m a\na:      nop\n.endmacro\n        ¦m  label\n', 'The parameter "a" is the name of a label.'],
    ['.macro m\n.a:     nop\n.endmacro\n        ¦m\n', 'The local labels of the macro need a label above them.'],
    ['.macro m\n        .page\n.endmacro\n        ¦m\n', '".page" means something else in a macro.'],
    [
      '.macro m a\n        .for i in 1..2\n        ld   a+i\n        .endfor\n.endmacro\n        .repeat 2, i\n        ¦m i\n        .endrepeat\n',
      'A loop in the macro is also named "i".',
    ],
  ])('says why it cannot be: %#', async (marked, why) => {
    expect(await refusal(marked, 'Inline macro m')).toBe(why);
  });

  const ALL = 'Inline all calls of macro move (2)';
  const CALLS = 'start:  move 5\n        move 6, step=2\n        bra  start\n        nop\n';
  const WRITTEN =
    'start:\n; One byte.\n        ld   5\n.again: bne  .again\n        adda 1*2\n        st   [buffer]\n' +
    '; One byte.\n        ld   6\n.again2: bne  .again2\n        adda 2*2\n        st   [buffer]\n' +
    '        bra  start\n        nop\n';

  it('writes out all calls at once, from its definition and from a call, and keeps the definition', async () => {
    expect(await after(`${MOVE.replace('.macro move', '.macro mo¦ve')}${CALLS}`, ALL)).toBe(`${MOVE}${WRITTEN}`);
    expect(await after(`${MOVE}${CALLS.replace('move 5', 'mo¦ve 5')}`, ALL)).toBe(`${MOVE}${WRITTEN}`);
  });

  it('writes out all calls or none', async () => {
    const calls = 'start:  go 5\n        go * - 5\n        nop\n';
    expect(
      await refusal(`.macro g¦o to\n        bra  to\n.endmacro\n${calls}`, 'Inline all calls of macro go (2)'),
    ).toBe('The call in line 5: An argument would mean something else in another line.');
    expect(await refusal('.macro g¦o\n        go\n.endmacro\nstart:  nop\n', 'Inline all calls of macro go (1)')).toBe(
      'The macro calls itself.',
    );
  });
});
