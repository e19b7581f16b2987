/** How far the proof goes before it gives up; docs/timing.md names these numbers, and a test compares them. */
export const LIMITS = {
  /**
   * Steps of the fixpoint that finds what execution reaches, in any case and for each place. After these, any value
   * that still changes is taken to be anything. Most programs take two to four steps for each place, the engine six.
   */
  steps: 100_000,
  stepsForEach: 100,
  /**
   * Places to which only unresolved jumps of the handler may lead, in any case and for each place that execution
   * reaches otherwise; the engine has as many of them as of others.
   */
  strays: 10_000,
  straysForEach: 4,
  /** States of one check or timed block. */
  check: 60_000,
  /** State budget for all checks and timed blocks of a program together: some seconds' worth. */
  allChecks: 2_000_000,
  /** States that each check has even when that budget is spent. */
  leastForCheck: 2_000,
  /** States of one routine with all that it calls. */
  routine: 2_500,
  /** States of all routines of a program together. */
  allRoutines: 500_000,
  /** Different sums of cycles and charges at one state. */
  sums: 300,
  /** Sums at all states of a check together. */
  allSums: 300_000,
} as const;
