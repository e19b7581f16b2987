/** Certificates of small programs in which several things are forged together: what is accepted holds in a run. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isFailure } from '#basics';
import { verify, type Verified } from '#verifier';
import { inPage, timedProgram, type TimedProgram } from '#test/assembler/timed-program.ts';
import { draws, forAll } from '#test/draws.ts';
import { count, expectExact } from '#test/timing/counted-program.ts';
import { certificateOf } from '#test/verifier/certificate-of.ts';

/** A check, and a branch after it with two arms. It pays for one of them; the other one mostly takes another time. */
interface Part {
  readonly condition: string;
  readonly data: number;
  readonly arms: readonly [number, number];
  readonly pays: number;
}

const part: fc.Arbitrary<Part> = fc.record({
  condition: fc.constantFrom('beq', 'bne', 'blt', 'bge'),
  data: fc.integer({ min: 0x51, max: 0x53 }),
  arms: fc.tuple(fc.nat(5), fc.nat(5)),
  pays: fc.nat(1),
});

function bodyOf(parts: readonly Part[]): string {
  const blocks = parts.map(({ condition, data, arms: [passed, taken], pays }, at) => {
    const cycles = pays === 0 ? passed + 12 : taken + 10;
    const next = `bra p${(at + 1) % parts.length}\n nop`;
    const isPassed = ` .nops ${passed}\n bra e${at}\n nop\n`;
    const isTaken = `b${at}: .nops ${taken}\n`;
    return `p${at}: .check =${cycles}\n ld [${data}]\n ${condition} b${at}\n nop\n${isPassed}${isTaken}e${at}: ${next}\n`;
  });
  return `start: bra p0\n nop\n${blocks.join('')}`;
}

type Certificate = ReturnType<typeof certificateOf>;
/** Forges something; the numbers choose what, among what there is. */
type Forgery = (certificate: Certificate, { program, used }: Forged, a: number, b: number, c: number) => void;
interface Forged {
  readonly program: TimedProgram;
  /** The addresses of all words. */
  readonly used: readonly number[];
}

const chosen = <T>(from: readonly T[], by: number): T => from[by % from.length]!;

/** How often forged loops turn. */
const COUNTS: readonly { readonly min: number; readonly max: number }[] = [
  { min: 0, max: 0 },
  { min: 0, max: 1 },
  { min: 1, max: 1 },
  { min: 0, max: 2 },
];

const FORGERIES: Readonly<Record<string, Forgery>> = {
  loop({ declarations, turns }, { used }, a, b, c) {
    const head = chosen(used, a);
    const name = c % 2 === 0 ? {} : { count: 'n' };
    declarations.loops.push({ head, ...chosen(COUNTS, b), entries: [], ...name });
    if (c % 3 === 0) turns.push([head, declarations.checks.map(({ address }) => address)]);
  },
  form({ declarations: { checks } }, _, a, b) {
    if (checks.length > 0) Object.assign(chosen(checks, a), { form: chosen(['check', 'sync', 'short'], b) });
  },
  'no check'(certificate, _, a) {
    const { declarations, exact, points } = certificate;
    if (exact.length === 0) return;
    const gone = chosen(exact, a);
    certificate.exact = exact.filter((address) => address !== gone);
    certificate.points = points.filter(([address]) => address !== gone);
    declarations.checks = declarations.checks.filter(({ address }) => address !== gone);
  },
  'no claim'(certificate, _, a) {
    certificate.exact = certificate.exact.filter((address) => address !== chosen(certificate.exact, a));
  },
  charge({ declarations }, { used }, a, b, c) {
    const named = c % 2 === 0 ? {} : { count: 'n', factor: 1 };
    declarations.charges.push({ address: chosen(used, a), cycles: (b % 21) - 10, isDeclared: true, ...named });
  },
  known({ points, sets }, _, a, b) {
    if (points.length > 0) chosen(points, a)[2].ac = sets.push(chosen(['00', '01-7f', '80-ff', 'u', '00-ff'], b)) - 1;
  },
  byte({ bytes, points, sets }, _, a, b) {
    const byte = 0x51 + (a % 3);
    bytes.push(byte);
    const set = sets.push(chosen(['00', '01-7f', '80-ff', 'u', '00-ff,u', '*'], b)) - 1;
    for (const [, , known] of points) known.bytes = [...(known.bytes ?? []), [byte, set]];
  },
  point({ points, sets }, { used }, a, b, c) {
    const address = chosen(used, a);
    const ac = sets.push(chosen(['00', '01-7f', '80-ff', ''], b)) - 1;
    points.push([address, address + 1, { ac, isStart: c % 2 === 0 }]);
  },
  alternative({ bytes, points, sets }, _, a, b, c) {
    const byte = 0x51 + (a % 3);
    bytes.push(byte);
    const halves = chosen(
      [
        ['00', '01-ff'],
        ['00-7f', '80-ff'],
        ['00', '01-7f'],
        ['*', '00'],
      ],
      b,
    );
    const [first = 0, second = 0] = halves.map((each) => sets.push(each) - 1);
    for (const [address, next, known] of [...points]) {
      const before = known.bytes ?? [];
      points.push([address, next, { ...known, bytes: [...before, [byte, second]] }]);
      known.bytes = [...before, [byte, c % 4 === 0 ? second : first]];
    }
  },
  pair({ bytes, points, sets }, _, a, b, c) {
    const [page, low] = [0x51 + (a % 3), 0x51 + (b % 3)];
    bytes.push(page, low);
    const set = sets.push(chosen(['00', '00-7f', '00-ff', '*', ''], c)) - 1;
    const lows = [...Array(c % 2 === 0 ? 0x100 : 2).keys()].map((each) => [each, set] as const);
    for (const [, , known] of points) known.pairs = [...(known.pairs ?? []), [page, low, lows]];
  },
  stores({ bytes, handlerStores, sets }, _, a, b) {
    const byte = 0x51 + (a % 3);
    bytes.push(byte);
    handlerStores.push([byte, sets.push(chosen(['00', '01-7f', '*', ''], b)) - 1]);
  },
  slot({ points, sets }, { used }, a, b, c) {
    const ac = sets.push(chosen(['00', '01-7f', '80-ff', '*'], b)) - 1;
    points.push([chosen(used, a), chosen(used, c), { ac, isStart: c % 2 === 0 }]);
  },
  open({ open }, { program }, a) {
    open.push(chosen([0, ...program.checks.map(({ address }) => address)], a));
  },
  unused({ declarations }, { used }, a) {
    const gone = chosen(used, a);
    declarations.used = used.flatMap((address) => (address === gone ? [] : [address, address]));
  },
};

const forgery = fc.tuple(fc.constantFrom(...Object.keys(FORGERIES)), fc.nat(999), fc.nat(999), fc.nat(999));

/** Whether nothing is believed but what is of all these programs. */
function believesNothing({ trusted }: Verified): boolean {
  return [...trusted.keys()].every((kind) => kind === 'handler' || kind === 'first account');
}

it('a forged certificate is refused, or lists what it believes, or is true', () => {
  let accepted = 0;
  const all = fc.array(fc.array(forgery, { minLength: 1, maxLength: 3 }), { minLength: 20, maxLength: 20 });
  forAll(
    draws(75),
    [fc.array(part, { minLength: 1, maxLength: 2, size: 'small' }), all, fc.nat()],
    (parts, attempts, seed) => {
      const program = timedProgram(inPage(bodyOf(parts)));
      const used = [...program.used.keys()].filter((address) => program.used[address] === 1);
      for (const forgeries of attempts) {
        const certificate = certificateOf(program);
        for (const [kind, ...numbers] of forgeries) FORGERIES[kind]!(certificate, { program, used }, ...numbers);
        const result = verify(program.words, JSON.parse(JSON.stringify(certificate)));
        if (isFailure(result) || result.checks === 0 || !believesNothing(result)) continue;
        accepted++;
        const declared = new Set(certificate.declarations.checks.map(({ address }) => address));
        const checks = program.checks.filter(({ address }) => declared.has(address));
        expectExact(new Set(certificate.exact), count({ ...program, checks }, seed, 1_000));
      }
    },
  );
  expect(accepted).toBeGreaterThan(draws(10));
});
