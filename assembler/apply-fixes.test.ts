/** Quick fixes as new texts: in lines of every kind, and applying them repeatedly comes to an end. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { failure } from '#basics';
import { applyEdits, applyFixes, assemble, DIAGNOSTIC_CODES, type Assembly, type SourceHost } from '#assembler';

const SOURCES = join(import.meta.dirname, '../test/golden/sources');
const ALL_CODES = new Set(Object.keys(DIAGNOSTIC_CODES));

function edit(line: number, start: number, end: number, newText: string) {
  return { file: 'main', range: { start: { line, character: start }, end: { line, character: end } }, newText };
}

describe('edits', () => {
  it.each(['\n', '\r\n', '\r'])('find their lines, and new lines end like the others: %j', (lineEnd) => {
    const text = ['one', '', 'two', ''].join(lineEnd);
    const edits = [edit(2, 0, 0, 'new\n'), edit(0, 0, 1, 'O'), edit(2, 3, 3, '!')];
    expect(applyEdits(text, edits)).toBe(['One', '', 'new', 'two!', ''].join(lineEnd));
  });
});

describe('fixes of all findings', () => {
  it.each(readdirSync(SOURCES))('make no new errors in %s, and applying them comes to an end', (name) => {
    const main = join(SOURCES, name).replaceAll('\\', '/');
    const texts = new Map<string, string>();
    const host: SourceHost = {
      read(path) {
        if (!path.startsWith(SOURCES.replaceAll('\\', '/')) || path.includes('no-such'))
          return failure('there is no such file');
        return { text: texts.get(path) ?? readFileSync(path, 'utf8') };
      },
    };
    const errors = ({ diagnostics }: Assembly): number =>
      diagnostics.filter(({ severity }) => severity === 'error').length;
    let assembly = assemble(main, host);
    for (let round = 0; ; round++) {
      expect(round).toBeLessThan(6);
      const changed = applyFixes(assembly, ALL_CODES);
      if (changed.size === 0) break;
      for (const [path, text] of changed) texts.set(path, text);
      const next = assemble(main, host);
      expect(errors(next)).toBeLessThanOrEqual(errors(assembly));
      assembly = next;
    }
  });
});
