/** docs/diagnostics.md explains every code, with the title and severity that the code has. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DIAGNOSTIC_CODES } from '#assembler';

const PAGE = readFileSync(new URL('../docs/diagnostics.md', import.meta.url), 'utf8');
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
