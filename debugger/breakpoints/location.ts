/**
 * Where breakpoints are requested, and which addresses that means in a program.
 *
 * A line without code binds to the next line of its file that has some, but not to one in another macro's text; a line
 * that declares something binds to none. A line of a macro binds to every expansion. A function is a label, global or
 * local by its full name; `vCPU $0200`, and a name of a program for the vCPU, is the dispatch of the vCPU's interpreter
 * while vPC is that address.
 */
import type { DebugBreak, DebugLine } from '#assembler';
import { closestName, failure, type Failure, type Result, type RomAddress } from '#basics';
import { hexWord } from '#isa';
import type { Program } from '../program/program.ts';
import { isGenerated } from '../program/symbols.ts';

export type Location =
  | { readonly kind: 'source'; readonly path: string; /** 0-based */ readonly line: number }
  | { readonly kind: 'function'; readonly name: string }
  | { readonly kind: 'instruction'; readonly address: RomAddress }
  | WrittenLocation;

export interface WrittenLocation extends Pick<DebugBreak, 'address' | 'comparisons'> {
  readonly kind: 'written';
  /** Its line, for people. */
  readonly text: string;
}

/** The name of a function breakpoint on an instruction of the vCPU: `vCPU $0200`, `vCPU main`. */
const VCPU_NAME = /^\s*vcpu[\s:]*(?:(?:\$|0x)([0-9a-f]{1,4})|\b([\w.]+))\s*$/i;

/** Where a breakpoint is bound: its ROM addresses, and the line to show. */
interface Binding {
  readonly addresses: readonly number[];
  readonly place?: BoundPlace;
  /** An expression that must also be true there. */
  readonly condition?: string;
}

export interface BoundPlace {
  readonly source: number;
  readonly line: number;
}

/** The addresses that a location means; a failure is a sentence. */
export function bind(location: Location, program: Program): Result<Binding> {
  switch (location.kind) {
    case 'source':
      return bindLine(location.path, location.line, program);
    case 'function':
      return bindLabel(location.name, program);
    case 'instruction':
      return location.address >= 0 && location.address <= 0xffff
        ? { addresses: [location.address] }
        : failure('There is no such ROM address.');
    case 'written':
      return { addresses: [location.address] };
  }
}

function bindLine(path: string, line: number, program: Program): Result<Binding> {
  const source = program.sources.sourceOf(path);
  if (source === undefined) {
    return failure(
      program.info.sources.length === 0
        ? 'The ROM image was launched without debug information.'
        : 'This file is not part of the program.',
    );
  }
  const { sources } = program;
  if (sources.isDeclaration(source, line)) return failure('This line declares something and makes no code.');
  const bound = sources.lineWithCode(source, line);
  if (bound === undefined) {
    const macro = sources.macroAt(source, line);
    return failure(
      macro === undefined
        ? 'No code follows this line in its file.'
        : `The macro "${macro.name}" makes no code from this line on; perhaps nothing calls it.`,
    );
  }
  const place = { source, line: bound };
  const addresses = sources.startsOf(source, bound);
  const segment = addresses.filter((address) => sources.lineAt(address)?.ram !== undefined);
  return segment.length === 0 ? { addresses, place } : bindInstructions(segment, program, place);
}

const INSTRUCTION_BYTES = 3;

/** Instructions of the vCPU that a line made: the dispatch of the interpreter while one of them is in RAM and next. */
function bindInstructions(words: readonly RomAddress[], program: Program, place: BoundPlace): Result<Binding> {
  const { sources, rom, interpreter } = program;
  if (interpreter === undefined) return noInterpreter();
  const conditions = words.map((word) => {
    const { ram = 0 } = sources.lineAt(word) ?? {};
    const bytes = Array.from({ length: INSTRUCTION_BYTES }, (_, index) => index)
      // As far as the line goes; with a table across pages, as far as the page goes.
      .filter((index) => isSameLine(sources.lineAt(word + index), sources.lineAt(word)))
      .map((index) => `[${hexWord(ram + index)}] == ${(rom[word + index] ?? 0) & 0xff}`);
    return `(vPC == ${hexWord(ram)} && ${bytes.join(' && ')})`;
  });
  return { addresses: [interpreter.dispatch], place, condition: conditions.join(' || ') };
}

function isSameLine(one: DebugLine | undefined, other: DebugLine | undefined): boolean {
  return one?.ram !== undefined && one.source === other?.source && one.line === other.line;
}

function noInterpreter(): Failure {
  return failure('The program has no interpreter of the vCPU that the debugger knows.');
}

function bindLabel(name: string, program: Program): Result<Binding> {
  const [isVcpu, digits, written = ''] = VCPU_NAME.exec(name) ?? [];
  if (digits !== undefined) return bindVcpu(parseInt(digits, 16), program);
  const symbol = isVcpu === undefined ? program.symbols.symbol(name.trim()) : undefined;
  if (symbol?.kind === 'label' || symbol?.kind === 'local') {
    // The line that the user wrote there; a label may be above it.
    const { source, line } = program.sources.placesAt(symbol.value).at(-1) ?? symbol;
    return { addresses: [symbol.value], place: { source, line } };
  }
  const inProgram = program.vcpu.address(isVcpu === undefined ? name.trim() : written);
  if (inProgram !== undefined && inProgram >= 0x100) return bindVcpu(inProgram, program);
  return failure(symbol === undefined ? noLabel(name.trim(), program) : `"${name}" is not a label.`);
}

function noLabel(name: string, { info, symbols }: Program): string {
  if (info.macros?.some((macro) => macro.name === name)) {
    return `"${name}" is a macro: set a breakpoint on one of its lines.`;
  }
  const labels = symbols.all.filter(({ kind, name }) => kind === 'label' || (kind === 'local' && !isGenerated(name)));
  const meant = closestName(
    name,
    [...labels, ...symbols.tables].map((each) => each.name),
  );
  return `There is no label "${name}"${meant === undefined ? '' : ` (did you mean "${meant}"?)`}.`;
}

/** The dispatch of the interpreter while the vCPU is at an address. */
function bindVcpu(address: number, { interpreter }: Program): Result<Binding> {
  return interpreter === undefined
    ? noInterpreter()
    : { addresses: [interpreter.dispatch], condition: `vPC == ${hexWord(address)}` };
}
