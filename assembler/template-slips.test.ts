/** Slips in the programs that people begin with: the cause is the only error, and says what to write. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assemble, type Diagnostic, type SourceHost } from '#assembler';
import { replaced } from '#test/assembler/assembled-text.ts';
import { folderHost } from '#test/assembler/hosts.ts';
import { forAll } from '#test/draws.ts';
import { projectText } from '#test/project.ts';

const mainOf = (folder: string): string => projectText(folder, 'main.gtasm');

/** What is found in a program when its main file has another text. */
function found(folder: string, text: string): readonly Diagnostic[] {
  const { read } = folderHost(folder);
  const host: SourceHost = { read: (path, as) => (path === 'main.gtasm' ? { text } : read(path, as)) };
  return assemble('main.gtasm', host).diagnostics;
}

const errorsOf = (folder: string, text: string): readonly Diagnostic[] =>
  found(folder, text).filter(({ severity }) => severity === 'error');

describe('slips with time in the empty template', () => {
  const branch = 'bne  .clear';

  it.each([
    ['no slot of a bne', `${branch}\n        nop\n`, `${branch}\n`, 'GT0901 33 .* add nop before the label'],
    ['no slot of a bra', 'bra  .frame\n        nop\n', 'bra  .frame\n', 'GT0916 53 .* add nop'],
    ['no slot of a beq', 'beq  .wait\n        nop\n', 'beq  .wait\n', 'GT0901 50 .* add nop before the label'],
    ['no check in a loop', '.clear: .check .next', '.clear:', 'GT0815 21 The loop .* has neither a time check'],
    ['no check while waiting', '.wait:  .check .again', '.wait:', 'GT0815 45 The loop .* has neither a time check'],
    ['a check up to a later piece', '.check .clear', '.check .next', 'GT0810 21 .* 17 were charged'],
    ['a check past the next one', '.check .wait ', '.check .again', 'GT0810 45 .* 10 were charged'],
    [
      'a check that ends too early',
      'bra  .frame\n        nop\n.end:',
      '.end:  bra  .frame\n        nop\n',
      'GT0810 52 .* 0 were charged',
    ],
    ['a check up to a piece before', '.check .frame', '.check .next', 'GT0803 35 .* counts 5 to 128 words'],
    ['a check of a count', '.check .clear', '.check 12', 'GT0803 21 .* counts 5 to 128 words'],
    ['no trampoline', '        trampoline ', '        ; ', 'GT0802 18 .* has no .trampoline'],
  ])('%s', (_, right, wrong, only) => {
    const template = mainOf('templates/empty');
    const errors = errorsOf('templates/empty', replaced(template, [right, wrong]));
    const told = errors.map(({ code, range, message }) => `${code} ${range.start.line + 1} ${message}`);
    expect(told).toEqual([expect.stringMatching(only)]);
  });
});

const PROGRAMS = ['templates/game', 'templates/sound', 'samples/game-pad', 'samples/time-check'];
const BRANCH = /^\s*(\.?\w+:\s*)?(bra|beq|bne|blt|bgt|ble|bge|jmp)\b/;

/** The slots of a source that hold a nop before a label, by line from 0. */
function slots(lines: readonly string[]): readonly number[] {
  const isLabel = (line = ''): boolean => /^\.?\w+:\s+\.check/.test(line);
  return lines.flatMap((line, at) =>
    /^\s+nop\b/.test(line) && BRANCH.test(lines[at - 1] ?? '') && isLabel(lines[at + 1]) ? [at] : [],
  );
}

describe('a delay slot that was deleted', () => {
  it.each(PROGRAMS)('is the only error in %s, and says what to write', (folder) => {
    const lines = mainOf(folder).split('\n');
    forAll(3, [fc.constantFrom(...slots(lines))], (slot) => {
      const errors = errorsOf(folder, lines.filter((_, at) => at !== slot).join('\n'));
      expect(errors.map(({ range }) => range.start.line)).toEqual([slot - 1]);
      expect(errors[0]?.message).toMatch(/: add nop( before the label)?$/);
    });
  });

  it('has under it what the proof finds because of it', () => {
    const lines = mainOf('templates/game').split('\n');
    const slot = lines.findIndex((line, at) => /bne\s+\.fill/.test(lines[at - 1] ?? '') && /nop/.test(line));
    const [told] = found('templates/game', lines.filter((_, at) => at !== slot).join('\n'));
    expect(told).toMatchObject({ code: 'GT0901', severity: 'error' });
    expect(told?.related?.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(
        /^Because of this: A path to the check at main\.fill .* takes 10 cycles where 9 were charged/,
      ),
    );
  });
});
