/**
 * Every directive: how its operands are written, and one sentence on what it does.
 *
 * The parser reads operands by `syntax`; hover texts, completion and the documentation's test use the
 * rest. A directive that opens a block names the one that closes it.
 */

export type DirectiveSyntax =
  | 'none'
  /** Expressions and texts, between `least` and `most`. */
  | 'expressions'
  /** A quoted path or text, then expressions. */
  | 'text'
  /** A quoted path, or the name of a library between angle brackets. */
  | 'source'
  /** A name, then nothing. */
  | 'name'
  /** A name; then, after a comma, the name of a macro and `at` an expression. */
  | 'table'
  /** A name, then parameters with defaults. */
  | 'macro'
  /** An expression, then the name of the counter. */
  | 'repeat'
  /** A name, `in`, then a range or expressions. */
  | 'for'
  /** `on` or `off`, then codes. */
  | 'lint'
  /** A name, a range or a size, `at`, `bytes`, `key=value`. */
  | 'declaration'
  /** `key=value` only. */
  | 'keys'
  /** A name, then words separated by commas. */
  | 'words'
  /** A range, then words separated by commas. */
  | 'kind'
  /** A count or range of counts, then `key=value`. */
  | 'count'
  /** A text, then `key=value`. */
  | 'test'
  /** Names separated by commas. */
  | 'names'
  /** A name and a range. */
  | 'random'
  /** A place of the machine, `=`, and what it is given. */
  | 'given'
  /** A place of the machine, a comparison, and what it is compared with. */
  | 'expect'
  /** Nothing, or as `expect`. */
  | 'break';

export interface DirectiveInfo {
  readonly syntax: DirectiveSyntax;
  readonly least: number;
  readonly most: number;
  /** Operands as documentation writes them. */
  readonly usage: string;
  readonly summary: string;
  /** Name of the directive that closes the block. */
  readonly closedBy?: string;
}

const MANY = 1 << 16;

function info(syntax: DirectiveSyntax, usage: string, summary: string, least = 0, most = 0): DirectiveInfo {
  return { syntax, least, most, usage, summary };
}

function block(
  closedBy: string,
  syntax: DirectiveSyntax,
  usage: string,
  summary: string,
  least = 0,
  most = 0,
): DirectiveInfo {
  return { syntax, least, most, usage, summary, closedBy };
}

/** All directives by name without the dot. */
export const DIRECTIVES: Readonly<Record<string, DirectiveInfo>> = {
  include: info('source', '"file" or <library>', 'Reads another source here'),
  incbin: info(
    'text',
    '"file"[, skip[, length]]',
    'Puts the bytes of a file, two to a word, opcode first; in a .lookup or .vcpu, one "ld e" for each',
    0,
    2,
  ),
  macro: block('endmacro', 'macro', 'name a, b=1', 'Defines a macro'),
  endmacro: info('none', '', 'Ends a macro'),
  repeat: block('endrepeat', 'repeat', 'n[, i]', 'Assembles a block n times, the counter running from 0', 1, 1),
  endrepeat: info('none', '', 'Ends a repetition'),
  for: block('endfor', 'for', 'v in first..last', 'Assembles a block for each value of a range or list', 1, MANY),
  endfor: info('none', '', 'Ends a loop over values'),
  if: block('endif', 'expressions', 'condition', 'Assembles a block if the condition is not 0', 1, 1),
  elif: info('expressions', 'condition', 'Otherwise, if this condition is not 0', 1, 1),
  else: info('none', '', 'Otherwise'),
  endif: info('none', '', 'Ends a condition'),
  proc: block('endproc', 'name', 'name', 'Begins a routine; local labels in it belong to it'),
  endproc: info('none', '', 'Ends a routine'),
  assert: info('expressions', 'condition[, "text"]', 'Reports an error if the condition is 0 after layout', 1, 2),
  warn: info('text', '"text"', 'Reports a warning'),
  error: info('text', '"text"', 'Reports an error'),
  lint: info('lint', 'off|on code, …', 'Switches findings off or on from here to the end of the file', 1, MANY),
  headers: info('name', 'required', 'Asks for a complete header above every routine that is called, and every .proc'),
  intended: info(
    'none',
    '',
    'Says that the next word is meant as it is, such as a branch in a delay slot or an encoding that does nothing',
  ),
  break: info(
    'break',
    '[place = e, …]',
    'Stops the debugger and "gigatron run" before the next word, without a word of its own; with a comparison as in .expect, only if it holds',
    1,
    MANY,
  ),
  word: info('expressions', 'e, …', 'Puts instruction words, or one word for each character of a text', 1, MANY),

  org: info('expressions', 'address', 'Goes on at an address', 1, 1),
  align: info('expressions', 'n', 'Goes on at the next multiple of n, filling with nop', 1, 1),
  page: info('none', '', 'Goes on at the next page start, if not at one'),
  fill: info('expressions', 'until[, word]', 'Fills up to an address, with nop or a word', 1, 2),
  onepage: block('endonepage', 'none', '', 'Begins a block that must stay in one page'),
  endonepage: info('none', '', 'Ends it'),
  place: block('endplace', 'none', '', 'Begins a block that goes wherever a page has room for all of it'),
  endplace: info('none', '', 'Ends it'),
  lookup: block(
    'endlookup',
    'table',
    'name[, macro at offset]',
    'Begins a code lookup table: one word per entry, in one page; or over several, each of which ends with the words of a macro',
  ),
  endlookup: info('none', '', 'Ends it'),
  entry: info('expressions', 'e, …', 'Puts one "ld e" for each value or character', 1, MANY),
  romdata: info('text', '"program.gt1"', 'Puts one "ld e" for each byte of a .gt1 program, which must be whole'),
  vcpu: block(
    'endvcpu',
    'expressions',
    'address[, start]',
    'Begins a segment of a .gt1 program: code of the vCPU for an address in RAM, one "ld e" for each byte; with a start, the program ends with it',
    1,
    2,
  ),
  endvcpu: info('none', '', 'Ends a segment'),
  interface: info(
    'expressions',
    'name, …',
    'Names what "gigatron asm --interface" writes for programs to rely on',
    1,
    MANY,
  ),

  ram: info('expressions', '32|64|128', 'Says how many KiB of RAM the program needs; 32 without', 1, 1),
  zp: info('declaration', 'name[, bytes] [at address] [key=value …]', 'Declares zero-page bytes', 0, 1),
  row: info(
    'declaration',
    'name, first..last [at address] [bytes size] [key=value …]',
    'Declares a table along a page',
  ),
  column: info('declaration', 'name, first..last [at low byte] [key=value …]', 'Declares a table across pages'),
  frame: block(
    'endframe',
    'declaration',
    'name, first..last at offset bytes size [key=value …]',
    'Declares one region per page, with fields',
  ),
  field: info('declaration', 'name|.name[, bytes] [key=value …]', 'Declares a field of the frame', 0, 1),
  endframe: info('none', '', 'Ends a frame'),
  squares: info('keys', 'a1=n file=n rank=n', 'Says how squares are numbered'),
  set: info('words', 'name, bit0, bit1, …', 'Says what the bits of a set mean'),
  pieces: info('keys', 'empty=n guard=n black=n', 'Says what piece codes mean'),
  kind: info('kind', 'piece|first..last, kind[, note]', 'Says which kind of piece a code is; a range steps by two'),

  timing: info(
    'keys',
    'account=name [slack=n] [line=200] [hsync=24] [vsync=8] [frame=521]',
    'Names the zero-page byte that holds the cycles left until the video handler must be entered, and how late that may be; and the cycles of a line and of hSync, the lines of vSync and of a frame, where they are not those of VGA',
  ),
  trampoline: info(
    'expressions',
    '[address]',
    'The place at which the time checks of this page leave for the handler',
    0,
    1,
  ),
  check: info('expressions', 'label', 'Time check for the cycles from here to a label (five words)', 1, 1),
  shortcheck: info(
    'expressions',
    'label',
    'Time check for the cycles from here to a label, with the account in AC (three words)',
    1,
    1,
  ),
  exits: info(
    'name',
    'macro',
    'Calls a macro with charge and resume address for each short check before that has no exit yet',
  ),
  sync: info('expressions', 'label', 'Time check that charges the cycles since a label (five words)', 1, 1),
  charge: info('expressions', 'n', 'Takes n cycles from the account (three words)', 1, 1),
  refund: info('expressions', 'n', 'Gives n cycles back to the account (three words)', 1, 1),
  charged: info(
    'keys',
    '[cycles=n] [count=name factor=n]',
    'Says what the two words "adda [account]", "st [account]" that follow charge',
  ),
  exact: info('expressions', 'from, to, n', 'Asserts that every path takes exactly n cycles', 3, 3),
  atmost: info('expressions', 'from, to, n', 'Asserts that every path takes at most n cycles', 3, 3),
  wait: info(
    'expressions',
    'n[, keep]',
    'Waits exactly n cycles; clobbers AC if that is shorter, unless "keep" is given',
    1,
    2,
  ),
  targets: info(
    'expressions',
    '[a, …]',
    'Declares where the computed jump that follows can go; a lookup table stands for all its entries; without targets, it resumes the check that left',
    0,
    MANY,
  ),
  resume: info(
    'none',
    '',
    'Declares that the computed jump that follows can resume the check that left for the handler',
  ),
  enter: info(
    'expressions',
    '[label, …]',
    'Declares that execution can reach these addresses, or this one, although nothing in the program leads there',
    0,
    MANY,
  ),
  loop: info('count', 'count|min..max [name=name]', 'Declares how often the loop whose first word follows runs'),

  test: block(
    'endtest',
    'test',
    '"name" [times=n] [seed=n] [limit=cycles]',
    'Begins a test, which puts no word into the ROM',
  ),
  endtest: info('none', '', 'Ends a test'),
  cases: info('names', 'name, …', 'Names the columns of the table of cases that follows', 1, MANY),
  case: info('expressions', 'e, …', 'A case of the test: one value for each column', 1, MANY),
  random: info('random', 'name, first..last', 'Gives a name a random value, a new one each time'),
  after: info(
    'expressions',
    'label',
    'Begins the test where the program, run from power-on, first comes to a label',
    1,
    1,
  ),
  given: info('given', 'place = e, …', 'Sets a register, RAM by name or address, IN, or a position by FEN', 1, MANY),
  call: info(
    'expressions',
    'routine[, return]',
    'Calls a routine with the return address in AC, and runs it until it returns',
    1,
    2,
  ),
  run: info('expressions', 'from, to', 'Runs from one label to another, whose word is not executed', 2, 2),
  expect: info(
    'expect',
    'place = e, …',
    'Compares a register, RAM, the cycles of the last run or the faults of the picture, by = != < <= > >=',
    1,
    MANY,
  ),
};
