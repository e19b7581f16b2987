/** Sound as a WAV file: one channel, 8 bits, one sample a scan line. */
import { CLOCK_HZ, CYCLES_PER_LINE } from '#isa';

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
