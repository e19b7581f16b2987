/**
 * Runs the slowest test files first, so that no processor is idle while the last ones run. vitest remembers how long a
 * file took, but orders files by size in a fresh clone.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BaseSequencer, type TestSpecification, type Vitest } from 'vitest/node';

const LONGEST = [
  'test/timing/proof-of-engine.test.ts',
  'test/server/engine.test.ts',
  'test/timing/edits-of-projects.test.ts',
  'assembler/fuzz.test.ts',
  'test/timing/shared-handlers.test.ts',
  'test/timing/proof-against-emulator.test.ts',
  'test/timing/certificates.test.ts',
  'test/engine/game-record.test.ts',
  'test/emulator/lockstep.test.ts',
  'assembler/output/disassemble.test.ts',
  'test/timing/incremental-proof.test.ts',
  'test/cli/cases.test.ts',
  'test/timing/edited-programs.test.ts',
  'test/engine/verify.test.ts',
  'assembler/incremental.test.ts',
  'test/timing/certified-programs.test.ts',
  'test/cli/search.test.ts',
  'assembler/cases.test.ts',
  'test/golden/samples.test.ts',
  'test/documents/snippets.test.ts',
  'test/timing/declared-programs.test.ts',
  'test/timing/handler-cases.test.ts',
  'test/timing/values-in-runs.test.ts',
  'test/cli/verify.test.ts',
];

export class LongestFirst extends BaseSequencer {
  private readonly paths: readonly string[];

  constructor(vitest: Vitest) {
    super(vitest);
    this.paths = LONGEST.map((path) => join(vitest.config.root, path).replaceAll('\\', '/'));
    const missing = this.paths.find((path) => !existsSync(path));
    if (missing !== undefined) throw new Error(`longest-first.mts names ${missing}, which is not there`);
  }

  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const known = this.paths.indexOf(moduleId);
      return known < 0 ? this.paths.length : known;
    };
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}
