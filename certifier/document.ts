/** The document of a certificate: claims and declarations without points, and points written into it. */
import { numberAt } from '#basics';
import { same, VGA, type HandlerClaims, type TimingClaims, type TimingProgram } from '#proof';
import { CHECK_SHAPES, CHECK_WORDS, imageHash, opcodeOfWord, wordAt } from '#isa';
import { OLD, type Bytes, type Point, type Values } from '#verifier';

/** The index of the set of all bytes. */
const ANYTHING = 0;

/** The sets of a document, to which its parts add theirs. */
export const newSets = (): Numbered => new Numbered('*');

/**
 * What a certificate says about a program, before it is known what holds at its points.
 * @param read the bytes that computed jumps read; the document also has those that the handler keeps. Nothing is known
 * after a check of those that the proof does not track, nor of those that count turns
 */
export function claimsDocument(
  { program, exact, tracked, handlerStores, counters, entered, handler }: TimingClaims,
  read: readonly number[],
  sets: Numbered,
) {
  const kept = [...counters, ...(handler?.bytes ?? [])].filter((byte) => !read.includes(byte));
  const untracked = read.filter((byte) => byte <= 0xff && !tracked.includes(byte));
  const stored = new Set([...handlerStores, ...kept, ...untracked]);
  const bytes = [...new Set([...read, ...kept])];
  return {
    format: 'gigatron-certificate',
    version: 3,
    image: imageHash(program.words),
    ramKib: program.ramKib ?? 32,
    declarations: declarationsOf(program, entered),
    sets: sets.texts,
    bytes,
    exact,
    open: [] as readonly number[],
    turns: [] as readonly unknown[],
    points: [] as unknown[],
    handlerStores: bytes.flatMap((byte) => (stored.has(byte) ? [[byte, ANYTHING]] : [])),
    ...(handler !== undefined && { handler: handlerOf(handler, program, sets) }),
  };
}

function handlerOf(
  { bytes, between, lines, mostLeft, wayIn, vSyncAt }: HandlerClaims,
  { checks }: TimingProgram,
  sets: Numbered,
): object {
  // A short check has not yet spent what the words of another one take.
  const early = checks.some(({ form }) => form === 'short') ? CHECK_WORDS - CHECK_SHAPES.short.words : 0;
  const named = (constants: readonly number[] | undefined): number =>
    constants === undefined ? ANYTHING : sets.of(textOf([...constants].sort((a, b) => a - b)));
  // Of the lines in which a state is, the first one counts: what is open comes after what is known.
  const ordered = [...lines].sort((a, b) => openIn(a) - openIn(b));
  return {
    bytes,
    between: bytes.flatMap((byte) => (between.has(byte) ? [[byte, named(between.get(byte))]] : [])),
    wayIn,
    mostLeft: mostLeft + early,
    vSyncAt,
    lines: [...new Set(ordered.map((line) => JSON.stringify([line.sync, line.lines, line.held.map(named)])))].map(
      (text): unknown => JSON.parse(text),
    ),
  };
}

/** How much is open of the bytes of a line: how many values they can have, together. */
function openIn({ held }: HandlerClaims['lines'][number]): number {
  return held.reduce((sum, constants) => sum + (constants?.length ?? 0x100), 0);
}

function declarationsOf(program: TimingProgram, entered: TimingClaims['entered']): object {
  const { words, used, entries, checks, charges, targets, resumes = [], loops, external = [] } = program;
  return {
    entries: entries.filter((address) => address !== 0),
    checks,
    charges: charges.map(({ address, cycles, perCount }) => {
      if (perCount === undefined) return { address: address + 2, cycles };
      const store = opcodeOfWord(wordAt(words, address)).operation === 'st' ? address : address + 1;
      return { address: store, cycles, ...(perCount.count !== '' && perCount), isDeclared: true };
    }),
    targets: [...unitedTargets(program)].map(([address, all]) => ({ address, targets: [...all] })),
    resumes: [
      ...new Set([...resumes, ...targets.flatMap((each) => (each.targets.length === 0 ? [each.address] : []))]),
    ],
    loops: unitedLoops(loops).map((loop) => ({ ...loop, entries: entriesOf(loop.head, entered) })),
    external: [...external],
    ...(program.slack !== undefined && { slack: program.slack }),
    ...(program.shape !== undefined && !same(program.shape, VGA) && { shape: program.shape }),
    used: runsOf(used),
  };
}

/** The targets of each jump: those of all its declarations, with all entries of a table for its first one. */
function unitedTargets({ targets, tables }: TimingProgram): ReadonlyMap<number, ReadonlySet<number>> {
  const byJump = new Map<number, Set<number>>();
  for (const { address, targets: declared } of targets) {
    const all = byJump.get(address) ?? new Set();
    for (const target of declared.flatMap((each) => tables.get(each) ?? [each])) byJump.set(address, all.add(target));
  }
  return byJump;
}

/** The branches that enter a loop in its middle. */
function entriesOf(head: number, entered: TimingClaims['entered']): readonly number[] {
  return [...entered].flatMap(([address, heads]) => (heads.includes(head) ? [address] : []));
}

/** One loop for each head, with every count that one of its declarations allows. */
function unitedLoops(loops: TimingProgram['loops']): TimingProgram['loops'] {
  const byHead = new Map<number, TimingProgram['loops'][number]>();
  for (const loop of loops) {
    const { min, max, ...others } = byHead.get(loop.head) ?? loop;
    byHead.set(loop.head, { ...others, min: Math.min(min, loop.min), max: Math.max(max, loop.max) });
  }
  return [...byHead.values()];
}

/** First and last address of each run of words. */
function runsOf(used: Uint8Array): number[] {
  const runs: number[] = [];
  for (let address = used.indexOf(1); address >= 0; address = used.indexOf(1, numberAt(runs, runs.length - 1) + 1)) {
    let last = address;
    while (used[last + 1] === 1) last++;
    runs.push(address, last);
  }
  return runs;
}

/** Numbers texts in the order in which they come up. */
export class Numbered {
  readonly texts: string[];
  private readonly places: Map<string, number>;

  constructor(...first: readonly string[]) {
    this.texts = [...first];
    this.places = new Map(first.map((text, place) => [text, place]));
  }

  of(text: string): number {
    let place = this.places.get(text);
    if (place === undefined) this.places.set(text, (place = this.texts.push(text) - 1));
    return place;
  }
}

export function pointLists(points: readonly Point[], sets: Numbered, { any, made }: Values) {
  const named = (set: Bytes): number => (set === any ? ANYTHING : sets.of(textOf(set.list)));
  const listed = points.map(({ address, next, registers, bytes, pairs, isStart }) => {
    const known = Object.fromEntries(
      (['ac', 'x', 'y', 'out'] as const).flatMap((name, place) => {
        const set = registers[place];
        return set === undefined || set === made ? [] : [[name, named(set)]];
      }),
    );
    const inBytes = [...bytes].map(([byte, set]) => [byte, named(set)]);
    const inPairs = pairs.map(({ page, low, lows }) => [page, low, [...lows].map(([each, set]) => [each, named(set)])]);
    return [address, next, { ...known, bytes: inBytes, pairs: inPairs, ...(isStart && { isStart }) }];
  });
  return { sets: sets.texts, points: listed };
}

/** A set as the document has it: runs of bytes in hexadecimal, and `u` for what was there at power-on. */
function textOf(list: readonly number[]): string {
  const hex = (byte: number): string => byte.toString(16).padStart(2, '0');
  const runs: string[] = [];
  for (let start = 0; start < list.length;) {
    let end = start;
    while (list[end + 1] === numberAt(list, end) + 1 && list[end + 1] !== OLD) end++;
    const [first, last] = [numberAt(list, start), numberAt(list, end)];
    runs.push(first === OLD ? 'u' : first === last ? hex(first) : `${hex(first)}-${hex(last)}`);
    start = end + 1;
  }
  return runs.join();
}
