/** What a file of debugger tests sets up and removes again: an adapter for each test, programs on disk for all. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import { SourceFolder } from '../source-folder.ts';
import { standIn } from '../stand-in.ts';
import { AdapterClient } from './adapter-client.ts';

/**
 * Begins a session with an adapter before each test of the file and ends it afterwards, with status 0 and nothing on
 * standard error. What it returns stands for the client of the running test.
 * @param launch what comes before each test
 */
export function clientForEachTest(launch?: (client: AdapterClient) => unknown): AdapterClient {
  return eachTest(() => AdapterClient.startWarm(), launch);
}

/** The same with a process of its own for each test. */
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

const FOLDER = join(import.meta.dirname, '../../debugger/sample');
const NAMES = ['main.gtasm', 'lib/other.gtasm', 'checked.gtasm', 'slow.gtasm'];

/**
 * The small program of the debugger's tests, test/debugger/sample, on disk, and its lines by name.
 *
 * It has calls, a nested call, a macro that is used twice, an included file, a time check with its handler, a board and
 * a list. A comment `@name` marks a line.
 */
export class SampleProgram extends SourceFolder {
  readonly main = this.place('main.gtasm');
  readonly checked = this.place('checked.gtasm');
  readonly slow = this.place('slow.gtasm');
  private readonly texts = NAMES.map((name) => readFileSync(join(FOLDER, name), 'utf8'));

  constructor() {
    super();
    NAMES.forEach((name, index) => this.write(name, this.texts[index]!));
  }

  /** The 1-based line that a comment `@name` marks, in whichever file. */
  line(name: string): number {
    const mark = new RegExp(`; @${name}$`);
    const lines = this.texts.map((text) => text.split('\n').findIndex((line) => mark.test(line)));
    const line = lines.find((index) => index >= 0);
    if (line === undefined) throw new Error(`no line is marked @${name}`);
    return line + 1;
  }
}
