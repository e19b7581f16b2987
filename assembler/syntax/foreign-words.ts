/**
 * Words of other assemblers and processors, and what is written here instead.
 *
 * The message gives the equivalent. Where that is one word, a fix writes it, and a directive is read as the one that
 * was meant, so that one wrong word is one finding.
 */
import type { Expression, Name } from '../contract/syntax.ts';
import { DIRECTIVES } from './directives.ts';

/** What a word of another assembler is here. */
export interface Equivalent {
  /** How a message goes on. */
  readonly hint: string;
  /** What a fix writes in the word's place; absent if more has to change. */
  readonly text?: string;
  /** What a fix writes after the operands. */
  readonly target?: string;
}

function word(text: string): Equivalent {
  return { hint: `here it is written "${text}"`, text };
}

function load(register: string): Equivalent {
  return {
    hint: `${register} is loaded by "ld value,${register.toLowerCase()}"`,
    text: 'ld',
    target: `,${register.toLowerCase()}`,
  };
}

function hint(text: string): Equivalent {
  return { hint: text };
}

function each(names: string, equivalent: Equivalent): Record<string, Equivalent> {
  return Object.fromEntries(names.split(' ').map((name) => [name, equivalent]));
}

const DATA = hint(
  'ROM holds instruction words: ".word e, …" puts whole ones, ".lookup" with ".entry e, …" a table that code reads',
);
const SPACE = hint('RAM is declared by ".zp name, bytes", ".row" or ".column"; ".fill" fills ROM up to an address');
const SECTION = hint('there are no sections; ".org" and ".page" place code, ".zp", ".row" and ".column" declare RAM');
const VISIBLE = hint('names are seen in all files that the main file includes, without being declared');
const NO_STACK = hint('there is no stack; keep the value in a zero-page byte, "st [cell]" and "ld [cell]"');
const NO_CARRY = hint('there is no carry flag; branches test AC alone');
const NO_INTERRUPTS = hint('there are no interrupts');
const COMPARE = hint('subtract by "suba value", or "xora value" for equality, then branch on AC');
const MEMORY_STEP = hint('there is no such instruction on memory: "ld [cell]", "adda 1" or "suba 1", "st [cell]"');
const SHIFT_RIGHT = hint('there is no shift to the right; use a ".lookup" table');

/** Directives of other assemblers by their names without the dot. */
const DIRECTIVES_OF_OTHERS: Readonly<Record<string, Equivalent>> = {
  ...each('rept rep dup', word('.repeat')),
  ...each('endr endrep endrept', word('.endrepeat')),
  ...each('endm mend', word('.endmacro')),
  ...each('elseif elsif', word('.elif')),
  ...each('endp', word('.endproc')),
  ...each('incsrc src', word('.include')),
  ...each('binary incb', word('.incbin')),
  ...each('dw dc.w fdb hword', word('.word')),
  ...each('ifdef', hint('here it is written ".if defined(name)"')),
  ...each('ifndef', hint('here it is written ".if !defined(name)"')),
  ...each('equ define def const', hint('a constant is written "name = value"')),
  ...each('db byte dc dc.b ascii asciiz asciz string text str dcb fcb', DATA),
  ...each('ds res rmb block space skip dsb var', SPACE),
  ...each('section segment text data bss zeropage code rodata', SECTION),
  ...each('global globl extern external export import public', VISIBLE),
  ...each('end', hint('a source ends with its last line')),
  ...each('cpu arch target', hint('there is one machine, and no directive that names it')),
};

/** Instructions of other processors by their names in lower case. */
const STATEMENTS_OF_OTHERS: Readonly<Record<string, Equivalent>> = {
  ...each('jsr call rcall', hint('a call is a branch with "ld back" in its delay slot, and the label "back" after it')),
  ...each('ret rts', hint('a return is "bra [cell]" with "nop", where the routine began with "st [cell]"')),
  ...each('push pop pha pla php plp', NO_STACK),
  ...each('clc sec adc sbc bcc bcs jc jnc', NO_CARRY),
  ...each('cli sei rti brk reti', NO_INTERRUPTS),
  ...each('cmp cp cpx cpy', COMPARE),
  ...each('inc dec inx iny dex dey', MEMORY_STEP),
  ...each('lsr shr ror srl', SHIFT_RIGHT),
  ...each('asl shl lsl sll rol', word('adda ac')),
  ...each('not cpl com', word('xora $ff')),
  ...each('neg', hint('write "xora $ff", then "adda 1"')),
  ...each('clr', hint('write "ld 0", and "st [cell]" for a byte of RAM')),
  ...each('eor', word('xora')),
  ...each('b br jr rjmp', word('bra')),
  ...each('bz jz je breq', word('beq')),
  ...each('bnz jnz jne brne', word('bne')),
  ...each('djnz', hint('write "ld [cell]", "suba 1", "st [cell]", "bne label" and "nop"')),
  ...each('ldi lds', hint('AC is loaded by "ld value" or "ld [cell]"')),
  ...each('sts', word('st')),
  ...each('label', hint('a label is written with a colon')),
  ...each('tax', word('ld ac,x')),
  ...each('tay', word('ld ac,y')),
  ...each('ldx', load('X')),
  ...each('ldy', load('Y')),
  ...each('txa tya stx sty', hint('X and Y cannot be read; keep the value in AC or in RAM')),
  ...each('mov move', hint('write "ld" to a register, "st" to RAM')),
  ...each('jp goto', hint('write "bra label" in a page, "ld >label,y" and "jmp y,label" beyond it')),
  ...each('out', load('OUT')),
  ...each('in', hint('IN is read by "ld in"')),
  ...each('hlt halt stop', hint('write "bra *" with "nop"')),
};

/** What a directive of another assembler is here. @param name in lower case, without the dot */
export function foreignDirective(name: string): Equivalent | undefined {
  return Object.hasOwn(DIRECTIVES_OF_OTHERS, name) ? DIRECTIVES_OF_OTHERS[name] : undefined;
}

/** The condition that `.ifdef name` is here: `defined(name)`, or `!defined(name)`. */
export function definedName({ text, start, end }: Name, isNegated: boolean): Expression {
  const symbol: Expression = { kind: 'symbol', name: text, start, end };
  const call: Expression = { kind: 'call', name: { text: 'defined', start, end }, arguments: [symbol], start, end };
  return isNegated ? { kind: 'unary', operator: '!', argument: call, start, end } : call;
}

/** What an instruction, or a directive without its dot, is here. */
export function foreignStatement(name: string): Equivalent | undefined {
  const lower = name.toLowerCase();
  if (Object.hasOwn(STATEMENTS_OF_OTHERS, lower)) return STATEMENTS_OF_OTHERS[lower];
  if (Object.hasOwn(DIRECTIVES, lower)) return word(`.${lower}`);
  return foreignDirective(lower);
}

/** Functions of expressions by their names in other assemblers. */
export const FUNCTIONS_OF_OTHERS: Readonly<Record<string, string>> = {
  high: 'hi',
  hibyte: 'hi',
  msb: 'hi',
  low: 'lo',
  lobyte: 'lo',
  lsb: 'lo',
  strlen: 'length',
  len: 'length',
};

/** A number, a place or a comment in the notation of other assemblers. @param lexeme not a token here */
export function foreignToken(lexeme: string): Equivalent | undefined {
  const hexadecimal = /^([0-9][0-9a-f]*)h$/i.exec(lexeme)?.[1];
  if (hexadecimal !== undefined) return word(`$${hexadecimal.replace(/^0+(?=[0-9a-f]{2})/i, '')}`);
  const binary = /^([01]+)b$/i.exec(lexeme)?.[1];
  if (binary !== undefined) return word(`%${binary}`);
  if (/^[0-9]+[a-f][0-9a-f]*$/i.test(lexeme)) return word(`$${lexeme}`);
  if (lexeme === '$') return word('*');
  const comment = /^\/\*\s*(.*?)\s*(?:\*\/\s*)?$/.exec(lexeme);
  if (comment === null) return undefined;
  // The line may go on after the comment.
  return /\*\/\s*\S/.test(lexeme) ? hint('here it is ";" up to the end of the line') : word(`; ${comment[1]!}`);
}
