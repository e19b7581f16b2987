/**
 * An edited program is, after every edit, what a fresh start makes of the same texts: words, symbols,
 * findings, debug information, listing, references, verdicts of the proof.
 *
 * Random edit scripts change a program that uses the whole language.
 */
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { failure } from '#basics';
import { assemble, type Assembly } from '#assembler';
import { draws, forAll } from '#test/draws.ts';
import { projectText } from '#test/project.ts';

const MAIN = 'main.gtasm';

const linesOf = (name: string): string[] =>
  projectText('test/support/assembler/edited-program', name).slice(0, -1).split('\n');

const ROUTINE = linesOf('routine.gtasm');

/** The lines of a source. To make many chunks, `; routine NAME CALLED` stands for a routine of about twenty lines. */
function sourceOf(name: string): readonly string[] {
  return linesOf(name).flatMap((line) => {
    const [, routine, called] = /^; routine (\w+) (\w+)$/.exec(line) ?? [];
    if (routine === undefined || called === undefined) return [line];
    return ROUTINE.map((each) => each.replaceAll('NAME', routine).replace('CALLED', called));
  });
}

/** Lines of its sources by path. */
const START: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  [MAIN, 'lib.gtasm', 'more.gtasm', 'extra.gtasm'].map((name) => [name, sourceOf(name)]),
);

/** Lines that an edit can insert, chosen so that one place in the program changes what another means. */
const LINES: readonly string[] = linesOf('lines.txt');

/** Edit scripts per property. */
const RUNS = draws(15);
/** Time for one property, in milliseconds; the machine may be busy. */
const TIMEOUT = 60_000 + 5_000 * RUNS;

/** All that can be asked of an assembly. */
function essence(assembly: Assembly): Record<string, unknown> {
  const { symbols } = assembly;
  const facts = {
    diagnostics: assembly.diagnostics,
    definitions: symbols.definitions.map((definition) => {
      const { name, kind, value, scope, file, range, extent, parameters, documentation } = definition;
      return { name, kind, value, scope, file, range, extent, parameters, documentation };
    }),
    references: symbols.references.map(({ definition, ...rest }) => ({ ...rest, name: definition.name })),
    debugInfo: assembly.debugInfo,
    expansions: assembly.expansions,
    pages: assembly.pages,
    tests: assembly.tests,
    listing: assembly.listing(),
    lookups: assembly.files.map(({ path, lines }) => [
      symbols.definitionsIn(path).map(({ name }) => name),
      symbols.inScope(path, { line: lines.length >> 1, character: 0 }).map(({ name }) => name),
      assembly.wordsAt(path, lines.length >> 1),
    ]),
    files: assembly.files.map(({ path, lines }) => [path, lines.map(({ text }) => text)]),
  };
  const checked = assembly.checked();
  return {
    ...facts,
    words: Buffer.from(assembly.image.buffer).toString('latin1'),
    used: Buffer.from(assembly.used).toString('latin1'),
    checked: checked.diagnostics,
    timing: checked.debugInfo.timing,
  };
}

/** Compares without the test runner as long as all is well, which is much quicker. */
function expectSame(actual: Record<string, unknown>, fresh: Record<string, unknown>): void {
  for (const key of Object.keys(fresh)) {
    if (actual[key] === fresh[key]) continue;
    if (JSON.stringify(actual[key]) !== JSON.stringify(fresh[key])) expect(actual[key], key).toEqual(fresh[key]);
  }
}

interface Edit {
  readonly file: string;
  readonly at: number;
  readonly remove: number;
  readonly insert: readonly string[];
}

/** Texts to edit, assembled from the last assembly or from a fresh start. */
class Texts {
  private last: Assembly | undefined;
  readonly lines: Record<string, string[]>;

  constructor(start: Readonly<Record<string, readonly string[]>>) {
    this.lines = Object.fromEntries(Object.entries(start).map(([path, lines]) => [path, [...lines]]));
  }

  readonly host = {
    read: (path: string, as: 'text' | 'bytes') => {
      if (path === 'bytes.bin') return { bytes: Uint8Array.of(1, 2, 3, 4) };
      const lines = this.lines[path];
      return lines === undefined || as === 'bytes' ? failure('there is no such file') : { text: lines.join('\n') };
    },
  };

  apply({ file, at, remove, insert }: Edit): void {
    const lines = (this.lines[file] ??= []);
    lines.splice(at % (lines.length + 1), remove, ...insert);
  }

  again(): Assembly {
    return (this.last = assemble(MAIN, this.host, { check: false }, this.last));
  }

  fresh(): Assembly {
    return assemble(MAIN, this.host, { check: false });
  }
}

function checkScript(start: Readonly<Record<string, readonly string[]>>, edits: readonly Edit[]): void {
  const texts = new Texts(start);
  texts.again();
  const unasked: { readonly assembly: Assembly; readonly fresh: Record<string, unknown> }[] = [];
  for (const [index, edit] of edits.entries()) {
    texts.apply(edit);
    expectSame(essence(texts.again()), essence(texts.fresh()));
    // Nothing is asked of this one before all others are made.
    if (index % 4 === 1) {
      texts.apply({ file: MAIN, at: 0, remove: 0, insert: [''] });
      unasked.push({ assembly: texts.again(), fresh: essence(texts.fresh()) });
    }
  }
  for (const { assembly, fresh } of unasked) expectSame(essence(assembly), fresh);
}

const files = fc.constantFrom(MAIN, MAIN, 'lib.gtasm', 'more.gtasm', 'extra.gtasm', 'missing.gtasm');
const anyEdit = fc.record({
  file: files,
  at: fc.nat(200),
  remove: fc.nat(2),
  insert: fc.array(fc.constantFrom(...LINES), { maxLength: 2 }),
});

describe('an edited program is the same as one assembled from scratch', { timeout: TIMEOUT }, () => {
  it('after lines of all kinds were inserted and removed', () => {
    forAll(RUNS, [fc.array(anyEdit, { minLength: 1, maxLength: 10 })], (edits) => checkScript(START, edits));
  });

  it('after values changed that conditions and counts elsewhere depend on', () => {
    const value = fc.integer({ min: 3, max: 9 });
    const change = fc.record({
      lines: fc.constantFrom(
        (n: number) => [`WIDTH = ${n}`],
        (n: number) => [`WIDTH = other + ${n}`, `other = ${n >> 1}`],
        (n: number) => [`WIDTH = defined(fresh) ? ${n} : 8`],
        () => [],
      ),
      value,
      other: anyEdit,
    });
    forAll(RUNS, [fc.array(change, { minLength: 2, maxLength: 6 })], (changes) => {
      // The definition is in a file of its own.
      const start = { ...START, [MAIN]: ['        .include "width.gtasm"', ...START[MAIN]!.slice(1)] };
      const edits = changes.flatMap(({ lines, value: n, other }) => [
        { file: 'width.gtasm', at: 0, remove: 9, insert: lines(n) },
        other,
      ]);
      checkScript({ ...start, 'width.gtasm': ['WIDTH = 8'] }, edits);
    });
  });

  it('after edits that are taken back, as typing does', () => {
    const typed = fc.record({ file: files, at: fc.nat(200), insert: fc.constantFrom(...LINES) });
    forAll(Math.ceil(RUNS / 2), [fc.array(typed, { minLength: 1, maxLength: 6 })], (script) =>
      checkScript(
        START,
        script.flatMap(({ file, at, insert }) => [
          { file, at, remove: 0, insert: [insert] },
          { file, at, remove: 1, insert: [] },
        ]),
      ),
    );
  });

  it('after lines were moved from one place to another', () => {
    const move = fc.record({ file: files, from: fc.nat(200), count: fc.integer({ min: 1, max: 30 }), to: fc.nat(200) });
    forAll(Math.ceil(RUNS / 2), [fc.array(move, { minLength: 1, maxLength: 6 })], (moves) => {
      const texts = new Texts(START);
      texts.again();
      for (const { file, from, count, to } of moves) {
        const lines = (texts.lines[file] ??= []);
        const moved = lines.splice(from % (lines.length + 1), count);
        lines.splice(to % (lines.length + 1), 0, ...moved);
        expectSame(essence(texts.again()), essence(texts.fresh()));
      }
    });
  });
});
