/**
 * The certificate: what the prover claims of a ROM image. Reading it checks its shape and its bounds, and nothing else.
 *
 * docs/verifier.md describes the document. Here the indices of sets are replaced by the sets.
 */
import { failure, isFailure, type Result } from '#basics';
import * as shape from '#basics/shape';
import { imageHash, RAM_SIZES } from '#isa';
import { OLD, setOf, type Bytes, type Values } from './values.ts';

const { count, integer, mismatch, object, oneOf, optional, string, tuple, upTo } = shape;
type Shape<T> = shape.Shape<T>;

const FORMAT = 'gigatron-certificate';
const VERSION = 3;
/** Characters of a set in which each byte is named alone. */
const LONGEST_SET = 3 * 257;
const ADDRESS = upTo(0xffff);
const BYTE = upTo(0xff);
/** Of RAM, after mirrors and banks. */
const RAM_BYTES = 0x20000;
const RAM_BYTE = upTo(RAM_BYTES - 1);

/** The name of a count, of limited length. */
const NAME: Shape<string> = (value, name) =>
  typeof value === 'string' && value.length <= 0x100 ? value : mismatch(name, 'a name of at most 256 characters');

/** An array of limited length. */
const list = <T>(of: Shape<T>, most = 0x10000): Shape<readonly T[]> => shape.arrayOf(of, most);

/** An index into a list, as the thing that it names. */
function indexOf<T>(things: readonly T[]): Shape<T> {
  return (value, name) =>
    things[Number.isInteger(value) ? (value as number) : -1] ?? mismatch(name, 'an index of a list');
}

/**
 * A set of bytes: `*`, nothing, or bytes and ranges in hexadecimal and what was there at power-on, `00-7f,90,u`;
 * `00-ff` is any byte of which something may be known.
 */
const setOfBytes = (values: Values): Shape<Bytes> => {
  return (value, name) => {
    if (value === '*') return values.any;
    if (value === '') return values.none;
    const isSet =
      typeof value === 'string' &&
      value.length <= LONGEST_SET &&
      /^(u|[\da-f]{2}(-[\da-f]{2})?)(,(u|[\da-f]{2}(-[\da-f]{2})?))*$/.test(value);
    if (!isSet) return mismatch(name, 'a set of bytes such as "*" or "00-7f,90"');
    const members = new Uint8Array(OLD + 1);
    for (const item of value.split(',')) {
      const [first = OLD, last = first] = item === 'u' ? [] : item.split('-').map((hex) => parseInt(hex, 16));
      members.fill(1, first, last + 1);
    }
    return values.withMembers(members);
  };
};

const HEAD = object({ format: string, version: integer, image: string });

const CHECK = object({
  address: ADDRESS,
  form: oneOf('check', 'sync', 'short'),
  cycles: count,
  account: BYTE,
  trampoline: ADDRESS,
});
const CHARGE = object({
  address: ADDRESS,
  cycles: integer,
  count: optional(NAME),
  factor: optional(integer),
  isDeclared: optional(shape.boolean),
});
const LOOP = object({ head: ADDRESS, min: ADDRESS, max: ADDRESS, count: optional(NAME), entries: list(ADDRESS) });
const DECLARATIONS = object({
  entries: list(ADDRESS),
  checks: list(CHECK),
  charges: list(CHARGE),
  targets: list(object({ address: ADDRESS, targets: list(ADDRESS) })),
  resumes: list(ADDRESS),
  loops: list(LOOP),
  external: list(BYTE),
  slack: optional(count),
  shape: optional(object({ line: ADDRESS, hSync: ADDRESS, lines: ADDRESS, vSync: ADDRESS })),
  used: list(ADDRESS, 0x20000),
});

/** All but the head. @param sets what its parts refer to by index */
function bodyOf(values: Values, sets: readonly Bytes[]) {
  const set = indexOf(sets);
  // In the handler, what was in RAM at power-on is any byte.
  const plain = indexOf(sets.map((each) => setOf(values.plain(each))));
  const known = object({
    ac: optional(set),
    x: optional(set),
    y: optional(set),
    out: optional(set),
    bytes: optional(list(tuple(RAM_BYTE, set))),
    pairs: optional(list(tuple(RAM_BYTE, RAM_BYTE, list(tuple(upTo(OLD), set), OLD + 1)))),
    isStart: optional(shape.boolean),
  });
  const handler = object({
    bytes: list(BYTE),
    between: list(tuple(BYTE, plain)),
    wayIn: count,
    mostLeft: BYTE,
    vSyncAt: count,
    lines: list(tuple(BYTE, upTo(0xffff, -1), list(plain, 0x100))),
  });
  return object({
    ramKib: oneOf(...RAM_SIZES),
    bytes: list(RAM_BYTE, RAM_BYTES),
    declarations: DECLARATIONS,
    exact: list(ADDRESS),
    open: list(ADDRESS),
    turns: list(tuple(ADDRESS, list(ADDRESS))),
    points: list(tuple(ADDRESS, ADDRESS, known), 1_000_000),
    handlerStores: list(tuple(RAM_BYTE, set)),
    handler: optional(handler),
  });
}

export type Check = shape.Of<typeof CHECK>;
export type Charge = shape.Of<typeof CHARGE>;
export type Loop = shape.Of<typeof LOOP>;
/** A certificate whose shape is right. */
export type Certificate = shape.Of<ReturnType<typeof bodyOf>>;

export function readCertificate(document: unknown, rom: Uint16Array, values: Values): Result<Certificate> {
  const head = HEAD(document, '');
  if (isFailure(head) || head.format !== FORMAT) return failure('this is not a certificate');
  if (head.version !== VERSION) return failure(`the certificate has version ${head.version}, not ${VERSION}`);
  if (head.image !== imageHash(rom)) return failure('the certificate is for another ROM image');
  const lists = object({ sets: list(setOfBytes(values)) })(document, '');
  const body = isFailure(lists) ? lists : bodyOf(values, lists.sets)(document, '');
  return isFailure(body) ? failure(`in the certificate, ${body.message}`) : body;
}
