/**
 * Certificates of a program with a handler, of which words are changed and several things forged together: what is
 * accepted draws its lines in a run. The certificates claim what a run of the changed words shows.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isFailure } from '#basics';
import { createMachine } from '#emulator';
import { encode, imageHash, opcodeOf, OUT_HSYNC, OUT_VSYNC } from '#isa';
import { verify, type Verified } from '#verifier';
import { assembleUnchecked, valueOf } from '#test/assembler/assembled-text.ts';
import { draws, forAll } from '#test/draws.ts';
import { PULSE } from '#test/timing/pulse-handler.ts';
import { observedCertificate } from '#test/verifier/observed-handler.ts';

type Certificate = ReturnType<typeof observedCertificate>;
/** Forges something, or changes words; the numbers choose what. */
type Forgery = (forged: { readonly rom: Uint16Array; readonly certificate: Certificate }, a: number, b: number) => void;

const PROGRAM = assembleUnchecked(PULSE);
const DOCUMENT = forgedFor(PROGRAM.image);
const USED = [...PROGRAM.used.keys()].filter((address) => PROGRAM.used[address] === 1);
const SETS = ['*', '00', '01-7f', '80-ff', 'u', '00-ff', ''];

/** What a run seems to show: the way in, the most that is left, and when vSync falls. */
function seenIn(rom: Uint16Array) {
  const machine = createMachine(rom, { core: 'reference' });
  const { account, checks } = PROGRAM.debugInfo.declarations;
  const addresses = new Set<number>(checks.map(({ address }) => address));
  const seen = { wayIn: 0, mostLeft: 0, vSyncAt: 0 };
  let due = 0;
  let fell = 0;
  while (machine.cycle < 1_200) {
    const { address, nextAddress, cycle, registers } = machine;
    const left = machine.ram[account ?? 0]!;
    if (addresses.has(address) && nextAddress === address + 1) {
      due = cycle + left;
      // A check right after one that leaves would find two more.
      seen.mostLeft = Math.max(seen.mostLeft, Math.min(left + 2, 0xff));
    }
    machine.step();
    const falls = registers.out & ~machine.registers.out;
    if ((falls & OUT_HSYNC) !== 0 && due > 0) seen.wayIn = Math.max(0, cycle - due);
    if ((falls & OUT_HSYNC) !== 0) fell = cycle;
    if ((falls & OUT_VSYNC) !== 0) seen.vSyncAt = cycle - fell;
  }
  return seen;
}

/** A certificate that claims what a run shows. */
function forgedFor(image: Uint16Array): Certificate {
  const { used, debugInfo } = PROGRAM;
  const seen = { ...seenIn(image), bytes: [valueOf(PROGRAM, 'lines')], cycles: 2_100 };
  const certificate = observedCertificate({ image, used, debugInfo }, seen);
  certificate.declarations.shape = { line: 200, hSync: 24, lines: 4, vSync: 1 };
  return JSON.parse(JSON.stringify(certificate)) as Certificate;
}

const chosen = <T>(from: readonly T[], by: number): T => from[by % from.length]!;
const shifted = (value: number, by: number): number => Math.max(0, value + chosen([-2, -1, 1, 2, 100], by));
const setOf = ({ sets }: Certificate, by: number): number => sets.push(chosen(SETS, by)) - 1;

const FORGERIES: Readonly<Record<string, Forgery>> = {
  'no check comes'({ rom }) {
    rom.set([encode(opcodeOf('jump', 7, 'd'), 0), encode(opcodeOf('ld', 0, 'ac'), 0)]);
  },
  'no claims'({ certificate }) {
    certificate.exact = [];
  },
  'no claim'({ certificate }, a) {
    certificate.exact.splice(a % 2, 1);
  },
  'no check'({ certificate }, a) {
    const { declarations, exact, points } = certificate;
    const { address: gone } = chosen(declarations.checks, a) ?? {};
    declarations.checks = declarations.checks.filter(({ address }) => address !== gone);
    certificate.exact = exact.filter((address) => address !== gone);
    certificate.points = points.filter(([address]) => address !== gone);
  },
  point({ certificate }, a, b) {
    const address = b % 2 === 0 ? chosen(USED, a) : chosen(DOCUMENT.exact, a);
    certificate.points.push([address, address + 1, { isStart: b % 3 > 0 }]);
  },
  'way in'({ certificate: { handler } }, a) {
    handler.wayIn = shifted(handler.wayIn, a);
  },
  'most left'({ certificate: { handler } }, a) {
    handler.mostLeft = Math.min(0xff, shifted(handler.mostLeft, a));
  },
  vSync({ certificate: { handler } }, a) {
    handler.vSyncAt = shifted(handler.vSyncAt, a);
  },
  'no line'({ certificate: { handler } }, a) {
    handler.lines.splice(a % handler.lines.length, 1);
  },
  line({ certificate }, a, b) {
    const [, , held = []] = chosen(certificate.handler.lines, a) ?? [];
    if (held.length > 0) held[b % held.length] = setOf(certificate, b);
  },
  'no byte'({ certificate: { handler } }, a) {
    const at = a % (handler.bytes.length + 1);
    handler.bytes.splice(at, 1);
    for (const [, , held] of handler.lines) held.splice(at, 1);
  },
  between({ certificate }, a, b) {
    certificate.handler.between.push([chosen(DOCUMENT.handler.bytes, a), setOf(certificate, b)]);
  },
  external({ certificate: { declarations } }, a) {
    declarations.external.push(chosen(DOCUMENT.handler.bytes, a));
  },
};

/** Changes a word, or moves it. */
function changeWord(rom: Uint16Array, a: number, b: number): void {
  const address = chosen(USED, a);
  const [word = 0, next = 0] = rom.slice(address, address + 2);
  const changes = [[word + 1], [word - 1], [encode(opcodeOf('ld', 0, 'ac'), 0)], [rom[chosen(USED, b)]!], [next, word]];
  rom.set(chosen(changes, b), address);
}

const numbers = fc.tuple(fc.nat(999), fc.nat(999));
const forgery = fc.tuple(fc.constantFrom(...Object.keys(FORGERIES)), numbers);

/** Whether nothing is believed but what is of this program. */
function believesNothing({ trusted }: Verified): boolean {
  return [...trusted.keys()].every((kind) => /^(shape|first account|most left)$/.test(kind));
}

/** What is wrong in a run; nothing if start-up leaves more in the account than the certificate says. */
function faultInRun(rom: Uint16Array, { declarations: { checks }, handler }: Certificate, seed: number): string {
  const machine = createMachine(rom, { core: 'reference', seed });
  const addresses = new Set(checks.map(({ address }) => address));
  while (!addresses.has(machine.address)) {
    if (machine.cycle > 1_000) return 'start-up comes to no check';
    machine.step();
  }
  if (machine.ram[checks[0]!.account]! > handler.mostLeft) return '';
  const falls: { readonly hSync: number[]; readonly vSync: number[] } = { hSync: [], vSync: [] };
  while (machine.cycle < 4_000) {
    const before = machine.registers.out;
    const { cycle } = machine;
    machine.step();
    const { out } = machine.registers;
    const [last] = falls.hSync.slice(-1);
    if ((before & ~out & OUT_HSYNC) !== 0) falls.hSync.push(cycle);
    if ((before & ~out & OUT_VSYNC) !== 0) falls.vSync.push(cycle - (falls.hSync.at(-1) ?? 0));
    if ((out & ~before & OUT_HSYNC) !== 0 && cycle !== (last ?? 0) + 24) return 'hSync is too long or too short';
  }
  const { hSync, vSync } = falls;
  if (hSync.length < 15 || hSync.some((at, index) => index > 0 && at !== hSync[index - 1]! + 200))
    return 'not each line takes 200 cycles';
  return vSync.length < 4 || vSync.some((at) => at !== handler.vSyncAt) ? 'vSync does not fall when it must' : '';
}

it('a forged certificate of a handler is refused, or lists what it believes, or is true', () => {
  let accepted = 0;
  const words = fc.array(numbers, { maxLength: 2 });
  const attempts = fc.array(fc.array(forgery, { maxLength: 3 }), { minLength: 8, maxLength: 8 });
  forAll(draws(50), [words, attempts, fc.nat()], (changes, all, seed) => {
    const changed = PROGRAM.image.slice();
    for (const [a, b] of changes) changeWord(changed, a, b);
    const seen = forgedFor(changed);
    for (const forgeries of all) {
      const rom = changed.slice();
      const certificate = structuredClone(seen);
      for (const [kind, [a, b]] of forgeries) FORGERIES[kind]!({ rom, certificate }, a, b);
      certificate.image = imageHash(rom);
      const result = verify(rom, certificate);
      if (isFailure(result) || !believesNothing(result)) continue;
      accepted++;
      expect(faultInRun(rom, certificate, seed)).toBe('');
    }
  });
  expect(accepted).toBeGreaterThan(draws(50) / 5);
});
