/**
 * Expansion: sources to one list of items.
 *
 * Follows includes, calls macros, runs loops, decides conditions, defines symbols and collects
 * declarations. What needs addresses is left to later phases: every instruction is one word.
 */
import type { AssembledFile } from '../contract/syntax.ts';
import { expandDirective } from './expand-directives.ts';
import { expandFile } from './expand-file.ts';
import { expandCall } from './expand-macros.ts';
import { expandVcpu, refusedInBytes } from './expand-vcpu.ts';
import { defineLabels, expandConstant, expandInstruction } from './expand-statements.ts';
import { Expander, type Actions } from './expander.ts';
import type { Sources } from './file-source.ts';
import type { Memory } from './memory.ts';
import type { Program } from '../program/program.ts';

/**
 * Fills a program's items, symbols, macros and declarations from its main file.
 * @param memory what the expansion before left, and what this one leaves
 */
export function expand(program: Program, main: AssembledFile, sources: Sources, memory: Memory): void {
  memory.begin();
  new Expander(program, sources, memory, ACTIONS).file(main, memory.enter(main.path, sources.changeOf(main.path)));
}

const ACTIONS: Actions = {
  labels: defineLabels,
  instruction(expander, parsed, statement, labels) {
    const isNative = expander.segment === undefined && expander.table === undefined;
    if (isNative) return expandInstruction(expander, parsed, statement, labels);
    if (labels !== undefined) expander.push(parsed, undefined, labels);
    if (!expandVcpu(expander, parsed, statement)) refusedInBytes(expander, statement);
  },
  statement(expander, parsed, statement, block) {
    if (statement.kind === 'constant') expandConstant(expander, statement);
    else if (statement.kind === 'call') {
      if (!expandVcpu(expander, parsed, statement)) expandCall(expander, parsed, statement);
    } else if (statement.kind === 'directive') expandDirective(expander, parsed, statement, block);
  },
  file: expandFile,
};
