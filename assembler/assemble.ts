/**
 * The phases in their order: read and parse, expand, bind, lay out, encode, check, prove.
 *
 * Each phase is one function in a file of its own and works on the Program. None should throw, whatever the source; if
 * one does, that is one finding (internal-error.ts). Parsed lines and chunks of expansion come from the assembly
 * before. The phases after expansion are linear passes over everything that create few objects.
 */
import { isFailure } from '#basics';
import { ROM_WORDS } from '#isa';
import type { AssembledFile } from './contract/syntax.ts';
import type { AssembleOptions, Assembly } from './program/assembly.ts';
import { bind } from './placement/bind.ts';
import { check } from './checks/check.ts';
import { encode } from './placement/encode.ts';
import { Evaluator } from './values/evaluate.ts';
import { expand } from './expansion/expand.ts';
import { Sources } from './expansion/file-source.ts';
import { Findings } from './program/findings.ts';
import { Proof } from './checks/kept-proof.ts';
import { readBreaks } from './checks/comparisons.ts';
import { readTests } from './checks/read-tests.ts';
import { reportInternalError, type PhaseMark } from './internal-error.ts';
import { layOut } from './placement/layout.ts';
import { Memory } from './expansion/memory.ts';
import { Parts, type Built } from './parts.ts';
import type { Program } from './program/program.ts';
import { FinishedAssembly } from './result.ts';
import type { SourceHost } from './contract/source.ts';
import { collectTiming } from './checks/timing-program.ts';

/**
 * Assembles a program.
 * @param main normalised path of the main source
 * @param before an assembly of an earlier state of the program, which makes this one quick
 * @returns an assembly in any case; errors are in its diagnostics
 */
export function assemble(main: string, host: SourceHost, options: AssembleOptions = {}, before?: Assembly): Assembly {
  const earlier = before instanceof FinishedAssembly ? before : undefined;
  const sources = new Sources(host, options, earlier?.sources);
  const memory = earlier?.sources.isFor(options) === true ? earlier.parts.take() : new Memory();
  const parts = new Parts((kept) => build(main, sources, options, kept), memory);
  const assembly = new FinishedAssembly(main, sources, parts, new Proof(earlier?.proof.latest));
  return (options.check ?? true) ? assembly.checked() : assembly;
}

/** Makes a program of its sources; one without statements if a phase throws. */
function build(main: string, sources: Sources, options: AssembleOptions, memory: Memory): Built {
  const files: AssembledFile[] = [];
  const at: PhaseMark = { phase: 'reading' };
  try {
    const program = createProgram(files);
    defineOutside(program, options.defines ?? {});
    const evaluator = new Evaluator(program);
    const mainFile = sources.source(main);
    if (isFailure(mainFile)) {
      files.push({ path: main, text: '', lines: [] });
      program.findings.add('GT0701', `Cannot read "${main}": ${mainFile.message}`, { file: 0, line: 0 }, undefined);
      return finish(program, evaluator, memory);
    }
    at.phase = 'expansion';
    expand(program, mainFile, sources, memory);
    at.phase = 'declarations';
    bind(program, evaluator);
    evaluator.nextRound();
    at.phase = 'layout';
    layOut(program, evaluator);
    at.phase = 'encoding';
    encode(program, evaluator);
    at.phase = 'checks';
    check(program, evaluator);
    return finish(program, evaluator, memory);
  } catch (error) {
    // What the phases left is incomplete, in the memory, too.
    if (files.length === 0) files.push({ path: main, text: '', lines: [] });
    const program = createProgram(files);
    reportInternalError(program, at.phase, error);
    return finish(program, new Evaluator(program), new Memory());
  }
}

/** Reads what is declared for tests, debugger and proof. */
function finish(program: Program, evaluator: Evaluator, memory: Memory): Built {
  const tests = readTests(program, evaluator);
  readBreaks(program, evaluator);
  const input = collectTiming(program, evaluator);
  const { findings, used } = program;
  if (!used.includes(1) && !findings.list.some(({ severity }) => severity === 'error'))
    findings.add('GT0705', 'The program has no words', { file: 0, line: 0 }, { start: 0, end: 0 });
  return { program, tests, input, memory };
}

function createProgram(files: AssembledFile[]): Program {
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
    meaning: { tables: [], squares: null, sets: [], pieces: null },
    ramKib: 32,
    account: -1,
    slack: undefined,
    shape: {},
    trampolines: new Map(),
    exits: new Map(),
    ends: new Map(),
    breaks: [],
    image: new Uint16Array(ROM_WORDS),
    used: new Uint8Array(ROM_WORDS),
    owners: new Int32Array(ROM_WORDS),
  };
}

function defineOutside(program: Program, defines: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(defines)) {
    const place = { file: -1, line: 0, start: 0, end: 0, endLine: 0, expression: undefined, origin: undefined };
    const meaning = { kind: 'constant', scope: '', value, degree: 0, state: 'done', isUsed: true } as const;
    program.globals.set(name, { name, ...place, ...meaning });
  }
}
