/** A call profile that translated code follows, compared with the plain one in the reference core. */
import { describe, expect, it } from 'vitest';
import { ROM_WORDS } from '#isa';
import { CallProfile, createMachine, planProfile, type CallNode, type Machine } from '#emulator';
import { program, randomFrom, randomRom, type Random } from '#test/emulator/program.ts';
import type { CodeShape } from './profile-plan.ts';

type Shape = Omit<CodeShape, 'memory'>;

/** Regions, routines and checks anywhere in the pages that random ROMs like. */
function randomShape(random: Random): Shape {
  const regionOf = new Uint16Array(ROM_WORDS);
  const length = 4 + random(60);
  for (let address = 0; address < ROM_WORDS; address++) regionOf[address] = Math.floor(address / length);
  const named = Uint8Array.from({ length: ROM_WORDS }, () => Number(random(20) === 0));
  const somewhere = (): number => random(8 * 0x100);
  return {
    regionOf,
    named,
    routines: Array.from({ length: 200 }, () => ({ start: somewhere(), returnCell: random(8) })),
    checks: Array.from({ length: 60 }, () => ({
      address: somewhere(),
      form: random(3) === 0 ? ('short' as const) : ('check' as const),
    })),
  };
}

interface Side {
  readonly machine: Machine;
  readonly calls: CallProfile;
}

function side(rom: Uint16Array, core: 'fast' | 'reference', shape: Shape, translateAfter: number): Side {
  const machine = createMachine(rom, { core, translateAfter, seed: 7 });
  const plan = planProfile({ ...shape, memory: machine });
  return { machine, calls: new CallProfile(plan, { address: machine.address, callers: [] }) };
}

/** Everything that a profile has counted: a line for each node, named by the calls that lead to it. */
function counted({ code, handler, left }: CallProfile): string[] {
  const lines: string[] = [];
  const add = (node: CallNode, way: string): void => {
    if (node.cycles !== 0) lines.push(`${way}: ${node.cycles}`);
    for (const [region, child] of node.children) add(child, `${way} ${region}`);
  };
  add(code, 'code');
  add(handler, 'handler');
  left.forEach((times, check) => times !== 0 && lines.push(`left ${check}: ${times}`));
  return lines.sort();
}

describe('a profile by call', () => {
  it.each(Array.from({ length: 6 }, (_, seed) => seed))('is the same in both cores on the random ROM %i', (seed) => {
    const random = randomFrom(1000 + seed);
    const rom = randomRom(random);
    const shape = randomShape(random);
    const sides = [side(rom, 'fast', shape, 0), side(rom, 'reference', shape, 0)];
    for (let piece = 0; piece < 20; piece++) {
      const cycles = piece % 3 === 0 ? random(40) : random(3000);
      const place = random(8 * 0x100);
      for (const { machine, calls } of sides) {
        machine.setPosition(place);
        machine.run(cycles, { probe: calls });
      }
      expect(counted(sides[0]!.calls)).toEqual(counted(sides[1]!.calls));
    }
    const total = sides[0]!.machine.cycle;
    const cycles = counted(sides[0]!.calls)
      .filter((line) => !line.startsWith('left'))
      .map((line) => Number(/: (-?\d+)$/.exec(line)?.[1] ?? 0));
    expect(cycles.reduce((sum, some) => sum + some, 0)).toBe(total);
  });

  it('counts each call of a routine, also from translated code', () => {
    // 0: calls 8, which saves its return address in $10, and comes back to 2.
    const rom = program(['bra $08', 'ld $02', 'bra $00', 'nop'], { 8: ['st [$10]', 'nop', 'bra [$10]', 'nop'] });
    const regionOf = new Uint16Array(ROM_WORDS).fill(1, 8);
    const shape = {
      regionOf,
      named: new Uint8Array(ROM_WORDS),
      routines: [{ start: 8, returnCell: 0x10 }],
      checks: [],
    };
    const { machine, calls } = side(rom, 'fast', shape, 0);
    const plain = side(rom, 'reference', shape, 0);
    plain.machine.run(80_000, { probe: plain.calls });
    machine.run(80_000, { probe: calls });
    expect(counted(calls)).toEqual(counted(plain.calls));
    expect(counted(calls).reduce((sum, line) => sum + Number(/\d+$/.exec(line)), 0)).toBe(80_000);
  });
});
