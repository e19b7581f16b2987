/** The writer: a file has either its old or its new content, and stays the same file under all its names. */
import {
  chmodSync,
  chownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '#test/source-folder.ts';
import { identityOf, writeFilesSync } from './node-write.ts';

const POSIX = process.platform !== 'win32';
const IS_ROOT = process.geteuid?.() === 0;

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
  writeFileSync(place('old.rom'), 'old');
});

const place = (name: string): string => join(folder, name);
const text = (name: string): string => readFileSync(place(name), 'utf8');
const write = (name: string, content = 'new'): string | undefined =>
  writeFilesSync([{ path: place(name), content }])?.failure;

describe('the writer', () => {
  it('replaces, makes, and makes folders', () => {
    for (const name of ['old.rom', 'new.rom', 'a/b/c.rom']) {
      expect(write(name)).toBeUndefined();
      expect(text(name)).toBe('new');
    }
    expect(readdirSync(folder).sort()).toEqual(['a', 'new.rom', 'old.rom']);
  });

  it('writes all of the files or none', () => {
    mkdirSync(place('folder'));
    const files = ['old.rom', 'new.rom', 'folder'].map((name) => ({ path: place(name), content: 'new' }));
    expect(writeFilesSync(files)).toEqual({ path: place('folder'), failure: 'it is a folder' });
    expect(text('old.rom')).toBe('old');
    expect(readdirSync(folder).sort()).toEqual(['folder', 'old.rom']);
    expect(writeFilesSync([...files.slice(0, 1), { path: '', content: '' }])?.failure).toBe('the name is empty');
    expect(text('old.rom')).toBe('old');
  });

  it.skipIf(!POSIX)('keeps permissions', () => {
    chmodSync(place('old.rom'), 0o750);
    expect(write('old.rom')).toBeUndefined();
    expect(statSync(place('old.rom')).mode & 0o777).toBe(0o750);
  });

  it.skipIf(!IS_ROOT)('keeps owner and group', () => {
    chownSync(place('old.rom'), 1234, 2345);
    expect(write('old.rom')).toBeUndefined();
    expect(statSync(place('old.rom'))).toMatchObject({ uid: 1234, gid: 2345 });
  });

  it.skipIf(IS_ROOT)('does not replace what may not be written', () => {
    chmodSync(place('old.rom'), 0o444);
    expect(write('old.rom')).toBe('permission denied');
    expect(text('old.rom')).toBe('old');
  });

  it.skipIf(!POSIX)('leaves symbolic links what they are', () => {
    symlinkSync('old.rom', place('link.rom'));
    symlinkSync('made.rom', place('dangling.rom'));
    symlinkSync('circle.rom', place('circle.rom'));
    expect(write('link.rom')).toBeUndefined();
    expect(write('dangling.rom')).toBeUndefined();
    expect(write('circle.rom')).toBe('its links lead in a circle');
    expect([text('old.rom'), text('made.rom')]).toEqual(['new', 'new']);
    expect(['link.rom', 'dangling.rom'].every((name) => lstatSync(place(name)).isSymbolicLink())).toBe(true);
  });

  it('leaves hard links what they are', () => {
    linkSync(place('old.rom'), place('same.rom'));
    for (const content of ['longer than before', 'x']) {
      expect(write('same.rom', content)).toBeUndefined();
      expect(text('old.rom')).toBe(content);
    }
    expect(statSync(place('old.rom')).nlink).toBe(2);
    expect(readdirSync(folder).sort()).toEqual(['old.rom', 'same.rom']);
  });

  it.skipIf(!POSIX)('writes to devices', () => {
    expect(writeFilesSync([{ path: '/dev/null', content: 'new' }])).toBeUndefined();
    expect(statSync('/dev/null').isFile()).toBe(false);
  });
});

describe('the identity of a file', () => {
  it('is the same by every name', () => {
    linkSync(place('old.rom'), place('hard.rom'));
    symlinkSync('hard.rom', place('soft.rom'));
    const names = ['old.rom', 'hard.rom', 'soft.rom', './a/../old.rom'].map(place);
    expect(new Set(names.map(identityOf)).size).toBe(1);
    expect(identityOf(place('none.rom'))).toBe(identityOf(join(folder, 'a', '..', 'none.rom')));
    expect(identityOf(place('none.rom'))).not.toBe(identityOf(place('old.rom')));
  });
});
