/** Adds placed declarations of RAM to the debug information, and checks whether their entries fit their element. */
import type { DebugTable } from '../contract/debug-info.ts';
import type { DirectiveStatement } from '../contract/syntax.ts';
import type { Declaration, Program } from '../program/program.ts';
import { keysOf, nameOf, type Shape } from './ram-shape.ts';

/** A table without its name and the place of its declaration. */
type TableContent = Omit<DebugTable, 'name' | 'source' | 'line' | 'column' | 'endColumn'>;

export class DeclaredTables {
  constructor(private readonly program: Program) {}

  /**
   * Adds zero-page bytes, a row or a column; a frame is not a table, its fields are. @param address of its first byte
   */
  addPlaced(shape: Shape, address: number): void {
    const { declaration, layout, first, last, size } = shape;
    if (layout === 'frame') return;
    const keys = keysOf(shape.statement);
    // Zero-page bytes with an index are a small row.
    const isArray = layout === 'zero-page' && keys.index !== '';
    const entrySize = ELEMENT_SHAPES.get(keys.element)?.bytes ?? 1;
    this.add(declaration, {
      layout,
      address,
      stride: layout === 'column' ? 256 : isArray ? entrySize : size,
      size: isArray ? entrySize : size,
      first,
      last: isArray ? Math.floor(size / entrySize) - 1 : last,
      index: keys.index === '' && layout !== 'zero-page' ? 'number' : keys.index,
      element: keys.element,
      attributes: keys.attributes,
    });
  }

  /** Adds a field of a frame. @param low its low byte. @param size its bytes */
  addField(declaration: Declaration, frame: Shape, low: number, size: number): void {
    const keys = keysOf(declaration.item.statement as DirectiveStatement);
    const frameKeys = keysOf(frame.statement);
    this.add(declaration, {
      layout: 'field',
      address: (frame.first << 8) | low,
      stride: 256,
      size,
      first: frame.first,
      last: frame.last,
      index: keys.index || frameKeys.index || 'number',
      element: keys.element,
      attributes: { frame: nameOf(frame), ...keys.attributes },
    });
  }

  private add(declaration: Declaration, table: TableContent): void {
    const { symbol } = declaration;
    if (symbol === undefined) return;
    this.checkElement(declaration, table);
    const { name, file: source, line, start: column, end: endColumn } = symbol;
    this.program.meaning.tables.push({ name, source, line, column, endColumn, ...table });
  }

  /** Whether entries have as many bytes as their element, and an order that it knows. */
  private checkElement(declaration: Declaration, { element, size, last, first, attributes }: TableContent): void {
    const shape = ELEMENT_SHAPES.get(element);
    if (shape === undefined) return;
    if (size !== shape.bytes || last < first) {
      const has = last < first ? 'no entry' : `entries of ${size}`;
      this.report(`A ${element} has ${shape.bytes} bytes, but this has ${has}`, declaration);
    }
    const { order } = attributes;
    if (order !== undefined && !shape.orders.includes(order))
      this.report(`The order of a ${element} is ${shape.orders.join(' or ')}, not ${order}`, declaration);
  }

  private report(message: string, { item }: Declaration): void {
    this.program.findings.add('GT0506', message, item, item.statement);
  }
}

const BYTE_ORDERS = ['lowest-first', 'highest-first'];

/**
 * The elements whose size the assembler checks, with the values of their `order=`, the first as the default;
 * docs/language.md explains what they mean.
 */
const ELEMENT_SHAPES = new Map(
  Object.entries({
    bitboard64: { bytes: 8, orders: BYTE_ORDERS },
    bitboard16: { bytes: 2, orders: ['highest-first', 'lowest-first'] },
    'nibble-board': { bytes: 32, orders: ['low-first', 'high-first'] },
    'zobrist-index': { bytes: 2, orders: BYTE_ORDERS },
    'octad-state': { bytes: 74, orders: ['highest-first'] },
  }),
);
