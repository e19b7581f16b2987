/** Elements of several bytes: how many, and in which orders the bytes can lie. */

interface ElementShape {
  readonly bytes: number;
  /** Values of `order=`; the first is the default. */
  readonly orders: readonly string[];
}

const BYTE_ORDERS = ['lowest-first', 'highest-first'];

/** The elements whose size the assembler checks; docs/language.md explains what they mean. */
const ELEMENT_SHAPES: ReadonlyMap<string, ElementShape> = new Map(
  Object.entries({
    bitboard64: { bytes: 8, orders: BYTE_ORDERS },
    bitboard16: { bytes: 2, orders: ['highest-first', 'lowest-first'] },
    'nibble-board': { bytes: 32, orders: ['low-first', 'high-first'] },
    'zobrist-index': { bytes: 2, orders: BYTE_ORDERS },
    'octad-state': { bytes: 74, orders: ['highest-first'] },
  }),
);

/** The shape of an element; undefined for one whose size is up to the program. */
export function shapeOfElement(element: string): ElementShape | undefined {
  return ELEMENT_SHAPES.get(element);
}
