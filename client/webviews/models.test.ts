import { hexByte } from '#basics';
import { decode } from '#chess';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DECLARATIONS, TestMemory } from '#test/chess/seed-program.ts';
import { attackMapModels } from './attack-maps/attack-map-model.ts';
import { boardModel, neighbourModel } from './board/board-model.ts';
import { pieceListModels } from './piece-lists/piece-list-model.ts';
import { forAll } from '#test/draws.ts';

it('the models of all views draw something of any RAM, with the byte that is in it', () => {
  forAll(40, [fc.uint8Array({ minLength: 97, maxLength: 97 }), fc.nat(255)], (noise, chosen) => {
    const memory = new TestMemory();
    for (let address = 0; address < 65536; address++) memory.bytes[address] = noise[address % 97]!;
    const tables = decode(memory, DECLARATIONS);
    const selection = { square: chosen, piece: chosen };
    const { rows } = boardModel(tables.board!, { changed: new Set([chosen]), selection, game: tables.game });
    for (const cell of rows.flat()) expect(cell.code).toBe(memory.read(cell.number * 256 + 0xff));
    const options = { mode: 'piece', guards: true, differences: true, selection } as const;
    const [sliders] = attackMapModels(tables, options);
    for (const cell of sliders!.rows.flat()) {
      if (cell.number >= 8) expect(cell.value).toBe(memory.read(cell.number * 256 + 0xe0));
    }
    const [white] = pieceListModels(tables, selection);
    for (const row of [...white!.listed, ...white!.others]) {
      expect(row.next).toBe(hexByte(memory.read(row.index * 256 + 0xd1)));
    }
    neighbourModel(tables, chosen);
  });
});
