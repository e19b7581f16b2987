/** Declarations of whole programs, compared with their runs: those of the samples hold, and false ones are found. */
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { assemble, type Assembly } from '#assembler';
import { createMachine, DeclarationCheck, type Watch } from '#emulator';
import { assembleText } from '#test/assembler/assembled-text.ts';

const ROOT = join(import.meta.dirname, '../..');

const sample = (name: string): Assembly =>
  assemble('main.gtasm', {
    read: (path: string, as: 'text' | 'bytes') => {
      const content = readFileSync(join(ROOT, 'samples', name, path));
      return as === 'text' ? { text: content.toString() } : { bytes: content };
    },
  });

function firstDifference({ image, debugInfo }: Assembly, cycles: number, seed?: number) {
  const machine = createMachine(image, seed === undefined ? {} : { seed });
  const check = new DeclarationCheck(debugInfo.declarations, machine);
  machine.run(cycles, { probe: check });
  return check.difference;
}

const SAMPLES = ['bars', 'game-pad', 'hello', 'keyboard', 'sound', 'subroutines', 'system-rom', 'time-check'];

describe('samples', () => {
  it.each(SAMPLES)('%s does what it declares', (name) => {
    expect(firstDifference(sample(name), 3_000_000, 5)).toBeUndefined();
  });
});

describe('both cores', () => {
  /** Runs a changed ROM in slices, with and without checking its declarations, and returns all stops. */
  function found(core: 'fast' | 'reference', { debugInfo }: Assembly, rom: Uint16Array, watched: number) {
    const machine = createMachine(rom, { core, seed: 3, translateAfter: 2 });
    const check = new DeclarationCheck(debugInfo.declarations, machine);
    const watches: readonly Watch[] = [{ address: watched, length: 1, access: ['write'] }];
    const stops: unknown[] = [];
    while (machine.cycle < 160_000 && stops.length < 30) {
      const { kind } = machine.run(40_000, { probe: check, watches });
      stops.push(kind === 'probe' ? check.difference : [kind, machine.cycle]);
      // Nothing from before this may count as known.
      if (kind === 'cycles') machine.run(777);
    }
    return [...stops, machine.ramHash];
  }

  it.each(['sound', 'subroutines', 'time-check'])('find the same in %s with a word changed', (name) => {
    const assembly = sample(name);
    const seen = createMachine(assembly.image, { seed: 3 });
    seen.startProfile();
    seen.run(200_000);
    const executed = [...seen.profile!.executions.entries()].flatMap(([address, count]) =>
      count > 0 ? [address] : [],
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...executed),
        fc.nat(7),
        fc.nat(0xff),
        fc.nat(0x10),
        (address, bit, operand, watched) => {
          const rom = assembly.image.slice();
          rom[address] = bit < 7 ? rom[address]! ^ (1 << bit) : (rom[address]! & 0xff00) | operand;
          expect(found('fast', assembly, rom, watched)).toEqual(found('reference', assembly, rom, watched));
        },
      ),
      { numRuns: 8 },
    );
  });
});

/** A program with one time check after another, which keeps the account; `body` ends at `over`. */
const program = (body: string): string => `
.zp account
.zp count external=yes
.timing account=account
        .org 0
reset:  ld   100
        st   [account]
work:   .check over
${body}
over:   .check end
        bra  work
        nop
end:
leave:  .trampoline
        ld   127
        st   [account]
        bra  leave
        nop
`;

describe('false declarations', () => {
  it.each([
    [
      'targets with one missing',
      'account',
      '        ld   a\n        .targets b\n        bra  ac\n        nop\na:      nop\nb:      nop\n',
      'targets',
    ],
    [
      'a loop that turns more often',
      'account',
      '        ld   4\n        .loop 3\n.t:     bne  .t\n        suba 1\n',
      'loop',
    ],
    [
      'a loop that turns less often',
      'account',
      '        ld   1\n        .loop 3\n.t:     bne  .t\n        suba 1\n',
      'loop',
    ],
    [
      'a charge of another amount',
      'account',
      '        ld   -3\n        .charged cycles=2\n        adda [account]\n        st   [account]\n',
      'charged',
    ],
  ])('%s', (_, __, body, kind) => {
    const { debugInfo } = assembleText(program(body));
    const { image } = assembleText(program(body));
    const machine = createMachine(image);
    const check = new DeclarationCheck(debugInfo.declarations, machine);
    expect(machine.run(10_000, { probe: check })).toMatchObject({ kind: 'probe' });
    expect(check.difference?.kind).toBe(kind);
  });

  it('the account of a check that pays for less than is taken', () => {
    const wrong = program('        bra  over\n        nop\n        nop\n');
    expect(firstDifference(assembleText(wrong), 10_000)?.kind).toBe('account');
  });
});
