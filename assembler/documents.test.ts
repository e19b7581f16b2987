/**
 * docs/diagnostics.md explains every code, with the title and severity that the code has. docs/language.md has every
 * directive and function in an example; test/documents assembles them.
 */
import { describe, expect, it } from 'vitest';
import { DIAGNOSTIC_CODES, DIRECTIVES, FUNCTIONS } from '#assembler';
import { projectText } from '#test/project.ts';

const PAGE = projectText('docs/diagnostics.md');
const SECTIONS = [...PAGE.matchAll(/^### (GT\d{4}): (.+)\n\n\*(\w+)(?:, with a quick fix)?\.\* (.+)/gm)];

describe('docs/diagnostics.md', () => {
  it('has a section for each code, in order', () => {
    const written = SECTIONS.map(([, code, title, severity]) => [code, severity!.toLowerCase(), title]);
    expect(written).toEqual(
      Object.entries(DIAGNOSTIC_CODES).map(([code, [severity, title]]) => [code, severity, title]),
    );
  });

  it('explains each in at least one sentence', () => {
    for (const [, code, , , text] of SECTIONS) expect(text!.length, code).toBeGreaterThan(30);
  });
});

it('docs/language.md has every directive and function in an example', () => {
  const page = projectText('docs/language.md');
  const code = [...page.matchAll(/```gtasm\n([\s\S]*?)```/g)].map(([, text]) => text).join('\n');
  const missing = Object.keys(DIRECTIVES).filter((name) => !new RegExp(`(^|\\s)\\.${name}\\b`, 'm').test(code));
  expect(missing).toEqual([]);
  expect(Object.keys(FUNCTIONS).filter((name) => !code.includes(`${name}(`))).toEqual([]);
});
