/** What the hook in a build (hook/sitecustomize.py) has noted about one image. Lines are counted from 1. */
import { isFailure, type Result, failure } from '#basics';
import { arrayOf, count, integer, mismatch, object, oneOf, string, upTo, type Shape } from '#basics/shape';

/** A place in a source, and the name of the function that it is in: empty for a source that Python does not execute. */
export type FactPlace = readonly [path: string, line: number, name: string];
/** A word, and what wrote it: the number of a chain. */
type FactWord = readonly [opcode: number, operand: number, chain: number];
type FactSymbol = readonly [name: string, kind: 'label' | 'constant', value: number, path: string, line: number];
/** Named bytes of the zero page. */
type FactBytes = readonly [name: string, address: number, size: number, path: string, line: number];

export interface Facts {
  readonly rom: string;
  readonly words: readonly FactWord[];
  /** Places that lead to words, innermost first. */
  readonly chains: readonly (readonly FactPlace[])[];
  readonly symbols: readonly FactSymbol[];
  readonly zeroPage: readonly FactBytes[];
}

const BYTE = upTo(0xff);
const SYMBOL = tuple<FactSymbol>([string, oneOf('label', 'constant'), integer, string, count]);
const BYTES = tuple<FactBytes>([string, BYTE, upTo(0x100), string, count]);
const FACTS = object({
  rom: string,
  words: arrayOf(tuple<FactWord>([BYTE, BYTE, count])),
  chains: arrayOf(arrayOf(tuple<FactPlace>([string, count, string]))),
  symbols: arrayOf(SYMBOL),
  zeroPage: arrayOf(BYTES),
});

/** Reads what the hook wrote; a failure is a clause. */
export function readFacts(text: string): Result<Facts> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return failure('it is not JSON');
  }
  const facts = FACTS(json, '');
  if (isFailure(facts)) return facts;
  const unknown = facts.words.findIndex(([, , chain]) => chain >= facts.chains.length);
  return unknown < 0 ? facts : failure(`word ${unknown} names a chain that is not listed`);
}

/** An array with a shape for each of its members. */
function tuple<T extends readonly unknown[]>(shapes: readonly Shape<unknown>[]): Shape<T> {
  return (value, name) => {
    if (!Array.isArray(value) || value.length !== shapes.length) return mismatch(name, `${shapes.length} values`);
    for (const [index, shape] of shapes.entries()) {
      const checked = shape(value[index], `${name}[${index}]`);
      if (isFailure(checked)) return checked;
    }
    return value as unknown as T;
  };
}

/** Where the debug information of an image is written unless the user says: beside it. */
export function documentBeside(rom: string): string {
  return `${rom.replace(/\.rom$/, '')}.json`;
}
