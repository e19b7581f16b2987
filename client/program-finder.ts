/**
 * Which program a user means by "run" without naming one.
 *
 * In this order: the main file of the program to which the active source belongs (the language server knows
 * which file includes which); the setting `gigatron.mainFile`; `main.gtasm` in a workspace folder; the only
 * source in a folder. Files are URIs as text. Independent of VS Code: see surroundings.ts.
 */

import { failure, type Result } from '#basics';

export interface Surroundings {
  activeSource(): string | undefined;
  /** The workspace folders; the one of the active editor first. */
  folders(): readonly string[];
  /**
   * The setting `gigatron.mainFile` of a folder as a URI; undefined if it is empty, or names a file that is not in it.
   */
  mainFileSetting(folder: string): string | undefined;
  /** Names of the `.gtasm` files that lie directly in a folder. */
  sourcesIn(folder: string): Promise<readonly string[]>;
  /** The language server's answer: the main file of the program of this source; undefined without an answer. */
  mainFileOf(source: string): Promise<string | undefined>;
}

/** Finds the program to run; a failure is one sentence. */
export type FindProgram = () => Promise<Result<{ readonly uri: string }>>;

const MAIN = 'main.gtasm';

export async function findProgram(around: Surroundings): ReturnType<FindProgram> {
  const active = around.activeSource();
  if (active !== undefined) return { uri: await mainFileOf(active, around) };
  const folders = around.folders();
  if (folders.length === 0) return failure('Open a .gtasm source, or a folder that contains one.');
  for (const folder of folders) {
    const uri = around.mainFileSetting(folder) ?? (await mainFileIn(folder, around));
    if (uri !== undefined) return { uri };
  }
  const ways = 'open the source that you mean, name it in the setting gigatron.mainFile, or make a New Project';
  return failure(`No ${MAIN} found: ${ways}.`);
}

/** The main file of the program to which a source belongs; the source itself if that is not known. */
async function mainFileOf(source: string, around: Surroundings): Promise<string> {
  const told = await around.mainFileOf(source);
  if (told !== undefined) return told;
  const folder = source.slice(0, source.lastIndexOf('/'));
  const names = await around.sourcesIn(folder);
  return names.includes(MAIN) ? `${folder}/${MAIN}` : source;
}

async function mainFileIn(folder: string, around: Surroundings): Promise<string | undefined> {
  const names = await around.sourcesIn(folder);
  const name = names.includes(MAIN) ? MAIN : names.length === 1 ? names[0] : undefined;
  return name === undefined ? undefined : `${folder}/${name}`;
}
