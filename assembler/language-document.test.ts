/** Every example of docs/language.md assembles as the page says, and the page has every directive and function. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { failure } from '#basics';
import { assemble, DIRECTIVES, FUNCTIONS } from '#assembler';

const PAGE = readFileSync(new URL('../docs/language.md', import.meta.url), 'utf8');
const EXAMPLES = [...PAGE.matchAll(/```gtasm\n([\s\S]*?)```/g)].map((match) => match[1]!);

describe('docs/language.md', () => {
  it.each(EXAMPLES.map((text, index) => [index + 1, text] as const))('example %i', (_, text) => {
    const files: Record<string, string> = { main: text, 'library.gtasm': 'LIBRARY = 1\n' };
    const assembly = assemble('main', {
      read: (path) =>
        path === 'picture.bin'
          ? { bytes: new Uint8Array(8) }
          : path in files
            ? { text: files[path]! }
            : failure('there is no such file'),
    });
    const expected = text
      .split('\n')
      .flatMap((line, index) => (/; error (GT\d{4})$/.exec(line)?.slice(1) ?? []).map((code) => `${index} ${code}`));
    const errors = assembly.diagnostics.filter((d) => d.severity === 'error');
    expect(errors.map((d) => `${d.range.start.line} ${d.code}`)).toEqual(expected);
    expect(assembly.words).toBeGreaterThan(0);
    expect(assembly.timing.filter(({ verdict }) => verdict !== 'exact')).toEqual([]);
  });

  it('has every directive and function in an example', () => {
    const code = EXAMPLES.join('\n');
    const missing = Object.keys(DIRECTIVES).filter((name) => !new RegExp(`(^|\\s)\\.${name}\\b`, 'm').test(code));
    expect(missing).toEqual([]);
    expect(Object.keys(FUNCTIONS).filter((name) => !code.includes(`${name}(`))).toEqual([]);
  });
});
