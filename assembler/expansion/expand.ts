/**
 * Expansion: sources to one list of items.
 *
 * Follows includes, calls macros, runs loops, decides conditions, defines symbols and collects
 * declarations. What needs addresses is left to later phases: every instruction is one word.
 */
import { elementAt } from '#basics';
import { Recorder, type Chunk, type Counters, type Entry } from './chunk.ts';
import { Expander, type Actions } from './expander.ts';
import type { FileRun, Memory } from './memory.ts';
import { replay } from './replay.ts';
import type { ParsedLine, AssembledFile } from '../contract/syntax.ts';
import { TRAITS } from '../syntax/directive-traits.ts';
import { expandDirective } from './expand-directives.ts';
import { expandCall } from './expand-macros.ts';
import { expandVcpu, refusedInBytes } from './expand-vcpu.ts';
import { defineLabels, expandConstant, expandInstruction } from './expand-statements.ts';
import type { Sources } from './file-source.ts';
import type { Program } from '../program/program.ts';

/** The fewest lines of a chunk, unless an include or a known chunk ends it. */
const LEAST_LINES = 16;
/** Lines after which a chunk may end anywhere outside of all labels. */
const MANY_LINES = 64;

/**
 * Expands all lines of the expander's file, and leaves in the run what the next time can use: known chunks that fit are
 * replayed, the others are expanded line by line and recorded. A chunk ends before a line that begins something new, a
 * global label or a block, where nothing is open. Lines that include files lie between the chunks.
 */
function expandFile(expander: Expander, run: FileRun): void {
  const known = run.chunks;
  const chunks: Chunk[] = [];
  let index = 0;
  for (let line = 0; line < expander.lines.length && !expander.isFull;) {
    let chunk = known[index];
    while (chunk !== undefined && chunk.from < line) chunk = known[++index];
    if (chunk?.from === line && replayed(expander, chunk)) {
      chunks.push(chunk);
      line = chunk.to;
    } else if (isInclude(elementAt(expander.lines, line))) line = expander.run(line, line + 1);
    else {
      const next = known[chunk?.from === line ? index + 1 : index];
      const recorded = record(expander, line, next?.from);
      if (recorded.chunk !== undefined) chunks.push(recorded.chunk);
      line = recorded.end;
    }
  }
  run.chunks = chunks;
}

function replayed(expander: Expander, chunk: Chunk): boolean {
  const { walked, rounds, serial } = chunk.counted;
  if (!expander.hasRoomFor(walked, rounds) || !expander.isClean) return false;
  const { program, evaluator, scope, sources } = expander;
  const place = {
    program,
    evaluator,
    scope,
    entry: entryOf(expander),
    serial: expander.serial,
    hasMoved: sources.hasMoved,
    changeOf: (file: number) => sources.changeOf(elementAt(program.files, file).path),
  };
  if (!replay(place, chunk)) return false;
  expander.walked += walked;
  expander.rounds += rounds;
  expander.serial += serial;
  expander.scope = chunk.exitScope ?? expander.scope;
  expander.off = chunk.exitOff;
  return true;
}

/** Expands lines up to where a chunk may end, and records what happens. */
function record(expander: Expander, from: number, known = -1): { end: number; chunk: Chunk | undefined } {
  const { program, scope, lines, base } = expander;
  const { isClean } = expander;
  const recorder = new Recorder(program, from, entryOf(expander), scope, countersOf(expander));
  expander.recorder = recorder;
  const end = expander.run(from, lines.length, (line) => {
    if (!expander.isClean) return false;
    return line === known || isBoundary(elementAt(lines, line), line - from, expander.scope === base);
  });
  expander.recorder = undefined;
  const isWhole = isClean && expander.isClean && !expander.isFull;
  return { end, chunk: isWhole ? recorder.finish(end, expander, countersOf(expander)) : undefined };
}

function entryOf({ fileIndex: file, base, expansion, off }: Expander): Entry {
  return { file, base, expansion, off };
}

function countersOf({ walked, rounds, serial }: Expander): Counters {
  return { walked, rounds, serial };
}

function isBoundary(parsed: ParsedLine, distance: number, isOutside: boolean): boolean {
  if (isInclude(parsed)) return true;
  if (distance < LEAST_LINES) return false;
  const { labels, statement } = parsed;
  if (labels.some(({ text }) => text !== '' && !text.startsWith('.'))) return true;
  if (statement?.kind === 'directive' && TRAITS.openingWords.has(statement.name)) return true;
  return isOutside && distance >= MANY_LINES;
}

function isInclude({ statement }: ParsedLine): boolean {
  return statement?.kind === 'directive' && statement.name === 'include';
}

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
    } else if (statement.kind === 'directive') expandDirective(expander, { statement, block, parsed });
  },
  file: expandFile,
};
