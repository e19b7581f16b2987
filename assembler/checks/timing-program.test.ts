/** Declarations for the proof that make no sense. */
import { describe, expect, it } from 'vitest';
import { assemble } from '#assembler';

function messages(text: string, wanted = 'GT0807'): readonly string[] {
  const { diagnostics } = assemble('a', { read: () => ({ text }) });
  return diagnostics.filter(({ code }) => code === wanted).map(({ message }) => message);
}

it.each([
  ['1..100000000', 'A loop can run at most 65535 times, not 100000000'],
  ['65536', 'A loop can run at most 65535 times, not 65536'],
  ['4..3', 'A loop runs a whole number of times, least first, not 4 to 3'],
  ['65535', undefined],
])('.loop %s', (count, message) => {
  const text = `start: .loop ${count}\nhead: nop\n bra head\n nop\n bra start\n nop`;
  expect(messages(text)).toEqual(message === undefined ? [] : [message]);
});

it('names the file of another trampoline as seen from the main file', () => {
  const files: Readonly<Record<string, string>> = {
    '/folder/main': 'start: bra start\n nop\n .include "part"\n .trampoline\n nop',
    '/folder/part': ' .trampoline\n nop',
  };
  const { diagnostics } = assemble('/folder/main', { read: (path) => ({ text: files[path] ?? '' }) });
  const found = diagnostics.filter(({ code }) => code === 'GT0828').map(({ message }) => message);
  expect(found).toEqual(['Page $0000 already has a trampoline, from part:1']);
});

describe('two declarations of one thing', () => {
  const jump = (declared: string): string => `start: ld 1\n${declared}\n bra ac\n nop\none: nop\ntwo: bra start\n nop`;
  const loop = (declared: string): string => `start: ld 1\n${declared}\nhead: bne head\n suba 1\n bra start\n nop`;

  it('are named, with both places', () => {
    expect(messages(jump(' .targets one\n ld 2\n .targets two'), 'GT0829')).toEqual([
      'The jump at start + 2 (line 5) is declared to go to two (line 8) here, and to one (line 7) at a:2',
    ]);
    expect(messages(jump(' .targets\n .targets two'), 'GT0829')).toHaveLength(1);
    expect(messages(loop(' .loop 2\n .loop 1..3 name=n'), 'GT0829')).toEqual([
      'The loop at head (line 4) is declared to go round 1 to 3 times, the count n here, and round 2 times at a:2',
    ]);
  });

  it('may say the same', () => {
    expect(messages(jump(' .targets one\n .targets one'), 'GT0829')).toEqual([]);
    expect(messages(loop(' .loop 2\n .loop 2'), 'GT0829')).toEqual([]);
  });
});

it.each(['.exact ~0, start, 3', '.atmost start, $10000, 3', '.enter -1', '.trampoline start - 1', '.targets 1 - 2'])(
  'refuses addresses outside the ROM: %s',
  (declaration) => {
    expect(messages(`start: ld 1\n ${declaration}\n bra ac\n nop`, 'GT0402')).toEqual([
      expect.stringMatching(/^The ROM has the addresses 0 to 65535, not (-1|65536)$/),
    ]);
  },
);

it('takes lines of .targets with no word between them as one list', () => {
  const text = 'start: ld 1\n .targets one\n .targets two\n bra ac\n nop\none: nop\ntwo: bra start\n nop';
  const { debugInfo, diagnostics } = assemble('a', { read: () => ({ text }) });
  expect(diagnostics.filter(({ code }) => code === 'GT0829' || code === 'GT0806')).toEqual([]);
  expect(debugInfo.declarations.jumps).toEqual([{ address: 1, targets: [3, 4], resumes: false }]);
});

it('names a target to which a near jump cannot go', () => {
  const far = ' .org $100\nfar: bra far\n nop';
  expect(messages(`start: ld 1\n .targets far\n bra ac\n nop\n${far}`, 'GT0830')).toEqual([
    'The jump at start + 1 (line 3) stays in page $0000, and its declared target is far (line 6)',
  ]);
  expect(messages(`start: ld 1,y\n .targets far\n jmp y,ac\n nop\n${far}`, 'GT0830')).toEqual([]);
});
