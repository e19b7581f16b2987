/** ROM images on disk. */
import { isFailure } from '#basics';
import { loadRom } from '#emulator';
import { readBytes } from './node-files.ts';
import { commandFailure, type CommandFailure } from './output.ts';

/** The 65,536 words of a ROM file; a failure with status 2 where it is not an image. */
export function readRom(file: string): Uint16Array | CommandFailure {
  const bytes = readBytes(file);
  if (isFailure(bytes)) return bytes;
  const result = loadRom(bytes);
  return isFailure(result) ? commandFailure(2, `${file}: ${result.message}`) : result.rom;
}
