/** What the proof knows about pages, and whether it is kept. */
import { describe, expect, it } from 'vitest';
import { prepareProof } from '#proof';
import { timedProgram } from '#test/assembler/timed-program.ts';
import { KeptProof, type KnownPage } from './kept-proof.ts';
import type { LintProgram } from '../lints/index.ts';

const STOP = 'stop: bra stop\n nop';

function keptProof(source: string): KeptProof {
  const program = timedProgram(source);
  return new KeptProof(program, prepareProof(program));
}

function pages(source: string): readonly KnownPage[] {
  return [...keptProof(source).pages()].sort((a, b) => a.address - b.address || a.page - b.page);
}

describe('pages', () => {
  it('are those of words that take them from Y: loads, stores and far jumps', () => {
    const source = ` ld 2,y\n ld [y,$10]\n st [y,$11]\n ld [$12]\n ld 1,y\n jmp y,$00\n nop\n .org $0100\n ${STOP}`;
    expect(pages(source)).toEqual([
      { address: 1, page: 2 },
      { address: 2, page: 2 },
      { address: 5, page: 1 },
    ]);
  });

  it('are unknown where Y can be any byte', () => {
    expect(pages(` ld [$30],y\n ld [y,$10]\n ${STOP}`)).toEqual([]);
  });

  it('are listed once each, also after a jump', () => {
    const source = ` ld 2,y\n bra next\n nop\n next: ld [y,$10]\n ld [y,$10]\n ${STOP}`;
    expect(pages(source)).toEqual([
      { address: 3, page: 2 },
      { address: 4, page: 2 },
    ]);
  });

  it('are found once', () => {
    const kept = keptProof(` ld 2,y\n ld [y,$10]\n ${STOP}`);
    expect(kept.pages()).toBe(kept.pages());
  });
});

describe('a proof', () => {
  /** A program without its labels, which only tests know. */
  const program = (source: string): LintProgram => {
    const { at, ...rest } = timedProgram(source);
    return rest;
  };
  const right = program(` ld 2,y\n ld [y,$10]\n ${STOP}`);
  const kept = new KeptProof(right, prepareProof(right));

  it.each<[string, boolean, LintProgram]>([
    ['another label', true, program(` ld 2,y\n first: ld [y,$10]\n ${STOP}`)],
    ['what only the lints read', true, program(` ld 2,y\n .intended\n ld [y,$10]\n ${STOP}`)],
    ['another word', false, program(` ld 3,y\n ld [y,$10]\n ${STOP}`)],
    ['another entry', false, program(` ld 2,y\n .entry second\n second: ld [y,$10]\n ${STOP}`)],
    ['another size of RAM', false, { ...right, ramKib: 64 }],
  ])('of a program with %s: holds = %s', (_, holds, other) => {
    expect(kept.holdsFor(other)).toBe(holds);
  });
});
