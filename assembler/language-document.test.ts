/** docs/language.md has every directive and function in an example; test/documents assembles them. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { DIRECTIVES, FUNCTIONS } from '#assembler';

it('docs/language.md has every directive and function in an example', () => {
  const page = readFileSync(new URL('../docs/language.md', import.meta.url), 'utf8');
  const code = [...page.matchAll(/```gtasm\n([\s\S]*?)```/g)].map(([, text]) => text).join('\n');
  const missing = Object.keys(DIRECTIVES).filter((name) => !new RegExp(`(^|\\s)\\.${name}\\b`, 'm').test(code));
  expect(missing).toEqual([]);
  expect(Object.keys(FUNCTIONS).filter((name) => !code.includes(`${name}(`))).toEqual([]);
});
