/** The sample with a system ROM: the menu starts both programs and takes over after them, and its files are up to date. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { assemble, findInterpreter, type Assembly } from '#assembler';
import { createMachine, putProgram, type PadButton } from '#emulator';
import { CYCLES_PER_FRAME, parseGt1 } from '#isa';
import { isFailure } from '#basics';
import { ROOT } from '#test/cli/run-cli.ts';

const FOLDER = join(ROOT, 'samples/system-rom');

function assembled(main: string): Assembly {
  return assemble(main, {
    read: (path, as) => {
      const content = readFileSync(join(FOLDER, path));
      return as === 'bytes' ? { bytes: content } : { text: content.toString() };
    },
  });
}

const rom = assembled('main.gtasm');
const dots = assembled('dots.gtasm').gt1();

it('has the program and the interface that its sources give', () => {
  expect(dots).toEqual(new Uint8Array(readFileSync(join(FOLDER, 'dots.gt1'))));
  expect(rom.interfaceJson()).toBe(readFileSync(join(FOLDER, 'interface.json'), 'utf8'));
});

it('has the addresses that dots.gtasm takes from interface.json', () => {
  const own = assembled('dots.gtasm').symbols;
  for (const name of ['padPressed', 'sysFn', 'sysArgs', 'SYS_Exec_88', 'menu'])
    expect(own.definitionNamed(name)?.value, name).toBe(rom.symbols.definitionNamed(name)?.value);
});

it('starts a program that is put into RAM', () => {
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
  // The entries after the header of the first segment; the last five words of each page read them.
  const bytesOf = (name: string): number[] => {
    const from = rom.symbols.definitionNamed(name)?.value ?? NaN;
    const words = Array.from({ length: 60 }, (_, index) => from + index).filter((address) => (address & 0xff) < 251);
    return words.slice(3, 3 + 40).map((address) => rom.image[address]! & 0xff);
  };
  const program = isFailure(dots) ? dots : parseGt1(dots);
  if (isFailure(program)) throw new Error(program.message);
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
