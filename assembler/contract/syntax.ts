/**
 * The tree: one node per line of source.
 *
 * No statement spans several lines, so each line is parsed on its own, and its node only holds columns; the
 * line number is the node's position in its file. An edit therefore keeps the nodes of all other lines,
 * wherever they move. Blocks (`.macro` … `.endmacro`) are put together later, by expansion.
 */
import type { Fix, DiagnosticCode } from './diagnostic.ts';

/** Columns of a piece of a line, `end` after the last character. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Name extends Span {
  readonly text: string;
}

export type UnaryOperator = '-' | '+' | '~' | '!' | '<' | '>';
export type BinaryOperator =
  '*' | '/' | '%' | '+' | '-' | '<<' | '>>' | '<' | '<=' | '>' | '>=' | '==' | '!=' | '&' | '^' | '|' | '&&' | '||';

export type Expression =
  /** `digits`: how many digits were written; a branch takes at most two for an offset. */
  | (Span & { readonly kind: 'number'; readonly value: number; readonly digits: number })
  | (Span & { readonly kind: 'string'; readonly value: string })
  /** A name as written: `draw`, `.loop`, `draw.loop`. */
  | (Span & { readonly kind: 'symbol'; readonly name: string })
  | (Span & { readonly kind: 'here' })
  /** `:-` is −1, `:++` is 2. */
  | (Span & { readonly kind: 'anonymous'; readonly distance: number })
  | (Span & { readonly kind: 'unary'; readonly operator: UnaryOperator; readonly argument: Expression })
  | (Span & {
      readonly kind: 'binary';
      readonly operator: BinaryOperator;
      readonly left: Expression;
      readonly right: Expression;
    })
  | (Span & {
      readonly kind: 'choice';
      readonly condition: Expression;
      readonly yes: Expression;
      readonly no: Expression;
    })
  | (Span & { readonly kind: 'call'; readonly name: Name; readonly arguments: readonly Expression[] })
  /** A byte of an operand of the vCPU, made by expansion. */
  | (Span & { readonly kind: 'vcpu'; readonly byte: VcpuByte; readonly argument: Expression })
  /** Something unreadable that has been reported. */
  | (Span & { readonly kind: 'error' });

/**
 * Which byte of a vCPU operand: its only one, a value or an address of the zero page; one of a word's two; that of a
 * branch; the cycles of a native function.
 */
export type VcpuByte = 'zero-page' | 'byte' | 'low' | 'high' | 'branch' | 'ticks';

export type RegisterName = 'ac' | 'x' | 'y' | 'out' | 'in' | 'x++';

/** An operand of an instruction or argument of a macro. */
export type Operand =
  | (Span & { readonly kind: 'value'; readonly value: Expression; readonly immediate: boolean })
  | (Span & { readonly kind: 'register'; readonly register: RegisterName })
  /** `[…]`: what is between the brackets, one or two parts. */
  | (Span & { readonly kind: 'memory'; readonly parts: readonly Operand[] });

export interface InstructionStatement extends Span {
  readonly kind: 'instruction';
  /** Mnemonic in lower case without mode suffix, Muller's names included. */
  readonly mnemonic: string;
  readonly mnemonicSpan: Span;
  /** Mode field forced by a suffix (`ld.2`); −1 if there is none. */
  readonly mode: number;
  readonly operands: readonly Operand[];
  /** `{e}`: operand byte of an instruction that does not use it. */
  readonly ghost: Expression | undefined;
  /** The instruction that the operands choose, taking bare names for values; undefined if there is none. */
  readonly form: InstructionForm | undefined;
  /** Why there is none. In a macro, a parameter may stand for a register, so expansion reports it, not the parser. */
  readonly formProblem: LineProblem | undefined;
}

/** An opcode, and which expression fills its operand byte. */
export interface InstructionForm {
  readonly opcode: number;
  readonly role: OperandRole;
  readonly value: Expression | undefined;
  /** Second expression that must give the same byte: the address of `st e,[e]`. */
  readonly same: Expression | undefined;
}

/**
 * What an operand byte is: nothing, a constant, a zero-page address, a low address byte under Y, or
 * the target of a near or far jump.
 */
export type OperandRole = 'none' | 'immediate' | 'zero-page' | 'low-address' | 'near' | 'far';

/** A `key=value` pair of a declaration; the value is kept as written. */
export interface KeyValue extends Span {
  readonly key: string;
  readonly value: string;
  readonly valueSpan: Span;
}

export interface ValueRange extends Span {
  readonly first: Expression;
  readonly last: Expression;
}

/** How `.expect` compares; `.given` only knows `=`. */
export type Relation = '=' | '!=' | '<' | '<=' | '>' | '>=';

/** The parsed operands of a directive; which are set depends on the directive. */
export interface DirectiveStatement extends Span {
  readonly kind: 'directive';
  /** Name without the dot, in lower case. */
  readonly name: string;
  readonly nameSpan: Span;
  readonly names: readonly Name[];
  readonly expressions: readonly Expression[];
  readonly range: ValueRange | undefined;
  /** `at e` and `bytes e`. */
  readonly at: Expression | undefined;
  readonly bytes: Expression | undefined;
  readonly keys: readonly KeyValue[];
  /** A quoted path or text, or the words of a `.set`. */
  readonly texts: readonly Name[];
  readonly parameters: readonly { readonly name: Name; readonly default: Operand | undefined }[];
  /** For `.given` and `.expect`; their place is the name with the range as index, or `at` in brackets. */
  readonly relation: Relation | undefined;
}

/** An argument of a macro: by position, or by the name of a parameter as in `row=3`. */
export interface CallArgument extends Span {
  readonly name: Name | undefined;
  readonly operand: Operand;
}

export interface CallStatement extends Span {
  readonly kind: 'call';
  readonly name: Name;
  readonly arguments: readonly CallArgument[];
}

export interface ConstantStatement extends Span {
  readonly kind: 'constant';
  readonly name: Name;
  readonly value: Expression;
}

export type Statement = InstructionStatement | DirectiveStatement | CallStatement | ConstantStatement;

/** A finding within a line, by columns. */
export interface LineProblem extends Span {
  readonly code: DiagnosticCode;
  readonly message: string;
  /** A new text for columns of the same line. */
  readonly fix?: Omit<Fix, 'edits'> & { readonly start: number; readonly end: number; readonly text: string };
}

export interface ParsedLine {
  readonly text: string;
  /** Labels before the statement; an anonymous one has an empty text, a local one keeps its dot. */
  readonly labels: readonly Name[];
  readonly statement: Statement | undefined;
  /** Column where the comment begins; −1 without one. */
  readonly comment: number;
  readonly problems: readonly LineProblem[];
}

export interface AssembledFile {
  readonly path: string;
  readonly text: string;
  /** The tree: one node per line, columns within the line. */
  readonly lines: readonly ParsedLine[];
}
