/** Loops with declared counts: in AC and in RAM, entered in the middle, charged by a name. */
import fc from 'fast-check';
import { small, some, data, name, CHECK, nops, twoWays, type FragmentWriter } from './fragment.ts';

/** The end of a loop, which goes back to its head. */
type Closing = (head: string, free: string) => string[];

/** By a branch in the slot of another: the word that executes alone makes the proof forget what AC is. */
const inSlot: Closing = (head, free) => [`bra ${free}`, `bra ${head}`, 'nop', `${free}: nop`];

const closing = fc.constantFrom<Closing>(
  (head) => [`bra ${head}`, 'nop'],
  inSlot,
  (head) => [`ld >${head},y`, `jmp y,<${head}`, 'nop'],
);

/** Declarations for a loop with a number of turns; the last two contradict what AC shows. */
const declaredTurns = fc.constantFrom<(turns: number) => (readonly [number, number])[]>(
  (turns) => [[turns, turns]],
  (turns) => [[turns, turns]],
  (turns) => [[1, turns + 1]],
  (turns) => [
    [turns, turns],
    [turns + 1, turns + 2],
  ],
  (turns) => [
    [turns + 1, turns + 1],
    [turns, turns],
  ],
  (turns) => [[Math.max(1, turns - 2), Math.max(1, turns - 1)]],
  (turns) => [[turns + 1, turns + 2]],
);

interface Lines {
  readonly main: readonly string[];
  readonly aside: readonly string[];
}

/** A loop with its count in AC; with an arm out of line if AC shows it. */
interface Counted {
  readonly turns: number;
  readonly closing: Closing;
  readonly declared: (turns: number) => (readonly [number, number])[];
  readonly name: string;
  readonly kind: 'short' | 'long' | 'arm';
  readonly words: number;
}

/** Whether the proof knows AC up to the end of a loop, or one declaration is true of its turns. */
function isSeen({ kind, closing: close, declared, turns }: Counted): boolean {
  return kind === 'short' || close !== inSlot || declared(turns).some(([min, max]) => min <= turns && turns <= max);
}

const counted: fc.Arbitrary<Counted> = fc
  .record({
    turns: some,
    closing,
    declared: declaredTurns,
    name,
    kind: fc.constantFrom('short', 'long', 'arm'),
    words: small,
  })
  .filter(isSeen);

function writeCounted({ turns, closing: close, declared, name: count, kind, words }: Counted, label: string): Lines {
  const declarations = declared(turns).map(([min, max]) => `.loop ${label}h, ${min}, ${max}${count}`);
  const start = [`ld ${turns - 1}`, ...declarations];
  if (kind === 'short') return { main: [...start, `${label}h: bne ${label}h`, 'suba 1'], aside: [] };
  const branch = kind === 'arm' ? [`bgt ${label}a`, 'nop', `${label}k: nop`] : [];
  return {
    main: [
      ...start,
      `${label}h: beq ${label}o`,
      'suba 1',
      ...branch,
      ...close(`${label}h`, `${label}t`),
      `${label}o: nop`,
    ],
    aside: kind === 'arm' ? [`${label}a: nop`, ...nops(words), `bra ${label}k`, 'nop'] : [],
  };
}

/** Two paths with a counted loop in each, as if from one macro. */
export const twoDelays: fc.Arbitrary<FragmentWriter> = fc
  .record({ data, first: counted, second: counted, before: small, after: fc.nat(9) })
  .map((drawn) => ({ label }) => {
    const [first, second] = [writeCounted(drawn.first, `${label}x`), writeCounted(drawn.second, `${label}y`)];
    return {
      main: [
        CHECK,
        `ld [${drawn.data}]`,
        `beq ${label}b`,
        'nop',
        ...nops(drawn.before),
        ...first.main,
        `bra ${label}j`,
        'nop',
        `${label}b: nop`,
        ...nops(drawn.after),
        ...second.main,
        `${label}j: nop`,
      ],
      aside: [...first.aside, ...second.aside],
    };
  });

/** A loop with its count in RAM; entered at the head or in the middle, with an arm beside it, with a loop inside. */
export const loopInRam: fc.Arbitrary<FragmentWriter> = fc
  .record({
    turns: some,
    closing,
    inMiddle: fc.boolean(),
    // Half of them without: only a loop with one path distinguishes a wrong count from a varying one.
    arm: fc.option(fc.record({ data, straight: small, aside: fc.nat(3) }), { freq: 1 }),
    inner: fc.option(
      counted.filter(({ declared }) => declared(3).length === 1 && declared(3)[0]![0] <= 3 && declared(3)[0]![1] >= 3),
    ),
    skip: fc.option(data, { freq: 1 }),
    range: fc.boolean(),
    name,
  })
  .map((drawn) => ({ label, cell }) => {
    const counter = `$${cell.toString(16)}`;
    const { arm, inner, turns, skip } = drawn;
    const count = turns + 1;
    const nested = inner === null ? { main: [], aside: [] } : writeCounted(inner, `${label}i`);
    const branch =
      arm === null ? [] : [`ld [${arm.data}]`, `beq ${label}a`, 'nop', ...nops(arm.straight), `${label}k: nop`];
    return {
      main: [
        CHECK,
        ...(skip === null ? [] : [`ld [${skip}]`, `beq ${label}e`, 'nop']),
        `ld ${turns}`,
        `st [${counter}]`,
        ...(drawn.inMiddle ? [`bra ${label}m`, 'nop'] : []),
        `.loop ${label}h, ${drawn.range ? 1 : count}, ${count}${drawn.name}`,
        `${label}h: ld [${counter}]`,
        `beq ${label}o`,
        'suba 1',
        `st [${counter}]`,
        ...branch,
        `${label}m: nop`,
        ...nested.main,
        ...drawn.closing(`${label}h`, `${label}t`),
        `${label}o: nop`,
        `${label}e: nop`,
      ],
      aside: [...(arm === null ? [] : [`${label}a: nop`, ...nops(arm.aside), `bra ${label}k`, 'nop']), ...nested.aside],
    };
  });

/** Words between a counter's store and its next load that may store to it, too. */
type Disturbance = (counter: string, label: string) => readonly string[];
const disturbance = fc.oneof<fc.Arbitrary<Disturbance>[]>(
  fc.constant(() => []),
  fc
    .tuple(fc.constantFrom('0', '$80', '8', '[$50]'), small)
    .map(([page, value]) => (counter) => [`ld ${page},y`, `ld ${value}`, `st [y,${counter}]`]),
  fc
    .tuple(data, small)
    .map(([low, value]) => (counter, label) => [
      ...twoWays(label, low, `ld ${counter},x`, 'ld $70,x'),
      `${label}j: ld ${value}`,
      'st [x]',
    ]),
  data.map((way) => (counter, label) => [...twoWays(label, way, `st [${counter}]`, 'nop'), `${label}j: nop`]),
);

/** A loop that counts in RAM from a constant, and says nothing of it. */
export const undeclared: fc.Arbitrary<FragmentWriter> = fc
  .record({ turns: some, step: fc.constantFrom(1, 1, 2), up: fc.boolean(), outside: disturbance, inside: disturbance })
  .map((drawn) => ({ label, cell }) => {
    const counter = `$${cell.toString(16)}`;
    const { turns, step, up } = drawn;
    const first = turns * step;
    const count = up ? [`ld ${step}`, `adda [${counter}]`] : [`ld [${counter}]`, `suba ${step}`];
    return {
      main: [
        CHECK,
        `ld ${up ? 256 - first : first}`,
        `st [${counter}]`,
        ...drawn.outside(counter, `${label}b`),
        `${label}h: nop`,
        ...drawn.inside(counter, `${label}i`),
        ...count,
        `bne ${label}h`,
        `st [${counter}]`,
      ],
    };
  });

/** A charge by a count that the program computes, for one loop or for two. */
export const charged: fc.Arbitrary<FragmentWriter> = fc
  .record({
    first: data,
    second: fc.option(data),
    factor: fc.constantFrom(1, 2, 4),
    words: fc.constantFrom('two', 'one', 'constant', 'wrong', 'none'),
    amount: fc.integer({ min: 1, max: 6 }),
    by: fc.integer({ min: -1, max: 1 }),
  })
  .map((drawn) => ({ label, cell }) => {
    const count = `$${cell.toString(16)}`;
    const { factor, second, amount } = drawn;
    const loop = (head: string): string[] => [`.loop ${head}, 1, 4, t${label}`, `${head}: bne ${head}`, 'suba 1'];
    const byCount = `.cost t${label}, ${factor}, ${-factor}`;
    const byAmount = `.cost , 0, ${amount}`;
    const load = ['ld 0', ...Array.from({ length: factor }, () => `suba [${count}]`)];
    const charge = {
      two: [...load, byCount, 'adda [$20]', 'st [$20]'],
      one: [...load, 'adda [$20]', byCount, 'st [$20]'],
      constant: [`ld ${-amount & 0xff}`, byAmount, 'adda [$20]', 'st [$20]'],
      wrong: [`ld ${-(amount + drawn.by) & 0xff}`, byAmount, 'adda [$20]', 'st [$20]'],
      none: ['ld [$20]', ...(drawn.by === 0 ? [] : ['ld [$54]']), byAmount, 'st [$20]'],
    }[drawn.words];
    return {
      main: [
        CHECK,
        `ld [${drawn.first}]`,
        'anda 3',
        `st [${count}]`,
        ...charge,
        ...(drawn.words === 'one' || drawn.words === 'two' ? [`ld [${count}]`, ...loop(`${label}h`)] : []),
        ...(second === null ? [] : [`ld [${second}]`, 'anda 3', ...loop(`${label}g`)]),
      ],
    };
  });
