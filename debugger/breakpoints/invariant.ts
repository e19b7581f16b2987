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
import type { Program, Stop } from '../program/program.ts';
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

const MOST_REPORTED = 100;
const EMPTY_BOARD = Array.from({ length: 64 }, () => null);

/** Compares the tables as they are now; returns a stop if they are wrong. */
export function checkInvariant({ machine, program }: Scope): Stop | undefined {
  const memory: MemoryReader = { read: (address, bank) => machine.readRam(address, bank) };
  const { compared, differences, problems } = compareWithOracle(memory, program.info);
  const [first, ...others] = differences;
  const stop = { reason: 'exception', description: INVARIANT_FILTER.label } as const;
  if (first === undefined) {
    if (compared > 0) return undefined;
    const why = problems[0] ?? 'the program declares none.';
    return { ...stop, text: `The tables cannot be compared with the board: ${why}` };
  }
  const text = (difference: TableDifference): string => differenceText(difference, program, machine);
  const more = `${others.length} more byte${others.length === 1 ? ' is' : 's are'} wrong`;
  const rest = differences.length - MOST_REPORTED;
  const report = [...differences.slice(0, MOST_REPORTED).map(text), ...(rest > 0 ? [`and ${rest} more`] : [])];
  return {
    ...stop,
    text: others.length === 0 ? text(first) : `${text(first)}; ${more}`,
    exception: { description: report.join('\n') },
    wrongByte: { index: indexOf(first, program.info, machine), found: first.actual },
  };
}

/** `whiteSliders[e4] is $01 instead of $03: ne missing`. */
function differenceText(difference: TableDifference, program: Program, machine: Machine): string {
  const { expected, actual, detail } = difference;
  const name = describeAddress(program, indexOf(difference, program.info, machine));
  return `${name} is ${hexByte(actual)} instead of ${hexByte(expected)}: ${detail}`;
}

/**
 * The addresses at which to check; a failure is a sentence.
 * @param places those of the filter's condition, otherwise those of the launch configuration: the first that names any
 */
export function invariantPlaces(places: readonly (string | undefined)[], scope: Scope): Result<readonly number[]> {
  const text = places.find((each) => each !== undefined && each.trim() !== '');
  if (text === undefined) {
    return failure(
      'Say where to check: a label as the condition of the filter, or "invariantAt" in the launch configuration.',
    );
  }
  if (expectedTables(EMPTY_BOARD, scope.program.info).tables.length === 0) {
    return failure('The program declares no attack maps and no neighbour table over a board.');
  }
  const addresses = text.split(',').map((place) => addressNamed(place, scope));
  return addresses.find(isFailure) ?? addresses.filter((address) => typeof address === 'number');
}

function addressNamed(place: string, scope: Scope): Result<number> {
  const result = evaluateText(place, scope);
  if (isFailure(result)) return failure(expressionProblem(place.trim(), result.message));
  const { number } = result;
  const inRom = Number.isInteger(number) && number >= 0 && number < ROM_WORDS;
  return inRom && result.place === undefined && result.table === undefined
    ? number
    : failure(`"${place.trim()}" is not an address in ROM.`);
}

function indexOf({ table, square }: TableDifference, { tables }: DebugInfo, machine: Machine): RamIndex {
  const declared = tables.find(({ name }) => name === table);
  return declared === undefined ? 0 : machine.ramIndex(entryAddress(declared, square), bankOf(declared));
}
