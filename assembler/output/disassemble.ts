/**
 * Disassembling: a whole image to source that assembles back to the same image, to be read and edited.
 *
 * Jumps get labels where their target is known; in a delay slot the page of a near branch is that of the first
 * branch's target, so its offset is printed. Tables, text and long runs of one word are written as such. Each page
 * begins with its address, so that a word too many in the page before is reported when it is assembled.
 */
import { hexDigits } from '#basics';
import { formatWord, hexByte, hexWord, ROM_WORDS, VCPU_CELLS, wordAt, type OperandNames } from '#isa';
import { analyseImage, isInDelaySlot, isPrintable, runLength, SHORTEST_RUN } from './image-analysis.ts';
import type { ImageAnalysis, Stretch } from './image-analysis.ts';

/** Column of comments, as the formatter puts them: there, or at the next multiple of eight. */
const COMMENT_COLUMN = 32;
const COLUMNS = 8;
const ENTRIES_IN_A_LINE = 8;
const WORDS_IN_A_LINE = 4;
/** From this length on, consecutive characters in a table are text. */
const SHORTEST_STRING = 5;

/** Lints for what a finished image does on purpose, but new code should not. */
const LINTS_OFF = [
  ['GT0901', 'GT0902', 'GT0903', 'GT0904', 'GT0905', 'GT0906', 'GT0907', 'GT0908'],
  ['GT0910', 'GT0911', 'GT0912', 'GT0913', 'GT0914', 'GT0915', 'GT0916', 'GT0917'],
] as const;

export interface DisassembleOptions {
  /** Name for an address, where the caller knows one; must be a symbol of its own. */
  name?(address: number): string | undefined;
  /** Name of a zero-page byte; must be a symbol of its own. */
  cell?(address: number): string | undefined;
}

/** Source text of an image of up to 65,536 words; the rest of the ROM is zero and left out. */
export function disassemble(image: Uint16Array, options: DisassembleOptions = {}): string {
  return new Disassembler(image, options).text();
}

class Disassembler {
  private readonly analysis: ImageAnalysis;
  private readonly lines: string[] = [];
  /** Names of all labels, by address. */
  private readonly labels: ReadonlyMap<number, string>;
  /** Names of zero-page bytes that are used, with their addresses. */
  private readonly cells = new Map<string, number>();
  private readonly names: OperandNames;

  constructor(
    private readonly image: Uint16Array,
    private readonly options: DisassembleOptions,
  ) {
    this.analysis = analyseImage(image);
    const { targets, farTargets, pageLoads, returns } = this.analysis;
    this.labels = this.nameLabels();
    for (const address of this.labels.keys()) targets[address] = 1;
    const half = (sign: string, address: number | undefined): string | undefined =>
      address === undefined ? undefined : `${sign}${this.label(address)}`;
    this.names = {
      target: (address) => (targets[address] === 1 ? this.label(address) : undefined),
      farTarget: (address) => half('', farTargets.get(address)),
      immediate: (address) => half('>', pageLoads.get(address)) ?? half('<', returns.get(address)),
      zeroPage: (address) => this.cell(address),
    };
  }

  text(): string {
    const { image, analysis, lines } = this;
    for (let address = 0; address < image.length;) {
      if ((address & 0xff) === 0) this.page(address);
      const stretch = analysis.stretches.get(address);
      const run = runLength(image, analysis.targets, address);
      const end = stretch === undefined ? address + (run < SHORTEST_RUN ? 1 : run) : this.endOf(stretch);
      const isTable = stretch?.kind === 'table';
      if (analysis.targets[address] === 1 && !isTable) lines.push(`${this.label(address)}:`);
      if (stretch === undefined) this.words(address, end);
      else if (isTable) this.table(stretch.start, end);
      else this.characters(stretch.start, end);
      address = end;
    }
    return `${[...this.head(), ...lines].join('\n')}\n`;
  }

  /** A label inside a stretch ends it. */
  private endOf({ start, end }: Stretch): number {
    for (let address = start + 1; address < end; address++) if (this.analysis.targets[address] === 1) return address;
    return end;
  }

  private head(): string[] {
    const { interpreter } = this.analysis;
    const { dispatch = 0, page = 0 } = interpreter ?? {};
    const vcpu = `; It holds a vCPU interpreter: ${hexWord(dispatch)} dispatches, the instructions are in page ${hexByte(page)}.`;
    const cells = [...this.cells].sort(([, a], [, b]) => a - b);
    const constants = cells.map(([name, address]) => `${name.padEnd(15)} = ${hexByte(address)}`);
    return [
      '; Disassembled. Assembles back to the same image.',
      ...(interpreter === undefined ? [] : [vcpu]),
      '',
      ...LINTS_OFF.map((codes) => `        .lint off ${codes.join(', ')}`),
      ...(constants.length === 0 ? [] : ['', ...constants]),
    ];
  }

  private page(address: number): void {
    const rule = '-'.repeat(84);
    this.lines.push('', `; ---- Page ${hexWord(address)} ${rule}`);
    if (address > 0) {
      const message = `page ${hexByte((address >> 8) - 1)} must have 256 words`;
      this.lines.push(`        .assert * == ${hexWord(address)}, "${message}"`);
    }
    this.lines.push(`        .org ${hexWord(address)}`);
  }

  /** A fill absorbs what is inserted before it, so an assertion compares where it starts; pages have one already. */
  private wordsBefore(address: number): void {
    const message = `page ${hexByte(address >> 8)} has more or fewer words before its free ones`;
    this.lines.push(`        .assert * == ${hexWord(address)}, "${message}"`);
  }

  private words(start: number, end: number): void {
    const word = wordAt(this.image, start);
    const until = end === ROM_WORDS ? '$10000' : hexWord(end);
    if (end - start >= SHORTEST_RUN) {
      if ((start & 0xff) !== 0) this.wordsBefore(start);
      return this.line(start, `.fill ${until}, ${hexWord(word)}`);
    }
    const place = { address: start, inDelaySlot: isInDelaySlot(this.image, start) };
    this.line(start, formatWord(word, place, this.names), this.remark(start));
  }

  /** What a jump into the vCPU interpreter does. */
  private remark(address: number): string {
    const run = this.analysis.vcpuRuns.get(address);
    if (run === undefined) return '';
    const back = run.back === undefined ? '' : `, then ${this.label(run.back.target)}`;
    return `  runVcpu: ${run.ticks} ticks${back}`;
  }

  private table(start: number, end: number): void {
    this.lines.push(`        .lookup ${this.label(start)}`);
    for (let address = start; address < end;) {
      const text = this.textAt(address, end);
      const next = text.length > 0 ? address + text.length : this.numbersEnd(address, end);
      const values = Array.from({ length: next - address }, (_, i) => hexByte(wordAt(this.image, address + i) & 0xff));
      this.line(address, `.entry ${text.length > 0 ? `"${text}"` : values.join(', ')}`);
      address = next;
    }
    this.lines.push('        .endlookup');
  }

  /** Readable text among the entries from an address on; empty if it begins with something else. */
  private textAt(start: number, end: number): string {
    const codes: number[] = [];
    for (let address = start; address < end; address++) {
      const code = wordAt(this.image, address) & 0xff;
      if (!isPrintable(code)) break;
      codes.push(code);
    }
    const text = String.fromCharCode(...codes);
    return text.length >= SHORTEST_STRING && isReadable(text) ? text : '';
  }

  /** Where a line of numbers ends: after eight of them, or where text begins. */
  private numbersEnd(start: number, end: number): number {
    let next = start + 1;
    while (next < end && next < start + ENTRIES_IN_A_LINE && this.textAt(next, end) === '') next++;
    return next;
  }

  /** Words of two characters each. */
  private characters(start: number, end: number): void {
    for (let address = start; address < end; address += WORDS_IN_A_LINE) {
      const words = [...this.image.subarray(address, Math.min(end, address + WORDS_IN_A_LINE))];
      const text = words.map((word) => String.fromCharCode(word >> 8, word & 0xff)).join('');
      this.line(address, `.word ${words.map(hexWord).join(', ')}`, `  "${text}"`);
    }
  }

  private line(address: number, text: string, remark = ''): void {
    const line = `        ${text}`;
    const column = Math.max(COMMENT_COLUMN, Math.ceil((line.length + 1) / COLUMNS) * COLUMNS);
    this.lines.push(`${line.padEnd(column)}; ${hexWord(address)}${remark}`);
  }

  /** The caller's names, and those of the vCPU's instructions where they are not taken. */
  private nameLabels(): ReadonlyMap<number, string> {
    const { image, options, analysis } = this;
    const labels = new Map<number, string>();
    for (let address = 0; address < image.length; address++) {
      const name = options.name?.(address);
      if (name !== undefined) labels.set(address, name);
    }
    const taken = new Set(labels.values());
    for (const [address, name] of analysis.interpreter?.names ?? [])
      if (!labels.has(address) && !taken.has(name)) labels.set(address, name);
    return labels;
  }

  private label(address: number): string {
    return this.labels.get(address) ?? `L${hexDigits(address, 4)}`;
  }

  /** Name of a zero-page byte: the caller's, or that of a register of the vCPU. */
  private cell(address: number): string | undefined {
    const given = this.options.cell?.(address);
    if (given !== undefined) return this.named(given, address, address);
    if (this.analysis.interpreter === undefined) return undefined;
    const known = VCPU_CELLS.find((cell) => address >= cell.address && address < cell.address + cell.bytes);
    if (known === undefined) return undefined;
    return this.named(this.options.cell?.(known.address) ?? known.name, known.address, address);
  }

  private named(name: string, first: number, address: number): string {
    this.cells.set(name, first);
    return address === first ? name : `${name}+${address - first}`;
  }
}

/** Whether characters look like text: several letters with vowels among them, capitalised in a usual way. */
function isReadable(text: string): boolean {
  const words = text.split(/[^A-Za-z]+/).filter((word) => word !== '');
  const letters = words.join('').toLowerCase();
  const vowels = letters.replaceAll(/[^aeiou]/g, '').length;
  return (
    /^[A-Za-z0-9 .,:;!?'()*/+=-]*$/.test(text) &&
    words.every((word) => /^(?:[A-Z]?[a-z]*|[A-Z]+|(?:[A-Z][a-z]+)+)$/.test(word)) &&
    new Set(letters).size >= 4 &&
    5 * vowels >= letters.length &&
    3 * vowels <= 2 * letters.length &&
    4 * (letters.length + text.split(' ').length) > 3 * text.length
  );
}
