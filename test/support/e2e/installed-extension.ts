/** The packed extension in folders of VS Code's servers. */
import { join } from 'node:path';
import { installExtension } from '../../../scripts/vscode-web.mjs';

const BUILD = join(import.meta.dirname, '..', '..', '..', 'build');
const VSIX = join(BUILD, 'gigatron-asm.vsix');

/** The folder of everything that the servers of the end-to-end tests keep. */
export const HOME = join(BUILD, 'e2e');

/** Installs the packed extension into a server's folder; resolves with the folder of extensions. */
export async function installInto(data: string): Promise<string> {
  if (!(await installExtension(VSIX, data))) throw new Error(`${VSIX} could not be installed`);
  return join(data, 'extensions');
}
