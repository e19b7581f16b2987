/** What a file of debugger tests sets up and removes again: an adapter for each test, programs on disk for all. */
import { afterAll, afterEach, beforeEach, expect } from 'vitest';
import { SourceFolder } from '../source-folder.ts';
import { standIn } from '../stand-in.ts';
import { AdapterClient } from './adapter-client.ts';
import { createSampleProgram, type SampleProgram } from './sample-program.ts';

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
