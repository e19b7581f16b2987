/** The helper for golden files fails when it should. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '#test/files/temporary-folder.ts';
import { GoldenFolder } from './golden.ts';

function write(files: Readonly<Record<string, string>>): string {
  const path = temporaryFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text);
  return path;
}

function folder(files: Readonly<Record<string, string>>, names: readonly string[]): GoldenFolder {
  return new GoldenFolder(write(files), names, false);
}

describe('golden files', () => {
  it('are compared character by character', () => {
    const golden = folder({ 'a.json': '{\n  "n": 1\n}\n' }, ['a.json']);
    golden.compareJson('a.json', { n: 1 });
    expect(() => golden.compareJson('a.json', { n: 2 })).toThrow();
    expect(() => golden.compare('a.json', '{ "n": 1 }')).toThrow();
  });

  it('must exist and be named', () => {
    const golden = folder({}, ['a.txt']);
    expect(() => golden.compare('a.txt', '')).toThrow(/no golden file/);
    expect(() => golden.compare('b.txt', '')).toThrow(/not among/);
  });

  it('must not be left over', () => {
    folder({ 'a.txt': '' }, ['a.txt', 'b.txt']).expectNoOthers();
    expect(() => folder({ 'old.txt': '' }, ['a.txt']).expectNoOthers()).toThrow();
  });

  it('are rewritten on demand, left-over ones deleted', () => {
    const path = write({ 'a.txt': 'old', 'old.txt': '' });
    const golden = new GoldenFolder(path, ['a.txt'], true);
    golden.compare('a.txt', 'new');
    golden.expectNoOthers();
    expect(readdirSync(path)).toEqual(['a.txt']);
    expect(readFileSync(join(path, 'a.txt'), 'utf8')).toBe('new');
  });
});
