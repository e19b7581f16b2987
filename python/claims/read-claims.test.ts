import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readClaims } from './read-claims.ts';
import { forAll } from '#test/draws.ts';

describe('readClaims', () => {
  it.each<[string, readonly number[]]>([
    ['nop() #12', [12]],
    ['nop()    #12 Some words', [12]],
    ['nop() #12,15', [12, 15]],
    ['nop() #12, #15, some words', [12, 15]],
    ['nop() #12/15', [12, 15]],
    ['nop() # 12', [12]],
    ['nop() #20(!)', [20]],
    ['nop() #24 *+0', [24]],
    ['nop() #28-28=0', [28, 0]],
    ['nop() #13 = 65 - 52', [13, 65]],
    ["ld('#5'); C('#6') #7", [7]],
    ["ld('it\\'s #5') #7", [7]],
    ['nop() # 16 bytes', []],
    ['nop() # some words #12', []],
    ['nop()', []],
  ])('%s', (line, cycles) => expect(readClaims(line).get(0)?.cycles ?? []).toEqual(cycles));

  it.each([
    ['nop() #23+i*12', [23], 12],
    ['nop() #23+12*i(!)', [23], 12],
  ])('%s, in a loop', (line, cycles, turn) => expect(readClaims(line).get(0)).toMatchObject({ cycles, turn }));

  it.each(['nop() #12-', 'nop() #12!', 'nop() #12+overlap', 'nop() #12> Words'])('%s has a mark', (line) =>
    expect(readClaims(line).get(0)).toMatchObject({ cycles: [12], isUnread: false }),
  );

  it('knows how many words a line claims to write', () =>
    expect(readClaims('nop() #12-15').get(0)).toMatchObject({ cycles: [12], length: 4 }));

  it.each(['nop() #12-x', 'nop() #12+i', 'nop() #12%'])('%s is not understood', (line) =>
    expect(readClaims(line).get(0)).toMatchObject({ cycles: [], isUnread: true }),
  );

  it('knows what a line pays for', () => {
    const lines = ['ld(-28/2) #25', 'ld(-40//2)', 'ld(-27/2)', 'ld(28/2)'];
    const claims = readClaims(lines.join('\n'));
    expect(lines.map((_, line) => claims.get(line)?.paid)).toEqual([28, 40, undefined, undefined]);
  });

  const TOTALS = [
    ['runVcpu(199-51)', { cycles: [51], total: { name: 'runVcpu', from: 51, to: 199, isDelayed: false } }],
    ["runVcpu_new(end - extra - 84, 'x') #85", { cycles: [85], total: { from: 84, to: undefined, isDelayed: true } }],
    ["runVcpu(186-74-extra, #74\n 'a,b',\n returnTo='end#186')", { total: { to: 186, returnTo: 'end#186' } }],
    ['runVcpu(200-38,\n returnTo=0x1ff) #39', { cycles: [39], total: { from: 38, to: 200, returnTo: 0x1ff } }],
    ['runVcpu(200-38, returnTo=there)', { total: { from: 38, to: undefined } }],
    ['runVcpu(None, returnTo=there)', { cycles: [], total: undefined, isUnread: false }],
    ['runVcpu(148)', { cycles: [], total: undefined, isUnread: true }],
    ['runVcpu(200-38-2)', { cycles: [], isUnread: true }],
    ['runVcpu(2*100-38)', { cycles: [], isUnread: true }],
  ] as const;
  it.each(TOTALS)('%s', (text, claims) => expect(readClaims(text).get(0)).toMatchObject(claims));

  it('finds no claim in strings of several lines, and says where comments are', () => {
    const claims = readClaims('"""\n#1\n""" #2\nr\'\'\' #3\n\'\'\'; nop()  #4 x  \n#5');
    expect([...claims].map(([line, { cycles, column, endColumn }]) => [line, ...cycles, column, endColumn])).toEqual([
      [2, 2, 4, 6],
      [4, 4, 12, 16],
      [5, 5, 0, 2],
    ]);
  });

  it('reads any text', () => {
    forAll(100, [fc.string({ unit: fc.constantFrom('#', '1', "'", '"', '\\', '\n', ' ', ',') })], (text) => {
      for (const [line, { column, endColumn }] of readClaims(text))
        expect(text.split('\n')[line]?.slice(column, endColumn)).toMatch(/^#/);
    });
  });
});
