/**
 * An environment in which every Python loads the hook (hook/sitecustomize.py).
 *
 * PYTHONPATH would do, if builds did not set it themselves: the Makefile of the community's repository does. So each Python
 * that is on the path gets a script of its name in front of it, which puts the hook before whatever PYTHONPATH is then. On
 * Windows, where programs are not started by such scripts, only PYTHONPATH is set.
 */
import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const PYTHON = /^python(?:3(?:\.\d+)?)?$/;

/** @param folder takes the scripts */
export function hookedPython(hook: string, folder: string, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const path = env['PATH'] ?? '';
  const hooked = { ...env, PYTHONPATH: [hook, env['PYTHONPATH'] ?? ''].filter((part) => part !== '').join(delimiter) };
  if (process.platform === 'win32') return hooked;
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
    `PATH="\${PATH#${quoted(folder)}:}"`,
    `PYTHONPATH=${quoted(hook)}\${PYTHONPATH:+:$PYTHONPATH}`,
    'export PATH PYTHONPATH',
    `exec ${quoted(program)} "$@"`,
    '',
  ].join('\n');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
