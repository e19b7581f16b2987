/** The values of the pieces as files of the engine: the numbers, and the sources that are written from them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pieceValuesSource, squareValuesSource, type PieceValues } from '#engine-driver';

const FOLDER = 'engine-asm/evaluation';

/** The values that the engine has now. */
export function readValues(root: string): PieceValues {
  return JSON.parse(readFileSync(join(root, FOLDER, 'piece-values.json'), 'utf8')) as PieceValues;
}

/** Writes the sources from values. */
export function writeSource(root: string, values: PieceValues): void {
  writeFileSync(join(root, FOLDER, 'piece-values.gtasm'), pieceValuesSource(values));
  writeFileSync(join(root, FOLDER, 'square-values.gtasm'), squareValuesSource(values));
}

/** Writes values, a rank of the board a line, and the sources from them. */
export function writeValues(root: string, values: PieceValues): void {
  const text = JSON.stringify(values, null, 1).replace(/\[[^\]]*\]/g, (table) => ranks(JSON.parse(table) as number[]));
  writeFileSync(join(root, FOLDER, 'piece-values.json'), `${text}\n`);
  writeSource(root, values);
}

function ranks(table: readonly number[]): string {
  const rows = Array.from({ length: 8 }, (_, rank) => table.slice(8 * rank, 8 * rank + 8).join(', '));
  return `[\n   ${rows.join(',\n   ')}\n  ]`;
}
