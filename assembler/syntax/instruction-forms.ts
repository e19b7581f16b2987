/**
 * Which opcode a mnemonic with operands is.
 *
 * The forms come from the instruction table: each opcode's listing text with the operand byte taken
 * out (`ld|[y,d]`) is its key, so whatever the listing prints is read back. To these come the names
 * of the Muller notation and `st ac,[…]`, the plain store with its register written out.
 */
import { remembered } from '#basics';
import { INSTRUCTION_TABLE, encode, formatWord, type Opcode } from '#isa';
import type {
  Expression,
  InstructionForm,
  InstructionStatement,
  LineProblem,
  Operand,
  OperandRole,
  Span,
} from '../contract/syntax.ts';

/** Names of the Muller notation and of the ecosystem's assembler for mnemonics of the listing. */
export const MNEMONIC_ALIASES: Readonly<Record<string, string>> = {
  add: 'adda',
  sub: 'suba',
  and: 'anda',
  or: 'ora',
  xor: 'xora',
  lda: 'ld',
  sta: 'st',
  bpl: 'bge',
  bmi: 'blt',
};

/** Muller's names whose bare operand is a memory address. */
const MEMORY_MNEMONICS: ReadonlySet<string> = new Set(['lda', 'sta']);

/** Opcodes by mnemonic (with a mode suffix where the listing prints one), then by operands. */
const FORMS = new Map<string, Map<string, Opcode>>();
const NO_FORMS: ReadonlyMap<string, Opcode> = new Map();
function addForm(mnemonic: string, operands: string, opcode: Opcode): void {
  remembered(FORMS, mnemonic, () => new Map<string, Opcode>()).set(operands, opcode);
}
for (const opcode of INSTRUCTION_TABLE) {
  const [mnemonic = '', printed = ''] = formatWord(encode(opcode.code, 0)).split(/ +/);
  const operands = printed.replaceAll('$00', 'd');
  addForm(mnemonic, operands, opcode);
  if (opcode.mnemonic === 'st' && opcode.bus === 'ac') addForm(mnemonic, `ac,${operands}`, opcode);
  if (opcode.mnemonic === 'nop') addForm('ld', 'ac', opcode);
}

const MNEMONICS: ReadonlySet<string> = new Set([
  ...INSTRUCTION_TABLE.map((opcode) => opcode.mnemonic),
  ...Object.keys(MNEMONIC_ALIASES),
]);

/** Whether a name in lower case, without mode suffix, is a mnemonic of either notation. */
export function isMnemonic(name: string): boolean {
  return MNEMONICS.has(name);
}

/** Every mnemonic of both notations, in lower case. */
export function mnemonics(): readonly string[] {
  return [...MNEMONICS];
}

/** The operand texts that a mnemonic takes, with `d` for a byte, and the opcode of each. */
export function formsOf(mnemonic: string): ReadonlyMap<string, Opcode> {
  return FORMS.get(MNEMONIC_ALIASES[mnemonic] ?? mnemonic) ?? NO_FORMS;
}

type InstructionParts = Pick<InstructionStatement, 'mnemonic' | 'mode' | 'operands' | 'ghost' | keyof Span>;

/** The form, or why there is none. */
export function resolveForm(parts: InstructionParts): InstructionForm | LineProblem {
  const { mode, start, end } = parts;
  const mnemonic = MNEMONIC_ALIASES[parts.mnemonic] ?? parts.mnemonic;
  const operands = MEMORY_MNEMONICS.has(parts.mnemonic) ? withMemory(parts.operands) : parts.operands;
  const shape = shapeOf(operands);
  const opcode = FORMS.get(mode < 0 ? mnemonic : `${mnemonic}.${mode}`)?.get(shape);
  if (opcode === undefined) return noForm(mnemonic, shape, parts);
  if (parts.ghost !== undefined) {
    if (!opcode.usesOperand) return { opcode: opcode.code, role: 'immediate', value: parts.ghost, same: undefined };
    return { code: 'GT0302', message: 'Only an instruction without an operand byte takes one in braces', start, end };
  }
  let first: Expression | undefined;
  let last: Expression | undefined;
  for (const operand of operands) {
    const value = valueIn(operand);
    first ??= value;
    last = value ?? last;
  }
  if (last === undefined) return PLAIN_FORMS[opcode.code]!;
  return { opcode: opcode.code, role: ROLES[opcode.code]!, value: last, same: last === first ? undefined : first };
}

/** Role of the operand byte, by opcode. */
const ROLES: readonly OperandRole[] = INSTRUCTION_TABLE.map(roleOf);

/** Forms without an expression, by opcode. */
const PLAIN_FORMS: readonly InstructionForm[] = ROLES.map((role, opcode) => {
  return { opcode, role, value: undefined, same: undefined };
});

function roleOf(opcode: Opcode): OperandRole {
  if (!opcode.usesOperand) return 'none';
  if (opcode.operation === 'jump' && opcode.bus === 'd') return opcode.condition === 'far' ? 'far' : 'near';
  if (opcode.address === 'd') return 'zero-page';
  return opcode.address === 'yd' ? 'low-address' : 'immediate';
}

/** Muller's `LDA name` and `STA name`: a bare first operand is an address. */
function withMemory(operands: readonly Operand[]): readonly Operand[] {
  const [first, ...rest] = operands;
  if (first?.kind !== 'value' || first.immediate) return operands;
  return [{ kind: 'memory', parts: [first], start: first.start, end: first.end }, ...rest];
}

function shapeOf(operands: readonly Operand[]): string {
  if (operands.length === 0) return '';
  let shape = operandShape(operands[0]!);
  for (let i = 1; i < operands.length; i++) shape += `,${operandShape(operands[i]!)}`;
  return shape;
}

function operandShape(operand: Operand): string {
  if (operand.kind === 'value') return 'd';
  if (operand.kind === 'register') return operand.register;
  const { parts } = operand;
  return parts.length === 1 && parts[0]!.kind === 'value' ? '[d]' : `[${shapeOf(parts)}]`;
}

/** The expression in an operand: itself, or the value between its brackets. */
function valueIn(operand: Operand): Expression | undefined {
  if (operand.kind === 'value') return operand.value;
  const last = operand.kind === 'memory' ? operand.parts.at(-1) : undefined;
  return last?.kind === 'value' ? last.value : undefined;
}

function noForm(mnemonic: string, shape: string, parts: InstructionParts): LineProblem {
  const { mode, start, end } = parts;
  const written = shape.replaceAll('d', 'value');
  if (mode >= 0 && FORMS.get(mnemonic)?.has(shape) === true)
    return { code: 'GT0306', message: `"${mnemonic} ${written}" has no alias of mode ${mode}`, start, end };
  const ordered = otherWayRound(parts);
  const order = ordered?.length === 1 ? 'AC is the target if none is named' : 'the operands are the other way round';
  const hint = ordered === undefined ? hintFor(mnemonic, shape) : order;
  const operands = shape === '' ? `"${mnemonic}" needs operands` : `"${mnemonic}" does not take "${written}"`;
  return { code: 'GT0302', message: operands + (hint === '' ? '' : `; ${hint}`), start, end };
}

/**
 * The operands in the order that the instruction has, for those who write the target first: `ld x,5` is `ld 5,x`. AC is
 * never named: `ld 5,ac` is `ld 5`.
 * @returns undefined if that is not a form either
 */
export function otherWayRound(parts: Pick<InstructionParts, 'mnemonic' | 'operands'>): readonly Operand[] | undefined {
  const [first, second] = parts.operands;
  if (first === undefined || second === undefined || parts.operands.length > 2) return undefined;
  const forms = FORMS.get(MNEMONIC_ALIASES[parts.mnemonic] ?? parts.mnemonic);
  if (forms?.has(shapeOf([second, first])) === true) return [second, first];
  const isAccumulator = (operand: Operand): boolean => operand.kind === 'register' && operand.register === 'ac';
  if (isAccumulator(first) && forms?.has(operandShape(second)) === true) return [second];
  return isAccumulator(second) && forms?.has(operandShape(first)) === true ? [first] : undefined;
}

/** What a writer of an impossible form probably did not know. */
function hintFor(mnemonic: string, shape: string): string {
  if (/\[(?:d,[xy]|x,y)/.test(shape))
    return 'an address is [value], [x], [y,value] or [y,x]: Y the page, X the low byte';
  if (/,(x|y)$/.test(shape) && /^\[(x|y)/.test(shape) && mnemonic !== 'st')
    return 'X and Y load only from a value, a zero-page byte, AC or IN';
  if (/,out$/.test(shape) && mnemonic !== 'st') return 'from memory OUT loads only [value] and [y,x++]';
  if (shape === '[y,x++]' && mnemonic !== 'st') return 'X counts only in stores and in loads of OUT';
  if (/^\[(?:y|x\+\+)\]/.test(shape)) return 'an address is [value], [x], [y,value], [y,x] or, in stores, [y,x++]';
  if (mnemonic === 'st' && !shape.includes('[')) return 'a store needs an address in brackets';
  if (mnemonic === 'st' && /\],(x|y)$/.test(shape)) return 'X and Y get AC only beside a store to a zero-page byte';
  if (mnemonic === 'ctrl' && shape.includes('[')) return 'its address is written without brackets';
  if (mnemonic === 'jmp' && !shape.startsWith('y,'))
    return 'a jump within the page is written "bra target", a far one "jmp y,target"';
  if (mnemonic.startsWith('b') && shape.startsWith('y,')) return 'a far jump is written "jmp y,target"';
  return targetHint(shape);
}

/** What a writer of impossible targets probably did not know. */
function targetHint(shape: string): string {
  if (/^(x|y|out)$/.test(shape)) return 'X, Y and OUT cannot be read';
  if (/,(?:x|y|out),(?:x|y|out)$/.test(shape)) return 'one register takes the value; load the other by a second "ld"';
  if (/^(?:\[d\]|d),(?:\[d\]|d)$/.test(shape)) return 'AC is the target unless ",x", ",y" or ",out" follows';
  return '';
}
