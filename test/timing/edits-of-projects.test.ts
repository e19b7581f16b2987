/**
 * After each of many random edits of the sources of the engine and of Octad, findings, verdicts and facts about routines
 * are those of a fresh start.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { failure } from '#basics';
import { assemble, type Assembly, type SourceHost } from '#assembler';
import { draws } from '#test/draws.ts';

/** The seed of the edits; a failure names it, and TEST_SEED draws the same edits again. */
const { seed: SEED } = fc.readConfigureGlobal();

/** The texts of the sources in a folder of the project, by path. */
function sourcesOf(name: string): Map<string, string> {
  const folder = fileURLToPath(new URL(`../../${name}/`, import.meta.url));
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.gtasm'));
  return new Map(paths.sort().map((path) => [path.replaceAll('\\', '/'), readFileSync(join(folder, path), 'utf8')]));
}

/** Lines that an edit can put between others. */
const LINES = [
  '        nop',
  '        ld   5',
  '        st   [account]',
  '        xora $80',
  '        .charge 2',
  '; text',
];

const edit = fc.record({
  path: fc.nat(),
  at: fc.nat(),
  kind: fc.constantFrom('operand', 'operand', 'operand', 'other', 'other', 'insert', 'double', 'remove', 'word'),
  line: fc.constantFrom(...LINES),
});
type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never;

/** Lines with an instruction, where most edits are made. */
const CODE = /^\s+(?:\w+:\s+)?(?:ld|st|adda|suba|anda|ora|xora|bra|beq|bne|blt|bge|bgt|ble|jmp|nop)\b/;

function change(text: string, { at, kind, line }: Edit): string {
  const lines = text.split('\n');
  const code = lines.flatMap((each, index) => (CODE.test(each) ? [index] : []));
  const index = code[at % Math.max(1, code.length)] ?? 0;
  const old = lines[index]!;
  switch (kind) {
    case 'operand':
      lines[index] = old.replace(/\b\d+\b/, (digits) => `${(Number(digits) + 1) & 0xff}`);
      break;
    case 'other':
      lines[index] = old.replace(/\b(?:adda|suba|anda|ora|xora|beq|bne|blt|bge)\b/, (word) => OTHER[word]!);
      break;
    case 'word':
      lines[index] = line;
      break;
    case 'insert':
      lines.splice(index, 0, line);
      break;
    case 'double':
      lines.splice(index, 0, old);
      break;
    case 'remove':
      lines.splice(index, 1);
  }
  return lines.join('\n');
}

/** Another instruction of the same kind. */
const OTHER: Readonly<Record<string, string>> = {
  adda: 'suba',
  suba: 'adda',
  anda: 'ora',
  ora: 'xora',
  xora: 'anda',
  beq: 'bne',
  bne: 'beq',
  blt: 'bge',
  bge: 'blt',
};

function outcome(assembly: Assembly): unknown {
  const checked = assembly.checked();
  const routines = checked.symbols.definitionsOf('label').filter(({ documentation }) => documentation !== '');
  return {
    diagnostics: checked.diagnostics,
    timing: checked.timing,
    facts: routines.map(({ name, value }) => checked.routineFacts(name, value!)),
  };
}

it.each([
  ['engine-asm', draws(2)],
  ['samples/octad', draws(4)],
])('edits of %s give the same as a proof from scratch', { timeout: 0 }, (folder, edits) => {
  const texts = sourcesOf(folder);
  const read = new Set<string>();
  const host: SourceHost = {
    read(path) {
      read.add(path);
      return texts.has(path) ? { text: texts.get(path)! } : failure('there is no such file');
    },
  };
  let assembly = assemble('main.gtasm', host);
  const original = [...texts].filter(([path]) => read.has(path));
  for (const drawn of fc.sample(edit, edits)) {
    const [path, before] = original[drawn.path % original.length]!;
    texts.set(path, change(texts.get(path)!, drawn));
    assembly = assemble('main.gtasm', host, { check: false }, assembly);
    const incremental = outcome(assembly);
    expect(incremental, `seed ${SEED}, ${path}, ${JSON.stringify(drawn)}`).toEqual(
      outcome(assemble('main.gtasm', host, { check: false })),
    );
    // An edit that breaks the program hides what follows, so it is undone; so are others now and then.
    if (assembly.hasErrors || drawn.at % 3 === 0) texts.set(path, before);
  }
});
