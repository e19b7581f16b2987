/**
 * Named counts between two checks: what charges have paid for, and how often loops turned.
 *
 * A charge pays for the next entry into a loop with its name. If such a loop has been entered and not been charged yet,
 * it pays for that entry.
 */
import type { RomAddress } from '#basics';

/** A charge for a number of turns. */
interface Payment {
  readonly name: string;
  readonly turns: number;
  /** Of the charge. */
  readonly address: RomAddress;
}

interface Entry {
  payment: Payment | undefined;
  /** Turns that it has made; undefined while it goes on. */
  turns: number | undefined;
}

/** A payment, and the turns that were made of it. */
interface WrongCount {
  readonly payment: Payment;
  readonly turns: number;
}

export class CountWatch {
  /** Payments for entries that are still to come, by name. */
  private readonly paid = new Map<string, Payment>();
  /** The last entry that is not paid for, by name. */
  private readonly unpaid = new Map<string, Entry>();
  /** Entries into loops that go on, by head. */
  private readonly running = new Map<RomAddress, Entry>();

  reset(): void {
    // Clearing takes a new table even where there is nothing, and this is done at each check.
    for (const counts of [this.paid, this.unpaid, this.running]) if (counts.size > 0) counts.clear();
  }

  enter(name: string, head: RomAddress): void {
    const entry: Entry = { payment: this.paid.get(name), turns: undefined };
    this.paid.delete(name);
    this.running.set(head, entry);
    if (entry.payment === undefined) this.unpaid.set(name, entry);
  }

  /** A loop is left, or entered again. */
  leave(head: RomAddress, turns: number): WrongCount | undefined {
    const entry = this.running.get(head);
    this.running.delete(head);
    if (entry === undefined) return undefined;
    entry.turns = turns;
    const { payment } = entry;
    return payment === undefined || payment.turns === turns ? undefined : { payment, turns };
  }

  /** A charge pays. @returns what it contradicts: turns that were made already, or a payment for the same entry */
  pay(payment: Payment): WrongCount | Payment | undefined {
    const { name, turns } = payment;
    const entry = this.unpaid.get(name);
    if (entry === undefined) {
      const before = this.paid.get(name);
      this.paid.set(name, payment);
      return before?.turns === turns ? undefined : before;
    }
    this.unpaid.delete(name);
    entry.payment = payment;
    return entry.turns === undefined || entry.turns === turns ? undefined : { payment, turns: entry.turns };
  }

  /** A check begins another account of all counts. @returns a payment for turns that were not made */
  check(): Payment | undefined {
    const [owed] = this.paid.values();
    this.reset();
    return owed;
  }
}
