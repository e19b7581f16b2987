/** The board that the views draw of Octad, against the positions that the ROM is given. */
import { describe, expect, it } from 'vitest';
import { boardToFen, decode, OCTAD_START, octadStateBytes, parseOfen } from '#chess';
import { octadAssembly } from '#test/octad/octad-fixture.ts';

const { debugInfo } = octadAssembly();
const addressOf = (name: string): number => debugInfo.tables.find((table) => table.name === name)!.address;

/** What is decoded of a position with the cursor, a board of 16 bits, somewhere. */
function decoded(ofen: string, cursor: number): ReturnType<typeof decode> {
  const parsed = parseOfen(ofen);
  if (!('position' in parsed)) throw new Error(parsed.error);
  const ram = new Uint8Array(0x10000);
  ram.set(octadStateBytes(parsed.position), addressOf('octad'));
  ram[addressOf('octadSide')] = parsed.position.sideToMove === 'black' ? 1 : 0;
  ram.set([cursor >> 8, cursor & 0xff], addressOf('cursor'));
  return decode({ read: (address) => ram[address] ?? 0 }, debugInfo);
}

describe('the board of Octad', () => {
  it.each([OCTAD_START, 'p1kn/1p2/2P1/NK1P w NFnf - 0 1', '4/k3/4/3K b - - 0 1', '2k1/1pP1/4/K3 w - b3 0 1'])(
    'is that of %s',
    (ofen) => {
      const { board, problems } = decoded(ofen, 0x8000);
      expect(board && boardToFen(board)).toBe(ofen);
      expect(problems).toEqual([]);
    },
  );

  it.each([
    [0x8000, 'a1'],
    [0x4000, 'b1'],
    [0x0001, 'd4'],
    [0x0000, undefined],
    [0x8001, undefined],
  ])('has the cursor of bits %i on %s', (cursor, name) => {
    expect(decoded(OCTAD_START, cursor).board?.cursor?.square?.name).toBe(name);
  });
});
