/**
 * The listing in the ecosystem's columns.
 *
 * Label up to column 12, address and word from 14, instruction from 25, source from 42. Longer and additional
 * labels have lines of their own. Of a run of equal words, three are printed, and then the length of the whole
 * run. The text of each word is lossless (isa's formatWord).
 */
import { elementAt, hexDigits } from '#basics';
import { decode, formatWord, wordAt, type OperandNames } from '#isa';
import type { FileListing } from '../program/assembly.ts';
import { itemAt, labelsByAddress, type Item, type Program, type ProgramSymbol } from '../program/program.ts';
import { relativePath } from '../contract/source.ts';

const LEGEND = [
  '              address',
  '              |    encoding',
  '              |    |     instruction',
  '              |    |     |    operands',
  '              |    |     |    |',
  '              V    V     V    V',
];
const SOURCE_COLUMN = 42;

/**
 * The listing of what one file gives, or one line of it, by address, without the legend. A word of a macro belongs to
 * the line of the file that calls it.
 * @param line only the words of this line, counted from 0
 */
export function formatFileListing(program: Program, file: number, line?: number): FileListing {
  const labels = labelsByAddress(program);
  const names = operandNames(program, labels);
  const texts: string[] = [];
  const lines: number[] = [];
  const { owners, used } = program;
  let gap = false;
  for (let address = 0; address < owners.length; address++) {
    const from = used[address] === 1 ? lineIn(program.items[(owners[address] ?? 0) - 1], file) : -1;
    if (from < 0 || (line !== undefined && from !== line)) {
      gap = texts.length > 0;
      continue;
    }
    if (gap) {
      texts.push('');
      lines.push(-1);
    }
    gap = false;
    for (const text of wordLines(program, address, labels.get(address), names)) {
      texts.push(text);
      lines.push(from);
    }
  }
  return { text: texts.map((text) => `${text}\n`).join(''), lines };
}

/**
 * The line of a file that an item was written on, or the outermost macro call there that led to it; −1 where it has
 * nothing to do with the file.
 */
function lineIn(item: Item | undefined, file: number): number {
  if (item === undefined) return -1;
  let found = item.file === file ? item.line : -1;
  for (let step = item.expansion; step !== undefined; step = step.parent)
    if (step.file === file && step.kind === 'macro') found = step.line;
  return found;
}

/** Text of the whole listing, with a line end at the end. */
export function formatListing(main: string, program: Program): string {
  const { image, used } = program;
  const labels = labelsByAddress(program);
  const names = operandNames(program, labels);
  const lines = [`* source: ${main.slice(main.lastIndexOf('/') + 1)}`, ...LEGEND];
  let end = 0;
  for (let address = 0; address < image.length; address++) {
    if (used[address] !== 1) continue;
    const run = runLength(program, address, labels);
    for (let i = 0; i < Math.min(run, 3); i++)
      lines.push(...wordLines(program, address + i, labels.get(address + i), names));
    if (run > 3) lines.push(`              * ${run} times`);
    address += run - 1;
    end = address + 1;
  }
  lines.push(`              ${hex(end)}`);
  return `${lines.join('\n')}\n`;
}

function operandNames(program: Program, labels: ReadonlyMap<number, readonly ProgramSymbol[]>): OperandNames {
  const zeroPage = new Map<number, string>();
  for (const table of program.meaning.tables) if (table.layout === 'zero-page') zeroPage.set(table.address, table.name);
  return { zeroPage: (address) => zeroPage.get(address), target: (address) => labels.get(address)?.[0]?.name };
}

/** How many equal words follow from an address on without a label or another source line in between. */
function runLength(program: Program, address: number, labels: ReadonlyMap<number, unknown>): number {
  const { image, used, owners } = program;
  let length = 1;
  for (let next = address + 1; next < image.length; next++, length++) {
    if (used[next] !== 1 || image[next] !== image[address] || labels.has(next)) break;
    if (owners[next] !== owners[address]) break;
  }
  return length;
}

function wordLines(
  program: Program,
  address: number,
  labels: readonly ProgramSymbol[] | undefined,
  names: OperandNames,
): string[] {
  const lines: string[] = [];
  let label = '';
  for (const symbol of labels ?? []) {
    if (label !== '') lines.push(label);
    label = `${symbol.kind === 'local' ? symbol.name.slice(symbol.scope.length) : symbol.name}:`;
  }
  if (label.length > 13) {
    lines.push(label);
    label = '';
  }
  const word = wordAt(program.image, address);
  const before = (address - 1) & 0xffff;
  const inDelaySlot = program.used[before] === 1 && decode(wordAt(program.image, before)).opcode.operation === 'jump';
  const text = `${label.padEnd(14)}${hex(address)} ${hex(word)}  ${formatWord(word, { address, inDelaySlot }, names)}`;
  const source = sourceText(program, address);
  const gap = text.length >= SOURCE_COLUMN ? ' ' : '';
  return [...lines, source === '' ? text : `${text.padEnd(SOURCE_COLUMN)}${gap};${source}`];
}

/** Place and comment of the line that a word comes from. */
function sourceText(program: Program, address: number): string {
  const item = itemAt(program, address);
  if (item === undefined || item.address !== address) return '';
  const { parsed } = item;
  const path = relativePath(elementAt(program.files, 0).path, elementAt(program.files, item.file).path);
  const place = `${path}:${item.line + 1}`;
  const comment = parsed.comment < 0 ? '' : ` ${parsed.text.slice(parsed.comment).replace(/^(?:;+|\/\/+)\s*/, '')}`;
  return place + comment;
}

function hex(value: number): string {
  return hexDigits(value, 4);
}
