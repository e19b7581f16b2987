/**
 * Results as JUnit XML, in the form that build servers read: a suite for each program, with an element for each case. Times
 * are emulated seconds.
 */
import { CLOCK_HZ } from '#isa';
import { caseName, type CaseResult } from '#testing';
import { shownPath } from '../source-files.ts';
import type { ProgramResults } from './run-tests.ts';

export function junitReport(programs: readonly ProgramResults[]): string {
  const all = programs.flatMap(({ results }) => results);
  const suites = programs.map(({ assembly, results }) => {
    const cases = results.map(testCase).join('');
    return `  <testsuite name="${escaped(shownPath(assembly.main))}" ${totals(results)}>\n${cases}  </testsuite>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${totals(all)}>\n${suites.join('')}</testsuites>\n`;
}

function totals(results: readonly CaseResult[]): string {
  const failures = results.filter(({ passed }) => !passed).length;
  const cycles = results.reduce((sum, result) => sum + result.cycles, 0);
  return `tests="${results.length}" failures="${failures}" errors="0" time="${seconds(cycles)}"`;
}

function testCase({ test, case: which, cycles, failure }: CaseResult): string {
  const { file, range } = which;
  const name = escaped(caseName(test, which));
  const path = escaped(shownPath(file));
  const head = `    <testcase classname="${path}" name="${name}" file="${path}" line="${range.start.line + 1}" time="${seconds(cycles)}"`;
  if (failure === undefined) return `${head}/>\n`;
  const place = `${shownPath(failure.file)}:${failure.range.start.line + 1}`;
  const text = escaped(failure.message);
  return `${head}>\n      <failure message="${text}">${escaped(place)}: ${text}</failure>\n    </testcase>\n`;
}

function seconds(cycles: number): string {
  return (cycles / CLOCK_HZ).toFixed(6);
}

/** Text escaped for an attribute or content of XML; characters that XML cannot contain are left out. */
function escaped(text: string): string {
  return (
    text
      // eslint-disable-next-line no-control-regex -- these are what XML 1.0 forbids
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
  );
}
