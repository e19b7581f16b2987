import { describe, expect, it } from 'vitest';
import { namesOf, Places, type NamedProgram } from './names.ts';

const cell = { layout: 'zero-page', stride: 1, size: 1, first: 0, last: 0 };
const PROGRAM: NamedProgram = {
  tables: [
    { ...cell, name: 'late', address: 0x80 },
    { ...cell, name: 'list', address: 0x30, last: 7 },
    { ...cell, name: 'far', layout: 'row', address: 0x400 },
  ],
  symbols: [
    { name: 'start', kind: 'label', value: 2 },
    { name: 'SIZE', kind: 'constant', value: 2 },
  ],
  sources: [{ path: 'main.gtasm' }, { path: 'lib/text.gtasm' }],
  lines: [
    { address: 0, source: 0, line: 3 },
    { address: 2, source: 1, line: 40 },
    { address: 0x1234, source: 0, line: 4 },
  ],
};

describe('the names of a page', () => {
  const names = namesOf(PROGRAM);

  it('are the variables of the zero page in their order, with their size, and the labels', () => {
    expect(names.variables.map(({ name, size }) => [name, size])).toEqual([
      ['list', 8],
      ['late', 1],
    ]);
    expect(names.labels).toEqual([{ name: 'start', address: 2 }]);
  });

  it('say where a word comes from', () => {
    const places = new Places(names);
    expect([0, 1, 2, 0x1234].map((address) => places.at(address))).toEqual([
      'main.gtasm:4',
      undefined,
      'lib/text.gtasm:41',
      'main.gtasm:5',
    ]);
  });
});
