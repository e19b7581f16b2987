import { expect, it } from 'vitest';
import { assemble } from '#assembler';
import { Symbols } from './symbols.ts';

it.each([
  ['.zp mail at $30', ['mail', undefined, undefined]],
  ['.zp mail, 2 at $30', ['mail', 'mail+1', undefined]],
  ['.zp mail, 3 at $30 index=number', ['mail', 'mail+1', 'mail+2']],
])('names the bytes of %s', (declaration, names) => {
  const symbols = new Symbols(assemble('main', { read: () => ({ text: `${declaration}\n nop\n` }) }).debugInfo);
  expect([0x30, 0x31, 0x32].map((byte) => symbols.zeroPageName(byte))).toEqual(names);
});
