/**
 * Where code is in the sources, and which code a source line made.
 *
 * A word has one place where it is written and, if a macro or a repetition made it, the places of the calls around it;
 * all these lines "have" the word. A breakpoint on a line binds to the first word of each run of words that the line
 * made, so that a pseudo-instruction of five words stops once, and a macro's line stops in every expansion.
 *
 * Lines and columns are 0-based here, as in the debug information; requests convert them.
 */
import { elementAt, type RamAddress, type RomAddress } from '#basics';
import { TRAITS, type DebugInfo, type DebugLine, type DebugMacro, type DebugPlace, type SymbolKind } from '#assembler';
import { ROM_WORDS } from '#isa';
import { pathKey, resolvePath } from './paths.ts';

/** Kinds of symbols whose line can have code. */
const CODE: ReadonlySet<SymbolKind> = new Set<SymbolKind>(['label', 'local', 'vcpu', 'macro']);

/** A place of a word; `macro` names the macro or repetition whose text it is in. */
export interface CodePlace extends DebugPlace {
  readonly macro: string | undefined;
}

/** A word of ROM with its places. */
interface CodeWord {
  readonly address: number;
  readonly places: readonly CodePlace[];
}

export class SourceMap {
  /** Absolute paths, by source number; {@link show} changes them. */
  readonly paths: string[];
  private readonly lines: (DebugLine | undefined)[] = new Array<DebugLine | undefined>(ROM_WORDS);
  /** ROM pages that have a time check. */
  readonly checkedPages = new Set<number>();
  private readonly sourceByPath = new Map<string, number>();
  /** By source: line → first word of each run that it made, ascending. */
  private readonly starts: Map<number, number[]>[];
  private readonly macros: readonly DebugMacro[];
  /** Bytes of programs for the vCPU by their RAM address; several programs may go to the same place. */
  private readonly vcpu = new Map<number, DebugLine[]>();
  /** Source and line of declarations and constants. */
  private readonly declared = new Set<string>();

  /** @param folder absolute path of the main file's folder */
  constructor(info: Pick<DebugInfo, 'sources' | 'lines' | 'symbols' | 'macros'>, folder: string) {
    this.macros = info.macros ?? [];
    for (const { kind, source, line } of info.symbols) if (!CODE.has(kind)) this.declared.add(`${source} ${line}`);
    this.paths = info.sources.map((source) => resolvePath(folder, source.path));
    this.starts = info.sources.map(() => new Map<number, number[]>());
    this.paths.forEach((path, index) => this.sourceByPath.set(pathKey(path), index));
    for (const line of info.lines) {
      this.lines[line.address] = line;
      if (line.ram !== undefined) this.vcpu.set(line.ram, [...(this.vcpu.get(line.ram) ?? []), line]);
    }
    let before: CodeWord = { address: -1, places: [] };
    for (const line of info.lines) {
      before = this.addStarts(line.address, before);
      if (TRAITS.timeChecks.has(line.pseudo ?? '')) this.checkedPages.add(line.address >> 8);
    }
  }

  sourceOf(path: string): number | undefined {
    return this.sourceByPath.get(pathKey(path));
  }

  addName(source: number, path: string): void {
    const key = pathKey(path);
    if (!this.sourceByPath.has(key)) this.sourceByPath.set(key, source);
  }

  /** From now on, shows a source by the path by which the client has opened it. */
  show(source: number, path: string): void {
    this.addName(source, path);
    this.paths[source] = path;
  }

  lineAt(address: RomAddress): DebugLine | undefined {
    return this.lines[address];
  }

  /** The words in ROM whose bytes go to an address in RAM, in segments of programs for the vCPU. */
  vcpuBytes(ram: RamAddress): readonly DebugLine[] {
    return this.vcpu.get(ram) ?? [];
  }

  /** All places of a word: where it is written first, the outermost call last; empty if nothing is known. */
  placesAt(address: RomAddress): readonly CodePlace[] {
    const line = this.lineAt(address);
    if (line === undefined) return [];
    const calls = line.expansion ?? [];
    return [placeIn(line, calls[0]), ...calls.map((call, index) => placeIn(call, calls[index + 1]))];
  }

  /** The outermost line that has a word, by its source's path; empty if nothing is known. */
  lineOf(address: RomAddress): { readonly path?: string; readonly line?: number } {
    const place = this.placesAt(address).at(-1);
    return place === undefined ? {} : { path: this.paths[place.source] ?? '', line: place.line };
  }

  /** First words of what a line made; empty if it made none. */
  startsOf(source: number, line: number): readonly number[] {
    return this.starts[source]?.get(line) ?? [];
  }

  /**
   * The first line from `line` on that made code, in the text of the same macro or outside of all macros, as `line` is;
   * undefined after the last one.
   */
  lineWithCode(source: number, line: number): number | undefined {
    const macro = this.macroAt(source, line);
    let best: number | undefined;
    for (const candidate of this.starts[source]?.keys() ?? []) {
      if (candidate < line || (best !== undefined && candidate >= best)) continue;
      if (this.macroAt(source, candidate) === macro) best = candidate;
    }
    return best;
  }

  /** Whether a line only declares something, or gives a constant its value. */
  isDeclaration(source: number, line: number): boolean {
    return this.declared.has(`${source} ${line}`) && this.startsOf(source, line).length === 0;
  }

  macroAt(source: number, line: number): DebugMacro | undefined {
    let innermost: DebugMacro | undefined;
    for (const macro of this.macros) {
      if (macro.source !== source || line < macro.line || line >= macro.endLine) continue;
      if (innermost === undefined || macro.line > innermost.line) innermost = macro;
    }
    return innermost;
  }

  /** Lines first..last (both included) that made code, ascending. */
  linesWithCode(source: number, first: number, last: number): readonly number[] {
    const lines = [...(this.starts[source]?.keys() ?? [])];
    return lines.filter((line) => line >= first && line <= last).sort((a, b) => a - b);
  }

  /** Notes where runs of words begin at an address. @param last the word that was looked at before */
  private addStarts(address: RomAddress, last: CodeWord): CodeWord {
    const before = last.address === address - 1 ? last.places : this.placesAt(address - 1);
    const places = this.placesAt(address);
    for (const place of places) {
      const goesOn = before.some((other) => samePlace(other, place));
      const starts = this.starts[place.source];
      if (goesOn || starts === undefined) continue;
      const known = starts.get(place.line);
      if (known === undefined) starts.set(place.line, [address]);
      else if (known.at(-1) !== address) known.push(address);
    }
    return { address, places };
  }
}

/** Whether the outermost of some places are those of a line. */
export function areWithin(places: readonly CodePlace[], line: readonly CodePlace[]): boolean {
  const outermost = places.slice(Math.max(0, places.length - line.length));
  return (
    outermost.length === line.length && outermost.every((place, index) => samePlace(place, elementAt(line, index)))
  );
}

export function samePlace(one: CodePlace, other: CodePlace): boolean {
  return one.source === other.source && one.line === other.line && one.macro === other.macro;
}

/** @param call around the place, if there is one */
function placeIn({ source, line, column, endColumn }: DebugPlace, call: { readonly name: string } | undefined) {
  return { source, line, column, endColumn, macro: call?.name } satisfies CodePlace;
}

/**
 * The places of a word that count as frames, the innermost first, each with the macro in whose text it is; empty if no
 * source is known. A word that a macro made is shown at its line in the macro's text and, one frame out, at the line of
 * the call. Repetitions are not frames: their text is already in place.
 */
export function framePlaces({ sources }: { readonly sources: SourceMap }, address: RomAddress): readonly CodePlace[] {
  const frames: CodePlace[] = [];
  let isFrame = true;
  for (const place of sources.placesAt(address)) {
    // A repetition has the name of its directive.
    const inMacro = place.macro?.startsWith('.') === false;
    const macro = inMacro ? place.macro : undefined;
    // After a place inside a repetition: what surrounds the repetition also surrounds the frame.
    const frame = isFrame ? place : (frames.pop() ?? place);
    frames.push({ ...frame, macro });
    isFrame = place.macro === undefined || inMacro;
  }
  return frames;
}

/**
 * How many macro texts stay hidden when a step arrives at `address`: those that begin right here and lie deeper than
 * `depth` places.
 */
export function hiddenOnArrival(sources: SourceMap, address: RomAddress, depth: number): number {
  const places = framePlaces({ sources }, address);
  let hidden = Math.max(0, places.length - Math.max(depth, 1));
  while (hidden > 0) {
    const outer = places[hidden];
    if (outer !== undefined && sources.startsOf(outer.source, outer.line).includes(address)) break;
    hidden--;
  }
  return hidden;
}
