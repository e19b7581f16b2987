/**
 * Every code that the assembler reports, with its severity and a title.
 *
 * The hundreds group: 1 text and syntax, 2 symbols and expressions, 3 instructions, 4 places in ROM,
 * 5 places in RAM, 6 macros and control, 7 files, 8 time, 9 lints. A code keeps its meaning for ever;
 * docs/diagnostics.md explains each, and a test compares the two.
 */
import type { Severity } from './diagnostic.ts';

export const DIAGNOSTIC_CODES = {
  GT0101: ['error', 'Character that no token begins with'],
  GT0102: ['error', 'Malformed number'],
  GT0103: ['error', 'Text without its closing quote'],
  GT0104: ['error', 'Something else expected'],
  GT0105: ['error', 'Text behind the end of a statement'],
  GT0106: ['error', 'Unknown directive'],
  GT0107: ['error', 'Wrong operands of a directive'],
  GT0108: ['error', 'Expression nested too deeply'],

  GT0201: ['error', 'Unknown symbol'],
  GT0202: ['error', 'Symbol defined twice'],
  GT0203: ['error', 'Constant defined by itself'],
  GT0204: ['error', 'Value not known at this point'],
  GT0205: ['error', 'Division by zero'],
  GT0206: ['error', 'Unknown function or wrong number of arguments'],
  GT0207: ['error', 'Name that is reserved'],
  GT0208: ['error', 'No anonymous label in that direction'],
  GT0209: ['error', 'Local label without a global one'],
  GT0210: ['error', 'Text where a number is needed'],

  GT0301: ['error', 'Unknown mnemonic or macro'],
  GT0302: ['error', 'Operands that the instruction does not have'],
  GT0303: ['error', 'Value that does not fit'],
  GT0304: ['error', 'Branch to another page'],
  GT0305: ['error', 'Immediate store whose value and address differ'],
  GT0306: ['error', 'Mode that gives another instruction'],

  GT0401: ['error', 'Word assembled twice'],
  GT0402: ['error', 'Address beyond the ROM'],
  GT0403: ['error', 'Block that leaves its page'],
  GT0404: ['error', 'Fill that would go backwards'],
  GT0405: ['error', 'Alignment that is not possible'],
  GT0406: ['error', 'No room for a placed block'],
  GT0407: ['error', 'Lookup table entry that is not one word'],

  GT0501: ['error', 'Overlap in RAM'],
  GT0502: ['error', 'No room in RAM'],
  GT0503: ['error', 'Declaration outside RAM or its page'],
  GT0504: ['error', 'Column longer than 128 entries'],
  GT0505: ['error', 'Empty or backward index range'],
  GT0506: ['error', 'Declaration with a wrong word'],
  GT0507: ['error', 'Entry outside its table'],

  GT0601: ['error', 'Block without its end'],
  GT0602: ['error', 'End without its block'],
  GT0603: ['error', 'Wrong arguments of a macro'],
  GT0604: ['error', 'Expansion too deep'],
  GT0605: ['error', 'Expansion too large'],
  GT0606: ['error', 'Assertion failed'],
  GT0607: ['error', 'Error of the source itself'],
  GT0608: ['warning', 'Warning of the source itself'],
  GT0609: ['error', 'Wrong count of a repetition'],

  GT0701: ['error', 'File that cannot be read'],
  GT0702: ['error', 'Include of a file that is being read'],
  GT0703: ['error', 'Path outside the workspace'],
  GT0704: ['error', 'File too large'],
  GT0705: ['warning', 'Nothing assembled'],

  GT0801: ['error', 'Time check without an account'],
  GT0802: ['error', 'Time check in a page without a trampoline'],
  GT0803: ['error', 'Time check over an impossible distance'],
  GT0804: ['error', 'Time check at the end of a page'],
  GT0805: ['error', 'Wrong number of cycles'],
  GT0806: ['error', 'Targets without a jump'],

  GT0810: ['error', 'Path that takes other cycles than were charged'],
  GT0811: ['error', 'Path that spends cycles before they are charged'],
  GT0812: ['error', 'Charge beyond a signed byte'],
  GT0813: ['warning', 'Unproven: computed jump without targets'],
  GT0814: ['warning', 'Unproven: unknown return'],
  GT0815: ['warning', 'Unproven: loop without check or count'],
  GT0816: ['warning', 'Unproven: check entered in its middle'],
  GT0817: ['warning', 'Unproven: path out of the program'],
  GT0818: ['warning', 'Unproven: account written by other code'],
  GT0819: ['error', 'Time check across a page'],
  GT0820: ['error', 'Words that are not those of a check or charge'],
  GT0821: ['warning', 'Unproven: declaration that contradicts the code'],
  GT0822: ['warning', 'Unproven: too many states'],
  GT0823: ['warning', 'Unproven: time check inside a timed block'],
  GT0824: ['warning', 'Unproven: timed block without an end'],
  GT0825: ['error', 'Register live across a time check'],
  GT0826: ['warning', 'Routine header that differs from the code'],

  GT0901: ['warning', 'Label between a branch and its delay slot'],
  GT0902: ['warning', 'Conditional branch to an address from RAM'],
  GT0903: ['warning', 'Near branch in the last word of a page'],
  GT0904: ['information', 'Execution across a page end'],
  GT0905: ['warning', 'ctrl without a load behind it'],
  GT0906: ['warning', 'Branch in a delay slot'],
  GT0907: ['warning', 'X counted past the end of a page'],
  GT0908: ['warning', 'Colour that loses the sync bits'],
  GT0909: ['warning', 'Zero-page byte read and never written'],
  GT0910: ['hint', 'Words that no path reaches'],
  GT0911: ['hint', 'Instruction that does nothing'],
  GT0912: ['warning', 'Branch that changes nothing'],
} as const satisfies Record<string, readonly [Severity, string]>;

export type DiagnosticCode = keyof typeof DIAGNOSTIC_CODES;
