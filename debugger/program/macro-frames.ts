/**
 * Macro calls as frames: a word that a macro made is shown at its line in the macro's text and, one frame
 * out, at the line of the call. Repetitions are not frames; their text is already in place.
 */
import type { RomAddress } from '#basics';
import type { Program } from './program.ts';
import type { CodePlace } from './source-map.ts';

/**
 * The places of a word that count as frames, the innermost first, each with the macro in whose text it is; empty if no
 * source is known.
 */
export function framePlaces(program: Program, address: RomAddress): readonly CodePlace[] {
  const frames: CodePlace[] = [];
  let isFrame = true;
  for (const place of program.sources.placesAt(address)) {
    const inMacro = place.macro !== undefined && isMacro(place.macro);
    const macro = inMacro ? place.macro : undefined;
    // After a place inside a repetition: whatever is around the repetition is around the frame.
    const frame = isFrame ? place : (frames.pop() ?? place);
    frames.push({ ...frame, macro });
    isFrame = place.macro === undefined || inMacro;
  }
  return frames;
}

/**
 * How many macro texts stay hidden when a step arrives at `address`: those that begin right here and lie deeper than
 * `depth` places.
 */
export function hiddenOnArrival(program: Program, address: RomAddress, depth: number): number {
  const places = framePlaces(program, address);
  let hidden = Math.max(0, places.length - Math.max(depth, 1));
  while (hidden > 0) {
    const outer = places[hidden];
    if (outer !== undefined && program.sources.startsOf(outer.source, outer.line).includes(address)) break;
    hidden--;
  }
  return hidden;
}

/** Repetitions carry the name of their directive, which begins with a dot. */
function isMacro(name: string): boolean {
  return !name.startsWith('.');
}
