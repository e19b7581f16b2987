/**
 * Extract and inline macro on random programs: whatever is selected and called, the image stays the same.
 *
 * The programs contain what can go wrong: local labels in and around the lines, anonymous labels, blocks that define
 * names, parameters that are registers, addresses and mnemonics, and calls in calls.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { CodeAction } from 'vscode-languageserver-protocol';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { assembleUnchecked } from '#test/assembler/assembled-text.ts';
import { draws } from '#test/draws.ts';
import { extractMacro, inlineMacro } from '../../server/features/macro-refactorings.ts';
import { viewOf } from '#test/server/typed-workspace.ts';

const URI = 'file:///project/main.gtasm';
/** How many programs; each costs a tenth of a second. */
const RUNS = draws(25);
const CLIENT = { showsDisabled: false, createsFiles: false };

const textOf = (name: string): string => readFileSync(join(import.meta.dirname, 'macro-refactorings', name), 'utf8');

const HEAD = textOf('head.gtasm');

const FIRST = HEAD.split('\n').length;

/** Lines of a routine; each is valid anywhere if the labels .a, .b and .c are defined. */
const LINES: readonly string[] = [
  ...textOf('lines.txt').slice(0, -1).split('\n'),
  '        .targets .a, .b\n        bra  ac\n        nop',
];

const BLOCKS: readonly ((inner: readonly string[]) => readonly string[])[] = [
  (inner) => ['        .repeat 2, i', '        ld   i', ...inner, '        each anda, i + 1', '        .endrepeat'],
  (inner) => ['        .for v in 3..1', '.v:     suba v', '        bne  .v', ...inner, '        .endfor'],
  (inner) => ['        .if WIDTH > 3', ...inner, '        .else', '        bra  .b', '        .endif'],
];

const line = fc.constantFrom(...LINES).map((text) => text.split('\n'));
const block = fc
  .tuple(fc.constantFrom(...BLOCKS), fc.array(line, { maxLength: 4 }))
  .map(([make, inner]) => [...make(inner.flat())]);
const routine = fc
  .tuple(
    fc.array(fc.oneof({ weight: 5, arbitrary: line }, block), { minLength: 3, maxLength: 10 }),
    fc.nat(),
    fc.nat(),
    fc.boolean(),
  )
  .map(([parts, a, b, isProc]) => {
    const lines = [...parts];
    lines.splice(a % (lines.length + 1), 0, ['.a:     nop']);
    lines.splice(b % (lines.length + 1), 0, ['.b:     st   [cell]']);
    const body = [...lines.flat(), '.c:     bra  .a', '        nop'];
    return isProc ? (name: string) => [`.proc ${name}`, ...body, '.endproc'] : (name: string) => [`${name}:`, ...body];
  });
const outer = fc
  .array(line, { minLength: 1, maxLength: 5 })
  .map((lines) => [
    '.macro outer op, p',
    '.a:     op   p',
    ...lines.flat(),
    '.b:     nop',
    '.c:     bra  .a',
    '.endmacro',
  ]);
const program = fc
  .tuple(outer, routine, routine)
  .map(([macro, first, second]) =>
    [HEAD.trimEnd(), ...macro, ...first('first'), '        outer suba, [y,x]', ...second('second'), ''].join('\n'),
  );

/** The image; undefined if the source has errors. */
function imageOf(text: string): string | undefined {
  const assembly = assembleUnchecked(text);
  return assembly.hasErrors ? undefined : Buffer.from(assembly.image.buffer, 0, 4096).toString('hex');
}

function applied(text: string, { edit }: CodeAction): string {
  return TextDocument.applyEdits(TextDocument.create(URI, 'gigatron', 1, text), edit!.changes![URI]!);
}

it('the image is the same after lines were extracted, and after calls were inlined', async () => {
  let extracted = 0;
  let inlined = 0;
  await fc.assert(
    fc.asyncProperty(program, fc.nat(), fc.nat({ max: 5 }), async (text, from, length) => {
      const image = imageOf(text);
      fc.pre(image !== undefined);
      const view = await viewOf(URI, text);
      const last = view.file.lines.length - 1;
      for (let line = FIRST + (from % 5); line < last; line += 5) {
        const end = Math.min(line + length + 1, last);
        const range = { start: { line, character: 0 }, end: { line: end, character: 0 } };
        const [action] = extractMacro(view, range, CLIENT);
        if (action === undefined) continue;
        extracted++;
        const after = applied(text, action);
        expect(imageOf(after), after).toBe(image);
        inlined += await inlineCalls(after, image, from % 7);
      }
    }),
    { numRuns: RUNS },
  );
  expect(Math.min(extracted, inlined)).toBeGreaterThan(0);
});

/** Inlines the calls in every seventh line, one by one and all of a macro at once; returns how many there were. */
async function inlineCalls(text: string, image: string | undefined, first: number): Promise<number> {
  const view = await viewOf(URI, text);
  let inlined = 0;
  for (let line = first; line < view.file.lines.length; line += 7) {
    for (const action of inlineMacro(view, { line, character: 0 }, CLIENT)) {
      inlined++;
      const after = applied(text, action);
      expect(imageOf(after), after).toBe(image);
    }
  }
  return inlined;
}
