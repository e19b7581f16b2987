/**
 * The packed extension, installed once for all windows that leave it as it is.
 *
 * vitest calls the default export (`globalSetup`) before the first test.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { installExtension } from '../../../scripts/vscode-web.mjs';

const BUILD = join(import.meta.dirname, '..', '..', '..', 'build');
const VSIX = join(BUILD, 'gigatron-asm.vsix');
const HOME = join(BUILD, 'e2e');

/** The folder of extensions of these windows. */
export const SHARED_EXTENSIONS = join(HOME, 'extensions');

/** Installs the packed extension into a server's folder; resolves with the folder of extensions. */
export async function installInto(data: string): Promise<string> {
  if (!(await installExtension(VSIX, data))) throw new Error(`${VSIX} could not be installed`);
  return join(data, 'extensions');
}

export default async function installOnce(): Promise<void> {
  rmSync(HOME, { recursive: true, force: true });
  await installInto(HOME);
}
