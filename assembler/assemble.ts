/**
 * The phases in their order: read and parse, expand, bind, lay out, encode, check, prove.
 *
 * Each phase is one function of a file of its own and works on the Program; none throws on any source.
 * Parsed files come from a cache that a session keeps, all else is made anew.
 */
import type { AssembledFile, AssembleOptions, Assembly } from './assembly.ts';
import { bind } from './bind.ts';
import { check } from './check.ts';
import { checkTiming } from './check-timing.ts';
import { encode } from './encode.ts';
import { Evaluator } from './evaluate.ts';
import { expand, type FileSource } from './expand.ts';
import { Findings } from './findings.ts';
import { layOut } from './layout.ts';
import { parseFile } from './parse.ts';
import type { Program } from './program.ts';
import { finishAssembly } from './result.ts';
import { resolvePath, type SourceHost } from './source.ts';
import { timingInput } from './timing-program.ts';
import { encodeUtf8 } from './utf8.ts';

/** Larger sources are refused; the largest sensible one, a disassembled ROM, has 2 MB. */
export const MAX_SOURCE_LENGTH = 16 * 1024 * 1024;

/** Parsed files by path, kept between runs. */
export type FileCache = Map<string, AssembledFile>;

/**
 * Assembles a program.
 * @param main normalised path of the main source
 * @returns always an assembly; what is wrong stands in its diagnostics
 */
export function assemble(main: string, host: SourceHost, options: AssembleOptions = {}, cache: FileCache = new Map()): Assembly {
  const files: AssembledFile[] = [];
  const program = createProgram(files);
  defineOutside(program, options.defines ?? {});
  const sources = fileSource(files, host, options, cache);
  const mainFile = sources.source(main);
  if ('error' in mainFile) {
    sources.enter({ path: main, text: '', lines: [] });
    program.findings.add('GT0701', `Cannot read "${main}": ${mainFile.error}`, { file: 0, line: 0 }, undefined);
    return finishAssembly(main, program, true, () => undefined);
  }
  const evaluator = new Evaluator(program);
  runPhases(program, evaluator, mainFile, sources);
  const input = timingInput(program, evaluator);
  const isChecked = options.check ?? true;
  if (isChecked) checkTiming(program, input);
  return finishAssembly(main, program, isChecked, () => checkTiming(program, input));
}

function runPhases(program: Program, evaluator: Evaluator, main: AssembledFile, sources: FileSource): void {
  expand(program, main, sources);
  bind(program, evaluator);
  evaluator.nextRound();
  layOut(program, evaluator);
  encode(program, evaluator);
  check(program, evaluator);
}

function createProgram(files: readonly AssembledFile[]): Program {
  return {
    files,
    findings: new Findings(files),
    items: [],
    directives: [],
    controls: [],
    globals: new Map(),
    scopes: new Map(),
    symbols: [],
    macros: new Map(),
    anonymous: [],
    declarations: [],
    blocks: [],
    expansions: [],
    generated: new Map(),
    meaning: { tables: [], sets: [], squares: null, pieces: null },
    account: -1,
    trampolines: new Map(),
    timing: [],
    image: new Uint16Array(0x10000),
    used: new Uint8Array(0x10000),
    owners: new Int32Array(0x10000),
  };
}

function defineOutside(program: Program, defines: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(defines)) {
    const place = { file: -1, line: 0, start: 0, end: 0, endLine: 0 };
    const symbol = { name, kind: 'constant' as const, scope: '', ...place, value, degree: 0, expression: undefined, origin: undefined };
    program.globals.set(name, { ...symbol, state: 'done', isUsed: true });
  }
}

function fileSource(files: AssembledFile[], host: SourceHost, options: AssembleOptions, cache: FileCache): FileSource {
  const indices = new Map<string, number>();
  const read = new Map<string, AssembledFile | { readonly error: string }>();
  return {
    source(path) {
      let file = read.get(path);
      if (file === undefined) read.set(path, (file = readSource(path, host, cache)));
      return file;
    },
    bytes(path) {
      const answer = host.read(path, 'bytes');
      if ('error' in answer) return answer;
      const bytes = 'bytes' in answer ? answer.bytes : encodeUtf8(answer.text);
      return bytes.length > 0x20000 ? { error: 'it is larger than a ROM' } : bytes;
    },
    enter(file) {
      const index = indices.get(file.path);
      if (index !== undefined) return { index, isNew: false };
      indices.set(file.path, files.length);
      files.push(file);
      return { index: files.length - 1, isNew: true };
    },
    resolve(from, path) {
      const resolved = resolvePath(from, path);
      const root = options.root === undefined || options.root === '' ? '' : `${options.root.replace(/\/$/, '')}/`;
      return resolved?.startsWith(root) === true ? resolved : undefined;
    },
  };
}

function readSource(path: string, host: SourceHost, cache: FileCache): AssembledFile | { readonly error: string } {
  const answer = host.read(path, 'text');
  if ('error' in answer) return answer;
  if ('bytes' in answer) return { error: 'it is not a text' };
  if (answer.text.length > MAX_SOURCE_LENGTH) return { error: `it is larger than ${MAX_SOURCE_LENGTH / 1024 / 1024} MB` };
  const file = parseFile(path, answer.text, cache.get(path));
  cache.set(path, file);
  return file;
}
