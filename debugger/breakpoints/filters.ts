/** Exception filters for what can be said before an instruction: odd opcodes, `.break`, false declarations. */
import { elementAt, grouped, type Cycle, type RomAddress } from '#basics';
import { decode, formatWord, hexWord, wordAt, type RamKib } from '#isa';
import { type Machine, DeclarationCheck, formatDifference } from '#emulator';
import type { Stop, Program } from '../program/program.ts';
import type { BreakpointSpec } from './breakpoint-table.ts';

export const ODD_OPCODE_FILTER = {
  filter: 'opcode',
  label: 'Useless opcode',
  description: 'Stops before an instruction that no assembler writes, for example when data is executed.',
  default: false,
} as const;

/**
 * The addresses of odd opcodes: those that only do what another one does, and `ctrl` without an expander, which stores an
 * undefined byte. No assembler emits them on its own, so a program that reaches one is probably executing data.
 */
export function oddAddresses({ rom, ramKib }: Machine): readonly number[] {
  return [...rom.keys()].filter((address) => whyOdd(wordAt(rom, address), ramKib) !== undefined);
}

/** The stop before the next instruction, which is one of them. */
export function oddOpcodeStop({ address, rom, ramKib }: Machine): Stop {
  const word = wordAt(rom, address);
  const text = `${hexWord(word)} at ${hexWord(address)} ${whyOdd(word, ramKib)}; perhaps this is data`;
  return { reason: 'exception', description: ODD_OPCODE_FILTER.label, text };
}

/** What is odd about a word, the rest of a sentence; undefined if nothing is. */
function whyOdd(word: number, ramKib: RamKib): string | undefined {
  const { opcode, operand } = decode(word);
  const { canonical, operation, bus, target, mnemonic } = opcode;
  if (canonical !== opcode.code) {
    const same = formatWord((canonical << 8) | operand);
    return `does what \`${same}\` does, which is how it is written`;
  }
  if (target === 'ac' && bus === 'ac' && (operation === 'anda' || operation === 'ora')) return 'does nothing';
  if (mnemonic === 'ctrl' && ramKib !== 128) return 'stores an undefined byte on a machine without an expander';
  return undefined;
}

export const WRITTEN_FILTER = {
  filter: 'written',
  label: 'Breakpoint in the source',
  description: 'Stops at .break.',
  default: true,
} as const;

/** The breakpoints that are written in the source, each with its text: `main.gtasm:12: .break count > 3`. */
export function writtenBreakpoints({ info }: Program): readonly BreakpointSpec[] {
  return (info.breaks ?? []).map((each) => {
    const { path } = elementAt(info.sources, each.source);
    const text = `${path}:${each.line + 1}: .break ${each.condition}`.trimEnd();
    return { location: { kind: 'written', ...each, text } };
  });
}

export const DECLARATIONS_FILTER = {
  filter: 'declarations',
  label: 'False declaration',
  description:
    'Stops where .targets, .resume, .loop, .charged, the account of time checks or what else the proof relies on differs from what happens.',
  default: true,
} as const;

/** The check of what the source declares about the run, to be asked while it runs; undefined if nothing is declared. */
export function declarationCheck(machine: Machine, { info }: Program): DeclarationCheck | undefined {
  const { checks, jumps, loops, charges, blindStores, blocks = [] } = info.declarations;
  const all = [checks, jumps, loops, charges, blindStores?.words ?? [], blocks];
  return all.every(({ length }) => length === 0) ? undefined : new DeclarationCheck(info.declarations, machine);
}

/** The stop before a word that shows a difference. */
export function declarationStop(check: DeclarationCheck | undefined, program: Program): Stop | undefined {
  const difference = check?.difference;
  if (difference === undefined) return undefined;
  const text = `${formatDifference(difference)} (${momentText(difference, program)})`;
  return { reason: 'exception', description: DECLARATIONS_FILTER.label, text };
}

/** `cycle 1,234, at $0212, loop+3`. */
export function momentText(
  { cycle, address }: { readonly cycle: Cycle; readonly address: RomAddress },
  { symbols }: Program,
): string {
  const where = symbols.describe(address);
  return `cycle ${grouped(cycle)}, at ${hexWord(address)}${where === undefined ? '' : `, ${where}`}`;
}
