/** Declarations for the proof that cannot be meant. */
import { expect, it } from 'vitest';
import { assemble } from '#assembler';

function messages(text: string): readonly string[] {
  const { diagnostics } = assemble('a', { read: () => ({ text }) });
  return diagnostics.filter(({ code }) => code === 'GT0807').map(({ message }) => message);
}

it.each([
  ['1..100000000', 'A loop runs at most 65535 times, not 100000000'],
  ['65536', 'A loop runs at most 65535 times, not 65536'],
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
  expect(found).toEqual(['Page $0000 has a trampoline already, from part:1']);
});
