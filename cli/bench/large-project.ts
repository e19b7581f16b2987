/**
 * A generated program of 20,000 lines, in one file or in many, and the keystrokes that are measured in it.
 *
 * It has what programs have: headers, constants, RAM, macros with local labels, conditions, blocks that
 * stay in one page, calls from routine to routine. The keystrokes fall in its middle.
 */
import { TextDocument, type Range } from 'vscode-languageserver-textdocument';

const LARGE_PROJECT_LINES = 20_000;

/** The fewest keystrokes of each kind to measure. */
export const KEYSTROKES = 120;

/** Text typed at a place and then taken back. */
export interface Keystroke {
  readonly name: string;
  readonly path: string;
  readonly line: number;
  readonly character: number;
  readonly text: string;
}

export interface LargeProject {
  readonly main: string;
  readonly texts: ReadonlyMap<string, string>;
  readonly keystrokes: readonly Keystroke[];
}

/** A document in which a text is typed and taken back, in turn. */
export class TypedDocument {
  document: TextDocument;
  private isTyped = false;

  constructor(uri: string, text: string) {
    this.document = TextDocument.create(uri, 'gigatron', 1, text);
  }

  /** @returns the change */
  press({ line, character, text }: Keystroke): { range: Range; text: string } {
    const start = { line, character };
    const after = text.endsWith('\n') ? { line: line + 1, character: 0 } : { line, character: character + text.length };
    const change = { range: { start, end: this.isTyped ? after : start }, text: this.isTyped ? '' : text };
    this.isTyped = !this.isTyped;
    this.document = TextDocument.update(this.document, [change], this.document.version + 1);
    return change;
  }
}

/** @param files how many files the main file includes; 0: everything is in the main file */
export function largeProject(files: number): LargeProject {
  const head = preamble();
  const routines = Math.floor((LARGE_PROJECT_LINES - head.length) / routine(0).length);
  const perFile = Math.ceil(routines / Math.max(files, 1));
  const texts = new Map<string, string>();
  const main = '/large/main.gtasm';
  const includes: string[] = [];
  for (let file = 0; file < files; file++) {
    const lines = range(file * perFile, Math.min(routines, (file + 1) * perFile)).flatMap(routine);
    texts.set(`/large/part${file}.gtasm`, lines.join('\n'));
    includes.push(`        .include "part${file}.gtasm"`);
  }
  const body = files === 0 ? range(0, routines).flatMap(routine) : includes;
  const ending = ['; The end.', '        .page', 'end:    bra  end', '        nop'];
  texts.set(main, [...head, ...body, ...ending].join('\n'));
  const path = files === 0 ? main : `/large/part${files >> 1}.gtasm`;
  return { main, texts, keystrokes: keystrokes(path, texts.get(path) ?? '') };
}

function preamble(): string[] {
  return [
    '; A large program.',
    'WIDTH = 160',
    'HEIGHT = WIDTH * 3 / 4',
    '.zp cell role=counter',
    '.zp back',
    '.row list, 16..31 index=ply element=byte',
    '.column board, 8..127 index=square element=byte',
    '.macro callRoutine target',
    '        ld   >target,y',
    '        jmp  y,target',
    '        ld   .after',
    '.after:',
    '.endmacro',
    '.macro clearBytes count',
    '        ld   0',
    '        .repeat count, i',
    '        st   [cell + i]',
    '        .endrepeat',
    '.endmacro',
    '        ld   >routine0,y',
    '        jmp  y,routine0',
    '        nop',
  ];
}

/** A routine with its header; most of its words are plain instructions with comments. */
function routine(number: number): string[] {
  const lines = [
    // As many as fit a page.
    number % 7 === 0 ? '        .page' : '',
    `; routine${number}: counts a byte and goes on.`,
    '; In: AC = return address. Clobbers: AC, Y.',
    '        .onepage',
    `routine${number}:`,
    '        st   [back]            ; the way back',
    `LIMIT${number} = ${number % 200} + 2`,
  ];
  for (let step = 0; step < 6; step++) {
    lines.push(
      `.step${step}: ld   [cell]            ; value ${step}`,
      `        bne  .step${step}`,
      `        adda ${step}`,
      `        suba LIMIT${number}`,
    );
  }
  lines.push(
    '        .if HEIGHT > 100',
    '        ld   <WIDTH',
    '        .else',
    '        ld   1',
    '        .endif',
    '        clearBytes 2',
    `        callRoutine routine${Math.max(0, number - 1)}`,
    '        bra  [back]',
    '        nop',
    '        .endonepage',
    '',
  );
  return lines;
}

/** The measured keystrokes, in the routine in the middle of a file. */
function keystrokes(path: string, text: string): Keystroke[] {
  const lines = text.split('\n');
  const start = lines.findIndex((line, at) => at >= lines.length >> 1 && /^routine\d+:$/.test(line));
  const find = (pattern: RegExp): number => lines.findIndex((line, at) => at >= start && pattern.test(line));
  const lengthOf = (line: number): number => lines[line]?.length ?? 0;
  const comment = find(/; value/);
  const operand = find(/adda 1$/);
  return [
    { name: 'a letter of a comment', path, line: comment, character: lengthOf(comment), text: 'x' },
    { name: 'a digit of an operand', path, line: operand, character: lengthOf(operand), text: '2' },
    { name: 'a new instruction', path, line: operand, character: 0, text: '        nop\n' },
    { name: 'the name of a label', path, line: start, character: lengthOf(start) - 1, text: 'x' },
  ];
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
}
