/**
 * The listing in the ecosystem's columns.
 *
 * Label up to column 12, address and word from 14, instruction from 25, source from 42. Longer and
 * further labels have lines of their own; of a run of equal words three are printed and then its
 * length, the three included. The text of each word is lossless (isa's formatWord).
 */
import { elementAt } from '#basics';
import { decode, formatWord } from '#isa';
import type { Program, ProgramSymbol } from '../program/program.ts';
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
    for (let i = 0; i < Math.min(run, run > 3 ? 3 : run); i++)
      lines.push(...wordLines(program, address + i, labels.get(address + i), names));
    if (run > 3) lines.push(`              * ${run} times`);
    address += run - 1;
    end = address + 1;
  }
  lines.push(`              ${hex(end)}`);
  return `${lines.join('\n')}\n`;
}

function labelsByAddress(program: Program): Map<number, ProgramSymbol[]> {
  const result = new Map<number, ProgramSymbol[]>();
  for (const symbol of program.symbols) {
    if ((symbol.kind !== 'label' && symbol.kind !== 'local') || Number.isNaN(symbol.value)) continue;
    const list = result.get(symbol.value);
    if (list === undefined) result.set(symbol.value, [symbol]);
    else list.push(symbol);
  }
  return result;
}

interface Names {
  zeroPage(address: number): string | undefined;
  target(address: number): string | undefined;
}

function operandNames(program: Program, labels: Map<number, ProgramSymbol[]>): Names {
  const zeroPage = new Map<number, string>();
  for (const table of program.meaning.tables) if (table.layout === 'zero-page') zeroPage.set(table.address, table.name);
  return { zeroPage: (address) => zeroPage.get(address), target: (address) => labels.get(address)?.[0]?.name };
}

/** Equal words from an address on that no label and no other source line divides. */
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
  names: Names,
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
  const word = program.image[address]!;
  const before = (address - 1) & 0xffff;
  const inDelaySlot = program.used[before] === 1 && decode(program.image[before]!).opcode.operation === 'jump';
  const text = `${label.padEnd(14)}${hex(address)} ${hex(word)}  ${formatWord(word, { address, inDelaySlot }, names)}`;
  const source = sourceText(program, address);
  lines.push(
    source === '' ? text : `${text.padEnd(SOURCE_COLUMN)}${text.length >= SOURCE_COLUMN ? ' ' : ''};${source}`,
  );
  return lines;
}

/** Place and comment of the line that a word comes from. */
function sourceText(program: Program, address: number): string {
  const item = program.items[program.owners[address]! - 1];
  if (item === undefined || item.address !== address) return '';
  const { parsed } = item;
  const path = relativePath(elementAt(program.files, 0).path, elementAt(program.files, item.file).path);
  const place = `${path}:${item.line + 1}`;
  const comment = parsed.comment < 0 ? '' : ` ${parsed.text.slice(parsed.comment).replace(/^(?:;+|\/\/+)\s*/, '')}`;
  return place + comment;
}

function hex(value: number): string {
  return value.toString(16).padStart(4, '0');
}
