/** The Memory map as cells: pages of ROM and RAM with owner, fill and heat. */
import { hexByte } from '#basics';
import type { PageUse } from '#debugger/protocol';

export interface PageCell {
  readonly key: string;
  /** 0 cold to 5 hot. */
  readonly heat: number;
  /** 0 empty to 4 full. */
  readonly fill: number;
  /** A sentence with all its figures. */
  readonly text: string;
  readonly path: string | undefined;
  readonly line: number;
  /** First address; null if banks of an expander put it elsewhere. */
  readonly address: number | null;
}

const COLUMNS = 16;
const HEATS = 5;
const FILLS = 4;
/** Words or bytes of a page. */
export const PAGE = 256;
/** Pages that addresses can reach. */
const PAGES = 256;
/** The most owners that are named. */
const NAMED = 8;

/** Pages in rows of sixteen. */
export function pageRows(pages: readonly PageUse[], kind: 'rom' | 'ram'): readonly (readonly PageCell[])[] {
  const most = Math.max(...pages.map(accesses));
  const cells = pages.map((page): PageCell => {
    const { page: number, used, path, line = 0 } = page;
    return {
      key: `${kind}:${number}`,
      heat: heat(accesses(page), most),
      fill: Math.ceil((FILLS * used) / PAGE),
      text: pageText(page, kind),
      path,
      line,
      address: number < PAGES ? number * PAGE : null,
    };
  });
  return Array.from({ length: Math.ceil(cells.length / COLUMNS) }, (_, row) =>
    cells.slice(row * COLUMNS, (row + 1) * COLUMNS),
  );
}

function accesses({ executed, reads, writes }: PageUse): number {
  return executed + reads + writes;
}

/** Logarithmic, as in the gutter. */
function heat(count: number, most: number): number {
  return count === 0 ? 0 : Math.max(1, Math.ceil((HEATS * Math.log(count + 1)) / Math.log(most + 1)));
}

function pageText({ page, owners, used, executed, reads, writes }: PageUse, kind: 'rom' | 'ram'): string {
  const name = `${kind.toUpperCase()} page ${hexByte(page)}`;
  const more = owners.length > NAMED ? ` and ${owners.length - NAMED} more` : '';
  const of = owners.length === 0 ? 'nobody’s' : `${owners.slice(0, NAMED).join(', ')}${more}`;
  const use = kind === 'rom' ? `${executed} cycles` : `${reads} reads, ${writes} writes`;
  return `${name}: ${of}; ${used} of ${PAGE} ${kind === 'rom' ? 'words' : 'bytes declared'}; ${use}`;
}
