/**
 * Which bytes of RAM belong to which declaration.
 *
 * The machine addresses memory by page and low byte, so regions are rectangles: `pages` pages by `bytes`
 * bytes, starting at a low byte. From page $80 on, a machine with 128 KiB shows one of three banks, and
 * each bank has its own bytes.
 */
import type { Program } from '../program/program.ts';
import type { Evaluator } from '../values/evaluate.ts';
import { FIRST_BANK, numberAt } from '#basics';
import { hexByte, hexWord, RAM_SIZES, type RamKib } from '#isa';

/** First page of the window in which banks are shown. */
export const WINDOW_PAGE = 0x80;
const BANK_BYTES = 0x8000;

/** A rectangle of RAM. */
export interface Region {
  readonly page: number;
  readonly low: number;
  /** Bytes in each page; may not reach over the page's end. */
  readonly bytes: number;
  readonly pages: number;
  /** Bank of its pages from $80 on. */
  readonly bank: number;
}

export class RamMap {
  /** Number of the owner of each byte, from 1; 0: free. */
  private readonly owners: Uint16Array;
  /** Pages that can be addressed: 128 or 256. */
  readonly pages: number;
  /** Banks that the window can show, from 1 up; 0 without a window. */
  readonly banks: number;

  constructor(size: RamKib) {
    this.owners = new Uint16Array(size * 1024);
    this.pages = size === 32 ? 0x80 : 0x100;
    this.banks = size / 32 - 1;
  }

  /** The first owner found inside a region, 0 if it is free. */
  ownerIn(region: Region): number {
    for (let page = region.page; page < region.page + region.pages; page++) {
      for (let low = region.low; low < region.low + region.bytes; low++) {
        const owner = numberAt(this.owners, placeOf(page, region.bank) + low);
        if (owner !== 0) return owner;
      }
    }
    return 0;
  }

  claim(region: Region, owner: number): void {
    for (let page = region.page; page < region.page + region.pages; page++) {
      const start = placeOf(page, region.bank) + region.low;
      this.owners.fill(owner, start, start + region.bytes);
    }
  }

  /** Runs of free zero-page bytes, without $00 and $80, where by convention constants are kept. */
  *zeroPageRuns(): Generator<Region> {
    yield* this.runs(0, FIRST_BANK, 0x01, 0x80);
    yield* this.runs(0, FIRST_BANK, 0x81, 0x100);
  }

  /** Runs of free bytes, each within one page, from a page upwards. */
  *rowRuns(from: number, bank: number): Generator<Region> {
    for (let page = from; page < this.pages; page++) yield* this.runs(page, bank, 0, 0x100);
  }

  /** Runs of free bytes of a page between two low bytes. */
  private *runs(page: number, bank: number, from: number, to: number): Generator<Region> {
    const place = placeOf(page, bank);
    for (let low = from; low < to; low++) {
      const start = low;
      while (low < to && this.owners[place + low] === 0) low++;
      if (low > start) yield { page, low: start, bytes: low - start, pages: 1, bank };
    }
  }

  /** A low byte that is free in all pages of a run, from $FF down, so that columns stay clear of the picture. */
  freeColumn(page: number, pages: number, bytes: number, bank: number): Region | undefined {
    for (let low = 0x100 - bytes; low >= 0; low--) {
      const region = { page, low, bytes, pages, bank };
      if (this.ownerIn(region) === 0) return region;
    }
    return undefined;
  }
}

/** The start of the first run that is long enough. */
export function firstFit(runs: Iterable<Region>, bytes: number): Region | undefined {
  for (const run of runs) if (run.bytes >= bytes) return { ...run, bytes };
  return undefined;
}

/** The longest run, the first of equals. */
export function longestRun(runs: Iterable<Region>): Region | undefined {
  let longest: Region | undefined;
  for (const run of runs) if (longest === undefined || run.bytes > longest.bytes) longest = run;
  return longest;
}

/** Position of a page's first byte among all bytes of RAM. */
function placeOf(page: number, bank: number): number {
  return page < WINDOW_PAGE ? page << 8 : bank * BANK_BYTES + ((page - WINDOW_PAGE) << 8);
}

/** A rectangle as a message names it. */
export function describeRegion(region: Region): string {
  if (region.pages > 1)
    return `low byte ${hexByte(region.low)} of pages ${hexByte(region.page)} to ${hexByte(region.page + region.pages - 1)}${inBank(region)}`;
  return region.page === 0 ? hexByte(region.low) : `${hexWord((region.page << 8) | region.low)}${inBank(region)}`;
}

function inBank({ page, pages, bank }: Region): string {
  return bank === FIRST_BANK || page + pages <= WINDOW_PAGE ? '' : ` of bank ${bank}`;
}

/** Size in KiB; that of the standard machine without a declaration. A wrong declaration is reported. */
export function ramSize(program: Program, evaluator: Evaluator): RamKib {
  let size: RamKib | undefined;
  for (const item of program.directives) {
    const { statement } = item;
    if (statement?.kind !== 'directive' || statement.name !== 'ram' || statement.expressions[0] === undefined) continue;
    const value = evaluator.value(statement.expressions[0], item);
    const known = RAM_SIZES.find((each) => each === value);
    if (known !== undefined && (size ?? known) === known) size = known;
    else if (known !== undefined) program.findings.add('GT0506', `RAM has ${size} KiB already`, item, statement);
    else if (!Number.isNaN(value))
      program.findings.add('GT0506', `RAM has ${RAM_SIZES.join(', ')} KiB, not ${value}`, item, statement);
  }
  return size ?? 32;
}
