/** The Memory map as cells: pages of ROM and RAM with owner, fill and heat. */
import { hexByte } from '#basics';
import type { PageUse } from '#debugger/protocol';

export type PageCell = ReturnType<typeof pageCell>;

const COLUMNS = 16;
const HEATS = 5;
const FILLS = 4;
/** Words or bytes of a page. */
export const PAGE = 256;
/** Pages that addresses can reach. */
const PAGES = 256;
const NAMED = 8;

export function pageRows(pages: readonly PageUse[], kind: 'rom' | 'ram'): readonly (readonly PageCell[])[] {
  const most = Math.max(...pages.map(accesses));
  const cells = pages.map((page) => pageCell(page, kind, most));
  return Array.from({ length: Math.ceil(cells.length / COLUMNS) }, (_, row) =>
    cells.slice(row * COLUMNS, (row + 1) * COLUMNS),
  );
}

function pageCell(page: PageUse, kind: 'rom' | 'ram', most: number) {
  const { page: number, used, path, line = 0 } = page;
  return {
    key: `${kind}:${number}`,
    /** 0 cold to 5 hot. */
    heat: heat(accesses(page), most),
    /** 0 empty to 4 full. */
    fill: Math.ceil((FILLS * used) / PAGE),
    text: pageText(page, kind),
    ...{ path, line },
    /** First address; null if banks of an expander put it elsewhere. */
    address: number < PAGES ? number * PAGE : null,
  };
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
