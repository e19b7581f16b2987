/**
 * The arrows of docs/architecture.md, read from the sources.
 *
 * The compiler refuses an import of a room that is no project reference; this test also sees what it
 * lets pass: a path into another room, Node or VS Code where they do not belong, the host's clock and
 * randomness in pure rooms.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const ALLOWED: Record<string, readonly string[]> = {
  isa: [],
  chess: [],
  assembler: ['#isa'],
  emulator: ['#isa'],
  'engine-driver': ['#emulator', '#assembler', '#chess', '#isa'],
  server: ['#assembler', '#isa'],
  debugger: ['#emulator', '#assembler', '#chess', '#isa'],
  cli: ['#isa', '#chess', '#assembler', '#emulator', '#engine-driver', '#server', '#debugger'],
  client: ['#chess', '#debugger/protocol', '#server/protocol'],
};
const PURE = ['isa', 'chess', 'assembler', 'emulator', 'engine-driver'];
const IMPORT = /(?:^|\n)\s*(?:import|export)\b[^'";]*?from\s+'([^']+)'|import\(\s*'([^']+)'/g;

interface SourceFile {
  readonly room: string;
  readonly path: string;
  readonly text: string;
  readonly imports: readonly string[];
}

function sourcesOf(room: string): SourceFile[] {
  return readdirSync(join(ROOT, room), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts'))
    .map((entry) => {
      const file = join(entry.parentPath, entry.name);
      const text = readFileSync(file, 'utf8');
      const imports = [...text.matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? '');
      return { room, path: relative(ROOT, file).replaceAll('\\', '/'), text, imports };
    });
}

const SOURCES = Object.keys(ALLOWED).flatMap(sourcesOf);
const isNode = (name: string): boolean => name.startsWith('node:') || builtinModules.includes(name);
const mayUseNode = ({ room, path }: SourceFile): boolean =>
  room === 'cli' || /(^|\/)(node-[a-z-]+|main|extension)\.ts$/.test(path);

/** The file that an import names. */
function targetOf(path: string, name: string): string {
  if (name.startsWith('.')) return join(path, '..', name).replaceAll('\\', '/');
  return name === '#debugger/protocol' ? 'debugger/protocol.ts' : `${name.slice(1)}/index.ts`;
}

/** Cycles of a graph, each as the path that closes it, by depth-first search. */
function cycles(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const found: string[] = [];
  const done = new Set<string>();
  const visit = (node: string, path: readonly string[]): void => {
    if (path.includes(node)) found.push([...path.slice(path.indexOf(node)), node].join(' > '));
    if (path.includes(node) || done.has(node)) return;
    for (const next of graph.get(node) ?? []) visit(next, [...path, node]);
    done.add(node);
  };
  for (const node of graph.keys()) visit(node, []);
  return found;
}

describe('imports', () => {
  it('finds the sources', () => {
    expect(SOURCES.length).toBeGreaterThan(20);
  });

  it('name rooms, and only those below', () => {
    const wrong = SOURCES.flatMap(({ room, path, imports }) =>
      imports
        .filter((name) => name.startsWith('#') && !ALLOWED[room]!.includes(name))
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

  it('form no cycle, type imports included', () => {
    expect(
      cycles(new Map(SOURCES.map(({ path, imports }) => [path, imports.map((name) => targetOf(path, name))]))),
    ).toEqual([]);
  });

  it('leave clock, chance and console out of the pure rooms', () => {
    const impure = /\b(Date\.now|new Date|Math\.random|performance\.now|setTimeout|setInterval|console\.)/;
    expect(
      SOURCES.filter(({ room, text }) => PURE.includes(room) && impure.test(text)).map(({ path }) => path),
    ).toEqual([]);
  });
});
