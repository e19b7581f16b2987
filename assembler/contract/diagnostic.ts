/**
 * What the assembler reports: one finding, its place, what else it concerns and how to fix it.
 *
 * Codes are stable; docs/diagnostics.md has a paragraph on each, and they are listed here with severity and title.
 * The hundreds group: 1 text and syntax, 2 symbols and expressions, 3 instructions, 4 places in ROM,
 * 5 places in RAM, 6 macros and control, 7 files, 8 time, 9 lints, 10 tests. A code keeps its meaning forever.
 */
import type { Location, Range } from './source.ts';

export type Severity = 'error' | 'warning' | 'information' | 'hint';

export interface TextEdit {
  readonly file: string;
  readonly range: Range;
  readonly newText: string;
}

/** A change that fixes what a diagnostic reports, ready to be applied. */
export interface Fix {
  readonly title: string;
  /** It states or removes something that only the author can judge, so an editor leaves it out of "fix all". */
  readonly isStatement?: boolean;
  readonly edits: readonly TextEdit[];
}

export interface Related extends Location {
  readonly message: string;
}

export interface Diagnostic extends Location {
  /** `GT` and four digits. */
  readonly code: string;
  readonly severity: Severity;
  /** One sentence without a full stop. */
  readonly message: string;
  /** Further places: the other owner, the first definition, the calls of macros that led here (innermost first). */
  readonly related?: readonly Related[];
  readonly fixes?: readonly Fix[];
  /** The code in question has no effect or use: an editor may grey it out. */
  readonly unnecessary?: true;
}

export const DIAGNOSTIC_CODES = {
  GT0101: ['error', 'Character that no token begins with'],
  GT0102: ['error', 'Malformed number'],
  GT0103: ['error', 'Text without its closing quote'],
  GT0104: ['error', 'Something else expected'],
  GT0105: ['error', 'Text after the end of a statement'],
  GT0106: ['error', 'Unknown directive'],
  GT0107: ['error', 'Wrong operands of a directive'],
  GT0108: ['error', 'Expression nested too deeply'],
  GT0109: ['information', 'Code left out'],
  GT0110: ['warning', 'Character that changes the direction of text'],

  GT0201: ['error', 'Unknown symbol'],
  GT0202: ['error', 'Symbol defined twice'],
  GT0203: ['error', 'Constant defined by itself'],
  GT0204: ['error', 'Value not known at this point'],
  GT0205: ['error', 'Division by zero'],
  GT0206: ['error', 'Unknown function or wrong number of arguments'],
  GT0207: ['error', 'Reserved name'],
  GT0208: ['error', 'No anonymous label in that direction'],
  GT0209: ['error', 'Local label without a global one'],
  GT0210: ['error', 'Text where a number is needed'],

  GT0301: ['error', 'Unknown mnemonic or macro'],
  GT0302: ['error', 'Operands that the instruction does not have'],
  GT0303: ['error', 'Value that does not fit'],
  GT0304: ['error', 'Branch to another page'],
  GT0305: ['error', 'Immediate store whose value and address differ'],
  GT0306: ['error', 'Mode digit that gives no alias'],

  GT0401: ['error', 'Word assembled twice'],
  GT0402: ['error', 'Address beyond the ROM'],
  GT0403: ['error', 'Block that leaves its page'],
  GT0404: ['error', 'Fill that would go backwards'],
  GT0405: ['error', 'Impossible alignment'],
  GT0406: ['error', 'No room for a placed block'],

  GT0501: ['error', 'Overlap in RAM'],
  GT0502: ['error', 'No room in RAM'],
  GT0503: ['error', 'Declaration outside RAM or its page'],
  GT0504: ['error', 'Column with more entries than RAM has pages'],
  GT0505: ['error', 'Empty or backward index range'],
  GT0506: ['error', 'Declaration with a wrong word'],
  GT0507: ['error', 'Entry outside its table'],
  GT0508: ['error', 'Index that leaves its table'],
  GT0509: ['warning', 'Misspelt key or value'],

  GT0601: ['error', 'Block without its end'],
  GT0602: ['error', 'End without its block'],
  GT0603: ['error', 'Wrong arguments of a macro'],
  GT0604: ['error', 'Expansion too deep'],
  GT0605: ['error', 'Expansion too large'],
  GT0606: ['error', 'Assertion failed'],
  GT0607: ['error', 'Error from the source itself'],
  GT0608: ['warning', 'Warning from the source itself'],
  GT0609: ['error', 'Wrong count of a repetition'],
  GT0610: ['warning', 'Macro that cannot be called'],

  GT0701: ['error', 'File that cannot be read'],
  GT0702: ['error', 'Include of a file that is being read'],
  GT0703: ['error', 'Path outside the workspace'],
  GT0705: ['warning', 'Nothing assembled'],
  GT0706: ['error', 'Error inside the assembler'],

  GT0801: ['error', 'Time check without an account'],
  GT0802: ['error', 'Time check in a page without a trampoline'],
  GT0803: ['error', 'Time check over an impossible distance'],
  GT0804: ['error', 'Time check at the end of a page'],
  GT0805: ['error', 'Wrong number of cycles'],
  GT0806: ['error', 'Targets without a jump'],
  GT0807: ['error', 'Wrong word of a timing declaration'],
  GT0810: ['error', 'Path that does not take the cycles that were charged'],
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
  GT0827: ['warning', 'Routine without a complete header'],
  GT0828: ['error', 'Two trampolines in one page'],
  GT0829: ['error', 'Two declarations of one thing'],
  GT0830: ['error', 'Declared target that the jump cannot reach'],
  GT0831: ['error', 'Video handler that is wrong'],
  GT0832: ['information', 'Video handler that is assumed'],
  GT0833: ['warning', 'Trampoline without a time check'],
  GT0834: ['error', 'Short check without an exit'],
  GT0835: ['error', 'Exit in another page than its short check'],
  GT0836: ['warning', 'Exits without a short check'],
  GT0837: ['error', 'Short check to which AC does not bring the account'],
  GT0838: ['warning', 'Unproven: RAM may be off the bus'],
  GT0839: ['warning', 'Unproven: wrong only on paths that perhaps no run takes'],

  GT0901: ['warning', 'Label between a branch and its delay slot'],
  GT0902: ['warning', 'Conditional branch to an address from RAM'],
  GT0903: ['warning', 'Near branch in the last word of a page'],
  GT0904: ['information', 'Execution across a page end'],
  GT0905: ['warning', 'ctrl without a load after it'],
  GT0906: ['warning', 'Branch in a delay slot'],
  GT0907: ['warning', 'X counted past the end of a page'],
  GT0908: ['warning', 'Colour that loses the sync bits'],
  GT0909: ['warning', 'Zero-page byte read and never written'],
  GT0910: ['hint', 'Words that no path reaches'],
  GT0911: ['hint', 'Instruction that does nothing'],
  GT0912: ['warning', 'Branch that changes nothing'],
  GT0913: ['hint', 'Label that nothing uses'],
  GT0914: ['hint', 'Routine across the end of a page'],
  GT0915: ['hint', 'Page that holds one small routine'],
  GT0916: ['warning', 'Branch without its delay slot'],
  GT0917: ['warning', 'Y that is not the page'],
  GT0918: ['warning', 'Name of RAM where ROM is meant, or the reverse'],
  GT0919: ['warning', 'Zero-page byte outside its declaration or by number'],
  GT0920: ['warning', 'Variable without its brackets'],
  GT0921: ['warning', 'Breakpoint without a word after it'],
  GT0922: ['warning', 'Constant that nothing uses, and whose name is almost that of a default'],

  GT1001: ['error', 'Line of a test outside a test'],
  GT1002: ['error', 'Wrong line in a test'],
  GT1003: ['error', 'Words or labels in a test'],
  GT1004: ['warning', 'Test that expects nothing'],

  GT1101: ['warning', 'Claimed cycle that the control flow contradicts'],
  GT1102: ['warning', 'Payment for other cycles than pass'],
  GT1103: ['information', 'Claim that is not understood'],
  GT1104: ['warning', 'Payment for more cycles than the name promises'],
  GT1105: ['warning', 'Total that counts from another cycle than is claimed'],
} as const satisfies Record<string, readonly [Severity, string]>;

export type DiagnosticCode = keyof typeof DIAGNOSTIC_CODES;
