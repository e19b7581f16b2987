/** Folders on disk for the tests of one file, removed when all of them are done. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { doAfterFile } from '../after-tests.ts';

const folders: string[] = [];

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gigatron-test-'));
  folders.push(folder);
  return folder;
}

doAfterFile(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});
