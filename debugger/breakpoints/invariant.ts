/**
 * The invariant of a chess program: its attack maps and neighbour table match its board.
 *
 * Checked from outside, so that it costs the ROM nothing, at places where the program has brought its tables
 * up to date (for an engine: after making a move). The places are labels or addresses, given with the
 * exception filter or in the launch configuration; between them, the tables may legitimately differ. The
 * chess room works out from the declarations alone what the tables must hold.
 */
import { bankOf, entryAddress, failure, isFailure, type RamIndex, type Result } from '#basics';
import type { DebugInfo } from '#assembler';
import { compareWithOracle, expectedTables, type MemoryReader, type TableDifference } from '#chess';
import type { Machine } from '#emulator';
import { hexByte, ROM_WORDS } from '#isa';
import type { Stop } from '../program/program.ts';
import { evaluateText, type Scope } from '../values/evaluate.ts';
import { expressionProblem } from '../errors.ts';
import { describeAddress } from '../values/place.ts';

export const INVARIANT_FILTER = {
  filter: 'invariant',
  label: 'Broken invariant',
  description: 'Stops where an attack map or the neighbour table does not match the board.',
  default: false,
  supportsCondition: true,
  conditionDescription: 'Labels or ROM addresses at which it is checked, with commas between them',
} as const;

export interface BrokenInvariant {
  /** Index of the first wrong byte in RAM and what it holds; undefined if the board itself cannot be read. */
  readonly firstByte: { readonly index: RamIndex; readonly found: number } | undefined;
  /** All that is wrong, a line for each byte. */
  readonly report: string;
}

const MOST_REPORTED = 100;
const EMPTY_BOARD = Array.from({ length: 64 }, () => null);

export class Invariant {
  /** Set while the program is where the invariant was found broken. */
  broken: BrokenInvariant | undefined;
  /** What the user requested: nothing, or the filter's condition (empty: the places of the launch configuration). */
  private wanted: { readonly condition: string } | undefined;

  /**
   * @param scope of the present position
   * @param places of the launch configuration, as a filter's condition
   * @param setPlaces makes `check` be called at these addresses from now on
   */
  constructor(
    private readonly scope: () => Scope,
    private readonly places: string | undefined,
    private readonly setPlaces: (addresses: readonly number[]) => void,
  ) {}

  /**
   * Switches the filter on or off.
   * @param condition the filter's condition, empty if it has none; undefined is off
   * @returns one sentence if it cannot work, and is therefore off
   */
  set(condition: string | undefined): string | undefined {
    this.wanted = condition === undefined ? undefined : { condition };
    const addresses = condition === undefined ? [] : this.resolve(condition);
    this.setPlaces(isFailure(addresses) ? [] : addresses);
    return isFailure(addresses) ? addresses.message : undefined;
  }

  /** Takes over what the user asked for in another program's run. */
  adopt(other: Invariant): void {
    this.set(other.wanted?.condition);
  }

  /** Compares the tables as they are now; returns a stop if they are wrong. */
  check(): Stop | undefined {
    const { machine, program } = this.scope();
    const memory: MemoryReader = { read: (address, bank) => machine.readRam(address, bank) };
    const { compared, differences, problems } = compareWithOracle(memory, program.info);
    const [first] = differences;
    if (first === undefined && compared > 0) return undefined;
    const text =
      first === undefined
        ? `The tables cannot be compared with the board: ${problems[0] ?? 'the program declares none.'}`
        : this.sentence(first, differences.length - 1);
    this.broken = {
      firstByte: first && { index: indexOf(first, program.info, machine), found: first.actual },
      report: first === undefined ? text : this.report(differences),
    };
    return { reason: 'exception', description: INVARIANT_FILTER.label, text };
  }

  private sentence(first: TableDifference, others: number): string {
    const more = others === 0 ? '' : `; ${others} more byte${others === 1 ? ' is' : 's are'} wrong`;
    return `${this.describe(first)}${more}`;
  }

  private report(differences: readonly TableDifference[]): string {
    const lines = differences.slice(0, MOST_REPORTED).map((difference) => this.describe(difference));
    const rest = differences.length - lines.length;
    return [...lines, ...(rest > 0 ? [`and ${rest} more`] : [])].join('\n');
  }

  /** `whiteSliders[e4] is $01 instead of $03: ne missing`. */
  private describe(difference: TableDifference): string {
    const { program, machine } = this.scope();
    const { expected, actual, detail } = difference;
    const name = describeAddress(program, indexOf(difference, program.info, machine));
    return `${name} is ${hexByte(actual)} instead of ${hexByte(expected)}: ${detail}`;
  }

  /** The addresses that a condition names; a failure is a sentence. */
  private resolve(condition: string): Result<readonly number[]> {
    const text = [condition, this.places ?? ''].find((places) => places.trim() !== '');
    if (text === undefined) {
      return failure(
        'Say where to check: a label as the condition of the filter, or "invariantAt" in the launch configuration.',
      );
    }
    if (expectedTables(EMPTY_BOARD, this.scope().program.info).tables.length === 0) {
      return failure('The program declares no attack maps and no neighbour table over a board.');
    }
    const addresses: number[] = [];
    for (const place of text.split(',')) {
      const address = this.addressNamed(place);
      if (isFailure(address)) return address;
      addresses.push(address);
    }
    return addresses;
  }

  private addressNamed(place: string): Result<number> {
    const result = evaluateText(place, this.scope());
    if (isFailure(result)) return failure(expressionProblem(place.trim(), result.message));
    const { number } = result;
    const inRom = Number.isInteger(number) && number >= 0 && number < ROM_WORDS;
    return inRom && result.place === undefined && result.table === undefined
      ? number
      : failure(`"${place.trim()}" is not an address in ROM.`);
  }
}

function indexOf({ table, square }: TableDifference, { tables }: DebugInfo, machine: Machine): RamIndex {
  const declared = tables.find(({ name }) => name === table);
  return declared === undefined ? 0 : machine.ramIndex(entryAddress(declared, square), bankOf(declared));
}
