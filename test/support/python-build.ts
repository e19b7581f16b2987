import { spawnSync } from 'node:child_process';

/** The command that starts Python; empty if there is none. */
export const PYTHON = ['python3', 'python'].find((name) => spawnSync(name, ['--version']).status === 0) ?? '';
