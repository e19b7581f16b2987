/**
 * The named stretches of a program's code, by which cycles are counted: its routines, the code after other global
 * labels, and the trampolines and exits of its time checks, which count as one.
 */
import { numberAt, type RomAddress } from '#basics';
import type { DebugInfo, DebugPlace } from '#assembler';
import { decode, leavesFor, nearTarget, PAGE_SIZE, ROM_WORDS, type Condition } from '#isa';
import { CallProfile, planProfile, type Machine, type ProfileStart } from '#emulator';

export interface Region {
  readonly name: string;
  /** ROM address of its first word. */
  readonly address: RomAddress;
  /** Where it is written; undefined if it comes from no source. */
  readonly place: DebugPlace | undefined;
}

export interface Regions {
  readonly all: readonly Region[];
  /** By ROM address: number of the region, an index into `all`. 65,536 of them. */
  readonly regionOf: Uint16Array;
  /** By ROM address: 1 where there is a label. */
  readonly named: Uint8Array;
}

/** Name of the region of all trampolines and exits. */
export const TRAMPOLINES = '(trampolines)';
/** Words that nothing names. */
const UNNAMED = 0;
const TRAMPOLINE_WORDS = 32;

type Named = Pick<DebugInfo, 'lines' | 'routines' | 'symbols' | 'declarations'>;

/** Divides a program's code into regions; of nested routines, the inner one has its words. */
export function regionsOf(info: Named, rom: Uint16Array): Regions {
  const builder = new Builder(info, rom);
  builder.addLabels();
  builder.addRoutines();
  builder.addTrampolines();
  const { all, regionOf, named } = builder;
  return { all, regionOf, named };
}

class Builder {
  readonly all: Region[] = [{ name: '(unnamed)', address: 0, place: undefined }];
  readonly regionOf = new Uint16Array(ROM_WORDS).fill(UNNAMED);
  readonly named = new Uint8Array(ROM_WORDS);
  private readonly placeOf: ReadonlyMap<number, DebugPlace>;
  /** Where symbols are declared, by value and name. */
  private readonly declaredAt: ReadonlyMap<string, DebugPlace>;

  constructor(
    private readonly info: Named,
    private readonly rom: Uint16Array,
  ) {
    this.placeOf = new Map(info.lines.map((line) => [line.address, line]));
    this.declaredAt = new Map(info.symbols.map((symbol) => [`${symbol.value} ${symbol.name}`, symbol]));
  }

  addLabels(): void {
    const labels = new Map<number, string>();
    for (const { kind, name, value } of this.info.symbols) {
      if (kind === 'label' || kind === 'local') this.named[value] = 1;
      if (kind === 'label' && !labels.has(value)) labels.set(value, name);
    }
    let region = UNNAMED;
    let next = UNNAMED;
    for (let address = 0; address < ROM_WORDS; address++) {
      if (address % PAGE_SIZE === 0 && !this.isRunInto(address)) region = next = UNNAMED;
      const label = this.placeOf.has(address) ? labels.get(address) : undefined;
      if (label !== undefined) next = this.add(label, address);
      if (label === undefined || !this.isSlot(address)) region = next;
      this.regionOf[address] = this.placeOf.has(address) ? region : UNNAMED;
    }
  }

  addRoutines(): void {
    const outerFirst = [...this.info.routines].sort((one, other) => other.end - other.start - (one.end - one.start));
    for (const { name, start, end } of outerFirst) {
      this.regionOf.fill(this.add(name, start), start + (this.isSlot(start) ? 1 : 0), end);
    }
  }

  /** The code that checks leave for, up to the far jump to the handler. */
  addTrampolines(): void {
    let region: number | undefined;
    for (const check of this.info.declarations.checks) {
      const start = leavesFor(this.rom, check);
      for (const address of this.wordsOfTrampoline(start)) {
        region ??= this.add(TRAMPOLINES, start);
        this.regionOf[address] = region;
      }
    }
  }

  /** The addresses of a trampoline; none without a far jump. The exit of a short check goes on in that of its page. */
  private wordsOfTrampoline(start: RomAddress): readonly number[] {
    const words: number[] = [];
    for (let address = start; words.length < TRAMPOLINE_WORDS; address++) {
      words.push(address);
      const { opcode, operand } = decode(numberAt(this.rom, address & 0xffff));
      if (opcode.condition === undefined) continue;
      if (opcode.condition === 'far') return [...words, address + 1];
      if (opcode.condition !== 'always' || opcode.bus !== 'd') continue;
      words.push(address + 1);
      address = nearTarget(address, operand) - 1;
    }
    return [];
  }

  /** Whether the code before runs on into this word: it is adjacent, and does not end with a jump. */
  private isRunInto(address: RomAddress): boolean {
    const last = this.conditionAt(address - 2);
    return this.placeOf.has(address - 1) && last !== 'far' && last !== 'always';
  }

  /** Whether this word, although it has a label, is the delay slot of a jump before it. */
  private isSlot(address: RomAddress): boolean {
    const before = this.conditionAt(address - 1);
    const first = this.conditionAt(address - 2);
    return before !== undefined && first !== 'far' && first !== 'always';
  }

  private conditionAt(address: RomAddress): Condition | undefined {
    return decode(numberAt(this.rom, address & 0xffff)).opcode.condition;
  }

  /** A region stands where its label is written; the word there may come from a macro. */
  private add(name: string, address: RomAddress): number {
    const place = this.declaredAt.get(`${address} ${name}`) ?? this.placeOf.get(address);
    return this.all.push({ name, address, place }) - 1;
  }
}

/** A profile by call of what a machine runs from now on. */
export function callProfile(
  { routines, declarations: { checks } }: Pick<DebugInfo, 'routines' | 'declarations'>,
  { regionOf, named }: Regions,
  machine: Pick<Machine, 'rom' | 'ram' | 'address'>,
  start: ProfileStart = { address: machine.address, callers: [] },
): CallProfile {
  const saving = routines.flatMap(({ start, returnCell }) => (returnCell === null ? [] : [{ start, returnCell }]));
  return new CallProfile(planProfile({ memory: machine, regionOf, named, routines: saving, checks }), start);
}
