/**
 * The account as seen from outside: cycles counted by the emulator between one time check and the next.
 *
 * Nothing of the proof is used here. A segment runs from the word behind a check to the first word of
 * the next check; what the handler does in between belongs to no segment.
 */
import type { Machine } from '#emulator';

/** A check as the ledger needs it. */
export interface LedgerCheck {
  readonly address: number;
  readonly cycles: number;
  /** `sync` charges what lies behind it; default `check`. */
  readonly form?: 'check' | 'sync';
}

/** Cycles between two checks as counted, and how far they are from what was charged. */
export interface Segment {
  readonly check: LedgerCheck;
  readonly cycles: number;
  readonly difference: number;
}

export interface LedgerOptions {
  readonly checks: readonly LedgerCheck[];
  /** Charges by the address of the word that stores the account. */
  readonly charges: ReadonlyMap<number, number>;
  /** Called at the first word of each check, before it executes. */
  readonly atCheck?: () => void;
}

/** Cycles that the handler may keep the processor, the picture drawn in one go. */
const LONGEST_ABSENCE = 400_000;

/** Runs a machine and yields segments until a number of cycles is used up. */
export function* countSegments(
  machine: Machine,
  cycles: number,
  { checks, charges, atCheck }: LedgerOptions,
): Generator<Segment> {
  const byAddress = new Map(checks.map((check) => [check.address, check]));
  const last = machine.cycle + cycles;
  let from: LedgerCheck | undefined;
  let start = 0;
  let charged = 0;
  while (machine.cycle < last) {
    const { address, nextAddress } = machine;
    const check = nextAddress === address + 1 ? byAddress.get(address) : undefined;
    if (check === undefined) {
      charged += charges.get(address) ?? 0;
      machine.step();
      continue;
    }
    if (from !== undefined) {
      const counted = machine.cycle - start;
      yield { check: from, cycles: counted, difference: counted - paid(from, check) - charged };
    }
    atCheck?.();
    const away = machine.cycle + LONGEST_ABSENCE;
    while (machine.address !== address + 5 || machine.nextAddress !== address + 6) {
      if (machine.cycle > away) throw new Error(`the handler does not resume the check at ${address}`);
      machine.step();
    }
    from = check;
    start = machine.cycle;
    charged = 0;
  }
}

/** Cycles that two checks that follow one another charge for the way between them. */
function paid(from: LedgerCheck, to: LedgerCheck): number {
  const ahead = from.form === 'sync' ? 0 : from.cycles - 5;
  return ahead + (to.form === 'sync' ? to.cycles - 5 : 0);
}
