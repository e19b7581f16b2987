/** Sources that come with the assembler, included by `.include <name>`. They are written in lib/. */
import { failure, type Result } from '#basics';
import { LIBRARY_SOURCES } from './sources.ts';

/** Names of all libraries. */
export const LIBRARY_NAMES: readonly string[] = Object.keys(LIBRARY_SOURCES);

/** The text of a library; one clause where there is none of this name. */
export function readLibrary(name: string): Result<{ readonly text: string }> {
  const text = Object.hasOwn(LIBRARY_SOURCES, name) ? LIBRARY_SOURCES[name] : undefined;
  if (text !== undefined) return { text };
  return failure(`there is no such library; there is ${LIBRARY_NAMES.map((each) => `<${each}>`).join(', ')}`);
}
