/**
 * Expansion: sources to one list of items.
 *
 * Follows includes, calls macros, runs loops, decides conditions, defines symbols and collects
 * declarations. What needs addresses is left to later phases: every instruction is one word.
 */
import type { AssembledFile } from './assembly.ts';
import { expandDirective } from './expand-directives.ts';
import { Expander } from './expander.ts';
import type { FileSource } from './file-source.ts';
import type { Program } from './program.ts';

/** Fills a program's items, symbols, macros and declarations from its main file. */
export function expand(program: Program, main: AssembledFile, sources: FileSource): void {
  new Expander(program, sources, expandDirective).file(main);
}
