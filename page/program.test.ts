import { describe, expect, it } from 'vitest';
import { packPage, unpackPage, type PageProgram } from './program.ts';

const PROGRAM: PageProgram = {
  title: 'Ödipus & <Co>',
  keys: 'typed',
  ramKib: 64,
  declarations: null,
  names: { variables: [], labels: [], sources: ['main.gtasm'], lines: [0, 0, 3] },
  rom: Uint8Array.from({ length: 512 }, (_, at) => at & 0xff),
  state: '{"state": "…"}',
};

describe('a packed page', () => {
  it('is unpacked as it was', () => {
    expect(unpackPage(packPage({ program: PROGRAM, script: 'go("→")' }))).toEqual({
      program: PROGRAM,
      script: 'go("→")',
    });
  });

  it('may have empty parts', () => {
    const program = { ...PROGRAM, state: '', names: null };
    expect(unpackPage(packPage({ program, script: '' }))).toEqual({ program, script: '' });
  });
});
