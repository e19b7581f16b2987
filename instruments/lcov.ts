/**
 * Coverage as LCOV's tracefile, which editors and services read.
 *
 * The format is that of geninfo(1): a record of `SF` … `end_of_record` for each file; lines are 1-based.
 */
import type { FileCoverage } from './coverage.ts';

/** @param pathOf path to write for one of the debug information */
export function lcov(files: readonly FileCoverage[], pathOf: (path: string) => string): string {
  return files.map((file) => record(file, pathOf(file.path))).join('');
}

function record({ lines, branches, routines }: FileCoverage, path: string): string {
  const arms = branches.flatMap(({ line, address, taken, notTaken }) => {
    const executed = taken + notTaken > 0;
    return [taken, notTaken].map((count, arm) => ({ line, address, arm, count, executed }));
  });
  const text = [
    'TN:',
    `SF:${path}`,
    ...routines.map(({ line, name }) => `FN:${line + 1},${name}`),
    ...routines.map(({ name, count }) => `FNDA:${count},${name}`),
    `FNF:${routines.length}`,
    `FNH:${routines.filter(({ count }) => count > 0).length}`,
    ...arms.map(
      ({ line, address, arm, count, executed }) => `BRDA:${line + 1},${address},${arm},${executed ? count : '-'}`,
    ),
    `BRF:${arms.length}`,
    `BRH:${arms.filter(({ count }) => count > 0).length}`,
    ...lines.map(({ line, count }) => `DA:${line + 1},${count}`),
    `LF:${lines.length}`,
    `LH:${lines.filter(({ count }) => count > 0).length}`,
    'end_of_record',
  ];
  return `${text.join('\n')}\n`;
}
