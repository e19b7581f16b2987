/** Runs the user's own build, with a hook in every Python that it starts. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  writeFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import { spawn, type ChildProcess } from 'node:child_process';
import { tmpdir } from 'node:os';
import { createInterface } from 'node:readline';
import { Failure, isFailure, shellQuoted } from '#basics';
import { unreadableReason } from '#files';
import { readFacts, type Facts } from './facts.ts';

const PYTHON = /^python(?:3(?:\.\d+)?)?$/;
/** The folder of the hook, beside this program. */
const HOOK = 'map-hook';
const IS_WINDOWS = process.platform === 'win32';

/**
 * An environment in which every Python loads the hook (hook/sitecustomize.py).
 *
 * PYTHONPATH would do, if builds did not set it themselves: the Makefile of the community's repository does. So for
 * each Python on the path, a script of the same name comes first, which puts the hook before whatever PYTHONPATH is
 * then. On Windows, where such scripts do not start programs, only PYTHONPATH is set.
 * @param folder takes the scripts
 */
function hookedPython(hook: string, folder: string, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const path = env['PATH'] ?? '';
  const hooked = { ...env, PYTHONPATH: [hook, env['PYTHONPATH'] ?? ''].filter((part) => part !== '').join(delimiter) };
  if (IS_WINDOWS) return hooked;
  mkdirSync(folder);
  for (const [name, program] of pythonsOn(path)) {
    const script = join(folder, name);
    writeFileSync(script, scriptFor(program, hook, folder));
    chmodSync(script, 0o755);
  }
  return { ...hooked, PATH: `${folder}${delimiter}${path}` };
}

/** The first program of each name on a path. */
function pythonsOn(path: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const folder of path.split(delimiter)) {
    if (!existsSync(folder)) continue;
    for (const name of namesIn(folder)) if (!found.has(name)) found.set(name, join(folder, name));
  }
  return found;
}

/** The Pythons in a folder; none in one that cannot be read. */
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => PYTHON.test(name));
  } catch {
    return [];
  }
}

/** The program may itself be a script that looks for a Python on the path: it must not find this one again. */
function scriptFor(program: string, hook: string, folder: string): string {
  return [
    '#!/bin/sh',
    `PATH="\${PATH#${shellQuoted(folder)}:}"`,
    `PYTHONPATH=${shellQuoted(hook)}\${PYTHONPATH:+:$PYTHONPATH}`,
    'export PATH PYTHONPATH',
    `exec ${shellQuoted(program)} "$@"`,
    '',
  ].join('\n');
}

/** Why a build is of no use. */
export class BuildFailure extends Failure {
  /** @param hasRun whether the build ran, so that the fault is in what it does */
  constructor(
    readonly hasRun: boolean,
    message: string,
  ) {
    super(message);
  }
}

/** Where a build runs, and who hears of it. */
export interface BuildOptions {
  readonly folder: string;
  /** Gets each line of its output; `isError` for those of standard error. */
  print(line: string, isError: boolean): void;
  /** Ends the build, with all that it has started. */
  readonly ends: AbortSignal;
}

/**
 * What is known of each image that the build has written, in the order in which they were written; empty if none was.
 * @param command a program with its arguments, or a line for the system's shell
 */
export async function observeBuild(
  command: readonly string[] | string,
  options: BuildOptions,
): Promise<readonly Facts[] | BuildFailure> {
  const folder = temporaryFolder();
  if (isFailure(folder)) return folder;
  const facts = join(folder, 'facts');
  try {
    mkdirSync(facts);
    const env = hookedPython(join(__dirname, HOOK), join(folder, 'bin'), { ...process.env, GIGATRON_MAP: facts });
    const ended = await run(command, options, env);
    return ended ?? factsIn(facts);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function temporaryFolder(): string | BuildFailure {
  try {
    return mkdtempSync(join(tmpdir(), 'gigatron-map-'));
  } catch {
    return new BuildFailure(false, `cannot write into ${tmpdir()}, where the build would leave what is known of it`);
  }
}

function run(
  command: readonly string[] | string,
  { folder, print, ends }: BuildOptions,
  env: NodeJS.ProcessEnv,
): Promise<BuildFailure | undefined> {
  const shell = typeof command === 'string';
  const [program = '', ...words] = shell ? [command] : command;
  if (program === '') return Promise.resolve(new BuildFailure(false, 'there is no command to build with'));
  // A process group of its own, so that all of it can be ended. It gets no input.
  const stdio = ['ignore', 'pipe', 'pipe'] as const;
  const build = spawn(program, words, { cwd: folder, env, shell, detached: !IS_WINDOWS, stdio: [...stdio] });
  createInterface({ input: build.stdout }).on('line', (line) => print(line, false));
  createInterface({ input: build.stderr }).on('line', (line) => print(line, true));
  const end = (): void => endAll(build);
  ends.addEventListener('abort', end);
  return new Promise<BuildFailure | undefined>((resolve) => {
    const fail = (hasRun: boolean, message: string): void => resolve(new BuildFailure(hasRun, message));
    build.on('error', (error) => fail(false, `cannot start ${program}: ${reasonOf(error, program)}`));
    build.on('close', (status, signal) => {
      if (signal !== null) fail(true, `the build was killed by ${signal}`);
      else if (status !== 0) fail(true, `the build failed with status ${status}`);
      else resolve(undefined);
    });
  }).finally(() => ends.removeEventListener('abort', end));
}

/** Why a program could not be started. */
function reasonOf(error: NodeJS.ErrnoException, program: string): string {
  if (program.endsWith('.py')) return 'write python3 before it';
  return error.code === 'ENOENT' ? 'there is no such program' : unreadableReason(error);
}

function endAll({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  if (IS_WINDOWS) {
    spawn('taskkill', ['/pid', `${pid}`, '/t', '/f'], { stdio: 'ignore' });
    return;
  }
  try {
    process.kill(-pid, 'SIGTERM');
  } catch {
    // All of it has ended already.
  }
}

/** The facts that the hook has left in a folder: one file for each image. */
function factsIn(folder: string): readonly Facts[] | BuildFailure {
  const all: Facts[] = [];
  for (const name of readdirSync(folder)) {
    const facts = readFacts(readFileSync(join(folder, name), 'utf8'));
    if (isFailure(facts)) return new BuildFailure(true, `what is known of the build cannot be read: ${facts.message}`);
    all.push(facts);
  }
  return all;
}
