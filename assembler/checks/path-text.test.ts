/** Findings about paths speak of the source: its statements, labels, lines and calls of macros. */
import { describe, expect, it } from 'vitest';
import { assemble, type Assembly } from '#assembler';

const FILES: Readonly<Record<string, string>> = {
  '/p/main.gtasm': `        .include "sub/macros.gtasm"
.zp account
.zp tmp
.timing account=account
        ld   1
        st   [account]
first:  .check second
        ld   [tmp]      ; load it
        beq  .over
        nop
        nop
.over:  st   [tmp]
        .wait 3
second: .check third
        twist tmp
        bra  first
        nop
third:  .trampoline
        bra  third
        nop
        .exact first.over, second, 7
`,
  '/p/sub/macros.gtasm': `.macro twist cell
        ld   [cell]
        beq  .skip
        nop
        nop
.skip:  st   [cell]
.endmacro
        .exact first.over, second, 8
`,
};

function assembled(): Assembly {
  return assemble('/p/main.gtasm', { read: (path) => ({ text: FILES[path] ?? '' }) });
}

/** A finding and its places, each as file, line from 1, message. */
function told(line: number, path = '/p/main.gtasm'): readonly string[] {
  const finding = assembled().diagnostics.find(
    ({ code, file, range }) => code === 'GT0810' && file === path && range.start.line === line - 1,
  );
  const places = finding?.related?.map(({ file, range, message }) => {
    return `${file.slice('/p/'.length)}:${range.start.line + 1} ${message}`;
  });
  return [finding?.message ?? '', ...(places ?? [])];
}

describe('a wrong path', () => {
  it('is told in the words of the source, with one step for a statement of several words', () => {
    expect(told(7)).toEqual([
      'A path to the check at second (line 14) takes 7 cycles where 8 were charged (1 too few)',
      'main.gtasm:8 Cycle 0, 8 cycles paid and not spent: ld   [tmp]',
      'main.gtasm:9 Cycle 1, 7 cycles paid and not spent: beq  .over',
      'main.gtasm:10 Cycle 2, 6 cycles paid and not spent: nop',
      'main.gtasm:12 Cycle 3, 5 cycles paid and not spent: st   [tmp]',
      'main.gtasm:13 Cycle 4, 4 cycles paid and not spent: .wait 3',
      'main.gtasm:14 Cycle 7, 1 cycle paid and not spent: .check third',
    ]);
  });

  it('tells what is spent beyond what is paid', () => {
    const text = FILES['/p/main.gtasm']!.replace('.wait 3', '.wait 6');
    const { diagnostics } = assemble('/p/main.gtasm', {
      read: (path) => ({ text: path === '/p/main.gtasm' ? text : (FILES[path] ?? '') }),
    });
    const finding = diagnostics.find(({ code, message }) => code === 'GT0810' && message.includes('too many'));
    expect(finding?.related?.at(-1)?.message).toBe('Cycle 10, 1 cycle spent and not paid: .check third');
  });

  it('names the call beside the line of a macro', () => {
    expect(told(14).slice(0, 4)).toEqual([
      'A path to the check at first (line 7) takes 6 cycles where 7 were charged (1 too few)',
      'sub/macros.gtasm:2 Cycle 0, 7 cycles paid and not spent: ld   [cell], from main.gtasm:15',
      'sub/macros.gtasm:3 Cycle 1, 6 cycles paid and not spent: beq  .skip, from main.gtasm:15',
      'sub/macros.gtasm:4 Cycle 2, 5 cycles paid and not spent: nop, from main.gtasm:15',
    ]);
  });

  it('names lines of other files with their file', () => {
    expect(told(8, '/p/sub/macros.gtasm')[0]).toBe(
      'A path from first.over (main.gtasm:12) to second (main.gtasm:14) takes 4 cycles, not 8 (4 too few)',
    );
  });

  it('has the places in the verdict, too', () => {
    const verdict = assembled().timing.find(({ kind, verdict: is }) => kind === 'check' && is === 'wrong');
    expect(verdict?.detail.split('\n').slice(0, 3)).toEqual([
      'A path to the check at second (line 14) takes 7 cycles where 8 were charged (1 too few)',
      '    0     8  $0007  ld   [tmp]                main.gtasm:8',
      '    1     7  $0008  beq  .over                main.gtasm:9',
    ]);
  });
});

it('a wrong handler is told in the words of the source', () => {
  const text = `.zp account\n.timing account=account\nstart: .check .end\nnop\nbra start\nnop\n.end: .trampoline\nwait: bra done\nnop\n`;
  const { diagnostics, handler } = assemble('/main.gtasm', { read: () => ({ text: `${text}done:\n` }) });
  const finding = diagnostics.find(({ code }) => code === 'GT0831');
  expect(finding?.related?.map(({ message }) => message.replace(/^Cycle \d+: /, ''))).toContain('nop');
  expect(handler?.detail).not.toMatch(/\$00\n/);
});
