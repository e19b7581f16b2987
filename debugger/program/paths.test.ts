/** Paths of POSIX, Windows and URIs, distinguished by their text alone. */
import { describe, expect, it } from 'vitest';
import { baseName, folderOf, isAbsolute, pathKey, resolvePath, splitRoot } from './paths.ts';

describe('paths', () => {
  it.each([
    ['/a/b', 'c.gtasm', '/a/b/c.gtasm'],
    ['/a/b', '../c/./d.gtasm', '/a/c/d.gtasm'],
    ['/', 'c.gtasm', '/c.gtasm'],
    ['C:\\a\\b', '../c/d.gtasm', 'C:\\a\\c\\d.gtasm'],
    ['\\\\host\\share', 'a.gtasm', '\\\\host\\share\\a.gtasm'],
    ['vscode-vfs://github/me/repo', 'src/../a.gtasm', 'vscode-vfs://github/me/repo/a.gtasm'],
    ['/a/b', '/x/y.gtasm', '/x/y.gtasm'],
    ['', 'a/../b.gtasm', 'b.gtasm'],
  ])('%s and %s make %s', (folder, relative, whole) => {
    expect(resolvePath(folder, relative)).toBe(whole);
  });

  it.each([
    ['/a/b.gtasm', '/a', 'b.gtasm'],
    ['C:\\a\\b.gtasm', 'C:\\a', 'b.gtasm'],
    ['/a\\b.gtasm', '/', 'a\\b.gtasm'],
    ['b.gtasm', '', 'b.gtasm'],
    ['/b.gtasm', '/', 'b.gtasm'],
  ])('%s has folder %s and name %s', (path, folder, name) => {
    expect([folderOf(path), baseName(path)]).toEqual([folder, name]);
  });

  it('compare Windows paths without case and slashes, others exactly', () => {
    expect(pathKey('c:\\Project/Main.gtasm')).toBe(pathKey('C:/project\\main.gtasm'));
    expect(pathKey('/Project/a.gtasm')).not.toBe(pathKey('/project/a.gtasm'));
    expect(pathKey('/project//x/../a.gtasm')).toBe(pathKey('/project/a.gtasm'));
  });

  it.each([
    ['/a/b', '', '/a/b'],
    ['C:\\a\\b', 'C:', '/a/b'],
    ['vscode-vfs://github/me/b', 'vscode-vfs://github', '/me/b'],
  ])('%s is %s and %s', (path, root, rest) => {
    expect(splitRoot(path)).toEqual({ root, rest });
  });

  it('know absolute ones', () => {
    const absolute = ['/a', 'C:\\a', 'c:/a', '\\\\h\\s', 'vscode-vfs://h/a'];
    expect([...absolute, 'a/b', 'c.gtasm', 'x:y'].filter(isAbsolute)).toEqual(absolute);
  });
});
