/** Runs a build, and writes debug information beside each ROM that it writes, from what is known of the build. */
import { dirname, relative } from 'node:path';
import { isFailure, type Failure, failure, fnv1a64, romAddress, zeroPageOffset, type Result } from '#basics';
import { type DebugInfo, NO_DEBUG_INFO } from '#assembler';
import { type Facts, documentBeside, type FactPlace } from './facts.ts';
import { textOf } from '#files';
import { readPlainFileSync, writeFilesSync, type NewFile } from '#files/node';
import { imageHash, loadRom } from '#isa';
import { BuildFailure, observeBuild, type BuildOptions } from './node-observed-build.ts';

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
 * @param read the bytes of a file; a failure for the image is passed on, a source that cannot be read counts as empty
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

/** Reads the text of a source; empty for one that cannot be read any more. */
type ReadSource = (path: string) => string;

type Place = Pick<DebugInfo['symbols'][number], 'source' | 'line' | 'column' | 'endColumn'>;

/**
 * Debug information of an image, from what is known of its build: sources, symbols, lines with the calls around them.
 * @param rom its words
 * @param folder of the document: paths of sources are relative to it
 */
function debugInfoOf(facts: Facts, rom: Uint16Array, folder: string, read: ReadSource): DebugInfo {
  const sources = new Sources(folder, read);
  // The main file comes first: the outermost place of the first word.
  const main = facts.chains[facts.words[0]?.[2] ?? 0]?.at(-1);
  if (main !== undefined) sources.place(main[0], 1);
  const expansions = facts.chains.map((chain) => placesOf(chain, sources));
  const lines = facts.words.flatMap(([, , chain], address) => {
    const [written, ...expansion] = expansions[chain] ?? [];
    if (written === undefined) return [];
    const { name: _, ...place } = written;
    return [{ address: romAddress(address), ...place, ...(expansion.length > 0 && { expansion }) }];
  });
  return {
    ...NO_DEBUG_INFO,
    imageHash: imageHash(rom),
    lines,
    symbols: symbolsOf(facts, sources),
    tables: tablesOf(facts, sources),
    sources: sources.list(),
  };
}

/** The places of a chain; each call is named after the function that it entered. */
function placesOf(chain: readonly FactPlace[], sources: Sources): (Place & { readonly name: string })[] {
  return chain.map(([path, line], index) => ({ ...sources.place(path, line), name: calledName(chain[index - 1]) }));
}

/** The function that a place entered; a module is named after its file. */
function calledName(entered: FactPlace | undefined): string {
  if (entered === undefined) return '';
  const [path, , name] = entered;
  return name === '' || name === '<module>' ? (path.split(/[\\/]/).at(-1) ?? path) : name;
}

/** Symbols by name: the first of each, since a name stands for one value. */
function symbolsOf({ symbols, zeroPage }: Facts, sources: Sources): DebugInfo['symbols'] {
  const bytes = zeroPage.map(([name, address, , ...place]) => [name, 'zero-page' as const, address, ...place] as const);
  const byName = new Map<string, DebugInfo['symbols'][number]>();
  for (const [name, kind, value, path, line] of [...symbols, ...bytes])
    if (/^[A-Za-z_.][\w.#]*$/.test(name) && !byName.has(name))
      byName.set(name, { name, kind, value, ...sources.place(path, line) });
  return [...byName.values()];
}

/** The named bytes of the zero page, so that the debugger shows what they hold. */
function tablesOf({ zeroPage }: Facts, sources: Sources): DebugInfo['tables'] {
  return zeroPage.map(([name, address, size, path, line]) => ({
    ...{ name, layout: 'zero-page', address: zeroPageOffset(address), stride: size, size },
    ...{ first: 0, last: 0, index: '', element: 'byte', attributes: {} },
    ...sources.place(path, line),
  }));
}

/** The sources, in the order in which they are met. */
class Sources {
  private readonly numbers = new Map<string, number>();
  private readonly texts: string[] = [];
  private readonly lines: (readonly string[])[] = [];

  constructor(
    private readonly folder: string,
    private readonly read: ReadSource,
  ) {}

  /** The place of a line's text, without the blanks around it. @param line from 1 */
  place(path: string, line: number): Place {
    const source = this.number(path);
    const text = this.lines[source]?.[line - 1] ?? '';
    const end = text.trimEnd().length;
    return { source, line: Math.max(0, line - 1), column: Math.min(end, text.search(/\S|$/)), endColumn: end };
  }

  list(): DebugInfo['sources'] {
    return [...this.numbers.keys()].map((path, number) => ({
      path: relative(this.folder, path).replaceAll('\\', '/'),
      hash: fnv1a64(new TextEncoder().encode(this.texts[number])),
    }));
  }

  private number(path: string): number {
    const known = this.numbers.get(path);
    if (known !== undefined) return known;
    const text = this.read(path);
    this.texts.push(text);
    this.lines.push(text.split(/\r?\n/));
    this.numbers.set(path, this.texts.length - 1);
    return this.texts.length - 1;
  }
}

/** The words of an image on the disk, if they are those that were seen to be written; a failure follows its name. */
function wordsOf({ words }: Facts, bytes: Uint8Array): Result<Uint16Array> {
  const image = loadRom(bytes);
  if (isFailure(image)) return failure(`cannot be read as a ROM: ${image.message}`);
  const other = words.findIndex(([opcode, operand], address) => image.rom[address] !== opcode * 256 + operand);
  return other < 0 ? image.rom : failure(`differs at word ${other} from what asm.py has written`);
}
