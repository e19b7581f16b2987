import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { assemble } from '#assembler';

interface Snippet {
  readonly prefix: string;
  readonly body: readonly string[];
}

const file = join(import.meta.dirname, '../../syntaxes/snippets.json');
const snippets = Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, Snippet>);
/** What a snippet may leave to the user: names, the account and the trampoline of time checks. */
const LEFT_OPEN = /^GT(0201|08\d\d|0705)$/;

/** The text that a snippet inserts if all placeholders are left as they are. */
function inserted({ body }: Snippet): string {
  return body
    .join('\n')
    .replace(/(?<!\\)\$\d/g, '')
    .replace(/\$\{\d+:((?:\\.|[^}])*)\}/g, (_, text: string) => text.replace(/\\(.)/g, '$1'));
}

describe('snippets', () => {
  it.each(snippets)('%s is in the language', (_, snippet) => {
    const text = `zone:\n${inserted(snippet)}\n`;
    const { diagnostics } = assemble('source', { read: () => ({ text }) }, { check: false });
    expect(diagnostics.filter(({ code }) => !LEFT_OPEN.test(code))).toEqual([]);
  });

  it('have prefixes of their own', () => {
    expect(new Set(snippets.map(([, { prefix }]) => prefix)).size).toBe(snippets.length);
  });
});
