/**
 * The phases in their order: read and parse, expand, bind, lay out, encode, check, prove.
 *
 * Each phase is one function in a file of its own and works on the Program. None should throw, whatever the source;
 * if one does, that is one finding (internal-error.ts). Parsed lines and chunks of expansion come from a memory that the caller keeps. The phases after expansion
 * are linear passes over everything that create few objects.
 */
import { isFailure } from '#basics';
import { ROM_WORDS } from '#isa';
import type { AssembledFile } from './contract/files.ts';
import type { AssembleOptions, Assembly } from './program/assembly.ts';
import { bind } from './placement/bind.ts';
import { check } from './checks/check.ts';
import { checkTiming, proveInSteps, routineFollower, runDeclarations } from './checks/check-timing.ts';
import { encode } from './placement/encode.ts';
import { Evaluator } from './values/evaluate.ts';
import { expand } from './expansion/expand.ts';
import { fileSource, type FileSource } from './expansion/file-source.ts';
import { Findings } from './program/findings.ts';
import { readBreaks } from './checks/read-breaks.ts';
import { readTests } from './checks/read-tests.ts';
import { guardedProof, reportInternalError, type PhaseMark } from './internal-error.ts';
import { layOut } from './placement/layout.ts';
import type { Memory } from './expansion/memory.ts';
import type { Program } from './program/program.ts';
import { finishAssembly, NOTHING_LATER } from './result.ts';
import type { SourceHost } from './contract/source.ts';
import { claimsOf } from './checks/timing-claims.ts';
import { collectTiming } from './checks/timing-program.ts';

/**
 * Assembles a program.
 * @param main normalised path of the main source
 * @param memory what the last assembly of this program left; it makes this one quick and is brought up to date
 * @returns an assembly in any case; errors are in its diagnostics
 */
export function assemble(main: string, host: SourceHost, options: AssembleOptions = {}, memory?: Memory): Assembly {
  const files: AssembledFile[] = [];
  const at: PhaseMark = { phase: 'reading' };
  try {
    return assembleInPhases({ main, host, options, memory, files, at });
  } catch (error) {
    memory?.forget();
    // What the phases left is incomplete: later questions are answered for a program without statements.
    const program = createProgram(files, new Int32Array(ROM_WORDS));
    if (files.length === 0) files.push({ path: main, text: '', lines: [] });
    reportInternalError(program, at.phase, error);
    return finishAssembly(main, program, true, NOTHING_LATER);
  }
}

/** What {@link assemble} is given, and what it needs to know after an exception. */
interface Task {
  readonly main: string;
  readonly host: SourceHost;
  readonly options: AssembleOptions;
  readonly memory: Memory | undefined;
  /** Receives the files that are read. */
  readonly files: AssembledFile[];
  readonly at: PhaseMark;
}

function assembleInPhases({ main, host, options, memory, files, at }: Task): Assembly {
  memory?.begin(options);
  const program = createProgram(files, memory?.owners() ?? new Int32Array(ROM_WORDS));
  defineOutside(program, options.defines ?? {});
  const sources = fileSource(files, host, options, memory);
  const mainFile = sources.source(main);
  if (isFailure(mainFile)) {
    sources.enter({ path: main, text: '', lines: [] });
    program.findings.add('GT0701', `Cannot read "${main}": ${mainFile.message}`, { file: 0, line: 0 }, undefined);
    return finishAssembly(main, program, true, NOTHING_LATER);
  }
  const evaluator = new Evaluator(program);
  runPhases({ program, evaluator, main: mainFile, sources, memory, at });
  const tests = readTests(program, evaluator);
  readBreaks(program, evaluator);
  const input = collectTiming(program, evaluator, tests.ramKib);
  const isChecked = options.check ?? true;
  const proofs = memory ?? { proof: undefined };
  const declarations = runDeclarations(program, input, proofs);
  const prove = guardedProof(program, proofs, {
    check: () => checkTiming(program, input, proofs),
    prove: () => proveInSteps(program, input, proofs),
  });
  if (isChecked) prove.check();
  const revision = memory?.revision;
  const isOld = (): boolean => memory !== undefined && memory.revision !== revision;
  return finishAssembly(main, program, isChecked, {
    ...prove,
    tests,
    declarations,
    isOld,
    claims: () => claimsOf(input, proofs),
    follow: routineFollower(program, input, proofs),
  });
}

interface Phases {
  readonly program: Program;
  readonly evaluator: Evaluator;
  readonly main: AssembledFile;
  readonly sources: FileSource;
  readonly memory: Memory | undefined;
  readonly at: PhaseMark;
}

function runPhases({ program, evaluator, main, sources, memory, at }: Phases): void {
  at.phase = 'expansion';
  expand(program, main, sources, memory);
  at.phase = 'declarations';
  bind(program, evaluator);
  evaluator.nextRound();
  at.phase = 'layout';
  layOut(program, evaluator);
  at.phase = 'encoding';
  encode(program, evaluator);
  at.phase = 'checks';
  check(program, evaluator);
}

function createProgram(files: readonly AssembledFile[], owners: Int32Array): Program {
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
    slack: undefined,
    shape: {},
    trampolines: new Map(),
    exits: new Map(),
    ends: new Map(),
    timing: [],
    handler: null,
    breaks: [],
    image: new Uint16Array(ROM_WORDS),
    used: new Uint8Array(ROM_WORDS),
    owners,
  };
}

function defineOutside(program: Program, defines: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(defines)) {
    const place = { file: -1, line: 0, start: 0, end: 0, endLine: 0 };
    const symbol = {
      name,
      kind: 'constant' as const,
      scope: '',
      ...place,
      value,
      degree: 0,
      expression: undefined,
      origin: undefined,
    };
    program.globals.set(name, { ...symbol, state: 'done', isUsed: true });
  }
}
