/** What the cycles of a frame are used for, for `run --usage`: the video handler, and the program by its labels. */
import { addAt, numberAt, type RomAddress } from '#basics';
import { bothProbes, type CallProfile, type Machine, type Probe } from '#emulator';
import { callProfile, regionsOf, subtree, TRAMPOLINES, type Regions } from '#instruments';
import { CYCLES_PER_FRAME, PAGE_SIZE, ROM_WORDS } from '#isa';
import { type ProgramNames } from './program.ts';

/** How many labels are listed; the rest are summed up. */
const LABELS_TOLD = 12;
/** The label number of words that no label names. */
const UNNAMED = 0;

/** Cycles of a frame, on average and at most. */
interface Use {
  readonly name: string;
  readonly average: number;
  readonly most: number;
}

/** For whole frames, counted from power-on: stretches of 104,200 cycles. */
export interface UsageReport {
  readonly frames: number;
  readonly handler: Use;
  readonly program: Use;
  /** The program's labels, including local ones, each up to the next one; the most cycles first. */
  readonly labels: readonly Use[];
}

/** A sum over frames, and the largest of what was added. */
class Count {
  private sum = 0;
  private most = 0;
  private before = 0;

  /** @param total cycles since power-on */
  add(total: number): void {
    const used = total - this.before;
    this.before = total;
    this.sum += used;
    this.most = Math.max(this.most, used);
  }

  use(name: string, frames: number): Use {
    return { name, average: frames === 0 ? 0 : Math.round(this.sum / frames), most: this.most };
  }
}

export class FrameUsage {
  readonly probe: Probe;
  private readonly calls: CallProfile;
  private readonly regions: Regions;
  private readonly names: string[] = ['(no label)'];
  /** By ROM address: number of the label that names the word. */
  private readonly labelOf = new Uint16Array(ROM_WORDS).fill(UNNAMED);
  private readonly counts: Count[];
  private readonly handler = new Count();
  private readonly program = new Count();
  private frames = 0;

  /** Counts from power-on. @param other a probe that also looks at the run */
  constructor(
    { info }: ProgramNames,
    private readonly machine: Machine,
    other: Probe | undefined,
  ) {
    this.regions = regionsOf(info, machine.rom);
    this.nameWords(new Map(info.symbols.filter(isLabel).map(({ value, name }) => [value, name])));
    this.nameTrampolines();
    this.counts = this.names.map(() => new Count());
    machine.startProfile();
    this.calls = callProfile(info, this.regions, machine);
    this.probe = bothProbes(this.calls, other);
  }

  endFrame(): void {
    const executions = this.machine.profile?.executions ?? new Float64Array(ROM_WORDS);
    const sums = new Float64Array(this.names.length);
    for (let address = 0; address < ROM_WORDS; address++) {
      // The trampoline runs the first word of a check again; that counts for the handler.
      const count = numberAt(executions, address) - numberAt(this.calls.left, address);
      if (count > 0) addAt(sums, numberAt(this.labelOf, address), count);
    }
    this.counts.forEach((count, label) => count.add(numberAt(sums, label)));
    this.handler.add(subtree(this.calls.handler));
    this.program.add(subtree(this.calls.code));
    this.frames++;
  }

  report(): UsageReport {
    const { frames } = this;
    const ofHandler = this.handlerLabels();
    const labels = this.counts
      .map((count, label) => ({ label, use: count.use(this.names[label] ?? '', frames) }))
      .filter(({ label, use }) => use.most > 0 && !ofHandler.has(label))
      .map(({ use }) => use)
      .sort((one, other) => other.average - one.average || other.most - one.most);
    return {
      frames,
      handler: this.handler.use('video handler', frames),
      program: this.program.use('program', frames),
      labels,
    };
  }

  private nameWords(labels: ReadonlyMap<RomAddress, string>): void {
    let label = UNNAMED;
    for (let address = 0; address < ROM_WORDS; address++) {
      if (address % PAGE_SIZE === 0) label = UNNAMED;
      const name = labels.get(address);
      if (name !== undefined) label = this.names.push(name) - 1;
      this.labelOf[address] = label;
    }
  }

  private nameTrampolines(): void {
    const region = this.regions.all.findIndex(({ name }) => name === TRAMPOLINES);
    if (region < 0) return;
    const label = this.names.push(TRAMPOLINES) - 1;
    this.regions.regionOf.forEach((of, address) => {
      if (of === region) this.labelOf[address] = label;
    });
  }

  /** Labels most of whose cycles are the handler's. */
  private handlerLabels(): Set<number> {
    const balance = new Float64Array(this.regions.all.length);
    for (const { region, cycles } of nodesBelow(this.calls.code)) addAt(balance, region, cycles);
    for (const { region, cycles } of nodesBelow(this.calls.handler)) addAt(balance, region, -cycles);
    const found = new Set<number>();
    this.labelOf.forEach((label, address) => {
      if (numberAt(balance, numberAt(this.regions.regionOf, address)) < 0) found.add(label);
    });
    return found;
  }
}

export function usageLines({ frames, handler, program, labels }: UsageReport): string[] {
  if (frames === 0) return [`--usage: no whole frame was run; a frame has ${CYCLES_PER_FRAME} cycles`];
  const line = ({ name, average, most }: Use, indent = ''): string =>
    `  ${indent}${name}`.padEnd(36) + String(average).padStart(8) + String(most).padStart(8);
  const others = labels.slice(LABELS_TOLD);
  const rest = others.length === 0 ? [] : [`    (${others.length} more labels)`.padEnd(36) + sumOf(others)];
  return [
    `cycles of a frame, of ${frames}`.padEnd(36) + ' average    most',
    line(handler),
    line(program),
    ...labels.slice(0, LABELS_TOLD).map((use) => line(use, '  ')),
    ...rest,
  ];
}

const sumOf = (uses: readonly Use[]): string => String(uses.reduce((sum, { average }) => sum + average, 0)).padStart(8);

/** Whether a symbol is a name for people; labels within an expansion are not. */
const isLabel = ({ kind, name }: { readonly kind: string; readonly name: string }): boolean =>
  (kind === 'label' || kind === 'local') && !/[#@]/.test(name);

/** The regions below a root of a profile, as often as they are called. */
function* nodesBelow(root: CallProfile['code']): Generator<{ region: number; cycles: number }> {
  for (const node of root.children.values()) {
    if (node.region !== undefined) yield { region: node.region, cycles: node.cycles };
    yield* nodesBelow(node);
  }
}
