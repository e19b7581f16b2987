/**
 * What an operand that is being typed can be: which names, which registers, and whether a bracket may begin.
 *
 * For an instruction this follows from its forms (`[y,` leaves `d`, `x`, `x++`), for a directive or
 * function from a table, for a macro from what its body does with the parameter (parameters.ts).
 */
import { formsOf, MNEMONIC_ALIASES, DIRECTIVES } from '#assembler';
import { JUMP_MNEMONICS } from '#isa';

/** What a name in an operand must be. */
export type Wanted =
  /** A value from −128 to 255. */
  | 'value'
  /** A value that a store writes without AC. */
  | 'stored'
  /** What `<` or `>` takes a byte from. */
  | 'whole'
  | 'zero-page'
  /** The low byte of an address whose page is in Y. */
  | 'low-address'
  /** A target in this page. */
  | 'near'
  /** A target in any page. */
  | 'far'
  /** A label of the vCPU. */
  | 'vcpu'
  /** An address in ROM. */
  | 'rom'
  /** An address in ROM, or a number. */
  | 'place'
  /** A number that is known before the layout. */
  | 'constant'
  /** Declared RAM by its name. */
  | 'declared'
  | 'anything';

export interface Slot {
  readonly wanted: ReadonlySet<Wanted>;
  /** Registers, and addresses made of registers alone: `ac`, `x++`, `[y,x]`. */
  readonly words: ReadonlySet<string>;
  /** Which brackets with a name may begin here: `[e]`, `[y,e]`. */
  readonly brackets: ReadonlySet<'[' | '[y,'>;
}

export const NO_SLOT: Slot = { wanted: new Set(), words: new Set(), brackets: new Set() };

const BRANCHES: ReadonlySet<string> = new Set(JUMP_MNEMONICS);
/** Muller's mnemonics whose bare operand is a zero-page address. */
const MEMORY_MNEMONICS: ReadonlySet<string> = new Set(['lda', 'sta']);

/** The slot of an instruction. @param before what is typed of its operands, without the current word */
export function instructionSlot(mnemonic: string, before: string): Slot {
  const name = mnemonic.toLowerCase();
  const { shape, segment } = shapeOf(before);
  const isTakenByte = /[<>]\s*$/.test(segment);
  const isBegun = segment.trim() !== '';
  const isMemory = MEMORY_MNEMONICS.has(name) && shape === '' && !segment.trim().startsWith('#');
  const wanted = new Set<Wanted>();
  const words = new Set<string>();
  const brackets = new Set<'[' | '[y,'>();
  for (const form of formsOf(name).keys()) {
    if (!form.startsWith(shape)) continue;
    const rest = form.slice(shape.length);
    if (rest.startsWith('d')) wanted.add(isMemory ? 'zero-page' : wantedBy(name, shape));
    else if (isBegun) continue;
    else if (rest.startsWith('[d')) brackets.add('[');
    else if (rest.startsWith('[y,d')) brackets.add('[y,');
    else {
      const word = /^(?:\[[^\]]*\](?:,out)?|[a-z]+(?:\+\+)?)/.exec(rest)?.[0];
      if (word !== undefined) words.add(word);
    }
  }
  // `<` and `>` take a byte of any address, whatever the operand is.
  if (isTakenByte && wanted.size > 0) return { ...NO_SLOT, wanted: new Set<Wanted>(['whole']) };
  return { wanted, words, brackets };
}

/** What a value after a shape of operands must be. */
function wantedBy(mnemonic: string, shape: string): Wanted {
  if (shape.endsWith('[y,')) return 'low-address';
  if (shape.endsWith('[')) return 'zero-page';
  if (mnemonic === 'st') return 'stored';
  if (mnemonic === 'jmp') return 'far';
  if (BRANCHES.has(MNEMONIC_ALIASES[mnemonic] ?? mnemonic)) return 'near';
  return mnemonic === 'ctrl' ? 'constant' : 'value';
}

/** The operands up to the last comma or bracket, with `d` for each value, and the text after that. */
function shapeOf(before: string): { readonly shape: string; readonly segment: string } {
  let shape = '';
  let segment = '';
  let depth = 0;
  for (const letter of before) {
    if (letter === '(') depth++;
    else if (letter === ')') depth--;
    if (depth > 0 || !',[]'.includes(letter)) segment += letter;
    else {
      const part = segment.trim();
      shape += (part === '' ? '' : REGISTER.test(part) ? part.toLowerCase() : 'd') + letter;
      segment = '';
    }
  }
  return { shape, segment };
}

const REGISTER = /^(?:ac|x|y|out|in|x\+\+)$/i;

export function slotOf(wanted: Wanted): Slot {
  return { ...NO_SLOT, wanted: new Set([wanted]) };
}

export function union(slots: readonly Slot[]): Slot {
  return {
    wanted: new Set(slots.flatMap(({ wanted }) => [...wanted])),
    words: new Set(slots.flatMap(({ words }) => [...words])),
    brackets: new Set(slots.flatMap(({ brackets }) => [...brackets])),
  };
}

/**
 * What the operands of directives are; null: nothing fits. The last entry applies to all that follow. Other directives
 * take constants.
 */
const OPERANDS: Readonly<Record<string, readonly (Wanted | null)[]>> = {
  incbin: [null, 'constant'],
  warn: [null],
  error: [null],
  assert: ['anything', null],
  repeat: ['constant', null],
  org: ['place'],
  fill: ['place', 'constant'],
  word: ['anything'],
  entry: ['anything'],
  romdata: [null],
  vcpu: ['constant', 'vcpu'],
  interface: ['anything'],
  trampoline: ['rom'],
  check: ['rom'],
  sync: ['rom'],
  shortcheck: ['rom'],
  exits: [null],
  exact: ['rom', 'rom', 'constant'],
  atmost: ['rom', 'rom', 'constant'],
  wait: ['constant', null],
  targets: ['rom'],
  enter: ['rom'],
  after: ['rom'],
  call: ['rom'],
  run: ['rom'],
  case: ['anything'],
};

/** The slot of a directive, by its name without the dot. @param operand index from 0 */
export function directiveSlot(name: string, operand: number, before: string): Slot {
  const syntax = DIRECTIVES[name]?.syntax;
  if (syntax === 'none') return NO_SLOT;
  if (syntax === 'given' || syntax === 'expect' || syntax === 'break') {
    // A line of a test, and a breakpoint, has a place, a comparison and values.
    if (/[=<>]/.test(before)) return slotOf('anything');
    if (before.includes('[')) return { ...NO_SLOT, wanted: new Set<Wanted>(['constant', 'declared']) };
    return { ...slotOf('declared'), words: WORDS[name] ?? EXPECTED };
  }
  if (/[<>]\s*$/.test(before)) return slotOf('whole');
  const operands = OPERANDS[name] ?? ['constant'];
  const wanted = operands[Math.min(operand, operands.length - 1)] ?? null;
  return wanted === null ? NO_SLOT : slotOf(wanted);
}

/** Places besides declared RAM, of tests and of breakpoints. */
const REGISTERS = ['ac', 'x', 'y', 'out', 'outx'];
const EXPECTED: ReadonlySet<string> = new Set([...REGISTERS, 'fen', 'cycles', 'faults']);
const WORDS: Readonly<Record<string, ReadonlySet<string>>> = {
  given: new Set([...REGISTERS, 'fen', 'in']),
  break: new Set([...REGISTERS, 'in']),
};

/** What functions take; others take constants. */
const ARGUMENTS: Readonly<Record<string, Wanted | null>> = {
  lo: 'whole',
  hi: 'whole',
  defined: 'anything',
  end: 'declared',
  length: null,
};

/** The slot of the innermost function open before a place; undefined outside of functions. */
export function functionSlot(before: string): Slot | undefined {
  const name = /([A-Za-z]+)\((?:[^()]|\([^()]*\))*$/.exec(before)?.[1]?.toLowerCase();
  if (name === undefined) return undefined;
  const wanted = Object.hasOwn(ARGUMENTS, name) ? ARGUMENTS[name]! : 'constant';
  return wanted === null ? NO_SLOT : slotOf(wanted);
}
