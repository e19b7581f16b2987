/**
 * Words and addresses of a path as people know them: by their source, labels and lines.
 *
 * The proof knows addresses alone. Findings, verdicts and facts about routines say what is at them: `ld   [count]`,
 * not `ld   [$30]`; `draw.loop (line 12)`, not `$0207`.
 */
import { counted, elementAt } from '#basics';
import { formatWord, hexByte, wordAt } from '#isa';
import type { PathStep, TimingResult } from '#proof';
import type { Related } from '../contract/diagnostic.ts';
import { libraryName, relativePath } from '../contract/source.ts';
import { itemAt, relatedTo, shownName, type Item, type Program, type ProgramSymbol } from '../program/program.ts';
import type { Expansion } from '../program/expansion.ts';

/** An address in a message, unless it only tells a page, or is one of RAM. */
const ADDRESS = /(?<!page |\[)\$[0-9a-f]{4}\b/g;
/** A byte of the zero page in a message. */
const BYTE = /\[\$([0-9a-f]{2})\]/g;

/** How many words of a path a finding lists. */
export const MAX_STEPS = 24;

export class PathText {
  private labels: readonly ProgramSymbol[] | undefined;

  constructor(private readonly program: Program) {}

  /** The statement that a word comes from, as it is written. */
  statementAt(address: number): string {
    const { image } = this.program;
    const { statement, text } = itemAt(this.program, address)?.parsed ?? {};
    if (statement === undefined || text === undefined)
      return formatWord(wordAt(image, address), { address, inDelaySlot: false });
    return text.slice(statement.start, statement.end);
  }

  /** The statement and where it is: file, line, and the call of a macro that it comes from. */
  statementWithPlace(address: number): string {
    const item = itemAt(this.program, address);
    const text = this.statementAt(address);
    if (item === undefined) return text;
    return `${text.padEnd(24)}  ${this.fileAndLine(item)}${this.callText(item, undefined)}`;
  }

  /**
   * The steps of a path with one for each statement, for messages. A statement of several words is one step, unless
   * the path comes to it again.
   */
  steps<T extends PathStep>(path: readonly T[]): readonly T[] {
    return path.filter(({ address }, index) => {
      const before = path[index - 1]?.address;
      if (before === undefined || address !== before + 1) return true;
      const item = itemAt(this.program, address);
      return item === undefined || item !== itemAt(this.program, before);
    });
  }

  /** The same of a path through the handler, of which only the words are known where paths fork and meet. */
  handlerSteps<T extends PathStep>(path: readonly T[]): readonly T[] {
    return path.filter(({ address }, index) => {
      const [item, before] = [address, path[index - 1]?.address ?? -1].map((each) => itemAt(this.program, each));
      return item === undefined || item !== before;
    });
  }

  /** The place of a word as related information. @param lead what goes before the statement: the cycle */
  related(lead: string, address: number): readonly Related[] {
    const item = itemAt(this.program, address);
    if (item === undefined) return [];
    const message = `${lead}: ${this.statementAt(address)}${this.callText(item, item.file)}`;
    return relatedTo(this.program, item, message);
  }

  /** The end of the path that a result shows, as related information; without one, its place. */
  pathEnd({ path, place }: TimingResult): readonly Related[] {
    const steps = this.steps(path).slice(-MAX_STEPS);
    if (steps.length === 0) return this.related('This is the place', place);
    return steps.flatMap(({ address, cycle, balance }) => {
      if (balance === undefined) return this.related(`Cycle ${cycle}`, address);
      const why = balance < 0 ? 'spent and not paid' : 'paid and not spent';
      return this.related(`Cycle ${cycle}, ${counted(Math.abs(balance), 'cycle')} ${why}`, address);
    });
  }

  /** The place of an item as related information; for one of a library, where the program calls it. */
  placeInProgram(message: string, item: Item): readonly Related[] {
    const { findings } = this.program;
    const call = findings.programLine(item);
    return call === undefined ? relatedTo(this.program, item, message) : findings.related(message, call, call);
  }

  /**
   * A message of the proof with names for addresses and bytes of the zero page.
   * @param file the file in which lines are named without it
   */
  named(message: string, file: number | undefined): string {
    return message
      .replace(ADDRESS, (written) => this.nameOf(Number.parseInt(written.slice(1), 16), file) ?? written)
      .replace(BYTE, (written, digits: string) => this.variableAt(Number.parseInt(digits, 16)) ?? written);
  }

  /** File and line, as seen from the main file. */
  fileAndLine({ file, line }: Pick<Item, 'file' | 'line'>): string {
    const { files } = this.program;
    const { path } = elementAt(files, file);
    const library = libraryName(path);
    const shown = library === undefined ? relativePath(elementAt(files, 0).path, path) : `<${library}>`;
    return `${shown}:${line + 1}`;
  }

  /** `draw.loop + 2 (line 12)`; undefined where the source has no word. */
  private nameOf(address: number, file: number | undefined): string | undefined {
    const item = itemAt(this.program, address);
    if (item === undefined) return undefined;
    const place = callOf(item) ?? item;
    const line = place.file === file ? `line ${place.line + 1}` : this.fileAndLine(place);
    const label = this.labelBefore(address);
    const trampoline = Math.max(-1, ...[...this.program.trampolines.values()].filter((start) => start <= address));
    const start = Math.max(trampoline, label?.value ?? -1);
    if (start < 0) return line;
    const isLabel = label !== undefined && start === label.value;
    const name = isLabel ? shownName(label) : `the trampoline of page ${hexByte(start >> 8)}`;
    return `${name}${start === address ? '' : ` + ${address - start}`} (${line})`;
  }

  /** `[count]`; undefined where no variable, or more than one, has a byte. */
  private variableAt(byte: number): string | undefined {
    const [only, other] = this.program.symbols.filter(({ kind, value }) => kind === 'zero-page' && value === byte);
    return only === undefined || other !== undefined ? undefined : `[${shownName(only)}]`;
  }

  /** The label at an address, or the next one before it; a global one rather than a local one. */
  private labelBefore(address: number): ProgramSymbol | undefined {
    this.labels ??= this.program.symbols
      .filter(({ kind, value }) => (kind === 'label' || kind === 'local') && !Number.isNaN(value))
      .sort((a, b) => a.value - b.value || (a.kind === 'local' ? 0 : 1) - (b.kind === 'local' ? 0 : 1));
    return this.labels.findLast(({ value }) => value <= address);
  }

  /** The call that a word of a macro comes from: `, from line 7`. */
  private callText(item: Item, file: number | undefined): string {
    const call = callOf(item);
    if (call === undefined) return '';
    const place = call.file === file ? `line ${call.line + 1}` : this.fileAndLine(call);
    return `, from ${place}`;
  }
}

/** The outermost macro call that an item comes from; that is where the program has its words. */
function callOf({ expansion }: Item): Expansion | undefined {
  let call: Expansion | undefined;
  for (let step = expansion; step !== undefined; step = step.parent) if (step.kind === 'macro') call = step;
  return call;
}
