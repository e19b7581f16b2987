/**
 * The Memory map: pages of ROM and RAM, how full they are, and how hot over a frame. A click goes to the source or to
 * memory.
 */
import { grouped } from '#basics';
import type { FrameMessage } from '#debugger/protocol';
import { CellGrid } from '../cell-grid.ts';
import { element, updateText } from '../dom.ts';
import { ramMenu, romMenu } from '../place-menu.ts';
import { FrameView, type View } from '../view.ts';
import { PAGE, pageRows, type PageCell } from './memory-map-model.ts';

export class MemoryMapView extends FrameView {
  private readonly detail = element('p', { class: 'detail' });
  private readonly rom = new CellGrid('Pages of ROM', 'map', (key) => this.choose(key));
  private readonly ram = new CellGrid('Pages of RAM', 'map', (key) => this.choose(key));
  private cells = new Map<string, PageCell>();
  private chosen = '';

  constructor(view: View) {
    super(view);
    this.show(element('h2', {}, 'ROM'), this.rom.element, element('h2', {}, 'RAM'), this.ram.element, this.detail);
    for (const { element: grid } of [this.rom, this.ram]) {
      for (const event of ['pointerover', 'focusin'])
        grid.addEventListener(event, ({ target }) => this.describe(target));
    }
  }

  protected override draw({ from, to, rom, ram }: FrameMessage): string {
    const [romRows, ramRows] = [pageRows(rom, 'rom'), pageRows(ram, 'ram')];
    this.cells = new Map([...romRows, ...ramRows].flat().map((cell) => [cell.key, cell]));
    const cells = (rows: readonly (readonly PageCell[])[]) => rows.map((row) => row.map((cell) => this.cell(cell)));
    this.rom.update(cells(romRows));
    this.ram.update(cells(ramRows));
    return to === from
      ? 'Nothing has run yet.'
      : `Cycles ${grouped(from)} to ${grouped(to)}. Colour: accesses; bottom edge: how full.`;
  }

  private cell({ key, heat, fill, text, address }: PageCell) {
    const attributes = {
      'data-page': key,
      'data-heat': String(heat),
      'data-fill': String(fill),
      'aria-label': text,
      'aria-selected': String(key === this.chosen),
      ...(address === null ? {} : key.startsWith('rom') ? romMenu(address) : ramMenu(address, PAGE)),
    };
    return { key, attributes, drawn: '', draw: () => [] };
  }

  private describe(target: EventTarget | null): void {
    const key = target instanceof Element ? target.closest('[data-page]')?.getAttribute('data-page') : undefined;
    updateText(this.detail, this.cells.get(key ?? this.chosen)?.text ?? '');
  }

  private choose(key: string): void {
    this.chosen = key;
    if (this.last !== undefined) this.draw(this.last);
    const cell = this.cells.get(key);
    if (cell?.path !== undefined) this.view.post({ type: 'open', path: cell.path, line: cell.line });
    else if (typeof cell?.address === 'number')
      this.view.post({ type: 'memory', space: key.startsWith('rom') ? 'rom' : 'ram', address: cell.address });
  }
}
