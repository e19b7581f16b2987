/** Assembling with the memory of the last assembly: the same as from scratch, whatever was edited before. */
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { failure } from '#basics';
import { assemble, AssemblyMemory, type Assembly } from '#assembler';

const LINES = [
  'start:',
  '.loop:',
  '        ld   [count]',
  '        bne  .loop',
  '        bra  start',
  '        nop',
  'count = $30',
  '.zp cell',
  '        .include "other.gtasm"',
  '.macro m a',
  '        ld   a',
  '.endmacro',
  '        m    5',
  '.repeat 2, i',
  '        ld   i',
  '.endrepeat',
  '.if 1',
  '.endif',
  '.frame f, 16..20 bytes 4',
  '.field .x',
  '.endframe',
  '        ld   [y,f.x]',
  '.ram 64',
  '.proc p',
  '.endproc',
  '        .page',
  '        ld   ]',
  '        ld   nowhere',
  '',
];

function essence(assembly: Assembly): unknown {
  return {
    words: [...assembly.image.subarray(0, 600)],
    diagnostics: assembly.diagnostics,
    references: assembly.symbols.references.map((r) => [r.file, r.range, r.definition.name, r.isDefinition]),
    lines: assembly.debugInfo.lines,
  };
}

/** A program of one file that is assembled again and again. */
function editedProgram(): (text: string) => Assembly {
  const memory = new AssemblyMemory();
  return (text) => assemble('a', { read: () => ({ text }) }, { check: false }, memory);
}

describe('an assembly with the memory of the last one', () => {
  it('gives the same after any edits as one from scratch', () => {
    const edit = fc.record({
      file: fc.constantFrom('main.gtasm', 'other.gtasm'),
      at: fc.nat(20),
      remove: fc.nat(3),
      insert: fc.array(fc.constantFrom(...LINES), { maxLength: 3 }),
    });
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 12 }), (edits) => {
        const texts: Record<string, string> = { 'main.gtasm': '        nop\n', 'other.gtasm': 'other:\n        nop\n' };
        const host = {
          read: (path: string) => (path in texts ? { text: texts[path]! } : failure('there is no such file')),
        };
        const memory = new AssemblyMemory();
        const again = (): Assembly => assemble('main.gtasm', host, { check: false }, memory);
        for (const { file, at, remove, insert } of edits) {
          const lines = texts[file]!.split('\n');
          lines.splice(at % (lines.length + 1), remove, ...insert);
          texts[file] = lines.join('\n');
          again();
        }
        expect(essence(again())).toEqual(essence(assemble('main.gtasm', host, { check: false })));
      }),
      { numRuns: 60 },
    );
  });

  it('answers until the next one is made', () => {
    const assembled = editedProgram();
    const first = assembled('a: bra a\n nop');
    const { symbols } = first;
    const definition = symbols.definitions[0]!;
    const checked = first.checked();
    const newer = assembled('\na: bra a\n nop\n nop');
    const questions = (old: Assembly): (() => unknown)[] => [
      () => old.symbols,
      () => old.debugInfo,
      () => old.tables,
      () => old.timing,
      () => old.handler,
      () => old.pages,
      () => old.expansions,
      () => old.expansionsAt('a', 0),
      () => old.wordsAt('a', 0),
      () => old.listing(),
      () => old.routineFacts('a', 0),
    ];
    const ofSymbols = [
      () => symbols.definitions,
      () => symbols.references,
      () => symbols.definitionNamed('a'),
      () => symbols.referencesTo(definition),
      () => symbols.at('a', { line: 0, character: 0 }),
    ];
    for (const question of [...questions(first), ...questions(checked), ...ofSymbols, () => first.checked()])
      expect(question).toThrow('out of date');
    expect([first.words, first.diagnostics, first.file('a')?.lines.length]).toEqual([2, [], 2]);
    for (const question of questions(newer)) expect(question).not.toThrow();
  });

  it('reports what an edit breaks in lines that did not change', () => {
    const routine = (name: string): string[] => [`${name}:`, ...Array.from({ length: 20 }, () => '        nop')];
    const lines = [...routine('first'), ...routine('second'), '        bra  second', '        nop'];
    const assembled = editedProgram();
    expect(assembled(lines.join('\n')).diagnostics).toEqual([]);
    expect(
      assembled(['second:', ...lines].join('\n')).diagnostics.map(({ code, range }) => [code, range.start.line]),
    ).toEqual([['GT0202', 22]]);
    expect(assembled(lines.join('\n')).diagnostics).toEqual([]);
  });

  it('checks only when asked', () => {
    const fast = editedProgram()(' ld [$30]\n bra *\n nop');
    expect(fast.isChecked).toBe(false);
    expect(fast.diagnostics).toEqual([]);
    expect(fast.checked().diagnostics.map((d) => d.code)).toContain('GT0909');
    expect(fast.diagnostics).toEqual([]);
  });

  it('proves in pieces, so that checking is quick afterwards', () => {
    const text = ' .zp account\n .timing account=account\n .trampoline\na: .check b\n ld 1\nb: bra a\n nop';
    const inPieces = editedProgram()(text);
    expect([...inPieces.proving()].length).toBeGreaterThan(3);
    expect(inPieces.checked().timing).toEqual(assemble('a', { read: () => ({ text }) }).timing);
    expect([...inPieces.proving()]).toEqual([]);
  });

  it('stops proving what is out of date, and loses nothing that is not', () => {
    const assembled = editedProgram();
    const steps = assembled(' ld [$30]\n bra *\n nop').proving();
    expect(steps.next().done).toBe(false);
    const newer = assembled(' ld [$31]\n bra *\n nop');
    expect(steps.next().done).toBe(true);
    // Begun and never ended.
    newer.proving().next();
    expect(newer.checked().diagnostics.map(({ code }) => code)).toContain('GT0909');
  });
});
