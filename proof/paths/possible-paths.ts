/**
 * Paths that no run can take, because two tests of one byte would have to go different ways.
 *
 * The graph of paths forgets what a byte was tested for. A path by which a check is wrong is therefore followed once
 * more, with what each test has shown; only something outside the program could change the byte in between.
 */
import { elementAt } from '#basics';
import { AC, isIdle, IS_JUMP, opcodeOfWord, registersWritten, writesRam } from '#isa';
import type { ProgramView } from '../kept/program-view.ts';
import { fixedTarget } from '../values/jumps.ts';
import type { Arrival } from './costs.ts';
import type { PathGraph, PathNode } from './path-graph.ts';

/** Steps after which a path is taken to be possible. */
const MOST_STEPS = 20_000;
/** Bits of a jump's mode for all signs of AC. */
const ALL_SIGNS = 7;

/** Two tests whose outcomes exclude each other. */
export interface Contradiction {
  readonly byte: number;
  readonly first: number;
  readonly second: number;
}

/** What AC is: a byte of RAM, and the words that have computed with it, as a name. */
interface Held {
  readonly byte: number;
  readonly name: string;
}

/** A test that has shown the sign of what a name stands for. */
interface Test {
  readonly byte: number;
  readonly signs: number;
  readonly address: number;
}

interface Told {
  readonly held: Held | undefined;
  readonly tests: ReadonlyMap<string, Test>;
}

type Way = Told & { readonly arrival: Arrival };

/**
 * A path that a run can take to where another one ends, with the same sums.
 * @returns the tests on the way that exclude each other, if there is no such path
 */
export function possiblePath(view: ProgramView, { nodes }: PathGraph, end: Arrival): Arrival | Contradiction {
  const start: Arrival = { elapsed: 0, charged: 0, lowest: 0, node: elementAt(nodes, 0), before: undefined };
  const work: Way[] = [{ arrival: start, held: undefined, tests: new Map() }];
  let contradiction: Contradiction | undefined;
  let steps = 0;
  for (let way = work.pop(); way !== undefined; way = work.pop()) {
    const { arrival } = way;
    if (++steps > MOST_STEPS) return end;
    if (isSame(arrival, end)) return arrival;
    if (arrival.elapsed >= end.elapsed) continue;
    for (const index of arrival.node.followers) {
      const next = after(view, way, elementAt(nodes, index));
      if ('tests' in next) work.push(next);
      else contradiction ??= next;
    }
  }
  return contradiction ?? end;
}

function isSame(a: Arrival, b: Arrival): boolean {
  return a.node === b.node && a.elapsed === b.elapsed && a.charged === b.charged && a.lowest === b.lowest;
}

/** A way with one word more. */
function after(view: ProgramView, way: Way, node: PathNode): Way | Contradiction {
  const { arrival } = way;
  const { elapsed, charged } = { elapsed: arrival.elapsed + 1, charged: arrival.charged + arrival.node.charge };
  const lowest = Math.min(arrival.lowest, charged - elapsed);
  const told = toldBy(view, way, node);
  return 'first' in told ? told : { ...told, arrival: { elapsed, charged, lowest, node, before: arrival } };
}

/** What is known after the last word of a way, which goes on to a node. */
function toldBy(view: ProgramView, way: Way, next: PathNode): Told | Contradiction {
  const word = view.word(way.arrival.node.address);
  if (IS_JUMP[word >> 8] === 1) return toldByJump(way, word, next);
  if (writesRam(word, view.around.ram)) return toldByStore(way, word);
  const { held, tests } = way;
  const opcode = opcodeOfWord(word);
  if ((registersWritten(word) & AC) === 0 || isIdle(opcode)) return { held, tests };
  const { operation, bus, address } = opcode;
  const byte = word & 0xff;
  if (operation === 'ld' && bus === 'ram' && address === 'd' && !view.overall.external.has(byte))
    return { held: { byte, name: `${byte}` }, tests };
  const isComputed = operation !== 'ld' && bus === 'd' && held !== undefined;
  return { held: isComputed ? { byte: held.byte, name: `${held.name} ${word}` } : undefined, tests };
}

function toldByJump({ held, tests, arrival }: Way, word: number, next: PathNode): Told | Contradiction {
  const { address, next: slot } = arrival.node;
  const { condition, mode } = opcodeOfWord(word);
  const target = fixedTarget(word, slot);
  const isTest = condition !== 'always' && target !== undefined && target !== ((slot + 1) & 0xffff);
  if (!isTest || held === undefined) return { held, tests };
  return tested(held, tests, address, next.next === target ? mode : ~mode & ALL_SIGNS);
}

/** What remains after a store: all but the byte that it hits; nothing if it may hit any byte. */
function toldByStore({ held, tests }: Way, word: number): Told {
  const { address } = opcodeOfWord(word);
  const isLeft = (byte: number): boolean => (address === 'd' || address === 'yd') && byte !== (word & 0xff);
  return {
    held: held !== undefined && isLeft(held.byte) ? held : undefined,
    tests: new Map([...tests].filter(([, { byte }]) => isLeft(byte))),
  };
}

function tested(held: Held, tests: ReadonlyMap<string, Test>, address: number, signs: number): Told | Contradiction {
  const { byte, name } = held;
  const before = tests.get(name);
  const left = (before?.signs ?? ALL_SIGNS) & signs;
  if (before !== undefined && left === 0) return { byte, first: before.address, second: address };
  return { held, tests: new Map(tests).set(name, { byte, signs: left, address: before?.address ?? address }) };
}
