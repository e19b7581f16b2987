/** Assembling from an earlier assembly changes nothing in that one; incremental.test.ts compares with a fresh start. */
import { describe, expect, it } from 'vitest';
import type { Assembly, SymbolGraph } from '#assembler';
import { assembleText, assembleUnchecked } from '#test/assembler/assembled-text.ts';

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
  let last: Assembly | undefined;
  return (text) => (last = assembleText(text, { check: false, before: last }));
}

describe('an assembly made from one before', () => {
  it('leaves that one as it is, whenever it is asked', () => {
    const [text, newer] = ['a: bra a\n nop\n .macro m\n.here: nop\n .endmacro\n m\n m', '\nb: nop\n'];
    const assembled = editedProgram();
    const first = assembled(text);
    const { symbols } = first;
    const definition = symbols.definitionNamed('a')!;
    const checked = first.checked();
    assembled(newer + text);
    const fresh = assembleUnchecked(text);
    for (const [old, same] of [[first, fresh] as const, [checked, fresh.checked()] as const]) {
      expect(essence(old)).toEqual(essence(same));
      expect([old.pages, old.expansions, old.listing()]).toEqual([same.pages, same.expansions, same.listing()]);
      expect(old.wordsAt('main.gtasm', 0)).toEqual(same.wordsAt('main.gtasm', 0));
      expect(old.routineFacts('main.gtasm', 0)).toEqual(same.routineFacts('main.gtasm', 0));
    }
    const places = (graph: SymbolGraph): unknown => graph.referencesTo(definition).map(({ range }) => range);
    expect(places(symbols)).toEqual(places(fresh.symbols));
    expect(symbols.at('main.gtasm', { line: 0, character: 0 })?.definition.name).toBe('a');
  });

  it('does not disturb others made from the same one', () => {
    const of = (text: string, before?: Assembly): Assembly => assembleText(text, { check: false, before });
    const text = Array.from({ length: 40 }, (_, line) => `label${line}:\n nop\n`).join('');
    const before = of(text);
    const edited = [`one:\n${text}`, `${text}two:\n nop\n`, text.replace('label7:', 'three:')];
    const made = edited.map((each) => of(each, before));
    for (const [index, each] of edited.entries()) expect(essence(made[index]!)).toEqual(essence(of(each)));
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
    expect(inPieces.checked().timing).toEqual(assembleText(text).timing);
    expect([...inPieces.proving()]).toEqual([]);
  });

  it('has a proof of its own, though the one before has not finished its proof', () => {
    const texts = [' ld [$30]\n bra *\n nop', ' ld [$31]\n bra *\n nop', ' ld 1\n bra *\n nop'];
    const assembled = editedProgram();
    const assemblies = texts.map(assembled);
    const proofs = assemblies.map((assembly) => assembly.proving());
    for (let isDone = false; !isDone;) isDone = proofs.map((proof) => proof.next().done === true).every(Boolean);
    const codes = assemblies.map((assembly) => assembly.checked().diagnostics.map(({ code }) => code));
    const fresh = texts.map((text) => assembleText(text).diagnostics.map(({ code }) => code));
    expect(codes).toEqual(fresh);
  });

  it('loses nothing of a proof that was begun and never finished', () => {
    const assembly = editedProgram()(' ld [$31]\n bra *\n nop');
    assembly.proving().next();
    expect(assembly.checked().diagnostics.map(({ code }) => code)).toContain('GT0909');
  });

  it('is proven again where only the size of RAM has changed: page $80 is a page of its own only with 64 KiB', () => {
    const code = 'work: .check over\n ld $80,y\n ld 5\n st [y,account]\nover: .check end\n bra work\n nop\nend:';
    const program = (ram: string): string =>
      `${ram}\n.zp account at $20\n.timing account=account\n${code}\n .trampoline\n nop`;
    const assembled = editedProgram();
    for (const ram of ['.ram 64', '.ram 32', '.ram 64', '.ram 128', '']) {
      const [{ timing, handler }, fresh] = [assembled(program(ram)).checked(), editedProgram()(program(ram)).checked()];
      expect([timing, handler]).toEqual([fresh.timing, fresh.handler]);
      expect(timing.map(({ verdict }) => verdict)).toEqual([ram === '.ram 64' ? 'exact' : 'unproven', 'exact']);
    }
  });
});
