/** Builds in Python with the interface of the community's asm.py. */
import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from './project.ts';

/** The command that starts Python; empty if there is none. */
export const PYTHON = ['python3', 'python'].find((name) => spawnSync(name, ['--version']).status === 0) ?? '';

/** Copies asm.py, a compiler and the sources of a small program into a folder. */
export function copyBuild(folder: string): void {
  cpSync(join(PROJECT, 'test/data/python-build'), folder, { recursive: true });
}
