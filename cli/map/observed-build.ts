/** Runs the user's own build, with a hook in every Python that it starts; its output goes to standard error. */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { isFailure } from '#basics';
import { commandFailure, type CommandFailure } from '../failures.ts';
import { readFacts, type Facts } from './facts.ts';
import { hookedPython } from './hooked-python.ts';

/** The folder of the hook, beside this program. */
const HOOK = 'map-hook';
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** What is known of each image that the build has written, in the order in which they were written. */
export async function observeBuild(
  [program = '', ...words]: readonly string[],
  print: (line: string) => void,
): Promise<readonly Facts[] | CommandFailure> {
  const folder = temporaryFolder();
  if (isFailure(folder)) return folder;
  const facts = join(folder, 'facts');
  try {
    mkdirSync(facts);
    const env = hookedPython(join(__dirname, HOOK), join(folder, 'bin'), { ...process.env, GIGATRON_MAP: facts });
    const ended = await run(program, words, env, print);
    return ended ?? factsIn(facts);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function temporaryFolder(): string | CommandFailure {
  try {
    return mkdtempSync(join(tmpdir(), 'gigatron-map-'));
  } catch {
    return commandFailure(2, `cannot write into ${tmpdir()}, where the build would leave what is known of it`);
  }
}

/** Why the build has failed, if it has. */
function run(
  program: string,
  words: readonly string[],
  env: NodeJS.ProcessEnv,
  print: (line: string) => void,
): Promise<CommandFailure | undefined> {
  if (program === '') return Promise.resolve(commandFailure(2, 'name the command that builds after --'));
  const build = spawn(program, words, { env, stdio: ['inherit', 'pipe', 'pipe'] });
  for (const input of [build.stdout, build.stderr]) createInterface({ input }).on('line', print);
  // Whoever ends this command ends the build.
  const end = (signal: NodeJS.Signals): unknown => build.kill(signal);
  for (const signal of SIGNALS) process.on(signal, end);
  return new Promise<CommandFailure | undefined>((resolve) => {
    build.on('error', ({ message }) => resolve(commandFailure(2, `cannot start ${program}: ${message}`)));
    build.on('close', (status, signal) => {
      if (signal !== null) resolve(commandFailure(1, `the build was killed by ${signal}`));
      else resolve(status === 0 ? undefined : commandFailure(1, `the build failed with status ${status}`));
    });
  }).finally(() => SIGNALS.forEach((signal) => process.off(signal, end)));
}

/** The facts that the hook has left in a folder: one file for each image. */
function factsIn(folder: string): readonly Facts[] | CommandFailure {
  const all: Facts[] = [];
  for (const name of readdirSync(folder)) {
    const facts = readFacts(readFileSync(join(folder, name), 'utf8'));
    if (isFailure(facts)) return commandFailure(1, `what is known of the build cannot be read: ${facts.message}`);
    all.push(facts);
  }
  if (all.length > 0) return all;
  return commandFailure(1, 'the build has written no ROM with asm.py; if it was up to date, make it build again');
}
