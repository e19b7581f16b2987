/** The text panel beside the board, as it is in RAM and as a person reads it on the screen. */
import type { EngineSession } from '#engine-driver';
import { CYCLES_PER_FRAME, PIXELS_PER_LINE } from '#isa';
import { engineAssembly } from './engine-fixture.ts';

/** The scan line at which the picture's rows begin, scan lines per row, and the screen column of its first pixel. */
export const TOP = 96;
export const ROW_LINES = 4;
export const LEFT = 1;

/** The panel's eight lines as they are in RAM, without trailing spaces. */
export function panelText(engine: EngineSession): string[] {
  return panelLines(engine, (line, column) => {
    const first = engine.address('text', engine.symbol('TEXT_PAGE') + line);
    return engine.machine.readRam(first + column) & 0x7f;
  });
}

/** The panel's eight lines as the next whole frame shows them: each cell of pixels is looked up in the font. */
export function panelPixels(engine: EngineSession): string[] {
  engine.run(2 * CYCLES_PER_FRAME);
  const shapes = shapesOf(engine);
  return panelLines(engine, (line, column) => shapes.get(cellShape(engine, line, column)) ?? 0x7f);
}

/**
 * What the first and the last line say in the last frame, while the machine thinks.
 * @param above scan lines by which they are higher than in the player's turn
 */
export function liveLines(engine: EngineSession, above = 0): readonly [string, string] {
  const shapes = shapesOf(engine);
  const lines = panelLines(engine, (line, column) => shapes.get(cellShape(engine, line, column, above)) ?? 0x7f);
  return [lines[0]!, lines.at(-1)!];
}

/** The characters' codes by their shapes. */
function shapesOf(engine: EngineSession): Map<string, number> {
  return new Map(Array.from({ length: 96 }, (_, i) => [shapeOf(engine, i + 32), i + 32] as const));
}

function panelLines(engine: EngineSession, character: (line: number, column: number) => number): string[] {
  return Array.from({ length: engine.symbol('TEXT_LINES') }, (_, line) =>
    Array.from({ length: engine.symbol('TEXT_COLUMNS') }, (_, column) => String.fromCharCode(character(line, column)))
      .join('')
      .trimEnd(),
  );
}

/** The rows of a character's shape, from the ROM: the operands of its lookup table. */
function shapeOf(engine: EngineSession, ascii: number): string {
  const table = ['signs', 'capitals', 'smallLetters'][(ascii >> 5) - 1]!;
  const rows = engine.symbol('SHAPE_ROWS');
  const first = engine.symbol(table) + rows * (ascii & 31);
  const { image } = engineAssembly();
  return Array.from({ length: rows }, (_, row) => (image[first + row]! & 0xff) >> 3).join(',');
}

/** The rows of a cell's pixels. */
function cellShape(engine: EngineSession, line: number, column: number, above = 0): string {
  const left = LEFT + engine.symbol('PANEL_LEFT') + column * engine.symbol('CHARACTER_WIDTH');
  const top = line * engine.symbol('LINE_HEIGHT') + 1;
  const { pixels } = engine.machine.monitor;
  const first = TOP - above + ROW_LINES * top;
  return shapeOfPixels(engine, (row, x) => pixels[(first + ROW_LINES * row) * PIXELS_PER_LINE + left + x]!);
}

/** A shape as it is drawn; the column before it shows the background. */
function shapeOfPixels(engine: EngineSession, at: (row: number, x: number) => number): string {
  const ground = at(0, 0);
  return Array.from({ length: engine.symbol('SHAPE_ROWS') }, (_, row) =>
    [1, 2, 3, 4, 5].reduce((bits, x) => 2 * bits + (at(row, x) === ground ? 0 : 1), 0),
  ).join(',');
}
