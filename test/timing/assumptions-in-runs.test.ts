/**
 * What the proof assumes of counts, frames and stores, compared with runs of random programs: what holds never stops
 * one, what is false does.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Assembly } from '#assembler';
import { createMachine } from '#emulator';
import { assembleFolder, assembleText, replaced } from '#test/assembler/assembled-text.ts';
import { EACH_LEAVES, executedIn, firstDifference } from '#test/timing/declared-run.ts';
import { forAll } from '#test/draws.ts';
import { HANDLER, MAIN } from '#test/timing/small-handler.ts';

/** Cycles after which the fast core has translated for the probe. */
const SHORT = 12_000;

describe('counts', () => {
  /** Between two checks: a loop and its charge, in either order. */
  interface Section {
    readonly turns: number;
    readonly isPaidFirst: boolean;
    readonly factor: number;
  }
  const section: fc.Arbitrary<Section> = fc.record({
    turns: fc.integer({ min: 1, max: 4 }),
    isPaidFirst: fc.boolean(),
    factor: fc.constantFrom(1, 2, 5),
  });
  const sections = fc.array(section, { minLength: 1, maxLength: 4 });

  const charge = (turns: number, factor: number): string => `
        ld   ${-(7 + factor * turns) & 0xff}
        .charged cycles=7 factor=${factor} count=turns
        adda [account]
        st   [account]
`;
  const loop = (turns: number, label: string): string => `
        ld   ${turns - 1}
        .loop 1..5 name=turns
${label}:  bne  ${label}
        suba 1
`;

  const program = (bodies: readonly string[]): Assembly => {
    const checked = bodies.map((body) => `        .check *+5\n${body}`);
    return assembleText([EACH_LEAVES.head, ...checked, '        .check *+5', EACH_LEAVES.end].join('\n'));
  };

  const write = ({ turns, isPaidFirst, factor }: Section, index: number, paid = turns): string => {
    const parts = [charge(paid, factor), loop(turns, `L${index}`)];
    return (isPaidFirst ? parts : parts.reverse()).join('');
  };

  it('that match what is charged never stop a run', () => {
    forAll(10, [sections], (drawn) => {
      const { image, debugInfo } = program(drawn.map((each, index) => write(each, index)));
      expect(firstDifference(image, debugInfo.declarations, SHORT)).toBeUndefined();
    });
  });

  it('that do not match what is charged stop it', () => {
    forAll(10, [sections, fc.nat(3), fc.constantFrom('other', 'none', 'beyond')], (drawn, which, fault) => {
      const wrong = which % drawn.length;
      const bodies = drawn.map((each, index) => {
        if (index !== wrong) return write(each, index);
        if (fault === 'none') return charge(each.turns, each.factor);
        return write(each, index, fault === 'other' ? (each.turns % 5) + 1 : 9);
      });
      const { image, debugInfo } = program(bodies);
      expect(firstDifference(image, debugInfo.declarations, SHORT)?.kind).toBe('charged');
    });
  });
});

describe('frames of a proven handler', () => {
  const { image, debugInfo, handler } = assembleFolder('samples/time-check');
  const { declarations } = debugInfo;
  /** Five frames. */
  const CYCLES = 5 * 521 * 200;

  it('have the lines that were proven', () => {
    expect(handler?.verdict).toBe('proven');
    expect(declarations.frameLines).toBe(521);
    expect(firstDifference(image, declarations, CYCLES)).toBeUndefined();
  });

  it.each([520, 522, 40])('that have 521 lines instead of %i are reported', (frameLines) => {
    const difference = firstDifference(image, { ...declarations, frameLines }, CYCLES);
    const late = 'vSync has not fallen for longer than that';
    expect(difference).toMatchObject({ kind: 'frame', seen: frameLines < 500 ? late : 'the last one has 521' });
  });

  it('without vSync are reported', () => {
    const handler = replaced(HANDLER, [/^V_SYNC +=.*$/m, 'V_SYNC = $c0'], [/^BOTH +=.*$/m, 'BOTH = $80']);
    const still = assembleText(MAIN, { others: { 'handler.gtasm': handler } });
    const difference = firstDifference(still.image, declarations, CYCLES);
    expect(difference).toMatchObject({ kind: 'frame', seen: 'vSync has not fallen for longer than that' });
  });

  it('are reported wherever the monitor finds another number of lines', () => {
    forAll(2, [fc.constantFrom(...executedIn(image, CYCLES)), fc.nat(7)], (address, bit) => {
      const rom = image.slice();
      rom[address] = rom[address]! ^ (1 << bit);
      const machine = createMachine(rom, { seed: 3 });
      machine.run(CYCLES);
      const bad = machine.monitor.faults.filter(({ kind }) => kind === 'frame');
      machine.startProfile();
      machine.run(CYCLES);
      const leaves = declarations.checks.some(({ address: at }) => machine.profile!.executions[at]! > 0);
      // The first frames may have begun before the first check; without checks nothing is compared.
      fc.pre(leaves && bad.length >= 3);
      expect(firstDifference(rom, declarations, 2 * CYCLES)).toBeDefined();
    });
  });
});

describe('the account', () => {
  it('is not hit by stores whose address the proof does not know', () => {
    forAll(
      {
        numRuns: 10,
        examples: [
          [0x00, 0, true],
          [0x00, 0x80, false],
          [0x81, 0, true],
          [0x80, 0x80, false],
        ],
      },
      [fc.integer({ min: 0, max: 0xff }), fc.constantFrom(0, 8, 0x80), fc.boolean()],
      (x, y, isByX) => {
        const store = isByX ? 'st [x]' : 'st [y,x]';
        const { image, debugInfo } = assembleText(`
.zp account
.zp value external=yes
.timing account=account
        .org 0
reset:  ld   0
        st   [account]
work:   .check end
        ld   ${y},y
        ld   ${x},x
        ld   [account]
        ${store}
        bra  work
        nop
end:
leave:  .trampoline
        ld   work + 5
        bra  ac
        nop
`);
        const { declarations } = debugInfo;
        const hits = x === declarations.account && (isByX || (y & 0x7f) === 0);
        expect(firstDifference(image, declarations, SHORT)?.kind).toBe(hits ? 'store' : undefined);
      },
    );
  });
});
