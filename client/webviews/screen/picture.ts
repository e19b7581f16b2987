/**
 * Draws the monitor's picture, in the Screen view and in the page of a program.
 *
 * If there are fewer rows of pixels than on the monitor, rows are averaged: a program may draw only one line of four,
 * and a browser that leaves out rows could leave out just these.
 */
import { element, type Attributes } from '../dom.ts';
import { averageRows, fillPixels, HEIGHT, wholeWidth, WIDTH } from './screen-model.ts';

export class Picture {
  readonly canvas: HTMLCanvasElement;
  /** The whole picture, a pixel for each of the machine's, for pictures and recordings. */
  readonly whole = element('canvas', { width: String(WIDTH), height: String(HEIGHT) });
  private readonly image = new ImageData(WIDTH, HEIGHT);
  private shrunk: ImageData | undefined;

  constructor(attributes: Attributes) {
    this.canvas = element('canvas', { width: String(WIDTH), height: String(HEIGHT), ...attributes });
    new ResizeObserver(() => this.fit()).observe(this.canvas);
  }

  /** @param pixels 160 × 480 colours, a byte each */
  draw(pixels: Uint8Array): void {
    fillPixels(pixels, this.image.data);
    this.whole.getContext('2d')?.putImageData(this.image, 0, 0);
    this.show();
  }

  /** Makes all pixels the same size within this space, if possible; otherwise the style sheet decides on the size. */
  fitInto(room: { readonly width: number; readonly height: number }): void {
    const width = wholeWidth(room, devicePixelRatio);
    this.canvas.style.width = width === undefined ? '' : `${width}px`;
    this.canvas.style.maxWidth = width === undefined ? '' : 'none';
  }

  private show(): void {
    if (this.shrunk !== undefined) averageRows(this.image.data, this.shrunk.data);
    this.canvas.getContext('2d')?.putImageData(this.shrunk ?? this.image, 0, 0);
  }

  /** Gives the canvas as many rows as it covers on the screen. */
  private fit(): void {
    const rows = Math.min(HEIGHT, Math.round(this.canvas.clientHeight * devicePixelRatio));
    if (rows === 0 || rows === this.canvas.height) return;
    this.canvas.height = rows;
    this.shrunk = rows < HEIGHT ? new ImageData(WIDTH, rows) : undefined;
    this.show();
  }
}
