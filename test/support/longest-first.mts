/**
 * The order of the files of tests: those that take longest first, so that at the end no processor waits for one of them.
 */
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take many seconds, the longest first. vitest sorts the others: by their last time, or else by their size. */
const LONGEST: readonly string[] = [
  'test/server/engine.test.ts',
  'assembler/fuzz.test.ts',
  'test/engine/game-record.test.ts',
  'test/emulator/lockstep.test.ts',
  'test/cli/search.test.ts',
  'test/timing/edits-of-engine.test.ts',
  'assembler/output/disassemble.test.ts',
  'test/timing/proof-against-emulator.test.ts',
  'test/debugger/unwritten-in-programs.test.ts',
  'assembler/incremental.test.ts',
  'test/cli/commands.test.ts',
  'test/golden/samples.test.ts',
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId, project }: TestSpecification): number => {
      const known = LONGEST.indexOf(relative(project.config.root, moduleId).replaceAll('\\', '/'));
      return known < 0 ? LONGEST.length : known;
    };
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}
