/** A board of bits or pieces: a grid of squares with ranks and files written at its edge. */
import { CellGrid, type Cell } from '../cell-grid.ts';
import { classes, element, type Attributes } from '../dom.ts';
import { coordinates, pieceImage } from '../pieces.ts';
import type { BitsCell } from './bits-model.ts';

export class BitsBoard {
  readonly element = element('div', { class: 'bits-frame' });
  private readonly grid: CellGrid;

  constructor(label: string, onClick: (square: string) => void) {
    this.grid = new CellGrid(label, 'bits', onClick);
    this.element.append(this.grid.element);
  }

  /**
   * Draws these squares; nothing if there are none.
   * @param menuOf the menu of a bit, or of all bytes where a square has no bit
   */
  update(rows: readonly (readonly BitsCell[])[] | null, menuOf: (bit: number | null) => Attributes = () => ({})): void {
    this.element.hidden = rows === null;
    if (!rows) return;
    this.grid.element.classList.toggle('small', rows.length === 4);
    this.grid.update(rows.map((row) => row.map((cell) => toCell(cell, menuOf(cell.bit)))));
  }
}

function toCell(cell: BitsCell, menu: Attributes): Cell {
  const { dark, set, lost, differs } = cell;
  return {
    key: cell.name,
    attributes: {
      ...menu,
      class: classes({ dark, light: !dark, set, lost, differs }),
      'data-square': cell.name,
      ...(cell.bit === null ? {} : { 'data-bit': cell.set ? '1' : '0' }),
      ...(cell.piece === null ? {} : { 'data-piece': `${cell.piece.side} ${cell.piece.kind}` }),
      'aria-label': cell.label,
      'aria-selected': String(cell.selected),
      title: cell.label,
    },
    drawn: `${cell.name} ${cell.bit === null ? '' : Number(cell.set)} ${cell.piece?.side ?? ''} ${cell.piece?.kind ?? ''}`,
    draw: () => drawnIn(cell),
  };
}

function drawnIn({ name, bit, set, piece }: BitsCell): Node[] {
  const marks = coordinates(name);
  if (piece) return [...marks, pieceImage(piece.kind, piece.side)];
  return bit === null ? marks : [...marks, element('span', { class: 'bit', 'aria-hidden': 'true' }, set ? '1' : '0')];
}
