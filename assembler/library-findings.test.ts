/** A finding inside a macro of a library stands where the program calls the macro; the library is a related place. */
import { expect, it } from 'vitest';
import { failure } from '#basics';
import { assemble } from '#assembler';

const PROGRAM = `VIDEO_START     = main
VIDEO_ROWS      = 60
VIDEO_REPEATS   = 8
        .include <video>
        .zp  back
        .include <calls>
        .macro again
        goto main
        .endmacro

        .page
        trampoline
main:   .check .end
        ld   1
        nop
.end:   goto main
`;

/** Errors outside the handler, and the places that belong to them. */
function told(text: string): { at: string; related: readonly string[] }[] {
  const { diagnostics } = assemble('main', {
    read: (path) => (path === 'main' ? { text } : failure('there is no such file')),
  });
  return diagnostics
    .filter(({ severity, code }) => severity === 'error' && code !== 'GT0831')
    .map(({ code, file, range, related }) => ({
      at: `${code} ${file}:${range.start.line + 1}`,
      related: (related ?? []).map((place) => `${place.file}:${place.range.start.line + 1} ${place.message}`),
    }));
}

it('has no errors before', () => {
  expect(told(PROGRAM)).toEqual([]);
});

it('stands at the call', () => {
  const found = told(PROGRAM.replace('main:   ', 'main:   nop\n        '));
  expect(found.map(({ at }) => at)).toEqual(['GT0810 main:17']);
  expect(found[0]!.related[0]).toMatch(/calls\.gtasm:24 Found here$/);
});

it("stands in the macro of the program that calls the macro, with that one's call", () => {
  const found = told(
    PROGRAM.replace('.end:   goto main', '.end:   again').replace('main:   ', 'main:   nop\n        '),
  );
  expect(found.map(({ at }) => at)).toEqual(['GT0810 main:8']);
  expect(found[0]!.related).toContain('main:17 Expanded from macro "again"');
});
