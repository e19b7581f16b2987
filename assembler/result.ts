/**
 * The Assembly over a program that has run through the phases: everything that is computed on demand.
 */
import { elementAt, type Failure } from '#basics';
import { wordAt } from '#isa';
import type {
  AnonymousLabel,
  AssembledWord,
  Assembly,
  ExpansionSite,
  FileListing,
  LineSpan,
  LineValue,
  PageUse,
  SymbolGraph,
} from './program/assembly.ts';
import { buildDebugInfo } from './output/build-debug-info.ts';
import { NO_DECLARATIONS, type DebugDeclarations, type DebugInfo } from './contract/debug-info.ts';
import type { Diagnostic } from './contract/diagnostic.ts';
import { gt1File } from './output/gt1-file.ts';
import { interfaceFile } from './output/interface-file.ts';
import { lineIndexOf } from './output/line-index.ts';
import { inactiveLines } from './output/inactive-lines.ts';
import { anonymousFrom, valuesOnLine } from './output/line-values.ts';
import { formatFileListing, formatListing } from './output/listing.ts';
import { countUsed, usedIn, type Item, type Program } from './program/program.ts';
import { lineRange } from './contract/source.ts';
import type { Expression } from './contract/syntax.ts';
import { buildSymbolGraph } from './output/symbol-graph.ts';
import type { TestProgram } from './contract/tests.ts';
import type { RoutineFacts, Steps, TimingClaims } from './timing/index.ts';

/** What an assembly can ask for later. */
export interface Later {
  /** Proves and lints the program. */
  check(): void;
  /** What the program declares of its run. */
  declarations(): DebugDeclarations;
  /** Does what takes long in the check before, in pieces. */
  prove(): Steps<void>;
  /** Whether the program's objects belong to a newer assembly. */
  isOld(): boolean;
  /** The tests of the source. */
  readonly tests: TestProgram;
  /** What the proof claims; undefined for a program that was not proven. */
  claims(): TimingClaims | undefined;
  /** Follows the routine at an address. */
  follow(name: string, address: number): RoutineFacts | undefined;
}

/** Of a program that was not read there is nothing to ask. */
export const NOTHING_LATER: Later = {
  check: () => undefined,
  declarations: () => NO_DECLARATIONS,
  *prove() {},
  isOld: () => false,
  tests: { tests: [], trampolines: [], ramKib: 32 },
  claims: () => undefined,
  follow: () => undefined,
};

/** Wraps a finished program. */
export function finishAssembly(main: string, program: Program, isChecked: boolean, later: Later): Assembly {
  const words = countUsed(program.used);
  if (words === 0 && !program.findings.list.some((finding) => finding.severity === 'error')) {
    program.findings.add('GT0705', 'The program has no words', { file: 0, line: 0 }, { start: 0, end: 0 });
  }
  return new FinishedAssembly(main, program, words, isChecked, later);
}

/** Thrown when an outdated assembly is used; see {@link Assembly}. */
class OutdatedAssemblyError extends Error {
  constructor(main: string) {
    super(`The assembly of "${main}" is out of date: a newer one was made of the same program`);
    this.name = 'OutdatedAssemblyError';
  }
}

class FinishedAssembly implements Assembly {
  readonly image: Uint16Array;
  readonly used: Uint8Array;
  readonly diagnostics: readonly Diagnostic[];
  readonly hasErrors: boolean;
  readonly files: Assembly['files'];
  readonly isChecked: boolean;
  private readonly lazy: {
    debugInfo?: DebugInfo;
    symbols?: SymbolGraph;
    pages?: readonly PageUse[];
    sites?: readonly ExpansionSite[];
    checked?: Assembly;
  } = {};

  constructor(
    readonly main: string,
    private readonly program: Program,
    readonly words: number,
    isChecked: boolean,
    private readonly later: Later,
  ) {
    this.diagnostics = program.findings.sorted();
    this.hasErrors = this.diagnostics.some((diagnostic) => diagnostic.severity === 'error');
    this.isChecked = isChecked || this.hasErrors;
    this.image = program.image;
    this.used = program.used;
    this.files = program.files;
  }

  /** The program, while its objects belong to this assembly. */
  private current(): Program {
    if (this.later.isOld()) throw new OutdatedAssemblyError(this.main);
    return this.program;
  }

  checked(): Assembly {
    if (this.isChecked) return this;
    const program = this.current();
    if (this.lazy.checked === undefined) {
      this.later.check();
      this.lazy.checked = new FinishedAssembly(this.main, program, this.words, true, this.later);
    }
    return this.lazy.checked;
  }

  *proving(): Generator<void, void> {
    if (this.isChecked || this.lazy.checked !== undefined) return;
    const steps = this.later.prove();
    while (!this.later.isOld() && steps.next().done !== true) yield;
  }

  get debugInfo(): DebugInfo {
    const program = this.current();
    return (this.lazy.debugInfo ??= buildDebugInfo(this.main, program, this.rom(), this.later.declarations()));
  }

  get tables(): DebugInfo['tables'] {
    return this.current().meaning.tables;
  }

  get timing(): DebugInfo['timing'] {
    return this.current().timing;
  }

  get handler(): DebugInfo['handler'] {
    return this.current().handler;
  }

  timingClaims(): TimingClaims | undefined {
    this.current();
    return this.later.claims();
  }

  routineFacts(name: string, address: number): RoutineFacts | undefined {
    this.current();
    return this.later.follow(name, address);
  }

  get symbols(): SymbolGraph {
    this.current();
    return (this.lazy.symbols ??= buildSymbolGraph(() => this.current()));
  }

  get pages(): readonly PageUse[] {
    const program = this.current();
    return (this.lazy.pages ??= pageUse(program));
  }

  get tests(): TestProgram {
    return this.later.tests;
  }

  get expansions(): readonly ExpansionSite[] {
    const program = this.current();
    return (this.lazy.sites ??= expansionSites(program));
  }

  file(path: string): Assembly['files'][number] | undefined {
    return this.files.find((file) => file.path === path);
  }

  expansionsAt(path: string, line: number): readonly ExpansionSite[] {
    const index = lineIndexOf(this.current());
    const here = index.expansions.at(index.number(this.fileIndex(path), line));
    if (here.length === 0) return [];
    return this.expansions.filter((site) => site.file === path && site.range.start.line === line);
  }

  wordsAt(path: string, line: number): readonly AssembledWord[] {
    const program = this.current();
    const index = lineIndexOf(program);
    const items = index.items.at(index.number(this.fileIndex(path), line));
    return items.flatMap((item) => wordsOf(program, item)).sort((a, b) => a.address - b.address);
  }

  valuesOn(path: string, line: number, expression: Expression): readonly LineValue[] {
    return valuesOnLine(this.current(), this.fileIndex(path), line, expression);
  }

  anonymousFrom(path: string, line: number, distance: number): readonly AnonymousLabel[] {
    const program = this.current();
    return anonymousFrom(program, this.fileIndex(path), line, distance).map((item) => ({
      file: elementAt(program.files, item.file).path,
      line: item.line,
      address: item.address,
    }));
  }

  inactiveLines(path: string): readonly LineSpan[] {
    return inactiveLines(this.current(), this.fileIndex(path));
  }

  private fileIndex(path: string): number {
    return this.files.findIndex((file) => file.path === path);
  }

  listing(): string {
    return formatListing(this.main, this.current());
  }

  listingOf(path: string, line?: number): FileListing {
    return formatFileListing(this.current(), this.fileIndex(path), line);
  }

  gt1(): Uint8Array | Failure {
    return gt1File(this.current());
  }

  interfaceJson(): string | Failure {
    return interfaceFile(this.current());
  }

  rom(): Uint8Array {
    const bytes = new Uint8Array(this.image.length * 2);
    for (let address = 0; address < this.image.length; address++) {
      bytes[2 * address] = wordAt(this.image, address) >> 8;
      bytes[2 * address + 1] = wordAt(this.image, address) & 0xff;
    }
    return bytes;
  }
}

function wordsOf(program: Program, item: Item): AssembledWord[] {
  const words: AssembledWord[] = [];
  for (let address = item.address; address < Math.min(item.address + item.size, program.image.length); address++) {
    words.push({ address, word: wordAt(program.image, address) });
  }
  return words;
}

function pageUse(program: Program): PageUse[] {
  const pages: PageUse[] = [];
  const labels: string[][] = Array.from({ length: 256 }, () => []);
  const global = program.symbols.filter((symbol) => symbol.kind === 'label' && symbol.value < program.image.length);
  for (const symbol of global.sort((a, b) => a.value - b.value)) labels[symbol.value >> 8]?.push(symbol.name);
  for (let page = 0; page < 256; page++) {
    const used = usedIn(program.used, page);
    if (used > 0) pages.push({ page, used, labels: labels[page] ?? [] });
  }
  return pages;
}

/** Calls with the words that came of them; rounds of one loop count together. */
function expansionSites(program: Program): ExpansionSite[] {
  const words = new Map<object, AssembledWord[]>();
  for (const item of program.items) {
    if (item.size === 0) continue;
    const own = wordsOf(program, item);
    for (let step = item.expansion; step !== undefined; step = step.parent) {
      const list = words.get(step);
      if (list === undefined) words.set(step, [...own]);
      else list.push(...own);
    }
  }
  const sites = new Map<string, ExpansionSite & { words: AssembledWord[] }>();
  for (const expansion of program.expansions) {
    const { kind, name, file, line, start, end } = expansion;
    const key = `${file}:${line}:${start}`;
    const list = words.get(expansion) ?? [];
    const known = sites.get(key);
    if (known !== undefined) known.words.push(...list);
    else
      sites.set(key, {
        kind,
        name,
        file: elementAt(program.files, file).path,
        range: lineRange(line, start, end),
        words: [...list],
      });
  }
  return [...sites.values()];
}
