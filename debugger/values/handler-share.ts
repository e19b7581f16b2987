/** The video handler's share: one definition for the command Measure, the status bar and the Timing view. */

/**
 * The video handler's share of the cycles of a stretch. The handler has all cycles from where a time check leaves for it
 * (after the delay slot of the check's branch) until the word after a check is executed again. That includes its waiting
 * and its hSync pulses, but not checks that do not leave.
 * @returns 0..1; null for a stretch without cycles
 */
export function handlerShare(handlerCycles: number, cycles: number): number | null {
  return cycles === 0 ? null : handlerCycles / cycles;
}
