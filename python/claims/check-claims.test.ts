/** What is found where comments claim cycles: in the cases, where claims agree, and in random code. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { assembleUnchecked } from '#test/assembler/assembled-text.ts';
import { testCases } from '#test/cases.ts';
import { checkClaims, type ClaimReport } from './check-claims.ts';
import { forAll } from '#test/draws.ts';

/** What is found in a program like those of the cases, as `line: message`, and the lines that lead there. */
function found(source: string): string[] {
  return check(source).findings.map(({ word, message, path }) => {
    return `${word.place.line + 1}: ${message} (${path.map(({ line }) => line + 1).join(' ')})`;
  });
}

function check(source: string): ClaimReport {
  const { diagnostics, image, debugInfo } = assembleUnchecked(source);
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const text = source
    .replaceAll(';', '#')
    .replaceAll(/ld +(-\d+\/2)/g, 'ld($1)')
    .replaceAll(/(?<=^ +)(twice|runVcpu) ?([^#\n]*)/gm, '$1($2)');
  return checkClaims(image, debugInfo, [text]);
}

const lines = (...all: readonly string[]): string => `${all.join('\n')}\n`;

interface ClaimsCase {
  readonly title: string;
  /** Of the title's line, from 1. */
  readonly number: number;
  readonly source: string;
  readonly expected: readonly string[];
}

const FINDING = / *;! (.*)$/;

function readCases(text: string): ClaimsCase[] {
  return [...text.matchAll(/^== (.*)\n((?:(?!== ).*\n)*)/gm)].map(({ index, 1: title = '', 2: body = '' }) => {
    const marked = body.split('\n');
    return {
      title,
      number: text.slice(0, index).split('\n').length,
      source: lines(...marked.map((line) => line.replace(FINDING, ''))),
      expected: marked.flatMap((line, at) => (FINDING.test(line) ? [`${at + 1}: ${FINDING.exec(line)![1]}`] : [])),
    };
  });
}

testCases<ClaimsCase>(
  { path: 'python/claims/cases', extension: '.txt', read: readCases },
  ({ number, source, expected }) => {
    const told = found(source).join('\n');
    return told === expected.join('\n') ? [] : [`${number}: found ${told || 'nothing'}`];
  },
);

it('payments agree at the end, and where the count goes back by them', () => {
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

it('right claims are not reported, and a wrong one is', () => {
  forAll(100, [code, fc.nat(), fc.constantFrom(-1, 1)], (words, choice, off) => {
    const text = (wrong: number): string =>
      lines('start:', ...words.map(([word, cycle], at) => ` ${word} ;${at === wrong ? cycle + off : cycle}`));
    expect(found(text(-1))).toEqual([]);
    // The first two vouch for each other, and the last could begin another count. Nothing executes after a jump.
    const wrong = 2 + (choice % Math.max(1, words.length - 3));
    // In a delay slot, a claim that falls may be that of an entry.
    if (off < 0 && /^b/.test(words[wrong - 1]?.[0] ?? '')) return;
    if (words[wrong]?.[0] === 'st [9]' || words[wrong + 1]?.[0] === 'st [9]') return;
    const reported = found(text(wrong)).map((finding) => Number(finding.split(':')[0]) - 2);
    expect(reported).toContain(wrong);
  });
});
