/** What a file of debugger tests sets up and removes again: an adapter for each test, programs on disk for all. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect } from 'vitest';
import { SourceFolder } from '../source-folder.ts';
import { standIn } from '../stand-in.ts';
import { AdapterClient } from './adapter-client.ts';

/**
 * Begins a session with an adapter before each test of the file and ends it afterwards: in order, with nothing on
 * standard error. What it returns stands for the client of the test that runs.
 * @param launch what comes before each test
 */
export function clientForEachTest(launch?: (client: AdapterClient) => unknown): AdapterClient {
  return eachTest(() => AdapterClient.startWarm(), launch);
}

/** The same with an adapter for each test that is a process of its own. */
export function processForEachTest(): AdapterClient {
  return eachTest(() => AdapterClient.start());
}

function eachTest(start: () => Promise<AdapterClient>, launch?: (client: AdapterClient) => unknown): AdapterClient {
  let client: AdapterClient;
  beforeEach(async () => {
    client = await start();
    await launch?.(client);
  });
  afterEach(async () => {
    expect(await client.stop()).toBe(0);
    expect(client.stderr).toBe('');
  });
  return standIn(() => client);
}

/** The sample program on disk, until the file's tests are done. */
export function sampleForAllTests(): SampleProgram {
  const sample = createSampleProgram();
  afterAll(() => sample.files.remove());
  return sample;
}

/** A folder with files by name, until the file's tests are done. */
export function folderForAllTests(files: Readonly<Record<string, string | Uint8Array>> = {}): SourceFolder {
  const folder = new SourceFolder(files);
  afterAll(() => folder.remove());
  return folder;
}

interface SampleProgram {
  /** The folder of the program, for further files. */
  readonly files: SourceFolder;
  /** Absolute paths of the files. */
  readonly main: string;
  readonly other: string;
  readonly checked: string;
  readonly slow: string;
  /** The 1-based line that a comment `@name` marks, in whichever file. */
  line(name: string): number;
}

const FOLDER = join(import.meta.dirname, '../../debugger/sample');
const NAMES = ['main.gtasm', 'lib/other.gtasm', 'checked.gtasm', 'slow.gtasm'];

/**
 * The small program of the debugger's tests, test/debugger/sample, on disk, and its lines by name.
 *
 * It has calls, a nested call, a macro that is used twice, an included file, a time check with its handler, a board and a
 * list. A comment `@name` marks a line.
 */
function createSampleProgram(): SampleProgram {
  const texts = NAMES.map((name) => [name, readFileSync(join(FOLDER, name), 'utf8')] as const);
  const files = new SourceFolder(Object.fromEntries(texts));
  const path = (name: string): string => join(files.path, name);
  return {
    files,
    main: path('main.gtasm'),
    other: path('lib/other.gtasm'),
    checked: path('checked.gtasm'),
    slow: path('slow.gtasm'),
    line: (name) =>
      lineOf(
        name,
        texts.map(([, text]) => text),
      ),
  };
}

function lineOf(name: string, texts: readonly string[]): number {
  const mark = new RegExp(`; @${name}$`);
  for (const text of texts) {
    const index = text.split('\n').findIndex((line) => mark.test(line));
    if (index >= 0) return index + 1;
  }
  throw new Error(`no line is marked @${name}`);
}
