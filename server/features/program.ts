/** The request for a whole program: its image, and what its debug information says. */
import { toBase64 } from '#basics';
import type { Program } from '../project/view.ts';
import type { ProgramResult } from '../protocol.ts';

/** The program, or why it cannot be played. */
export function programResult({ assembly, uriOf }: Program): ProgramResult {
  const checked = assembly.checked();
  const name = assembly.main.slice(assembly.main.lastIndexOf('/') + 1);
  if (checked.hasErrors) return { failure: `${name} has errors.` };
  if (checked.words === 0) return { failure: `${name} has no words.` };
  const { tables, squares, sets, pieces, symbols } = checked.debugInfo;
  const info = { tables, squares, sets, pieces, symbols };
  return { main: uriOf(assembly.main), base64: toBase64(checked.rom()), info };
}
