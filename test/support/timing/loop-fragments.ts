/** Loops with declared counts: in AC and in RAM, entered in the middle, charged by a name. */
import fc from 'fast-check';
import { small, some, data, farJump, fragment, name, twoWays } from './fragment.ts';

/** The end of a loop, which goes back to its head. */
type Closing = (head: string, free: string) => string;

/** By a branch in the slot of another: the word that executes alone makes the proof forget what AC is. */
const inSlot: Closing = (head, free) => `bra ${free} | bra ${head} | nop | ${free}: nop`;

const closing = fc.constantFrom<Closing>(
  (head) => `bra ${head} | nop`,
  inSlot,
  (head) => farJump(head),
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

function writeCounted({ turns, closing: close, declared, name: count, kind, words }: Counted, label: string) {
  const declarations = declared(turns).map(([min, max]) => `.loop ${label}h, ${min}, ${max}${count}`);
  const start = [`ld ${turns - 1}`, ...declarations].join('|');
  if (kind === 'short') return { main: `${start} | ${label}h: bne ${label}h | suba 1`, aside: '' };
  const branch = kind === 'arm' ? `bgt ${label}a | nop | ${label}k: nop` : '';
  return {
    main: `${start} | ${label}h: beq ${label}o | suba 1
      ${branch} | ${close(`${label}h`, `${label}t`)} | ${label}o: nop`,
    aside: kind === 'arm' ? `${label}a: nop | .nops ${words} | bra ${label}k | nop` : '',
  };
}

/** Two paths with a counted loop in each, as if from one macro. */
export const twoDelays = fragment(
  { data, first: counted, second: counted, before: small, after: fc.nat(9) },
  (drawn) => {
    const [first, second] = [writeCounted(drawn.first, '@x'), writeCounted(drawn.second, '@y')];
    return {
      main: `.check =20 | ld [${drawn.data}] | beq @b | nop
        .nops ${drawn.before} | ${first.main} | bra @j | nop
        @b: nop | .nops ${drawn.after} | ${second.main}
        @j: nop`,
      aside: `${first.aside} | ${second.aside}`,
    };
  },
);

/** A loop with its count in RAM; entered at the head or in the middle, with an arm beside it, with a loop inside. */
export const loopInRam = fragment(
  {
    turns: some,
    closing,
    inMiddle: fc.boolean(),
    // Half of them without: only a loop with one path distinguishes a wrong count from a varying one.
    arm: fc.option(fc.record({ data, straight: small, aside: fc.nat(3) }), { freq: 2 }),
    inner: fc.option(
      counted.filter(({ declared }) => declared(3).length === 1 && declared(3)[0]![0] <= 3 && declared(3)[0]![1] >= 3),
    ),
    skip: fc.option(data, { freq: 2 }),
    range: fc.boolean(),
    name,
  },
  ({ arm, inner, turns, skip, ...drawn }) => {
    const nested = inner === null ? { main: '', aside: '' } : writeCounted(inner, '@i');
    const branch = arm === null ? '' : `ld [${arm.data}] | beq @a | nop | .nops ${arm.straight} | @k: nop`;
    return {
      main: `.check =20 | ${skip === null ? '' : `ld [${skip}] | beq @e | nop`}
        ld ${turns} | st [#0] | ${drawn.inMiddle ? 'bra @m | nop' : ''}
        .loop @h, ${drawn.range ? 1 : turns + 1}, ${turns + 1}${drawn.name}
        @h: ld [#0] | beq @o | suba 1 | st [#0]
        ${branch}
        @m: nop | ${nested.main} | ${drawn.closing('@h', '@t')}
        @o: nop
        @e: nop`,
      aside: `${arm === null ? '' : `@a: nop | .nops ${arm.aside} | bra @k | nop`} | ${nested.aside}`,
    };
  },
);

/** Words between a counter's store and its next load that may store to it, too. */
type Disturbance = (label: string) => string;
const disturbance = fc.oneof<fc.Arbitrary<Disturbance>[]>(
  fc.constant(() => ''),
  fc.tuple(fc.constantFrom('0', '$80', '8', '[$50]'), small).map(
    ([page, value]) =>
      () =>
        `ld ${page},y | ld ${value} | st [y,#0]`,
  ),
  fc.tuple(data, small).map(
    ([low, value]) =>
      (label) =>
        `${twoWays(label, low, 'ld #0,x', 'ld $70,x')} | ${label}j: ld ${value} | st [x]`,
  ),
  data.map((way) => (label) => `${twoWays(label, way, 'st [#0]', 'nop')} | ${label}j: nop`),
);

/** A loop that counts in RAM from a constant, and says nothing of it. */
export const undeclared = fragment(
  { turns: some, step: fc.constantFrom(1, 1, 2), up: fc.boolean(), outside: disturbance, inside: disturbance },
  ({ turns, step, up, outside, inside }) => ({
    main: `.check =20 | ld ${up ? 256 - turns * step : turns * step} | st [#0] | ${outside('@b')}
      @h: nop | ${inside('@i')} | ${up ? `ld ${step} | adda [#0]` : `ld [#0] | suba ${step}`}
      bne @h | st [#0]`,
  }),
);

/** A charge by a count that the program computes, for one loop or for two. */
export const charged = fragment(
  {
    first: data,
    second: fc.option(data, { freq: 2 }),
    inMiddle: fc.boolean(),
    // For each turn of the loop, or of both as if these made as many; or something else.
    isFitting: fc.constantFrom(true, true, true, false),
    words: fc.constantFrom('two', 'two', 'one', 'one', 'constant', 'wrong', 'none'),
    amount: fc.integer({ min: 1, max: 6 }),
    by: fc.integer({ min: -1, max: 1 }),
  },
  ({ isFitting, inMiddle, second, amount, by, words, first }) => {
    const factor = isFitting ? (inMiddle ? 3 : 2) * (second === null ? 1 : 2) : 1;
    const loop = (head: string): string =>
      inMiddle
        ? `adda 1 | bra ${head}m | nop | .loop ${head}, 1, 4, t@ | ${head}: nop | ${head}m: bne ${head} | suba 1`
        : `.loop ${head}, 1, 4, t@ | ${head}: bne ${head} | suba 1`;
    const byCount = `.cost t@, ${factor}, ${-factor}`;
    const byAmount = `.cost , 0, ${amount}`;
    const load = `ld 0 ${'| suba [#0]'.repeat(factor)}`;
    const charge = {
      two: `${load} | ${byCount} | adda [$20] | st [$20]`,
      one: `${load} | adda [$20] | ${byCount} | st [$20]`,
      constant: `ld ${-amount & 0xff} | ${byAmount} | adda [$20] | st [$20]`,
      wrong: `ld ${-(amount + by) & 0xff} | ${byAmount} | adda [$20] | st [$20]`,
      none: `ld [$20] | ${by === 0 ? '' : 'ld [$54]'} | ${byAmount} | st [$20]`,
    }[words];
    return {
      main: `.check =20 | ld [${first}] | anda 3 | st [#0] | ${charge}
        ${words === 'one' || words === 'two' ? `ld [#0] | ${loop('@h')}` : ''}
        ${second === null ? '' : `ld [${second}] | anda 3 | ${loop('@g')}`}`,
    };
  },
);

/** A loop whose head is right after a check, and a charge after it that may be for other turns than these. */
export const afterCheck = fragment({ count: data, factor: fc.constantFrom(3, 4, 4, 5) }, ({ count, factor }) => ({
  main: `.check =20 | ld [${count}] | anda 3 | adda 1 | st [#0] | st [#1]
    .check =20 | .loop @h, 1, 4, t@ | @h: ld [#0] | suba 1 | bne @h | st [#0]
    ld 0 ${'| suba [#1]'.repeat(factor)} | .cost t@, ${factor}, 0 | adda [$20] | st [$20]`,
}));
