/** All tests in the sources of the samples, the templates and the engine pass. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { assemble, type Assembly, type TestBlock } from '#assembler';
import { caseName, finish, subjectOf, TestBench } from '#testing';
import { folderHost } from '#test/assembler/hosts.ts';
import { engineAssembly } from '#test/engine/engine-fixture.ts';
import { PROJECT } from '#test/project.ts';

const program = (folder: string): Assembly => assemble('main.gtasm', folderHost(folder), { check: false });

function failuresOf(bench: TestBench, test: TestBlock): string[] {
  return test.cases.flatMap((each) => {
    const { failure: found } = finish(bench.run(test, each));
    return found === undefined ? [] : [`${caseName(test, each)}: ${found.message}`];
  });
}

const PROGRAMS: readonly (readonly [string, () => Assembly])[] = [
  ...['samples', 'templates'].flatMap((room) =>
    readdirSync(join(PROJECT, room)).map((name) => [`${room}/${name}`, () => program(`${room}/${name}`)] as const),
  ),
  ['the engine', engineAssembly],
];

describe.each(PROGRAMS)('%s', (name, assembled) => {
  it('passes its tests', () => {
    const assembly = assembled();
    expect(assembly.hasErrors).toBe(false);
    const bench = new TestBench(subjectOf(assembly));
    expect(assembly.tests.tests.flatMap((test) => failuresOf(bench, test))).toEqual([]);
    expect(assembly.tests.tests.length).toBeGreaterThan(name === 'the engine' ? 10 : 0);
  });
});
