/**
 * Variables of the zero page that share the bytes of another one (`over=`), since the two are never in use together.
 *
 * Those over the same one lie in its bytes one after the other, in the order of their declarations.
 */
import type { Declaration, Program } from '../program/program.ts';
import type { Region } from './ram-map.ts';
import { nameOf, type Shape } from './ram-shape.ts';

export class Overlays {
  private readonly hosts = new Map<string, Shape>();
  /** How many bytes of each are taken. */
  private readonly taken = new Map<Shape, number>();

  constructor(
    private readonly program: Program,
    shapes: Iterable<Shape>,
  ) {
    for (const shape of shapes) if (shape.layout === 'zero-page') this.hosts.set(nameOf(shape), shape);
  }

  /**
   * The bytes that a declaration with `over=` shares; undefined if there are none, after a report.
   * @param placed where the others are
   */
  place(shape: Shape, placed: ReadonlyMap<Declaration, Region>): Region | undefined {
    const { declaration, over, size } = shape;
    if (over === undefined) return undefined;
    const host = this.hosts.get(over.value);
    const region = host === undefined ? undefined : placed.get(host.declaration);
    // One without a place of its own gets it in the order of the declarations.
    if (host === undefined || (region === undefined && host.over !== undefined)) {
      const message = `"${over.value}" is not a zero-page byte declared by .zp, or gets its place only after this one`;
      this.program.findings.add('GT0506', message, declaration.item, over.valueSpan);
      return undefined;
    }
    if (host.declaration.symbol !== undefined) host.declaration.symbol.isUsed = true;
    const start = this.taken.get(host) ?? 0;
    if (region === undefined) return undefined;
    if (start + size > host.size) {
      const left = `"${nameOf(host)}" has ${host.size - start} of ${host.size} left`;
      const message = `"${nameOf(shape)}" takes ${size} bytes, but ${left}`;
      this.program.findings.add('GT0507', message, declaration.item, declaration.item.statement);
      return undefined;
    }
    this.taken.set(host, start + size);
    return { ...region, low: region.low + start, bytes: size };
  }
}
