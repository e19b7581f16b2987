/**
 * Floors inside the rooms: the contents of a folder can be ordered so that everything imports downwards.
 *
 * The files (also tests) and folders directly in a folder are its parts. An import between two parts, or between files
 * anywhere in them, is an arrow from one to the other. If there is no circle of arrows, there are floors: a part is one
 * above the highest part that it imports.
 */
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ALLOWED, circles, isTest, sourcesOf, targetOf } from '#test/architecture/sources.ts';
import { projectText } from '#test/project.ts';

const FILES = Object.keys(ALLOWED).flatMap(sourcesOf);

/** The part of a folder that contains or is a file; undefined for files outside the folder. */
function partOf(folder: string, path: string): string | undefined {
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1).split('/')[0] : undefined;
}

function arrowsIn(folder: string): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>();
  for (const { path, imports } of FILES) {
    const from = partOf(folder, path);
    if (from === undefined) continue;
    const arrows = graph.get(from) ?? new Set<string>();
    graph.set(from, arrows);
    for (const name of imports) {
      const target = name.startsWith('.') ? targetOf(path, name) : undefined;
      const to = target === undefined ? undefined : partOf(folder, target);
      if (to !== undefined && to !== from) arrows.add(to);
    }
  }
  return graph;
}

describe('folders', () => {
  const folders = [...new Set(FILES.map(({ path }) => dirname(path)))];

  it('are found', () => {
    expect(folders).toEqual(expect.arrayContaining(['assembler', 'proof', 'client/webviews/board']));
  });

  it.each(Object.keys(ALLOWED))('of the room %s form no circle', (room) => {
    const found = folders
      .filter((folder) => folder === room || folder.startsWith(`${room}/`))
      .flatMap((folder) => circles(arrowsIn(folder)).map((circle) => `${folder}: ${circle}`));
    expect(found).toEqual([]);
  });

  it('have the floors that docs/architecture.md says', () => {
    const page = projectText('docs/architecture.md');
    const rows = [
      ...page.replaceAll(/\n {2}/g, ' ').matchAll(/^- `([\w/-]+)\/`: (`[\w-]+`(?:(?:, | → )`[\w-]+`)+)$/gm),
    ];
    expect(rows.map(([, folder]) => folder)).toContain('assembler');
    for (const [, folder = '', list = ''] of rows) {
      const floors = list.split(' → ').map((floor) => floor.replaceAll('`', '').split(', '));
      const floorOf = new Map(floors.flatMap((names, floor) => names.map((name) => [name, floor] as const)));
      const arrows = arrowsIn(folder);
      const wrong = [...floorOf].flatMap(([from, floor]) =>
        [...(arrows.get(from) ?? [`${folder} has no folder ${from}`])]
          .filter((to) => (floorOf.get(to) ?? (arrows.has(from) ? -1 : Infinity)) >= floor)
          .map((to) => `${folder}: ${from} imports ${to}`),
      );
      expect(wrong).toEqual([]);
    }
  });

  it('have tests that import files at the top of a room by the name of the room', () => {
    const wrong = FILES.filter(isTest).flatMap(({ room, path, imports }) =>
      imports
        .filter((name) => name.startsWith('.'))
        .filter((name) => dirname(targetOf(path, name) ?? '') === room && dirname(path) !== room)
        .map((name) => `${path} imports ${name}`),
    );
    expect(wrong).toEqual([]);
  });
});
