/**
 * The arrows of docs/architecture.md, read from the sources.
 *
 * The compiler refuses imports of a room that is not a project reference. This test also finds what it accepts: a path
 * into another room, Node or VS Code where they do not belong, the host's clock and randomness in pure rooms.
 */
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ALLOWED, circles, exists, isTest, sourcesOf, targetOf, type SourceFile } from '#test/architecture/sources.ts';

const PURE = 'basics isa proof verifier chess assembler certifier emulator instruments engine-driver testing';
const ALL = Object.keys(ALLOWED).flatMap(sourcesOf);
const SOURCES = ALL.filter((file) => !isTest(file));
const isNode = (name: string): boolean =>
  name.startsWith('node:') || name === '#files/node' || name === '#python/node' || builtinModules.includes(name);
const mayUseNode = ({ room, path }: SourceFile): boolean =>
  room === 'cli' || /(^|\/)(node-[a-z-]+|main|extension)\.ts$/.test(path);

describe('imports', () => {
  it('finds the sources', () => {
    expect(SOURCES.length).toBeGreaterThan(20);
  });

  it('name only rooms below', () => {
    const wrong = SOURCES.flatMap(({ room, path, imports }) =>
      imports
        .filter((name) => name.startsWith('#') && !ALLOWED[room]!.includes(name.replace(/^#lib\/.*/, '#lib/')))
        .map((name) => `${path} imports ${name}`),
    );
    expect(wrong).toEqual([]);
  });

  it('never reach into another room by a path', () => {
    const wrong = SOURCES.flatMap(({ room, path, imports }) =>
      imports
        .filter((name) => name.startsWith('.'))
        .filter((name) => !join(path, '..', name).replaceAll('\\', '/').startsWith(`${room}/`))
        .map((name) => `${path} imports ${name}`),
    );
    expect(wrong).toEqual([]);
  });

  it('use Node in entry files and node-*.ts only, and vscode in client only', () => {
    const wrong = SOURCES.flatMap((file) =>
      file.imports
        .filter((name) => (isNode(name) && !mayUseNode(file)) || (name === 'vscode' && file.room !== 'client'))
        .map((name) => `${file.path} imports ${name}`),
    );
    expect(wrong).toEqual([]);
  });

  it('name files that exist', () => {
    const wrong = ALL.flatMap(({ path, imports }) =>
      imports
        .filter((name) => name.startsWith('.') || name.startsWith('#'))
        .filter((name) => !exists(targetOf(path, name) ?? 'nothing'))
        .map((name) => `${path} imports ${name}`),
    );
    expect(wrong).toEqual([]);
  });

  it('form no circle of files, type imports included', () => {
    const graph = SOURCES.map(
      ({ path, imports }) => [path, imports.flatMap((name) => targetOf(path, name) ?? [])] as const,
    );
    expect(circles(new Map(graph))).toEqual([]);
  });

  it('leave clock, chance and console out of the pure rooms', () => {
    const impure = /\b(Date\.now|new Date|Math\.random|performance\.now|setTimeout|setInterval|console\.)/;
    expect(
      SOURCES.filter(({ room, text }) => PURE.split(' ').includes(room) && impure.test(text)).map(({ path }) => path),
    ).toEqual([]);
  });
});
