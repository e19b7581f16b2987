/** Declarations that do not hold in a run: the exception filter on top of the emulator's check. */
import { DeclarationCheck, formatDifference, type Machine, type Probe } from '#emulator';
import { hexWord } from '#isa';
import type { Program } from '../program/program.ts';
import type { Stop } from '../program/stop.ts';

/** The exception filter, as the client offers it to the user. */
export const DECLARATIONS_FILTER = {
  filter: 'declarations',
  label: 'False declaration',
  description:
    'Stops where .targets, .resume, .loop, .charged, the account of time checks or what else the proof relies on differs from what happens.',
  default: true,
} as const;

export class DeclarationWatch {
  /** The difference before which the program stopped, in words. */
  found: string | undefined;
  private readonly check: DeclarationCheck | undefined;

  constructor(
    machine: Machine,
    private readonly program: Program,
  ) {
    const { declarations } = program.info;
    const { checks, jumps, loops, charges, blindStores, blocks = [] } = declarations;
    const stores = blindStores?.words ?? [];
    if (checks.length + jumps.length + loops.length + charges.length + stores.length + blocks.length === 0) return;
    this.check = new DeclarationCheck(declarations, machine);
  }

  /** The probe to ask while the machine runs; undefined if nothing is declared. */
  get probe(): Probe | undefined {
    return this.check;
  }

  /** The stop before a word that shows a difference. */
  stop(): Stop | undefined {
    const difference = this.check?.difference;
    if (difference === undefined) return undefined;
    const where = this.program.symbols.describe(difference.address);
    const place = `${hexWord(difference.address)}${where === undefined ? '' : `, ${where}`}`;
    this.found = `${formatDifference(difference)} (cycle ${difference.cycle}, at ${place})`;
    return { reason: 'exception', description: DECLARATIONS_FILTER.label, text: this.found };
  }
}
