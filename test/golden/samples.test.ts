/**
 * Every sample has no findings, proven timing, and exact sync for two seconds; its golden file has picture, sound and
 * end state. What time-check and system-rom show is checked here.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { assemble, findInterpreter, type Assembly } from '#assembler';
import { createMachine, putProgram, type PadButton } from '#emulator';
import { CYCLES_PER_FRAME, parseGt1 } from '#isa';
import { isFailure } from '#basics';
import { folderHost } from '#test/assembler/hosts.ts';
import { temporaryFolder } from '#test/source-folder.ts';
import { GoldenFolder, assembleRom, GOLDEN, Runner } from '#test/golden/golden.ts';
import { good } from '#test/good.ts';
import { PROJECT } from '#test/project.ts';

/** Two seconds from a random state on the fast core, and half a second from zeros on both. */
const LONG_RUN = '--cycles 12000000 --seed 7';
const SHORT_RUN = '--cycles 3000000';

const samples = readdirSync(join(PROJECT, 'samples'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const golden = new GoldenFolder(
  join(GOLDEN, 'expected/samples'),
  samples.map((name) => `${name}.json`),
);

describe.each(samples)('sample %s', (name) => {
  it('is proven, and runs with exact sync as its golden file says', async () => {
    expect(existsSync(join(PROJECT, 'samples', name, 'README.md'))).toBe(true);
    const folder = temporaryFolder();
    const rom = join(folder, 'main.rom');
    assembleRom(join('samples', name, 'main.gtasm'), rom);
    const script = join(GOLDEN, 'input', `${name}.json`);
    const runner = new Runner(rom, folder, existsSync(script) ? script : undefined);
    const runs = [runner.runOnBoth(SHORT_RUN), runner.run(LONG_RUN)];
    for (const { state } of runs) expect(state.monitor).toMatchObject({ badLines: 0, badFrames: 0 });
    expect(runs[1]!.state.monitor.frames).toBeGreaterThan(100);
    await golden.compareJson(`${name}.json`, runs);
  });
});

it('has no golden file without a sample', () => golden.expectNoOthers());

/** A program of a sample; the command has proven it above. */
function assembleOnly(folder: string, main = 'main.gtasm'): Assembly {
  return assemble(main, folderHost(folder), { check: false });
}

/** The picture of time-check. */
const FIRST_ROW = 8;
const COLUMNS = 128;
const NUMBERS = 64 * COLUMNS;
const WHITE = 0x3f;
/** A moment in the pause after the last prime. */
const DONE = 25_000_000;

it('the sieve of time-check leaves the primes', () => {
  const machine = createMachine(assembleOnly('samples/time-check').image, { seed: 3 });
  machine.run(DONE);
  const pixel = (n: number): number => machine.ram[((FIRST_ROW + Math.floor(n / COLUMNS)) << 8) | (n % COLUMNS)]!;
  const numbers = Array.from({ length: NUMBERS }, (_, n) => n);
  expect(numbers.filter((n) => pixel(n) === WHITE)).toEqual(numbers.filter(isPrime));
});

function isPrime(n: number): boolean {
  for (let d = 2; d * d <= n; d++) if (n % d === 0) return false;
  return n > 1;
}

describe('the sample with a system ROM', () => {
  const FOLDER = join(PROJECT, 'samples/system-rom');
  const rom = assembleOnly('samples/system-rom');
  const dotsAssembly = assembleOnly('samples/system-rom', 'dots.gtasm');
  const dots = dotsAssembly.gt1();

  it('has the current program and interface beside its sources', () => {
    expect(dots).toEqual(new Uint8Array(readFileSync(join(FOLDER, 'dots.gt1'))));
    expect(rom.interfaceJson()).toBe(readFileSync(join(FOLDER, 'interface.json'), 'utf8'));
  });

  it('has the addresses that dots.gtasm takes from interface.json', () => {
    for (const name of ['padPressed', 'sysFn', 'sysArgs', 'SYS_Exec_88', 'menu'])
      expect(dotsAssembly.symbols.definitionNamed(name)?.value, name).toBe(rom.symbols.definitionNamed(name)?.value);
  });

  it('runs a program that is put into RAM', () => {
    const machine = createMachine(rom.image, { seed: 5 });
    const interpreter = findInterpreter(rom.image);
    if (interpreter === undefined || isFailure(dots)) throw new Error('there is nothing to start');
    expect(putProgram(machine, dots, interpreter.fetch)).toBeUndefined();
    machine.run(20 * CYCLES_PER_FRAME);
    // The address of the last dot is in the rows 8 to 67, and the menu does not use that cell.
    expect(machine.ram[0x31]!).toBeGreaterThanOrEqual(8);
    expect(machine.ram[0x31]!).toBeLessThan(68);
    expect(machine.monitor).toMatchObject({ badLines: 0, badFrames: 0 });
    expect(putProgram(createMachine(rom.image), Uint8Array.of(2, 0, 5), interpreter.fetch)).toMatchObject({
      message: expect.stringContaining('ends inside segment 1'),
    });
  });

  it('starts both programs from the menu, and the menu again after them', () => {
    const machine = createMachine(rom.image, { seed: 5 });
    // The first 40 bytes after the segment's header; the last five words of each page are code that reads them.
    const bytesOf = (name: string): number[] => {
      const from = rom.symbols.definitionNamed(name)?.value ?? NaN;
      const words = Array.from({ length: 60 }, (_, index) => from + index).filter((address) => (address & 0xff) < 251);
      return words.slice(3, 3 + 40).map((address) => rom.image[address]! & 0xff);
    };
    const program = good(isFailure(dots) ? dots : parseGt1(dots));
    const frames = (count: number): void => void machine.run(count * CYCLES_PER_FRAME);
    const press = (button: PadButton): void => {
      machine.input.setPad([button]);
      frames(3);
      machine.input.setPad([]);
      frames(30);
    };
    const running = (): number[] => [...machine.ram.subarray(0x200, 0x200 + 40)];
    frames(40);
    expect(running()).toEqual(bytesOf('menu'));
    press('a');
    expect(running()).toEqual(bytesOf('stripes'));
    press('a');
    expect(running()).toEqual(bytesOf('menu'));
    press('right');
    press('a');
    expect(running()).toEqual([...program.segments[0]!.data.subarray(0, 40)]);
    const before = machine.ramHash;
    frames(2);
    expect(machine.ramHash).not.toBe(before);
    press('a');
    expect(running()).toEqual(bytesOf('menu'));
    expect(machine.monitor).toMatchObject({ badLines: 0, badFrames: 0 });
  });
});
