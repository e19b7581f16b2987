/** Declarations compared with runs: true ones pass, the first false one stops the run, in both cores alike. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encode, opcodeOf, type Bus, type RunDeclarations } from '#isa';
import { createMachine, type MachineOptions } from '#emulator';
import { DeclarationCheck } from './declaration-check.ts';
import { forAll } from '#test/draws.ts';

const op = (operation: 'ld' | 'adda' | 'suba' | 'st', operand: number, bus: Bus = 'd'): number =>
  encode(opcodeOf(operation, 0, bus), operand);
const jump = (mode: number, operand: number, bus: Bus = 'd'): number => encode(opcodeOf('jump', mode, bus), operand);
const [ALWAYS, NOT_ZERO, NEGATIVE] = [7, 3, 2];
const NOP = encode(opcodeOf('ld', 0, 'ac'), 0);
const ACCOUNT = 0x81;

const NONE: RunDeclarations = { account: null, line: null, checks: [], jumps: [], loops: [], charges: [] };

function romOf(words: readonly number[]): Uint16Array {
  const rom = new Uint16Array(0x10000).fill(NOP);
  rom.set(words);
  return rom;
}

/** The first difference from a cycle on, which both cores must find in the same cycle. */
function firstDifference(
  words: readonly number[],
  declarations: Partial<RunDeclarations>,
  { after = 1000, ...options }: Pick<MachineOptions, 'ramKib'> & { readonly after?: number } = {},
) {
  const found = (['reference', 'fast'] as const).map((core) => {
    const rom = romOf(words);
    const machine = createMachine(rom, { ...options, core, translateAfter: 1 });
    const check = new DeclarationCheck({ ...NONE, ...declarations }, machine);
    machine.run(after, {});
    const reason = machine.run(20_000, { probe: check });
    return { reason, difference: check.difference };
  });
  expect(found[1]).toEqual(found[0]);
  return found[0]!.difference;
}

describe('jumps', () => {
  // 2: ld 8, 3: bra ac, 4: nop, 8: bra 2, 9: nop
  const words = [jump(ALWAYS, 2), NOP, op('ld', 8), jump(ALWAYS, 0, 'ac'), NOP, NOP, NOP, NOP, jump(ALWAYS, 2), NOP];

  it('lets a jump go where it may', () => {
    expect(firstDifference(words, { jumps: [{ address: 3, targets: [7, 8], resumes: false }] })).toBeUndefined();
  });

  it('stops before one that goes elsewhere, even to another page', () => {
    expect(firstDifference(words, { jumps: [{ address: 3, targets: [7, 0x108], resumes: false }] })).toMatchObject({
      kind: 'targets',
      address: 3,
      seen: 'it goes to $0008',
    });
  });

  it('lists the first of many targets', () => {
    const targets = Array.from({ length: 240 }, (_, index) => 0x300 + index);
    expect(firstDifference(words, { jumps: [{ address: 3, targets, resumes: false }] })?.declared).toBe(
      'the jump goes to $0300, $0301, $0302, $0303, $0304, $0305, $0306, $0307 and 232 more',
    );
  });
});

describe('loops', () => {
  // 2: ld 3, 3: nop (head), 4: bne 3, 5: suba 1, 6: bra 2, 7: nop; the head executes four times
  const words = [jump(ALWAYS, 2), NOP, op('ld', 3), NOP, jump(NOT_ZERO, 3), op('suba', 1), jump(ALWAYS, 2), NOP];
  const loop = { head: 3, last: 5, exits: [{ address: 4, next: 5, to: 6 }], count: null };

  it.each([
    [4, 4, undefined],
    [2, 9, undefined],
    [5, 5, 'it ran 4 times'],
    [3, 3, 'turn 4 begins'],
  ])('of %i to %i turns: %s', (min, max, seen) => {
    const difference = firstDifference(words, { loops: [{ ...loop, min, max }] });
    expect(difference?.seen).toBe(seen);
  });

  it('are compared where they are entered again if nothing says where they are left', () => {
    const old = { head: 3, last: 5, min: 5, max: 5, count: null };
    expect(firstDifference(words, { loops: [old] })?.seen).toBe('it ran 4 times, and is entered again');
  });

  // Before the loop: 2: ld -charge, 3: adda [account], 4: st [account]
  const charged = (charge: number): number[] => [
    ...[jump(ALWAYS, 2), NOP, op('ld', -charge & 0xff), op('adda', ACCOUNT, 'ram'), op('st', ACCOUNT, 'ac')],
    ...[op('ld', 3), NOP, jump(NOT_ZERO, 6), op('suba', 1), jump(ALWAYS, 2), NOP],
  ];
  const named = { head: 6, last: 8, exits: [{ address: 7, next: 8, to: 9 }], min: 1, max: 9, count: 'turns' };

  it.each([
    [10, undefined],
    [12, 'the loop made 4'],
    [11, 'it is 11'],
  ])('that are paid for by a charge of %i: %s', (charge, seen) => {
    const charges = [{ address: 3, cycles: 2, factor: 2, count: 'turns' }];
    // There is no check from which on counts would be known.
    const difference = firstDifference(charged(charge), { account: ACCOUNT, loops: [named], charges }, { after: 0 });
    expect(difference?.seen).toBe(seen);
  });

  it.each([
    [[0], undefined],
    [[0, 0], undefined],
    [[0, 2], 'no such loop ran before this check'],
    [[2, 0], 'it is 2, and the charge at $0003 is for another count'],
  ])('that are not made are paid for by charges for %j turns: %s', (turns, seen) => {
    const paid = turns.flatMap((count) => charged(2 + 2 * count).slice(2, 5));
    const sum = turns.reduce((all, count) => all + 2 + 2 * count, 0);
    const at = 2 + paid.length;
    // What is not charged for the words above and the jump back, the check charges.
    const cycles = paid.length + 5 + 2 - sum;
    const words = [
      ...[jump(ALWAYS, 2), NOP, ...paid, op('ld', -cycles & 0xff), op('adda', ACCOUNT, 'ram')],
      ...[op('st', ACCOUNT, 'ac'), jump(NEGATIVE, 0x30), op('ld', at), jump(ALWAYS, 2), NOP],
    ];
    const charges = turns.map((_, index) => ({ address: 3 + 3 * index, cycles: 2, factor: 2, count: 'turns' }));
    const checks = [{ address: at, form: 'check', cycles }] as const;
    const loops = [{ ...named, head: 0x40, last: 0x42, exits: [], min: 0 }];
    expect(firstDifference(words, { account: ACCOUNT, checks, loops, charges }, { after: 0 })?.seen).toBe(seen);
  });

  it('compares a charge without a count at once', () => {
    const charges = [{ address: 3, cycles: 4, factor: 0, count: null }];
    expect(firstDifference(charged(4), { account: ACCOUNT, charges })).toBeUndefined();
    expect(firstDifference(charged(5), { account: ACCOUNT, charges })).toMatchObject({
      kind: 'charged',
      seen: 'it is 5',
    });
  });
});

it('a block that was left by another exit is over once the jump after the exit has gone elsewhere', () => {
  // 2: ld 8, 3: bra ac, the jump after the exit; 8: ld 6, and then the same jump to the end of the block
  const words = [
    ...[jump(ALWAYS, 2), NOP, op('ld', 8), jump(ALWAYS, 0, 'ac'), NOP, NOP, jump(ALWAYS, 2), NOP],
    ...[op('ld', 6), jump(ALWAYS, 3), NOP],
  ];
  const blockWith = (exit: number) => ({ from: 2, to: 6, exits: [exit], jumps: [3], inside: [5, 6] });
  expect(firstDifference(words, { blocks: [blockWith(2)] })).toBeUndefined();
  expect(firstDifference(words, { blocks: [blockWith(8)] })).toMatchObject({
    kind: 'block',
    seen: 'this jump goes back to $0006',
  });
});

describe('the account', () => {
  /** Two checks, charging 8 and `second` cycles; `pad` words follow the first one. */
  const program = (second: number, pad: number): number[] => [
    ...[op('ld', 120), op('st', ACCOUNT, 'ac')],
    ...[op('ld', -8 & 0xff), op('adda', ACCOUNT, 'ram'), op('st', ACCOUNT, 'ac'), jump(NEGATIVE, 0x30), op('ld', 2)],
    ...Array.from({ length: pad }, () => NOP),
    ...[
      op('ld', -second & 0xff),
      op('adda', ACCOUNT, 'ram'),
      op('st', ACCOUNT, 'ac'),
      jump(NEGATIVE, 0x30),
      op('ld', 10),
    ],
    ...[jump(ALWAYS, 2), NOP],
  ];
  const checks = [
    { address: 2, form: 'check', cycles: 8 },
    { address: 10, form: 'check', cycles: 7 },
  ] as const;

  /** A handler that fills the account and resumes by hand. */
  function difference(words: readonly number[]) {
    const machine = createMachine(romOf(words), { core: 'reference' });
    const check = new DeclarationCheck({ ...NONE, account: ACCOUNT, checks }, machine);
    machine.run(100, { probe: check });
    return check.difference;
  }

  it('is true while every check pays for what follows', () => {
    expect(difference(program(7, 3))).toBeUndefined();
  });

  it('is false at the check after a path that took more', () => {
    expect(difference(program(6, 3))).toMatchObject({ kind: 'account', address: 3 });
  });
});

describe('the account of short checks', () => {
  /** A loop of seven words, whose check leaves for $20 and is resumed by what the jump there declares. */
  const program = (charge: number, back = 5): number[] => {
    const words = new Array<number>(0x24).fill(NOP);
    words.splice(0, 2, op('ld', 120), op('st', ACCOUNT, 'ac'));
    words.splice(2, 3, op('suba', charge), jump(NEGATIVE, 0x20), op('st', ACCOUNT, 'ac'));
    words.splice(7, 2, jump(ALWAYS, 2), op('ld', ACCOUNT, 'ram'));
    words.splice(0x20, 4, op('ld', back), op('st', 0x90, 'ac'), jump(ALWAYS, 0x90, 'ram'), NOP);
    return words;
  };
  const declared = (charge: number): Partial<RunDeclarations> => ({
    account: ACCOUNT,
    checks: [{ address: 2, form: 'short', cycles: charge }],
    jumps: [{ address: 0x22, targets: [], resumes: true }],
  });

  it('is true while every check pays for what follows, and a jump resumes the one that left', () => {
    expect(firstDifference(program(7), declared(7))).toBeUndefined();
  });

  it.each([6, 8])('is false where the check charges %i for seven words', (charge) => {
    expect(firstDifference(program(charge), declared(charge))).toMatchObject({ kind: 'account', address: 3 });
  });

  it('is resumed after the check, and nowhere else', () => {
    expect(firstDifference(program(7, 6), declared(7))).toMatchObject({
      kind: 'targets',
      seen: "it goes to $0006, the check's end is $0005",
    });
  });
});

it('forgets what it knew after an edit, and where a run begins elsewhere', () => {
  const words = [jump(ALWAYS, 2), NOP, op('ld', 3), NOP, jump(NOT_ZERO, 3), op('suba', 1), jump(ALWAYS, 2), NOP];
  const machine = createMachine(romOf(words));
  const loops = [{ head: 3, last: 5, exits: [{ address: 4, next: 5, to: 6 }], min: 4, max: 4, count: null }];
  const check = new DeclarationCheck({ ...NONE, loops }, machine);
  machine.run(1000, { probe: check });
  machine.setRegister('ac', 1);
  expect(machine.run(10, { probe: check }).kind).toBe('cycles');
  machine.run(7);
  expect(machine.run(1000, { probe: check }).kind).toBe('cycles');
});

describe('stores whose address the proof does not know', () => {
  const STORE = { '[x]': 1, '[y,d]': 2, '[y,x]': 3, '[y,x++]': 7 } as const;
  const MIRROR = { 32: 0x7fff, 64: 0xffff, 128: 0xffff } as const;
  const page = fc.constantFrom(0, 1, 8, 0x80, 0x88, 0xff);
  const byte = fc.constantFrom(0, ACCOUNT, 0x90, 0xff);

  it('are reported where they hit a guarded byte, and nowhere else', () => {
    forAll(
      30,
      [
        fc.constantFrom(...(Object.keys(STORE) as (keyof typeof STORE)[])),
        fc.record({ y: page, x: byte, d: byte }),
        fc.uniqueArray(fc.tuple(page, byte), { minLength: 1, maxLength: 4 }),
        fc.constantFrom(32, 64, 128),
      ],
      (form, { y, x, d }, drawn, ramKib) => {
        const words = [
          ...[jump(ALWAYS, 2), NOP, encode(opcodeOf('ld', 5, 'd'), y), encode(opcodeOf('ld', 4, 'd'), x)],
          ...[encode(opcodeOf('st', STORE[form], 'ac'), d), jump(ALWAYS, 2), NOP],
        ];
        const bytes = drawn.map(([high, low]) => (high << 8) | low);
        const target = form === '[x]' ? x : (y << 8) | (form === '[y,d]' ? d : x);
        const hits = bytes.some((address) => ((address ^ target) & MIRROR[ramKib]) === 0);
        const difference = firstDifference(words, { blindStores: { words: [4], bytes } }, { ramKib });
        expect(difference?.kind).toBe(hits ? 'store' : undefined);
      },
    );
  });

  it('may hit the bytes before the first check', () => {
    const words = [
      ...[encode(opcodeOf('ld', 4, 'd'), ACCOUNT), encode(opcodeOf('st', STORE['[x]'], 'ac'), 0)],
      ...[op('ld', -8 & 0xff), op('adda', ACCOUNT, 'ram'), op('st', ACCOUNT, 'ac'), jump(NEGATIVE, 0), op('ld', 2)],
    ];
    const declared = (word: number): Partial<RunDeclarations> => ({
      account: ACCOUNT,
      checks: [{ address: 2, form: 'check', cycles: 8 }],
      blindStores: { words: [word], bytes: [ACCOUNT] },
    });
    const machine = createMachine(romOf(words), { core: 'reference' });
    const check = new DeclarationCheck({ ...NONE, ...declared(1) }, machine);
    expect(machine.run(5, { probe: check }).kind).toBe('cycles');
    expect(machine.run(20, { probe: check }).kind).toBe('probe');
    expect(check.difference).toMatchObject({ kind: 'store', declared: 'this store does not hit the account' });
  });
});
