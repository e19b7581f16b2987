import { decode } from '#chess';
import { describe, expect, it } from 'vitest';
import { DECLARATIONS, memoryOf, square } from '#test/chess/seed-program.ts';
import { attackMapModels, verdictText, type AttackCell, type AttackMapOptions } from './attack-map-model.ts';

const TABLES = decode(memoryOf('4k3/8/8/3p4/8/1N2P3/8/3QK3 w - - 0 1'), DECLARATIONS);
const OPTIONS: AttackMapOptions = {
  mode: 'direction',
  guards: false,
  differences: true,
  selection: { square: null, piece: null },
};

function cell(key: string, name: string, options: Partial<AttackMapOptions> = {}): AttackCell {
  const model = attackMapModels(TABLES, { ...OPTIONS, ...options }).find((candidate) => candidate.key === key)!;
  return model.rows.flat().find((candidate) => candidate.name === name)!;
}

describe('attackMapModels', () => {
  it('makes four boards of eight by eight, or ten by ten with guards', () => {
    const models = attackMapModels(TABLES, OPTIONS);
    const titles = models.map(({ title }) => title).join(', ');
    expect(titles).toBe('White sliders, Black sliders, White leapers, Black leapers');
    expect(models[0]!.rows.flat()).toHaveLength(64);
    expect(models[0]!.rows[0]![0]!.name).toBe('a8');
    const guarded = attackMapModels(TABLES, { ...OPTIONS, guards: true })[0]!.rows;
    expect(guarded.flat()).toHaveLength(100);
    expect(guarded[0]![0]).toMatchObject({ isGuard: true, number: square('a1') + 79 });
  });

  it('shows bits by direction: arrows for sliders and pawns, letters for single pieces', () => {
    expect(cell('white-sliders', 'd5').marks).toEqual([{ shape: 'arrow', direction: 'n', pawn: false }]);
    expect(cell('white-leapers', 'd4').marks).toEqual([
      { shape: 'arrow', direction: 'nw', pawn: true },
      { shape: 'piece', letter: 'N', from: 'b3' },
    ]);
  });

  it('shows bits by piece: who attacks from where', () => {
    expect(cell('white-sliders', 'd5', { mode: 'piece' }).marks).toEqual([{ shape: 'piece', letter: 'Q', from: 'd1' }]);
    expect(cell('black-leapers', 'e4', { mode: 'piece' }).marks).toEqual([{ shape: 'piece', letter: 'p', from: 'd5' }]);
  });

  it('says byte, bits and attackers in words, and where a byte is not kept up to date', () => {
    expect(cell('white-leapers', 'd4').label).toBe(
      'd4, $0a: $02 pawn:nw white pawn on e3; $08 piece:3a white knight on b3',
    );
    expect(cell('white-leapers', 'd4').bits).toBe('pawn:nw,piece:3a');
    expect(cell('white-sliders', 'd3').label).toBe('d3, $00: no attack (not kept up to date here)');
  });

  it('marks what the selected piece attacks', () => {
    const selection = { square: square('b3'), piece: 0x3a };
    const cells = attackMapModels(TABLES, { ...OPTIONS, selection })[2]!.rows.flat();
    const marked = cells.filter((each) => each.attackedBySelected).map(({ name }) => name);
    expect(marked.sort()).toEqual(['a1', 'a5', 'c1', 'c5', 'd2', 'd4']);
  });

  it('shows which bytes do not match the board, but not while the machine runs', () => {
    const memory = memoryOf('4k3/8/8/3p4/8/1N2P3/8/3QK3 w - - 0 1');
    memory.write('whiteLeaps', square('d4'), 0x08);
    const spoiled = decode(memory, DECLARATIONS);
    const differing = (options: AttackMapOptions) =>
      attackMapModels(spoiled, options).flatMap(({ rows }) => rows.flat().filter((c) => c.difference !== ''));
    expect(differing(OPTIONS)).toMatchObject([{ name: 'd4', difference: 'pawn:nw missing' }]);
    expect(differing(OPTIONS)[0]!.label).toContain('; differs from the board: pawn:nw missing');
    expect(differing({ ...OPTIONS, differences: false })).toEqual([]);
    expect(verdictText(spoiled)).toMatch(/^1 of \d+ bytes .* do not match/);
    expect(verdictText(TABLES)).toMatch(/^All \d+ bytes/);
  });

  it('shows what stands on a square', () => {
    expect(cell('white-leapers', 'd1').piece).toMatchObject({ kind: 'queen', side: 'white' });
    expect(cell('white-leapers', 'd4').piece).toBeNull();
  });

  it('explains the bits in use', () => {
    expect(attackMapModels(TABLES, OPTIONS)[0]!.legend.slice(0, 2)).toEqual(['$01 n', '$02 e']);
  });

  it('draws nothing where squares are not numbered', () => {
    expect(attackMapModels({ ...TABLES, geometry: null }, OPTIONS)).toEqual([]);
  });
});
