/** Loops that turn in every way that the proof knows, compared with runs: true ones never stop one, false ones do. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Assembly } from '#assembler';
import { createMachine, DeclarationCheck, formatDifference, type RunDeclarations, type Watch } from '#emulator';
import { assembleText } from '#test/assembler/assembled-text.ts';
import { draws } from '#test/draws.ts';
import { drawnLoop, writeLoops, type Declare, type DrawnLoop } from '#test/timing/turning-loops.ts';

/** How many programs of each kind. */
const RUNS = draws(15);
/** Enough for the fast core to translate for the probe. */
const CYCLES = 16_000;

/** Runs a program in both cores, which must stop alike. @returns the first difference */
function firstDifference({ image, debugInfo }: Assembly, source: string): string | undefined {
  const found = (['reference', 'fast'] as const).map((core) => {
    const machine = createMachine(image, { core, seed: 7, translateAfter: 1 });
    const check = new DeclarationCheck(debugInfo.declarations, machine);
    const { kind } = machine.run(CYCLES, { probe: check });
    return { kind, difference: check.difference, cycle: machine.cycle };
  });
  expect(found[1], source).toEqual(found[0]);
  const { difference } = found[0]!;
  return difference === undefined ? undefined : `${difference.kind}: ${formatDifference(difference)}`;
}

function assembled(drawn: readonly DrawnLoop[], declare: Declare): { program: Assembly; source: string } {
  const source = writeLoops(drawn, declare);
  const program = assembleText(source);
  const wrong = program.diagnostics.filter(({ code }) => !code.startsWith('GT08'));
  expect(
    wrong.filter(({ severity }) => severity === 'error'),
    source,
  ).toEqual([]);
  return { program, source };
}

const loops = fc.array(drawnLoop, { minLength: 1, maxLength: 3 });

describe('loops', () => {
  it('that are true never stop a run', { timeout: 0 }, () => {
    fc.assert(
      fc.property(loops, fc.boolean(), (drawn, isRange) => {
        const { program, source } = assembled(drawn, (turns) => (isRange ? [1, turns + 1] : [turns, turns]));
        expect(firstDifference(program, source), source).toBeUndefined();
      }),
      { numRuns: RUNS },
    );
  });

  it('that turn more or less often than declared stop it', { timeout: 0 }, () => {
    fc.assert(
      fc.property(loops, fc.nat(2), fc.constantFrom(-1, 1, 2), (drawn, which, by) => {
        const index = which % drawn.length;
        const { turns, closing, entry } = drawn[index]!;
        // Where the proof knows no turn, it knows no middle either.
        fc.pre(turns + by >= 1 && !(closing === 'lost' && entry === 'middle'));
        const declared: Declare = (made, loop) => (loop === index ? [turns + by, turns + by] : [made, made]);
        const { program, source } = assembled(drawn, declared);
        expect(firstDifference(program, source), source).toMatch(/^loop/);
      }),
      { numRuns: RUNS },
    );
  });

  it('are compared alike by both cores, whatever the words do', { timeout: 0 }, () => {
    const change = fc.tuple(fc.nat(0x7f), fc.nat(15));
    fc.assert(
      fc.property(loops, fc.array(change, { maxLength: 2 }), fc.nat(0xff), (drawn, changes, watched) => {
        const { program, source } = assembled(drawn, (turns) => [turns, turns]);
        const rom = program.image.slice();
        for (const [address, bit] of changes) rom[address] = rom[address]! ^ (1 << bit);
        const declared = program.debugInfo.declarations;
        expect(stops('fast', rom, declared, watched), source).toEqual(stops('reference', rom, declared, watched));
      }),
      { numRuns: RUNS },
    );
  });
});

/** All stops of a run in slices, with cycles in between that the comparison does not see. */
function stops(core: 'fast' | 'reference', rom: Uint16Array, declarations: RunDeclarations, watched: number) {
  const machine = createMachine(rom, { core, seed: 3, translateAfter: 1 });
  const check = new DeclarationCheck(declarations, machine);
  const watches: readonly Watch[] = [{ address: watched, length: 1, access: ['write'] }];
  const found: unknown[] = [];
  const asked = { probe: check, watches };
  // The fast core translates for new stops after a while.
  while (machine.cycle < 20_000) machine.run(20_000 - machine.cycle, asked);
  while (machine.cycle < 60_000 && found.length < 30) {
    const { kind } = machine.run(9_000, asked);
    found.push(kind === 'probe' ? check.difference : [kind, machine.cycle]);
    if (kind === 'cycles') machine.run(777);
  }
  return [...found, machine.ramHash];
}
