/** What `isa` says of registers and bytes of RAM that a word reads and writes, compared with the reference core. */
import { describe, expect, it } from 'vitest';
import { createMachine, type Machine, type Snapshot } from '#emulator';
import {
  AC,
  INSTRUCTION_TABLE,
  isIdle,
  mayHideRam,
  OUT,
  registersRead,
  registersWritten,
  touches,
  writesRam,
  X,
  Y,
  type RamKib,
} from '#isa';

const RAMS: readonly RamKib[] = [32, 64, 128];
const PAGES = [0, 0x80, 0x01, 0x7f, 0x9c];
const OPERAND = 0x35;
const COLUMNS = [OPERAND, 0x00, 0xe1];

interface Registers {
  readonly ac: number;
  readonly x: number;
  readonly y: number;
}

/** The machine of the last word, and its state at power-on. */
let last:
  { readonly word: number; readonly ram: RamKib; readonly machine: Machine; readonly start: Snapshot } | undefined;

/** A machine about to execute one word, with all of its RAM filled with a byte. */
function before(word: number, ram: RamKib, fill: number, registers: Registers): Machine {
  if (last?.word !== word || last.ram !== ram) {
    const machine = createMachine(new Uint16Array(0x10000).fill(word), { core: 'reference', ramKib: ram });
    last = { word, ram, machine, start: machine.snapshot() };
  }
  const { machine, start } = last;
  machine.adopt(start);
  machine.ram.fill(fill);
  for (const name of ['ac', 'x', 'y'] as const) machine.setRegister(name, registers[name]);
  machine.setRegister('out', 0x55);
  return machine;
}

/** Indices of bytes that a word writes: it changes them from one of two values. */
function written(word: number, ram: RamKib, registers: Registers): ReadonlySet<number> {
  const indices = new Set<number>();
  for (const fill of [0x00, 0xff]) {
    const machine = before(word, ram, fill, registers);
    machine.step();
    const { ram: bytes } = machine;
    for (let index = 0; index < bytes.length; index++) if (bytes[index] !== fill) indices.add(index);
  }
  return indices;
}

describe.each(RAMS)('with %i KiB of RAM', (ram) => {
  it('tells for each opcode which byte a store touches', () => {
    for (const { code, operation } of INSTRUCTION_TABLE) {
      if (operation !== 'st') continue;
      const word = (code << 8) | OPERAND;
      for (const y of PAGES) {
        for (const x of COLUMNS.slice(0, 2)) {
          const seen = written(word, ram, { ac: 0xa7, x, y });
          expect(seen.size, `${code} writes one byte, or none`).toBe(writesRam(word, ram) ? 1 : 0);
          for (const index of seen) {
            const touch = touches(word, new Set([y]), new Set([x]), ram, index);
            // With banks it is not certain which of them the upper half shows.
            expect(touch).toBe(ram === 128 && index >= 0x8000 ? 'perhaps' : 'certainly');
          }
          const untouched = [0, OPERAND, 0x0100, 0x1234].filter((index) => !seen.has(index));
          for (const index of untouched) {
            const touch = touches(word, new Set([y]), new Set([x]), ram, index);
            if (writesRam(word, ram)) expect(touch === 'certainly', `${code} at ${index}`).toBe(false);
            if (ram !== 128) expect(touch === 'never' || !writesRam(word, ram)).toBe(true);
          }
        }
      }
    }
  });

  it('tells for each opcode which byte a load touches', () => {
    for (const { code, readsRam, operation } of INSTRUCTION_TABLE) {
      if (!readsRam || operation === 'jump') continue;
      const word = (code << 8) | OPERAND;
      for (const y of PAGES.filter((page) => ram !== 128 || page < 0x80)) {
        for (const x of COLUMNS) {
          const registers = { ac: 0x0f, x, y };
          const near = [0, y, y & 0x7f].flatMap((page) => [OPERAND, x].map((low) => (page << 8) | low));
          const index = near.find(
            (each) => each < ram * 0x400 && touches(word, new Set([y]), new Set([x]), ram, each) === 'certainly',
          )!;
          const results = [0xa5, 0x5a].map((byte) => {
            const machine = before(word, ram, 0, registers);
            machine.ram[index] = byte;
            machine.step();
            const { ac, x: afterX, y: afterY, out } = machine.registers;
            return [ac, afterX, afterY, out].join();
          });
          expect(results[0], `${code}, Y ${y}, X ${x}`).not.toBe(results[1]);
        }
      }
    }
  });
});

it('takes Y and X as sets: certainly only what all of them hit', () => {
  const store =
    (INSTRUCTION_TABLE.findIndex(({ operation, address }) => operation === 'st' && address === 'yd') << 8) | 7;
  const none = new Set<number>();
  expect(touches(store, new Set([0, 8]), none, 32, 7)).toBe('perhaps');
  expect(touches(store, new Set([0, 0x80]), none, 32, 7)).toBe('certainly');
  expect(touches(store, new Set([0, 0x80]), none, 64, 7)).toBe('perhaps');
  expect(touches(store, new Set([0x80]), none, 64, 7)).toBe('never');
  expect(touches(store, new Set([0x80]), none, 128, 7)).toBe('perhaps');
  expect(touches(store, new Set([0]), none, 32, 8)).toBe('never');
});

it.each(RAMS)('tells which words may take RAM of %i KiB off the bus', (ram) => {
  for (const { code } of INSTRUCTION_TABLE) {
    for (const low of [0x3c, 0x3d, 0x3e, 0x3f]) {
      const word = (code << 8) | low;
      // Of X only the lowest bit is told.
      const hides = [0x3c, 0x3d].filter((x) => {
        const machine = before(word, ram, 0, { ac: 0, x, y: 0 });
        machine.step();
        return (machine.control & 1) === 1;
      });
      for (const x of [0x3c, 0x3d])
        expect(mayHideRam(word, ram, x === 0x3d), `opcode ${code}, operand ${low}`).toBe(hides.includes(x));
    }
  }
});

it('tells the registers that each opcode writes', () => {
  const names = { ac: AC, x: X, y: Y, out: OUT } as const;
  for (const { code } of INSTRUCTION_TABLE) {
    let seen = 0;
    for (const ac of [0x00, 0x5c, 0xff]) {
      for (const fill of [0x31, 0xce]) {
        const start = { ac, x: 0x42, y: 0x13 };
        const machine = before((code << 8) | 0x67, 32, fill, start);
        machine.step();
        const { registers } = machine;
        for (const [name, bit] of Object.entries({ ...start, out: 0x55 }))
          if (registers[name as keyof typeof names] !== bit) seen |= names[name as keyof typeof names];
      }
    }
    expect(seen & ~registersWritten(code << 8), `opcode ${code}`).toBe(0);
  }
});

it('tells for each opcode and constant whether AC is read', () => {
  for (const opcode of INSTRUCTION_TABLE) {
    for (const operand of [0x00, 0x67, 0xff]) {
      const word = (opcode.code << 8) | operand;
      const keepsAc = isIdle(opcode) || (registersWritten(word) & AC) === 0;
      const results = [0x00, 0x01, 0x5c, 0x80, 0xff].flatMap((ac) =>
        [0x31, 0xce].map((fill) => {
          const machine = before(word, 32, fill, { ac, x: 0x42, y: 0x13 });
          machine.step();
          const { registers, nextAddress, ramHash } = machine;
          const { ac: after, ...others } = registers;
          return JSON.stringify([fill, nextAddress, ramHash, others, keepsAc || after]);
        }),
      );
      // No button is pressed, so that IN is $ff.
      const depends = new Set(results).size > 2 || (opcode.operation === 'ora' && opcode.bus === 'in');
      expect((registersRead(word) & AC) !== 0, `opcode ${opcode.code}, operand ${operand}`).toBe(depends);
    }
  }
});
