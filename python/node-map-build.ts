/** Runs a build, and writes debug information beside each ROM that it writes. */
import { dirname } from 'node:path';
import { isFailure } from '#basics';
import { textOf } from '#files';
import { readPlainFileSync, writeFilesSync } from '#files/node';
import { documentBeside, type Facts } from './facts.ts';
import { debugInfoOf, wordsOf } from './node-mapped-image.ts';
import { BuildFailure, observeBuild, type BuildOptions } from './node-observed-build.ts';

/**
 * Paths of the ROMs that the build has written; empty if everything was up to date.
 * @param command a line for the system's shell
 */
export async function mapBuild(command: string, options: BuildOptions): Promise<readonly string[] | BuildFailure> {
  const images = await observeBuild(command, options);
  if (isFailure(images)) return images;
  for (const facts of images) {
    const failed = writeDocument(facts);
    if (failed !== undefined) return failed;
  }
  return images.map(({ rom }) => rom);
}

function writeDocument(facts: Facts): BuildFailure | undefined {
  const content = readPlainFileSync(facts.rom);
  const words = isFailure(content) ? content : wordsOf(facts, content.bytes);
  if (isFailure(words)) return new BuildFailure(true, `${facts.rom} ${words.message}`);
  const path = documentBeside(facts.rom);
  const info = debugInfoOf(facts, words, dirname(path), sourceText);
  const failed = writeFilesSync([{ path, content: `${JSON.stringify(info)}\n` }]);
  return failed && new BuildFailure(true, `${failed.path} cannot be written: ${failed.failure}`);
}

/** The text of a source, or nothing if it has gone. */
function sourceText(path: string): string {
  const content = readPlainFileSync(path);
  const decoded = isFailure(content) ? content : textOf(content.bytes);
  return isFailure(decoded) ? '' : decoded.text;
}
