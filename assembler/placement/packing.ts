/**
 * Packing: which page each block of `.place` goes to.
 *
 * The largest goes first, each into the smallest free run that has room for it. Blocks with a trampoline of their own
 * go before those that need one, each into a page without, so that the others find it.
 */
import { hexWord, PAGE_SIZE, ROM_WORDS } from '#isa';
import type { Block, Program } from '../program/program.ts';
import { counted, elementAt } from '#basics';
import { beginPage } from './fixes.ts';

/** A block, the words that it takes, and whether it brings or needs a trampoline. */
interface Parcel {
  readonly block: Block;
  readonly size: number;
  readonly trampoline: 'brings' | 'needs' | 'none';
}

/** Consecutive free words within one page. */
interface Run {
  start: number;
  length: number;
}

export class Packing {
  private readonly parcels: Parcel[] = [];
  /** Pages with a trampoline, as far as is known. */
  private readonly trampolines: Set<number>;
  private runs: Run[] = [];

  constructor(private readonly program: Program) {
    this.trampolines = new Set(program.trampolines.keys());
  }

  /** @param size words of the block; NaN if that has been reported as not known */
  add(block: Block, size: number): void {
    this.parcels.push({ block, size, trampoline: this.trampolineOf(block) });
  }

  /**
   * Where each block goes, one by one; no start if there is no room, which has been reported. All else must be laid out
   * before the first is asked for.
   */
  *places(): Generator<{ readonly block: Block; readonly start: number | undefined }> {
    const { parcels } = this;
    this.runs = freeRuns(this.program.owners);
    const first = (parcel: Parcel): number => Number(parcel.trampoline !== 'brings');
    const order = (a: Parcel, b: Parcel): number =>
      first(a) - first(b) || b.size - a.size || a.block.from - b.block.from;
    for (const { block } of parcels.filter(({ size }) => Number.isNaN(size))) yield { block, start: undefined };
    for (const parcel of parcels.filter(({ size }) => !Number.isNaN(size)).sort(order))
      yield { block: parcel.block, start: this.take(parcel) };
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

  /** The start of the smallest free run that holds a block, the lowest of equal ones; undefined after a report. */
  private take(parcel: Parcel): number | undefined {
    let best: Run | undefined;
    for (const run of this.runs) {
      if (run.length < parcel.size || !this.mayUse(parcel, run)) continue;
      if (best === undefined || run.length < best.length) best = run;
    }
    if (best === undefined) return this.noRoom(parcel);
    const { start } = best;
    best.start += parcel.size;
    best.length -= parcel.size;
    if (parcel.trampoline === 'brings') this.trampolines.add(start >> 8);
    return start;
  }

  /** Whether a block may go to the page of a run, as far as trampolines are concerned. */
  private mayUse({ trampoline }: Parcel, { start }: Run): boolean {
    return trampoline === 'none' || this.trampolines.has(start >> 8) === (trampoline === 'needs');
  }

  private noRoom(parcel: Parcel): undefined {
    const { item } = parcel.block;
    this.program.findings.add('GT0406', this.whyNoRoom(parcel), item, item.statement);
    return undefined;
  }

  private whyNoRoom(parcel: Parcel): string {
    const { size, trampoline } = parcel;
    if (size > PAGE_SIZE) return `The block takes ${counted(size, 'word')}, but a page has ${PAGE_SIZE}`;
    if (trampoline === 'needs' && this.trampolines.size === 0)
      return 'The block has time checks and no trampoline of its own, and no page has one';
    const which = { brings: 'page without a trampoline', needs: 'page with a trampoline', none: 'page' }[trampoline];
    let most = { start: 0, length: 0 };
    for (const run of this.runs) if (run.length > most.length && this.mayUse(parcel, run)) most = run;
    const { start, length } = most;
    const left = length === 0 ? '' : `; the most are ${length}, from ${hexWord(start)}, ${size - length} too few`;
    return `No ${which} has ${counted(size, 'word')} free in a row${left}`;
  }
}

/** Runs of free words, each in one page, in ascending order. */
function freeRuns(owners: Int32Array): Run[] {
  const runs: Run[] = [];
  for (let page = 0; page < ROM_WORDS; page += PAGE_SIZE) {
    const end = page + PAGE_SIZE;
    for (let address = page; address < end; address++) {
      const start = address;
      while (address < end && owners[address] === 0) address++;
      if (address > start) runs.push({ start, length: address - start });
    }
  }
  return runs;
}

/** The blocks that are packed: those of `.place` that lie in no other one. */
export function packedBlocks(blocks: readonly Block[]): Block[] {
  let end = 0;
  return blocks.filter((block) => {
    if (block.kind !== 'place' || block.from < end) return false;
    end = block.to;
    return true;
  });
}

/** Reports a block that begins in one page and ends in another. */
export function checkPage(program: Program, block: Block): void {
  const { items } = program;
  let { from, to } = block;
  while (from < to && elementAt(items, from).size === 0) from++;
  while (from < to && elementAt(items, to - 1).size === 0) to--;
  if (from === to) return;
  const start = elementAt(items, from).address;
  const last = elementAt(items, to - 1);
  const end = last.address + last.size - 1;
  if (start >> 8 === end >> 8) return;
  const what = block.kind === 'lookup' ? `The lookup table "${block.name}"` : 'The block';
  const left = PAGE_SIZE - (start & 0xff);
  const message = `${what} leaves its page: ${hexWord(start)} to ${hexWord(end)}; ${counted(left, 'word was', 'words were')} left in the page, ${end - start + 1 - left} too few`;
  // Words with gaps between them were placed on purpose; the block is only moved as a whole.
  const words = items.slice(from, to).reduce((sum, { size }) => sum + size, 0);
  const isWhole = words === end - start + 1 && words <= PAGE_SIZE;
  const isPlaced = program.blocks.some(
    ({ kind, from, to }) => kind === 'place' && from <= block.from && block.to <= to,
  );
  const mayMove = isWhole && !isPlaced;
  const fixes = mayMove ? beginPage(program, block.item) : [];
  program.findings.add('GT0403', message, block.item, block.item.statement, { fixes });
}
