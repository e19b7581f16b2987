/** The sources and their imports, for the architecture tests. */
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { projectText, PROJECT } from '../project.ts';

/** Which names each room may import; docs/architecture.md has the same table. */
export const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  basics: [],
  isa: ['#basics'],
  proof: ['#isa', '#basics'],
  verifier: ['#isa', '#basics', '#basics/shape'],
  files: ['#basics'],
  chess: ['#basics'],
  assembler: ['#proof', '#isa', '#basics', '#basics/shape', '#lib/'],
  certifier: ['#proof', '#verifier', '#isa', '#basics'],
  emulator: ['#isa', '#basics', '#basics/shape'],
  instruments: ['#emulator', '#assembler', '#isa', '#basics'],
  'engine-driver': ['#emulator', '#assembler', '#chess', '#isa', '#basics'],
  testing: ['#emulator', '#assembler', '#chess', '#isa', '#basics'],
  python: ['#emulator', '#assembler', '#files', '#files/node', '#isa', '#basics', '#basics/shape'],
  server: ['#testing', '#instruments', '#assembler', '#files', '#files/node', '#isa', '#basics', '#basics/shape'],
  debugger: `#testing #python #python/node #emulator #instruments #assembler #chess #files #files/node #isa #basics
    #basics/shape`.split(/\s+/),
  page: ['#emulator', '#chess', '#debugger/protocol', '#debugger/browser-clock', '#isa', '#basics'],
  cli: `#isa #verifier #certifier #files #files/node #chess #assembler #emulator #instruments #engine-driver #testing
    #python #python/node #server #server/include-graph #server/node #server/main #server/main-browser #debugger
    #debugger/node #debugger/main #debugger/main-browser #debugger/protocol #page #basics #basics/shape`.split(/\s+/),
  client: ['#chess', '#files', '#debugger/protocol', '#server/protocol', '#page', '#page/protocol', '#basics'],
};

export interface SourceFile {
  readonly room: string;
  /** Relative to the project, with `/`. */
  readonly path: string;
  readonly text: string;
  /** The names in its imports and re-exports, including those of types, as written. */
  readonly imports: readonly string[];
}

const IMPORT = /(?:^|\n)\s*(?:import|export)\b[^'";]*?from\s+'([^']+)'|import\(\s*'([^']+)'/g;

/** The TypeScript files below a folder. */
export function filesBelow(folder: string): string[] {
  return readdirSync(join(PROJECT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => slashed(relative(PROJECT, join(entry.parentPath, entry.name))));
}

/** The sources of a room, its tests included. */
export function sourcesOf(room: string): SourceFile[] {
  return filesBelow(room).map((path) => {
    const text = projectText(path);
    return { room, path, text, imports: [...text.matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? '') };
  });
}

export const isTest = ({ path }: SourceFile): boolean => path.endsWith('.test.ts');

const NAMES = (JSON.parse(projectText('package.json')) as { imports: Readonly<Record<string, string>> }).imports;

/** The path of the file that an import names, relative to the project; undefined for a package. */
export function targetOf(path: string, name: string): string | undefined {
  if (name.startsWith('.')) return slashed(join(dirname(path), name));
  if (!name.startsWith('#')) return undefined;
  for (const [pattern, target] of Object.entries(NAMES)) {
    const [start = '', end] = pattern.split('*');
    if (end === undefined ? name === pattern : name.startsWith(start))
      return slashed(join(target.replace('*', name.slice(start.length))));
  }
  return undefined;
}

export const exists = (path: string): boolean => existsSync(join(PROJECT, path));

/** The cycles that a depth-first search finds in a graph, each as a path back to its first node. */
export function circles(graph: ReadonlyMap<string, Iterable<string>>): string[] {
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

function slashed(path: string): string {
  return path.replaceAll('\\', '/');
}
