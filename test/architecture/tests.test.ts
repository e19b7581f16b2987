/** Tests and their shared code are where CONTRIBUTING.md says. */
import { describe, expect, it } from 'vitest';
import { ALLOWED, filesBelow, sourcesOf, targetOf } from '#test/architecture/sources.ts';

const TEST = /\.(test|e2e|fuzz)\.ts$/;

describe('tests', () => {
  const own = filesBelow('test');

  it('keep shared code in test/support, and only tests elsewhere', () => {
    expect(own.filter((path) => !path.startsWith('test/support/') && !TEST.test(path))).toEqual([]);
  });

  it('reach test/support by the name #test, and rooms reach it from tests only', () => {
    const files = [...Object.keys(ALLOWED), 'test'].flatMap(sourcesOf);
    const wrong = files
      .filter(({ path }) => !path.startsWith('test/support/'))
      .flatMap(({ path, imports }) =>
        imports
          .filter((name) => targetOf(path, name)?.startsWith('test/support/') === true)
          .filter((name) => !name.startsWith('#test/') || !TEST.test(path))
          .map((name) => `${path} imports ${name}`),
      );
    expect(wrong).toEqual([]);
  });

  it('register no hooks while shared code is loaded, which happens once for many files', () => {
    const shared = sourcesOf('test').filter(({ path }) => path.startsWith('test/support/'));
    const isSetUp = (path: string): boolean => path === 'test/support/set-up.ts';
    const registering = shared.filter(({ path, text }) => !isSetUp(path) && /^(before|after)(Each|All)\(/m.test(text));
    expect(registering.map(({ path }) => path)).toEqual([]);
  });

  it('keep no shared code in the folders of rooms', () => {
    const folders = Object.keys(ALLOWED).flatMap((room) =>
      filesBelow(room).filter((path) => /\/(testing|fixtures?)\//.test(path)),
    );
    expect(folders).toEqual([]);
  });
});
