/**
 * The reference core compared with a model of the control unit's signal lines, and with named rows for what is easily
 * missed.
 */
import { ROM_WORDS } from '#isa';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMachine, type Machine } from '#emulator';
import { program } from '#test/emulator/program.ts';
import { forAll } from '#test/draws.ts';

interface State {
  ac: number;
  x: number;
  y: number;
  out: number;
  place: number;
  next: number;
  ram: Uint8Array;
}

/**
 * ALU by its lines: AL lets AC through to the adder; AR3..AR0 give the other summand's bit for each pair of bits (B,
 * AC).
 */
const ALU_LINES: readonly (readonly [number, number])[] = [
  [0, 0b1100],
  [0, 0b1000],
  [0, 0b1110],
  [0, 0b0110],
  [1, 0b1100],
  [1, 0b0011],
  [1, 0b0000],
  [0, 0b0101],
];

function aluByLines(operation: number, ac: number, bus: number): number {
  const [al, ar] = ALU_LINES[operation]!;
  let right = 0;
  for (let bit = 0; bit < 8; bit++) right |= ((ar >> ((((bus >> bit) & 1) << 1) | ((ac >> bit) & 1))) & 1) << bit;
  const carry = operation === 5 || operation === 7 ? 1 : 0;
  return ((al === 1 ? ac : 0) + right + carry) & 0xff;
}

/** The branch condition: one bit of the mode for each of AC > 0, AC < 0, AC = 0. */
function passes(mode: number, ac: number): boolean {
  return (mode & (1 << ((ac >> 7) + (ac === 0 ? 2 : 0)))) !== 0;
}

/** One cycle by bit fields, with IN = $FF and 32 KiB of RAM. */
function cycleByFields(word: number, before: State): State {
  const [operation, mode, bus, operand] = [word >> 13, (word >> 10) & 7, (word >> 8) & 3, word & 0xff];
  const after: State = { ...before, ram: before.ram.slice(), place: before.next, next: (before.next + 1) & 0xffff };
  const [stores, jumps] = [operation === 6, operation === 7];
  const low = !jumps && (mode === 1 || mode === 3 || mode === 7) ? before.x : operand;
  const high = !jumps && (mode === 2 || mode === 3 || mode === 7) ? before.y : 0;
  const address = ((high << 8) | low) & 0x7fff;
  const value = [operand, stores ? 0 : before.ram[address]!, before.ac, 0xff][bus]!;
  if (stores) after.ram[address] = value;
  if (jumps) return { ...after, next: jumpByFields(mode, value, before) };
  const result = aluByLines(operation, before.ac, value);
  if (mode < 4 && !stores) after.ac = result;
  if (mode === 4) after.x = result;
  if (mode === 5) after.y = result;
  if (mode > 5 && !stores) after.out = result;
  if (mode === 7) after.x = (before.x + 1) & 0xff;
  return after;
}

function jumpByFields(mode: number, value: number, { ac, y, next }: State): number {
  if (mode === 0) return (y << 8) | value;
  return passes(mode, ac) ? (next & 0xff00) | value : (next + 1) & 0xffff;
}

/** A machine about to execute a word at $1234, in a ROM full of that word. */
function standing(word: number, state: Omit<State, 'ram'>, seed: number): Machine {
  const machine = createMachine(new Uint16Array(ROM_WORDS).fill(word), { core: 'reference', seed });
  for (const name of ['ac', 'x', 'y', 'out'] as const) machine.setRegister(name, state[name]);
  machine.setPosition(state.place, state.next);
  return machine;
}

describe('reference core', () => {
  it('does in every cycle what the signal lines say', () => {
    const byte = fc.integer({ min: 0, max: 255 });
    const address = fc.integer({ min: 0, max: 0xffff });
    const state = fc.record({ ac: byte, x: byte, y: byte, out: byte, place: address, next: address });
    forAll(3000, [address, state, fc.integer()], (word, registers, seed) => {
      const machine = standing(word, registers, seed);
      const { ram, ...expected } = cycleByFields(word, { ...registers, ram: machine.ram.slice() });
      machine.step();
      const { ac, x, y, out } = machine.registers;
      expect({ ac, x, y, out, place: machine.address, next: machine.nextAddress }).toEqual(expected);
      expect(Buffer.compare(machine.ram, ram)).toBe(0);
    });
  });

  it.each([
    ['executes the delay slot of a branch', ['nop', 'bra $10', 'ld $07'], [0, 1, 2, 0x10, 0x11]],
    [
      'executes one word where a branch goes that another follows',
      ['nop', 'bra $10', 'bra $20'],
      [0, 1, 2, 0x10, 0x20],
    ],
    [
      'takes the page of a second branch from the first',
      ['ld $12,y', 'jmp y,$34', 'bra $ff'],
      [0, 1, 2, 0x1234, 0x12ff],
    ],
    ['takes a branch at the end of a page into the next', ['ld $00,y', 'jmp y,$ff'], [0, 1, 2, 0xff, 0x100, 0x105]],
  ])('%s', (_, lines, places) => {
    const machine = createMachine(program(lines, { 0xff: ['bra $05'] }), { core: 'reference' });
    for (const place of places) {
      expect(machine.address).toBe(place);
      machine.step();
    }
  });

  it('wraps the program counter', () => {
    const machine = createMachine(program(['nop']), { core: 'reference' });
    machine.setPosition(0xffff);
    machine.step();
    expect([machine.address, machine.nextAddress]).toEqual([0, 1]);
  });
});
