/** ROM images on disk. */
import { loadRom } from '#emulator';
import { isFailure, readBytes } from './node-files.ts';
import type { Failure } from './output.ts';

/** The 65,536 words of a ROM file; a failure with status 2 where it is no image. */
export function readRom(file: string): Uint16Array | Failure {
  const bytes = readBytes(file);
  if (isFailure(bytes)) return bytes;
  const result = loadRom(bytes);
  return 'error' in result ? { status: 2, message: `${file}: ${result.error}` } : result.rom;
}
