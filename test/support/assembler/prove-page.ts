/** The timing proof on a small program in one page, with a handler for every time check. */
import { proveTiming } from '#proof';
import { inPage, timedProgram } from './timed-program.ts';

/** Proves a body at $0100; its first label must be `start`. */
export function prove(body: string) {
  const program = timedProgram(inPage(body));
  const report = proveTiming(program);
  return { program, ...report, verdicts: report.results.map((result) => result.verdict), first: report.results[0]! };
}
