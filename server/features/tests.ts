/** Which tests there are in the programs of a document. */
import type { Program } from '../project/view.ts';
import type { FoundProgram } from '../protocol.ts';

/** The tests of a program, as the editor lists them. */
export function foundTests({ assembly, uriOf }: Program): FoundProgram {
  const tests = assembly.tests.tests.map(({ name, file, range, cases }) => ({
    name,
    uri: uriOf(file),
    range,
    cases: cases.length,
  }));
  return { main: uriOf(assembly.main), tests };
}
