/**
 * Which bytes of RAM belong to which declaration.
 *
 * The machine addresses memory as page and low byte, so regions are rectangles: `pages` pages by
 * `bytes` bytes from a low byte on. The map is the plain 32 KiB machine's.
 */

/** Bytes of RAM that declarations may use. */
export const RAM_BYTES = 0x8000;
const PAGES = RAM_BYTES / 0x100;

/** A rectangle of RAM. */
export interface Region {
  readonly page: number;
  readonly low: number;
  /** Bytes in each page; may not reach over the page's end. */
  readonly bytes: number;
  readonly pages: number;
}

export class RamMap {
  /** Number of the owner of each byte, from 1; 0 is free. */
  private readonly owners = new Uint16Array(RAM_BYTES);

  /** The first owner found inside a region, 0 if it is free. */
  ownerIn(region: Region): number {
    for (let page = region.page; page < region.page + region.pages; page++) {
      for (let low = region.low; low < region.low + region.bytes; low++) {
        const owner = this.owners[(page << 8) | low]!;
        if (owner !== 0) return owner;
      }
    }
    return 0;
  }

  claim(region: Region, owner: number): void {
    for (let page = region.page; page < region.page + region.pages; page++) {
      this.owners.fill(owner, (page << 8) | region.low, ((page << 8) | region.low) + region.bytes);
    }
  }

  /** Free zero-page bytes; $00 and $80 are left to those who name them, as the ecosystem keeps constants there. */
  freeZeroPage(bytes: number): Region | undefined {
    for (let low = 1; low + bytes <= 0x100; low++) {
      const region = { page: 0, low, bytes, pages: 1 };
      if ((low > 0x80 || low + bytes <= 0x80) && this.ownerIn(region) === 0) return region;
    }
    return undefined;
  }

  /** Free bytes within one page, from page 1 up. */
  freeRow(bytes: number): Region | undefined {
    for (let page = 1; page < PAGES; page++) {
      for (let low = 0; low + bytes <= 0x100; low++) {
        const region = { page, low, bytes, pages: 1 };
        if (this.ownerIn(region) === 0) return region;
      }
    }
    return undefined;
  }

  /** A low byte free in all of a run of pages, from $FF down, so that columns keep clear of the picture. */
  freeColumn(page: number, pages: number, bytes: number): Region | undefined {
    for (let low = 0x100 - bytes; low >= 0; low--) {
      const region = { page, low, bytes, pages };
      if (this.ownerIn(region) === 0) return region;
    }
    return undefined;
  }
}
