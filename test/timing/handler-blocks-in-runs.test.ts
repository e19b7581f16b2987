/** Random timed blocks of the handler to which only an unresolved jump leads, compared with runs. */
import { expect, it } from 'vitest';
import type { Assembly } from '#assembler';
import { createMachine } from '#emulator';
import { assembleText, assembleTimed, valueOf } from '#test/assembler/assembled-text.ts';
import { draws, forAll } from '#test/draws.ts';
import { cyclesOf, handlerBlock, writeHandlerBlock } from '#test/timing/handler-block.ts';

const RUNS = draws(25);
const CYCLES = 4_000;

/** The cycles that a run counts from the block's start to its end, each number once. */
function countedIn(assembly: Assembly): readonly number[] {
  const [block, end] = [valueOf(assembly, 'block'), valueOf(assembly, 'blockEnd')];
  const machine = createMachine(assembly.image, { core: 'reference', seed: 5 });
  const counted = new Set<number>();
  let start: number | undefined;
  while (machine.cycle < CYCLES) {
    if (machine.address === end && start !== undefined) counted.add(machine.cycle - start);
    if (machine.address === end) start = undefined;
    if (machine.address === block && machine.nextAddress === block + 1) start = machine.cycle;
    machine.step();
  }
  return [...counted];
}

it('what a block of the handler claims is what a run counts', { timeout: 0 }, () => {
  const verdicts = { exact: 0, others: 0 };
  forAll(RUNS, [handlerBlock], (program) => {
    const cycles = cyclesOf(assembleText(writeHandlerBlock(program, { block: 1, check: 1 })));
    const source = writeHandlerBlock(program, cycles);
    const assembly = assembleTimed(source);
    const block = assembly.debugInfo.timing.find(({ kind }) => kind === 'exact')!;
    const counted = countedIn(assembly);
    expect(counted.length, source).toBeGreaterThan(0);
    if (block.verdict === 'exact') expect(counted, source).toEqual([block.cycles]);
    verdicts[block.verdict === 'exact' ? 'exact' : 'others']++;
  });
  expect(Math.min(verdicts.exact, verdicts.others)).toBeGreaterThan(0);
});
