/** Sources that come with the assembler, included by `.include <name>`. They are written in lib/. */
import { failure, type Result } from '#basics';
import { libraryName } from '../contract/source.ts';
import boardColours from '#lib/board-colours.gtasm';
import calls from '#lib/calls.gtasm';
import chessClock from '#lib/chess-clock.gtasm';
import clockDigits from '#lib/clock-digits.gtasm';
import font from '#lib/font.gtasm';
import input from '#lib/input.gtasm';
import phrases from '#lib/phrases.gtasm';
import pieceShapes from '#lib/piece-shapes.gtasm';
import pixels from '#lib/pixels.gtasm';
import text from '#lib/text.gtasm';
import video from '#lib/video.gtasm';

/** Texts by name. */
const LIBRARY_SOURCES: Readonly<Record<string, string>> = {
  'board-colours': boardColours,
  calls,
  'chess-clock': chessClock,
  'clock-digits': clockDigits,
  font,
  input,
  phrases,
  'piece-shapes': pieceShapes,
  pixels,
  text,
  video,
};

/** Names of all libraries. */
export const LIBRARY_NAMES: readonly string[] = Object.keys(LIBRARY_SOURCES);

/** The text of a library; a failure if there is none of this name. */
export function readLibrary(name: string): Result<{ readonly text: string }> {
  const text = Object.hasOwn(LIBRARY_SOURCES, name) ? LIBRARY_SOURCES[name] : undefined;
  if (text !== undefined) return { text };
  return failure(`there is no such library; there is ${LIBRARY_NAMES.map((each) => `<${each}>`).join(', ')}`);
}

/** Where a library defines a name: in all programs that include it, or only in those that fulfil a condition. */
interface LibraryName {
  readonly library: string;
  readonly condition: string | undefined;
}

let known: ReadonlyMap<string, LibraryName> | undefined;

/** The library that defines a constant, label, macro or zero-page byte. */
function libraryDefining(name: string): LibraryName | undefined {
  known ??= new Map(Object.entries(LIBRARY_SOURCES).flatMap(([library, text]) => namesIn(library, text)));
  return known.get(name);
}

/** The names that a library defines at its top level; an `.if` around them counts unless it asks `defined()`. */
function namesIn(library: string, text: string): readonly (readonly [string, LibraryName])[] {
  const conditions: string[] = [];
  const names: [string, LibraryName][] = [];
  for (const line of text.split('\n')) {
    const condition = /^\s*\.if\s+(\S.*?)\s*(?:;.*)?$/.exec(line)?.[1];
    if (condition !== undefined) conditions.push(condition);
    if (/^\s*\.endif\b/.test(line)) conditions.pop();
    const name = /^\s*\.(?:zp|macro|proc)\s+(\w+)|^(\w+)\s*[=:]/.exec(line)?.slice(1).find(Boolean);
    if (name === undefined) continue;
    names.push([name, { library, condition: conditions.findLast((each) => !each.includes('defined(')) }]);
  }
  return names;
}

/** How a message on an unknown name goes on if a library has it. @param files the program's files */
export function libraryHint(name: string, files: readonly { readonly path: string }[]): string {
  const found = libraryDefining(name);
  if (found === undefined) return '';
  const { library, condition } = found;
  if (!files.some(({ path }) => libraryName(path) === library)) return `; ".include <${library}>" provides it`;
  return condition === undefined ? '' : `; <${library}> has it only under ".if ${condition}"`;
}
