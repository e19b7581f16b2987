/**
 * The order of the files of tests: those that take longest first, so that at the end no processor waits for one of them.
 */
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { LONGEST } from './longest-files.ts';

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId, project }: TestSpecification): number => {
      const known = LONGEST.indexOf(relative(project.config.root, moduleId).replaceAll('\\', '/'));
      return known < 0 ? LONGEST.length : known;
    };
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}
