/** A delay slot that was deleted is told as one error, at its branch; what the proof finds because of it is told there. */
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { assemble, type Diagnostic } from '#assembler';

const ROOT = join(import.meta.dirname, '..');
const PROGRAMS = ['templates/game', 'templates/sound', 'samples/game-pad', 'samples/time-check'];
const BRANCH = /^\s*(\.?\w+:\s*)?(bra|beq|bne|blt|bgt|ble|bge|jmp)\b/;

/** What is found in a program of several files when one of them has another text. */
function found(folder: string, file: string, text: string): readonly Diagnostic[] {
  const host = {
    read: (path: string) => ({ text: path === file ? text : readFileSync(join(ROOT, folder, path), 'utf8') }),
  };
  return assemble('main.gtasm', host).diagnostics;
}

/** The slots of a source that hold a nop before a label, by line from 0. */
function slots(lines: readonly string[]): readonly number[] {
  const isLabel = (line = ''): boolean => /^\.?\w+:\s+\.check/.test(line);
  return lines.flatMap((line, at) =>
    /^\s+nop\b/.test(line) && BRANCH.test(lines[at - 1] ?? '') && isLabel(lines[at + 1]) ? [at] : [],
  );
}

describe.each(PROGRAMS)('in %s', (folder) => {
  const lines = readFileSync(join(ROOT, folder, 'main.gtasm'), 'utf8').split('\n');

  it('a lost slot is the only error, and says what to write', () => {
    fc.assert(
      fc.property(fc.constantFrom(...slots(lines)), (slot) => {
        const text = lines.filter((_, at) => at !== slot).join('\n');
        const errors = found(folder, 'main.gtasm', text).filter(({ severity }) => severity === 'error');
        expect(errors.map(({ range }) => range.start.line)).toEqual([slot - 1]);
        expect(errors[0]?.message).toMatch(/: add nop( before the label)?$/);
      }),
      { numRuns: 3 },
    );
  });
});

it('hangs under the slot what the proof finds because of it', () => {
  const lines = readFileSync(join(ROOT, 'templates/game/main.gtasm'), 'utf8').split('\n');
  const slot = lines.findIndex((line, at) => /bne\s+\.fill/.test(lines[at - 1] ?? '') && /nop/.test(line));
  const [told] = found('templates/game', 'main.gtasm', lines.filter((_, at) => at !== slot).join('\n'));
  expect(told).toMatchObject({ code: 'GT0901', severity: 'error' });
  expect(told?.related?.map(({ message }) => message)).toContainEqual(
    expect.stringMatching(
      /^Because of this: A path to the check at main\.fill .* takes 10 cycles where 9 were charged/,
    ),
  );
});
