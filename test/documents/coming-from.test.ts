/** The pages about other notations: both columns of a table of instructions assemble to the same words. */
import { expect, it } from 'vitest';
import { wordsOf } from '#test/assembler/assembled-text.ts';
import { readPage } from '#test/documents/pages.ts';

const NAMES = '.zp count\n.zp piece\n.zp savedReturnAddr\nthere:\n';

/** The words of statements, each with a delay slot of its own, among the names of the pages. */
const together = (statements: readonly string[]): string[] =>
  wordsOf(NAMES + statements.map((statement) => `        ${statement}\n        nop\n`).join(''));

/** `ld([Y,Xpp],OUT)` as `ld [y,x++],out`. */
function fromPython(call: string): string {
  return call
    .replaceAll("'", '')
    .replaceAll(/X(?!pp)|Y|OUT|IN|AC/g, (register) => register.toLowerCase())
    .replace('Xpp', 'x++')
    .replace(/^(\w+)\((.*)\)$/, '$1 $2');
}

it.each([
  ['docs/coming-from-asm-py.md', 'Instructions', fromPython],
  ['docs/coming-from-muller.md', 'Notation', (text: string) => text],
])('%s: %s', (path, heading, translated) => {
  const section = readPage(path)
    .text.split(/^## /m)
    .find((text) => text.startsWith(`${heading}\n`))!;
  const spans = (cell: string): string[] => cell.split(' · ').map((span) => span.replaceAll('`', ''));
  const pairs = [...section.matchAll(/^\| (`.*`) \| (`.*`) \|$/gm)].flatMap(([, theirs, ours]) => {
    const right = spans(ours!);
    return spans(theirs!).map((left, index) => [translated(left), right[right.length === 1 ? 0 : index]!] as const);
  });
  expect(pairs.length).toBeGreaterThan(10);
  expect(together(pairs.map(([left]) => left))).toEqual(together(pairs.map(([, right]) => right)));
});
