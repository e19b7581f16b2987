/** The balance of cycles paid and not yet spent, at the ends of a time check. */
import { CHECK_SHAPES, CHECK_WORDS } from '#isa';
import type { TimeCheck } from './program.ts';

/** Cycles that are paid and not spent at a check's first word. */
export function balanceInto(check: TimeCheck): number {
  return check.form === 'sync' ? CHECK_WORDS - check.cycles : -aheadOf(check);
}

/** Cycles that a path may overspend before a check's first word: a short check leaves that much sooner. */
export function aheadOf({ form }: TimeCheck): number {
  return CHECK_WORDS - CHECK_SHAPES[form].words;
}

/** Cycles that are paid and not spent after a check. */
export function balanceAfter(check: TimeCheck): number {
  return balanceInto(check) + check.cycles - CHECK_SHAPES[check.form].words;
}
