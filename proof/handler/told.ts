/**
 * What the tests on a path of the handler have told of bytes whose values are not known.
 *
 * Two tests of one byte can't go different ways. A path on which they do is followed all the same, since nothing is
 * proven by leaving it out; but what is wrong on it makes no handler wrong. A handler can have a million states, so they do
 * not carry a symbolic run (symbolic-run.ts), but only this.
 */
import { type Opcode, hexByte } from '#isa';
import type { Contradiction } from '../values/symbolic-run.ts';
import { ALL_SIGNS } from './ranges.ts';

/** What AC is made of: a byte of the zero page, and the words that have computed with it, as a name. */
interface Held {
  readonly byte: number;
  readonly name: string;
}

/** A test that has shown signs of what a name stands for. */
interface Test {
  readonly byte: number;
  readonly signs: number;
  readonly address: number;
}

export interface Told {
  readonly held: Held | undefined;
  readonly tests: ReadonlyMap<string, Test>;
  /** Two of the tests that exclude each other. */
  readonly contradiction: Contradiction | undefined;
}

export const NOTHING_TOLD: Told = { held: undefined, tests: new Map(), contradiction: undefined };

/** After a word that sets AC. @param isSettable whether something outside may set the byte that it reads */
export function toldByLoad(told: Told, { operation, bus, address }: Opcode, word: number, isSettable: boolean): Told {
  const byte = word & 0xff;
  if (operation === 'ld' && bus === 'ram' && address === 'd' && !isSettable) {
    return { ...told, held: { byte, name: hexByte(byte) } };
  }
  if (told.held === undefined) return told;
  const isComputed = operation !== 'ld' && bus === 'd';
  return { ...told, held: isComputed ? { ...told.held, name: `${told.held.name} ${word}` } : undefined };
}

/** After a store that may hit a byte of the zero page. */
export function toldByStore(told: Told, byte: number): Told {
  const isHit = (each: { readonly byte: number }): boolean => each.byte === byte;
  const { held, tests } = told;
  const isHeld = held !== undefined && isHit(held);
  if (!isHeld && ![...tests.values()].some(isHit)) return told;
  const left = [...tests].filter(([, test]) => !isHit(test));
  return { ...told, held: isHeld ? undefined : held, tests: new Map(left) };
}

/** After a branch that goes a way that AC goes only with some signs. */
export function toldByTest(told: Told, address: number, signs: number): Told {
  const { held, tests, contradiction } = told;
  if (held === undefined) return told;
  const { byte, name } = held;
  const before = tests.get(name) ?? { byte, signs: ALL_SIGNS, address };
  const left = before.signs & signs;
  if (left !== 0) return { ...told, tests: new Map(tests).set(name, { ...before, signs: left }) };
  const excluded = {
    byte: hexByte(byte),
    first: { address: before.address, isStore: false },
    second: address,
  };
  return { ...told, contradiction: contradiction ?? excluded };
}

/** Where two paths have come to the same state. */
export function toldByBoth(a: Told, b: Told): Told {
  if (a === b) return a;
  const isInBoth = ([name, { signs }]: readonly [string, Test]): boolean => b.tests.get(name)?.signs === signs;
  const held = a.held?.name === b.held?.name ? a.held : undefined;
  const contradiction = b.contradiction === undefined ? undefined : a.contradiction;
  return { held, tests: new Map([...a.tests].filter(isInBoth)), contradiction };
}
