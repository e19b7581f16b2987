/** Runs the bundled command line as a process and collects its output. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { programPath } from '../programs.ts';

export const ROOT = join(import.meta.dirname, '../../..');

export interface CliResult {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** @param words arguments; the working folder is the project's */
export function gigatron(...words: readonly string[]): CliResult {
  const { status, stdout, stderr } = spawnSync(process.execPath, [programPath('cli'), ...words], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return { status, stdout, stderr };
}
