/** A session gives the same as a fresh start, whatever was edited before. */
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { failure } from '#basics';
import { assemble, createSession, type Assembly } from '#assembler';

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

describe('sessions', () => {
  it('give after any edits what a fresh start gives', () => {
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
        const session = createSession('main.gtasm', host);
        for (const { file, at, remove, insert } of edits) {
          const lines = texts[file]!.split('\n');
          lines.splice(at % (lines.length + 1), remove, ...insert);
          texts[file] = lines.join('\n');
          session.update(file, texts[file]);
          session.result();
        }
        expect(essence(session.result())).toEqual(essence(assemble('main.gtasm', host, { check: false })));
      }),
      { numRuns: 60 },
    );
  });

  it('keep the result while nothing changes, and see changes of the disk when told', () => {
    let text = ' nop';
    const session = createSession('a', { read: () => ({ text }) });
    const first = session.result();
    expect(session.result()).toBe(first);
    text = ' nop\n nop';
    expect(session.result().words).toBe(1);
    session.invalidate('a');
    expect(session.result().words).toBe(2);
    session.update('a', ' ld 1\n ld 2\n ld 3');
    expect(session.result().words).toBe(3);
    session.update('a', undefined);
    expect(session.result().words).toBe(2);
  });

  it('report what an edit makes wrong in lines that did not change', () => {
    const routine = (name: string): string[] => [`${name}:`, ...Array.from({ length: 20 }, () => '        nop')];
    const lines = [...routine('first'), ...routine('second'), '        bra  second', '        nop'];
    const session = createSession('a', { read: () => ({ text: lines.join('\n') }) });
    expect(session.result().diagnostics).toEqual([]);
    session.update('a', ['second:', ...lines].join('\n'));
    expect(session.result().diagnostics.map(({ code, range }) => [code, range.start.line])).toEqual([['GT0202', 22]]);
    session.update('a', lines.join('\n'));
    expect(session.result().diagnostics).toEqual([]);
  });

  it('check when asked', () => {
    const session = createSession('a', { read: () => ({ text: ' ld [$30]\n bra *\n nop' }) });
    const fast = session.result();
    expect(fast.isChecked).toBe(false);
    expect(fast.diagnostics).toEqual([]);
    expect(fast.checked().diagnostics.map((d) => d.code)).toContain('GT0909');
    expect(fast.diagnostics).toEqual([]);
  });

  it('prove in pieces, so that checking is quick behind it', () => {
    const text = ' .zp account\n .timing account=account\n .trampoline\na: .check b\n ld 1\nb: bra a\n nop';
    const session = createSession('a', { read: () => ({ text }) });
    const inPieces = session.result();
    expect([...inPieces.proving()].length).toBeGreaterThan(3);
    expect(inPieces.checked().timing).toEqual(assemble('a', { read: () => ({ text }) }).timing);
    expect([...inPieces.proving()]).toEqual([]);
  });

  it('stop proving what is out of date, and drop nothing of what is not', () => {
    const session = createSession('a', { read: () => ({ text: ' ld [$30]\n bra *\n nop' }) });
    const steps = session.result().proving();
    expect(steps.next().done).toBe(false);
    session.update('a', ' ld [$31]\n bra *\n nop');
    const newer = session.result();
    expect(steps.next().done).toBe(true);
    // Begun and never ended.
    newer.proving().next();
    expect(newer.checked().diagnostics.map(({ code }) => code)).toContain('GT0909');
  });
});
