/** What a run looked and sounded like, as files: WAV, and a PNG of 640 × 480 pixels. */
import { PNG } from 'pngjs';
import { CLOCK_HZ, CYCLES_PER_LINE, PIXELS_PER_LINE, VISIBLE_LINES } from '#isa';
import { numberAt } from '#basics';

/** Samples per second: the machine's audio DAC is loaded once per scan line. */
const RATE = CLOCK_HZ / CYCLES_PER_LINE;
const HEADER_BYTES = 44;

/** @param samples values of the 4-bit DAC, 0..15 */
export function wav(samples: readonly Uint8Array[]): Uint8Array {
  const length = samples.reduce((sum, part) => sum + part.length, 0);
  const file = new Uint8Array(HEADER_BYTES + length);
  writeHeader(new DataView(file.buffer), length);
  let offset = HEADER_BYTES;
  for (const part of samples) {
    for (const sample of part) file[offset++] = sample * 17;
  }
  return file;
}

/** The RIFF header: format chunk of plain PCM, then the data chunk. */
function writeHeader(view: DataView, length: number): void {
  const text = (offset: number, letters: string): void =>
    [...letters].forEach((letter, i) => view.setUint8(offset + i, letter.charCodeAt(0)));
  text(0, 'RIFF');
  view.setUint32(4, HEADER_BYTES - 8 + length, true);
  text(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true); // PCM
  view.setUint16(22, 1, true); // channels
  view.setUint32(24, RATE, true);
  view.setUint32(28, RATE, true); // bytes a second
  view.setUint16(32, 1, true); // bytes a sample
  view.setUint16(34, 8, true); // bits a sample
  text(36, 'data');
  view.setUint32(40, length, true);
}

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
