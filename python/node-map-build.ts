/** Runs a build, and writes debug information beside each ROM that it writes. */
import { dirname } from 'node:path';
import { isFailure, type Failure } from '#basics';
import { type DebugInfo } from '#assembler';
import { type Facts, documentBeside } from './facts.ts';
import { textOf } from '#files';
import { readPlainFileSync, writeFilesSync, type NewFile } from '#files/node';
import { BuildFailure, observeBuild, type BuildOptions } from './node-observed-build.ts';
import { wordsOf, debugInfoOf } from './node-mapped-image.ts';

/**
 * Paths of the ROMs that the build has written; empty if everything was up to date.
 * @param command a line for the system's shell
 */
export async function mapBuild(command: string, options: BuildOptions): Promise<readonly string[] | BuildFailure> {
  const images = await observeBuild(command, options);
  if (isFailure(images)) return images;
  for (const facts of images) {
    const described = describeImage(facts, documentBeside(facts.rom), bytesOf);
    if (isFailure(described)) return new BuildFailure(true, `${facts.rom} ${described.message}`);
    const failed = writeFilesSync([described.file]);
    if (failed !== undefined) return new BuildFailure(true, `${failed.path} cannot be written: ${failed.failure}`);
  }
  return images.map(({ rom }) => rom);
}

/** What is known of an image, and the file that says it. */
interface DescribedImage {
  readonly info: DebugInfo;
  readonly file: NewFile;
}

/**
 * Describes an image that a build has written, if it is on the disk as it was seen to be written.
 * @param path of the document, from whose folder the paths of sources lead
 * @param read the bytes of a file; its failure for the image is the result, a source that has gone is empty
 */
export function describeImage<F extends Failure>(
  facts: Facts,
  path: string,
  read: (path: string) => Uint8Array | F,
): DescribedImage | Failure | F {
  const bytes = read(facts.rom);
  const words = isFailure(bytes) ? bytes : wordsOf(facts, bytes);
  if (isFailure(words)) return words;
  const info = debugInfoOf(facts, words, dirname(path), (source) => {
    const content = read(source);
    const decoded = isFailure(content) ? content : textOf(content);
    return isFailure(decoded) ? '' : decoded.text;
  });
  return { info, file: { path, content: `${JSON.stringify(info)}\n` } };
}

function bytesOf(path: string): Uint8Array | Failure {
  const content = readPlainFileSync(path);
  return isFailure(content) ? content : content.bytes;
}
