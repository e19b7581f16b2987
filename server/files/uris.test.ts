import { describe, expect, it } from 'vitest';
import { folderOf, liesIn, normalizeUri, pathOf, relativePath, uriAt, uriInside } from './uris.ts';

describe('uris', () => {
  it('have one spelling', () => {
    expect(normalizeUri('file:///c:/x/a.gtasm')).toBe(normalizeUri('file:///c%3A/x/a.gtasm'));
    expect(normalizeUri('untitled:Untitled-1')).toBe('untitled:Untitled-1');
  });

  it('become paths, and paths become URIs', () => {
    for (const uri of ['file:///project/a%20b/c.gtasm', 'vscode-vfs://github/x/y.gtasm', 'untitled:Untitled-1'])
      expect(uriAt(pathOf(uri), uri)).toBe(uri);
    expect(pathOf('file:///project/a%20b/c.gtasm')).toBe('/project/a b/c.gtasm');
  });

  it.each([
    ['/project', '/project/a.gtasm', 'a.gtasm'],
    ['/project/x', '/project/a.gtasm', '../a.gtasm'],
    ['/project', '/project/x/a.gtasm', 'x/a.gtasm'],
    ['/project/a.gtasm', '/project/a.gtasm', '../a.gtasm'],
    ['', 'a.gtasm', 'a.gtasm'],
  ])('from %s to %s it is %s', (folder, path, expected) => {
    expect(relativePath(folder, path)).toBe(expected);
  });

  it('can be made of any text', () => {
    const halves = 'a\ud800b\udc00😀';
    expect(normalizeUri(`file:///${halves}`)).toBe(normalizeUri('file:///a\ufffdb\ufffd😀'));
    expect(uriAt(`/${halves}`, 'file:///x')).toBe(normalizeUri('file:///a\ufffdb\ufffd😀'));
    expect(uriInside('file:///x', halves)).toBe(normalizeUri('file:///x/a\ufffdb\ufffd😀'));
  });

  it('know folders', () => {
    expect(folderOf('/project/a.gtasm')).toBe('/project');
    expect(folderOf('a.gtasm')).toBe('');
    expect(liesIn('file:///project/a.gtasm', 'file:///project')).toBe(true);
    expect(liesIn('file:///workshop/a.gtasm', 'file:///project')).toBe(false);
  });
});
