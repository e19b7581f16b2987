import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assemble } from '#assembler';
import { checkClaims, type ClaimReport } from './check-claims.ts';

/**
 * What is found, as `line: message`, and the lines that lead there. The program is in our assembler's language, with the
 * comments of Python: `;` stands for `#`.
 */
function found(source: string): string[] {
  return check(source).findings.map(({ word, message, path }) => {
    return `${word.place.line + 1}: ${message} (${path.map(({ line }) => line + 1).join(' ')})`;
  });
}

function check(source: string): ClaimReport {
  const { diagnostics, image, debugInfo } = assemble('main', { read: () => ({ text: source }) }, { check: false });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const text = source
    .replaceAll(';', '#')
    .replaceAll(/ld (-\d+\/2)/g, 'ld($1)')
    .replaceAll(/(?<=^ )(twice|runVcpu) ?([^#\n]*)/gm, '$1($2)');
  return checkClaims(image, debugInfo, [text]);
}

const lines = (...all: readonly string[]): string => `${all.join('\n')}\n`;

describe('a slip is found', () => {
  it('a comment that is a cycle off', () => {
    expect(found(lines('a: nop ;10', ' nop ;11', ' nop ;13', ' nop ;13', ' nop ;14'))).toEqual([
      '3: #13 is cycle 12, counted from #11 (2 3)',
    ]);
  });

  it('a word that is not counted', () => {
    expect(found(lines('a: nop ;10', ' nop ;11', ' nop', ' nop ;12', ' nop ;13'))).toEqual([
      '4: #12 is cycle 13, counted from #11 (2 3 4)',
    ]);
  });

  it('a loop that waits longer than counted', () => {
    const wait = (last: number): string =>
      lines('a: nop ;10', ' nop ;11', ' ld 2 ;12', ' bne *', ' suba 1', ` nop ;${last}`, ` nop ;${last + 1}`);
    expect(found(wait(19))).toEqual([]);
    expect(found(wait(17))).toEqual(['6: #17 is cycle 19, counted from #12 (3 4 5 4 5 4 5 6)']);
  });

  it('a comment that repeats the one before', () => {
    expect(found(lines('a: nop ;10', ' nop ;11', ' nop ;11', ' nop ;13'))).toEqual([
      '3: #11 is cycle 12, counted from #11 (2 3)',
    ]);
  });

  it('the delay slot of a jump that is the entry of other code, too', () => {
    const code = (slot: string): string =>
      lines('a: nop ;20', ' bra end ;21', `b: nop ;12${slot}`, ' nop ;13', ' nop ;14', 'end: nop ;23');
    expect(found(code(',22'))).toEqual([]);
    expect(found(code(',24'))).toEqual(['3: #12,24 is cycle 22, counted from #21 (2 3)']);
    expect(found(code(''))).toEqual([]);
  });

  it('on one side of a branch', () => {
    const code = (taken: number): string =>
      lines('a: ld [1] ;10', ' beq *+3 ;11', ' nop ;12', ' nop ;13', ` nop ;${taken}`);
    expect(found(code(14))).toEqual(['5: #14 is cycle 13, counted from #12 (3 5)']);
  });

  it('a payment of more cycles than the name of a native function promises', () => {
    const code = (limit: number): string =>
      lines(
        `SYS_Draw_${limit}: ld [1] ;15`,
        ' beq .long ;16',
        ' ld >next,y ;17',
        ' jmp y,next ;18',
        ' ld -20/2 ;19',
        '.long: nop ;18',
        ' ld >next,y ;19',
        ' jmp y,next ;20',
        ' ld -22/2 ;21',
        'next: bra next ;0',
        ' nop ;1',
      );
    expect(found(code(22))).toEqual([]);
    expect(found(code(20))).toEqual([
      '9: this pays for 22 cycles, and the name of SYS_Draw_20 promises 20 (1 2 3 6 7 8 9)',
    ]);
  });

  it('what is paid for, at the end of an instruction', () => {
    const code = (paid: number, slot: number): string =>
      lines('next: nop ;0', ' nop ;1', 'a: nop ;10', ' nop ;11', ' bra next ;12', ` ld -${paid}/2 ;${slot}`);
    expect(found(code(14, 13))).toEqual([]);
    expect(found(code(16, 13))).toEqual([
      '6: this pays for 16 cycles, but the count restarts (#0) after 14, counted from #13 here (6 1)',
    ]);
    // The count has shifted, and the payment is right: the slip is reported once.
    expect(found(code(14, 14))).toEqual(['6: #14 is cycle 13, counted from #12 (5 6)']);
  });
});

it('payments are seen to agree at the end, and where the count goes back by them', () => {
  const code = lines(
    'next: nop ;0',
    ' nop ;1',
    'a:',
    ' ld -20/2 ;30',
    ' adda [9] ;11 = 31 - 20',
    ' st [9] ;12',
    ' ld -4/2 ;9 = 13 - 4',
    ' adda [9] ;10',
    ' st [9] ;11',
    ' bra next ;12',
    ' ld -14/2 ;13',
    'b:',
    ' ld -20/2 ;30',
    ' adda [9] ;12 = 31 - 19',
  );
  expect(check(code)).toMatchObject({ findings: [], payments: { all: 4, agreed: 3 } });
});

describe('a call', () => {
  it('claims when its first word executes', () => {
    const code = (called: number, after: number): string =>
      lines(
        '.macro twice',
        ' nop ;0',
        ' nop ;1',
        '.endmacro',
        'a: nop ;10',
        ' nop ;11',
        ` twice ;${called}`,
        ` nop ;${after}`,
        ` nop ;${after + 1}`,
      );
    expect(found(code(12, 14))).toEqual([]);
    expect(found(code(13, 14))).toEqual(['7: #13 is cycle 12, counted from #11 (6 7)']);
    expect(found(code(12, 15))).toEqual(['8: #15 is cycle 14, counted from #12 (7 7 8)']);
  });

  /** The interpreter runs from a cycle to another, where what is behind the call executes. */
  const runs = (total: string, comment = '', ...after: readonly string[]): string =>
    lines(
      '.macro runVcpu cycles, returnTo',
      ' ld <returnTo',
      ' st [1]',
      ' ld [2],y',
      ' jmp y,9',
      ' ld 100',
      '.endmacro',
      'a: nop ;49',
      ' nop ;50',
      ` runVcpu ${total}${comment}`,
      ...after,
    );

  it('runs the interpreter from the cycle that its total subtracts', () => {
    expect(found(runs('199-51, a'))).toEqual([]);
    expect(found(runs('199-52, a'))).toEqual(['10: runVcpu(…-52) is cycle 51, counted from #50 (9 10)']);
    expect(found(runs('199-51, a', ' ;51'))).toEqual([]);
    expect(found(runs('199-52, a', ' ;51'))).toEqual([
      '10: runVcpu counts from cycle 52, and #51 is claimed here (10)',
    ]);
  });

  it('comes back in the cycle that its total begins with', () => {
    const comesBack = (cycle: number): string =>
      found(runs('199-51, back', '', `back: nop ;${cycle}`, ` nop ;${cycle + 1}`)).join();
    expect(comesBack(199)).toBe('');
    expect(comesBack(198)).toBe('11: #198 is cycle 199, counted from runVcpu(199-51) (10 11)');
  });
});

describe('nothing is said', () => {
  it('about code that counts anew, or that others share', () => {
    expect(found(lines('a: nop ;30', ' nop ;31', 'b: nop ;10', ' nop ;11'))).toEqual([]);
    expect(found(lines('a: nop ;30', ' nop ;31', ' nop ;10', ' nop ;11'))).toEqual([]);
  });

  it('about comments that count something else', () => {
    expect(found(lines('table: ld 1 ;0', ' ld 2 ;4', ' ld 3 ;8'))).toEqual([]);
    expect(found(lines('a: nop ;10', ' nop ;11', ' nop ;12-14', ' nop ;20', ' nop ;21'))).toEqual([]);
  });

  it('about turns of a loop', () => {
    expect(
      found(
        lines(
          ' ld 3 ;10',
          'l: st [1] ;11+i*5',
          ' ld [1] ;12+i*5',
          ' suba 1 ;13+i*5',
          ' bne l ;14+i*5',
          ' nop ;15+i*5',
          ' nop ;31',
          ' nop ;32',
        ),
      ),
    ).toEqual([]);
  });
});

/** Straight code with a jump here and there: words, and the cycles in which they execute. */
const code = fc.array(fc.constantFrom('nop', 'jump', 'branch'), { minLength: 4, maxLength: 30 }).map((kinds) => {
  let cycle = 10;
  return kinds.flatMap((kind, at): [string, number][] => {
    if (kind === 'nop') return [['nop', cycle++]];
    const jump: [string, number][] = [
      [`${kind === 'jump' ? 'bra' : 'beq'} *+${kind === 'jump' ? 3 : 2}`, cycle],
      [`ld ${at}`, cycle + 1],
    ];
    cycle += 2;
    return kind === 'jump' ? [...jump, ['st [9]', cycle]] : jump;
  });
});

it('claims that are right are not found, and one that is wrong is', () => {
  fc.assert(
    fc.property(code, fc.nat(), fc.constantFrom(-1, 1), (words, choice, off) => {
      const text = (wrong: number): string =>
        lines('start:', ...words.map(([word, cycle], at) => ` ${word} ;${at === wrong ? cycle + off : cycle}`));
      expect(found(text(-1))).toEqual([]);
      // The first two vouch for each other, and the last could begin another count. Nothing executes behind a jump.
      const wrong = 2 + (choice % Math.max(1, words.length - 3));
      // In a delay slot, a claim that falls may be that of an entry.
      if (off < 0 && /^b/.test(words[wrong - 1]?.[0] ?? '')) return;
      if (words[wrong]?.[0] === 'st [9]' || words[wrong + 1]?.[0] === 'st [9]') return;
      const reported = found(text(wrong)).map((finding) => Number(finding.split(':')[0]) - 2);
      expect(reported).toContain(wrong);
    }),
  );
});
