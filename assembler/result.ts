/** The Assembly over a program that has run through the phases: everything that is computed on demand. */
import { elementAt, type Failure } from '#basics';
import { NO_DECLARATIONS, romBytes, wordAt } from '#isa';
import type { ProofContext, RoutineFacts, TimingClaims } from '#proof';
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
import { checkTiming, NO_VERDICTS, proofForRequests, proveInPieces, routineFacts } from './checks/check-timing.ts';
import type { Verdicts } from './checks/check-timing.ts';
import { type Proof, claimsOf } from './checks/kept-proof.ts';
import { declarationsOf } from './checks/run-declarations.ts';
import type { Sources } from './expansion/file-source.ts';
import { guardedCheck, guardedPieces } from './internal-error.ts';
import type { Parts } from './parts.ts';
import { buildDebugInfo } from './output/debug-info.ts';
import type { DebugInfo } from './contract/debug-info.ts';
import type { Diagnostic } from './contract/diagnostic.ts';
import { gt1File, interfaceFile } from './output/gt1-file.ts';
import { lineIndexOf, anonymousFrom, valuesOnLine } from './output/line-index.ts';
import { inactiveLines } from './output/inactive-lines.ts';
import { formatFileListing, formatListing } from './output/listing.ts';
import { countUsed, usedIn, type Item, type Program } from './program/program.ts';
import { lineRange } from './contract/source.ts';
import type { Expression } from './contract/syntax.ts';
import { buildSymbolGraph } from './output/symbol-graph.ts';
import type { TestProgram } from './contract/tests.ts';

/**
 * An assembly of a program as its texts were, also after newer ones were made of it. Whatever it is asked, it looks
 * up in the parts that it has at that moment.
 */
export class FinishedAssembly implements Assembly {
  readonly image: Uint16Array;
  readonly used: Uint8Array;
  readonly diagnostics: readonly Diagnostic[];
  readonly hasErrors: boolean;
  readonly files: Assembly['files'];
  readonly tests: TestProgram;
  readonly isChecked: boolean;
  readonly timing: DebugInfo['timing'];
  readonly handler: DebugInfo['handler'];
  private readonly lazy: {
    debugInfo?: DebugInfo;
    symbols?: SymbolGraph;
    pages?: readonly PageUse[];
    sites?: readonly ExpansionSite[];
    checked?: Assembly;
    requests?: ProofContext;
  } = {};

  /** @param verdicts what the proof says; undefined: it has not been asked */
  constructor(
    readonly main: string,
    readonly sources: Sources,
    readonly parts: Parts,
    readonly proof: Proof,
    private readonly verdicts?: Verdicts,
  ) {
    const { program, tests } = parts.now;
    this.image = program.image;
    this.used = program.used;
    this.diagnostics = program.findings.sorted();
    this.hasErrors = this.diagnostics.some((diagnostic) => diagnostic.severity === 'error');
    this.files = program.files;
    this.tests = tests;
    this.isChecked = verdicts !== undefined || this.hasErrors;
    this.timing = (verdicts ?? NO_VERDICTS).timing;
    this.handler = (verdicts ?? NO_VERDICTS).handler;
  }

  private get program(): Program {
    return this.parts.now.program;
  }

  get words(): number {
    return countUsed(this.used);
  }

  checked(): Assembly {
    if (this.isChecked) return this;
    return (this.lazy.checked ??= this.prove());
  }

  private prove(): Assembly {
    const { main, sources, parts, proof } = this;
    const { program, input } = parts.now;
    const verdicts = guardedCheck(program, proof, () => checkTiming(program, input(), proof));
    return new FinishedAssembly(main, sources, parts, proof, verdicts);
  }

  *proving(): Generator<void, void> {
    if (this.isChecked || this.lazy.checked !== undefined) return;
    const { program, input } = this.parts.now;
    yield* guardedPieces(this.proof, () => proveInPieces(program, input(), this.proof));
  }

  get debugInfo(): DebugInfo {
    return (this.lazy.debugInfo ??= this.makeDebugInfo());
  }

  private makeDebugInfo(): DebugInfo {
    const { timing, handler, proof } = this;
    const { program, input } = this.parts.now;
    const declarations = this.isBroken ? NO_DECLARATIONS : declarationsOf(input().program, handler, proof);
    return buildDebugInfo(this.main, program, this.rom(), { timing, handler, declarations });
  }

  /** A program with errors before its proof declares nothing, and nothing is claimed of it. */
  private get isBroken(): boolean {
    return this.verdicts === undefined && this.hasErrors;
  }

  get tables(): DebugInfo['tables'] {
    return this.program.meaning.tables;
  }

  timingClaims(): TimingClaims | undefined {
    return this.isBroken ? undefined : claimsOf(this.parts.now.input().program, this.proof);
  }

  routineFacts(name: string, address: number): RoutineFacts | undefined {
    if (this.hasErrors) return undefined;
    const { program, input } = this.parts.now;
    return routineFacts(program, (this.lazy.requests ??= proofForRequests(input(), this.proof)), name, address);
  }

  get symbols(): SymbolGraph {
    return (this.lazy.symbols ??= buildSymbolGraph(() => this.program));
  }

  get pages(): readonly PageUse[] {
    return (this.lazy.pages ??= pageUse(this.program));
  }

  get expansions(): readonly ExpansionSite[] {
    return (this.lazy.sites ??= expansionSites(this.program));
  }

  file(path: string): Assembly['files'][number] | undefined {
    return this.files.find((file) => file.path === path);
  }

  expansionsAt(path: string, line: number): readonly ExpansionSite[] {
    const index = lineIndexOf(this.program);
    const here = index.expansions.at(index.number(this.fileIndex(path), line));
    if (here.length === 0) return [];
    return this.expansions.filter((site) => site.file === path && site.range.start.line === line);
  }

  wordsAt(path: string, line: number): readonly AssembledWord[] {
    const { program } = this;
    const index = lineIndexOf(program);
    const items = index.items.at(index.number(this.fileIndex(path), line));
    return items.flatMap((item) => wordsOf(program, item)).sort((a, b) => a.address - b.address);
  }

  valuesOn(path: string, line: number, expression: Expression): readonly LineValue[] {
    return valuesOnLine(this.program, this.fileIndex(path), line, expression);
  }

  anonymousFrom(path: string, line: number, distance: number): readonly AnonymousLabel[] {
    const { program } = this;
    return anonymousFrom(program, this.fileIndex(path), line, distance).map((item) => ({
      file: elementAt(program.files, item.file).path,
      line: item.line,
      address: item.address,
    }));
  }

  inactiveLines(path: string): readonly LineSpan[] {
    return inactiveLines(this.program, this.fileIndex(path));
  }

  private fileIndex(path: string): number {
    return this.files.findIndex((file) => file.path === path);
  }

  listing(): string {
    return formatListing(this.main, this.program);
  }

  listingOf(path: string, line?: number): FileListing {
    return formatFileListing(this.program, this.fileIndex(path), line);
  }

  gt1(): Uint8Array | Failure {
    return gt1File(this.program);
  }

  interfaceJson(): string | Failure {
    return interfaceFile(this.program);
  }

  rom(): Uint8Array {
    return romBytes(this.image);
  }
}

function wordsOf(program: Program, item: Item): AssembledWord[] {
  const words: AssembledWord[] = [];
  for (let address = item.address; address < Math.min(item.address + item.size, program.image.length); address++)
    words.push({ address, word: wordAt(program.image, address) });
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

/** Calls with their words; the rounds of a loop count together. */
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
