/**
 * Packing: which page each block of `.place` goes to.
 *
 * The largest goes first, each into the smallest free run that holds all of it. Blocks that bring a
 * trampoline go before those that need one, each into a page without, so that the others find it.
 */
import { hexWord, PAGE_SIZE, ROM_WORDS } from '#isa';
import type { Block, Program } from '../program.ts';

/** A block with the words that it takes, and what it has to do with trampolines. */
interface Parcel {
  readonly block: Block;
  readonly size: number;
  readonly trampoline: 'brings' | 'needs' | 'none';
}

/** Where a block goes; no start where it has no room, which has been reported. */
export interface PackedPlace {
  readonly block: Block;
  readonly start: number | undefined;
}

export class Packing {
  private readonly program: Program;
  private readonly parcels: Parcel[] = [];
  /** Pages with a trampoline, as far as is known. */
  private readonly trampolines: Set<number>;

  constructor(program: Program) {
    this.program = program;
    this.trampolines = new Set(program.trampolines.keys());
  }

  /** @param size words of the block; NaN where that has been reported as not known */
  add(block: Block, size: number): void {
    this.parcels.push({ block, size, trampoline: this.trampolineOf(block) });
  }

  /** The places one by one; each block must be laid out before the next place is asked for. */
  *places(): Generator<PackedPlace> {
    const first = (parcel: Parcel): number => Number(parcel.trampoline !== 'brings');
    const order = (a: Parcel, b: Parcel): number =>
      first(a) - first(b) || b.size - a.size || a.block.from - b.block.from;
    for (const { block } of this.parcels.filter(({ size }) => Number.isNaN(size))) yield { block, start: undefined };
    for (const parcel of this.parcels.filter(({ size }) => !Number.isNaN(size)).sort(order)) {
      const start = this.findRoom(parcel);
      if (start === undefined) this.noRoom(parcel);
      else if (parcel.trampoline === 'brings') this.trampolines.add(start >> 8);
      yield { block: parcel.block, start };
    }
  }

  private trampolineOf(block: Block): Parcel['trampoline'] {
    let needs = false;
    for (const { statement } of this.program.items.slice(block.from, block.to)) {
      if (statement?.kind !== 'directive') continue;
      if (statement.name === 'trampoline' && statement.expressions.length === 0) return 'brings';
      needs ||= statement.name === 'check' || statement.name === 'sync';
    }
    return needs ? 'needs' : 'none';
  }

  /** Start of the smallest free run that holds a block; the lowest of equals. */
  private findRoom(parcel: Parcel): number | undefined {
    let best: number | undefined;
    let bestLength = Infinity;
    for (const { start, length } of this.freeRuns(parcel)) {
      if (length < parcel.size || length >= bestLength) continue;
      bestLength = length;
      best = start;
    }
    return best;
  }

  /** Runs of free words, each in one of the pages that a block may go to, by rising address. */
  private *freeRuns({ trampoline }: Parcel): Generator<{ readonly start: number; readonly length: number }> {
    const { owners } = this.program;
    for (let page = 0; page < ROM_WORDS; page += PAGE_SIZE) {
      if (trampoline !== 'none' && this.trampolines.has(page >> 8) !== (trampoline === 'needs')) continue;
      let length = 0;
      for (let low = 0; low <= PAGE_SIZE; low++) {
        if (low < PAGE_SIZE && owners[page + low] === 0) length++;
        else {
          if (length > 0) yield { start: page + low - length, length };
          length = 0;
        }
      }
    }
  }

  private noRoom(parcel: Parcel): void {
    const { block } = parcel;
    this.program.findings.add('GT0406', this.whyNoRoom(parcel), block.item, block.item.statement);
  }

  private whyNoRoom(parcel: Parcel): string {
    const { size, trampoline } = parcel;
    if (size > PAGE_SIZE) return `The block takes ${size} words, a page has ${PAGE_SIZE}`;
    if (trampoline === 'needs' && this.trampolines.size === 0) {
      return 'The block has time checks and no trampoline of its own, and no page has one';
    }
    const which = { brings: 'page without a trampoline', needs: 'page with a trampoline', none: 'page' }[trampoline];
    let most = { start: 0, length: 0 };
    for (const run of this.freeRuns(parcel)) if (run.length > most.length) most = run;
    const left = most.length === 0 ? '' : `; the most are ${most.length}, from ${hexWord(most.start)}`;
    return `No ${which} has ${size} words free in a row${left}`;
  }
}

/** Whether a block is one that is packed: placed, and not in another that is. */
export function isPacked(block: Block, blocks: readonly Block[]): boolean {
  return block.kind === 'place' && !isInPlacedBlock(block, blocks);
}

/** Whether a block lies in another one that is placed. */
export function isInPlacedBlock(block: Block, blocks: readonly Block[]): boolean {
  return blocks.some(
    (other) => other !== block && other.kind === 'place' && other.from <= block.from && block.to <= other.to,
  );
}
