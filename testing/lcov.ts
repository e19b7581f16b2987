/**
 * Coverage as LCOV writes it (`lcov`'s tracefile format, as described in geninfo(1)).
 */
import type { FileCoverage } from './covered-lines.ts';

/**
 * @param pathOf path of a file as the report names it
 * @param name of the test that made the coverage
 */
export function lcovReport(
  files: readonly FileCoverage[],
  pathOf: (path: string) => string,
  name = 'gigatron',
): string {
  return files
    .filter(({ lines }) => lines.length > 0)
    .map((file) => record(file, pathOf(file.path), name))
    .join('');
}

function record({ lines }: FileCoverage, path: string, name: string): string {
  const text = [`TN:${name}`, `SF:${path}`];
  let arms = 0;
  let taken = 0;
  for (const { line, count, branches } of lines) {
    for (const [block, branch] of branches.entries()) {
      const isReached = count > 0 && branch.taken + branch.passed > 0;
      for (const [arm, hits] of [branch.taken, branch.passed].entries()) {
        text.push(`BRDA:${line + 1},${block},${arm},${isReached ? hits : '-'}`);
        arms++;
        if (hits > 0) taken++;
      }
    }
  }
  text.push(`BRF:${arms}`, `BRH:${taken}`);
  for (const { line, count } of lines) text.push(`DA:${line + 1},${count}`);
  text.push(`LF:${lines.length}`, `LH:${lines.filter(({ count }) => count > 0).length}`, 'end_of_record', '');
  return text.join('\n');
}
