/** The monitor's picture as a PNG of 640 × 480 pixels, four wide for one cycle. */
import { PNG } from 'pngjs';
import { numberAt } from '#basics';
import { PIXELS_PER_LINE, VISIBLE_LINES } from '#isa';

const SCALE = 4;
/** Steps of the video DAC for the two bits of a colour: 0, 85, 170, 255. */
const STEP = 85;

/** @param pixels 160 × 480 colours, OUT bits 5..0 each (two bits blue, green, red) */
export function screenshot(pixels: Uint8Array): Uint8Array {
  const width = PIXELS_PER_LINE * SCALE;
  const png = new PNG({ width, height: VISIBLE_LINES });
  for (let y = 0; y < VISIBLE_LINES; y++) {
    for (let x = 0; x < width; x++) {
      const colour = numberAt(pixels, y * PIXELS_PER_LINE + Math.floor(x / SCALE));
      const [red, green, blue] = [colour & 3, (colour >> 2) & 3, (colour >> 4) & 3];
      png.data.set([red * STEP, green * STEP, blue * STEP, 255], (y * width + x) * 4);
    }
  }
  return PNG.sync.write(png);
}
