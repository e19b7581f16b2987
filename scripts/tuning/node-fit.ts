/** Fits the engine's values to the collected positions, and says how well they fit. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isFailure } from '#basics';
import { parseFen } from '#chess';
import {
  firstValues,
  fit,
  loss,
  type LabelledPosition,
  neighbourValuesSource,
  pieceValuesSource,
  squareValuesSource,
  type PieceValues,
  type PublishedValues,
} from '#engine-driver';
import { POSITIONS_FILE } from './node-positions.ts';

/** One position in this many is held back, to show whether the fit holds beyond its data. */
const KEPT_BACK = 10;

export function fitValues(root: string): void {
  const positions = readPositions(root);
  const [data, kept] = [0, 1].map((part) => positions.filter((_, index) => (index % KEPT_BACK === 0) === (part === 1)));
  const [start, before] = [firstValues(), readValues(root)];
  const fitted = fit(start, data!);
  const say = (name: string, values: typeof fitted): void => {
    process.stdout.write(
      `${name}: loss ${loss(values, data!).toFixed(6)}, kept back ${loss(values, kept!).toFixed(6)}\n`,
    );
  };
  process.stdout.write(`${data!.length} positions, ${kept!.length} kept back\n`);
  say('rules of thumb', start);
  say('values before', before);
  say('fitted', fitted);
  writeValues(root, fitted);
}

function readPositions(root: string): LabelledPosition[] {
  const lines = readFileSync(join(root, POSITIONS_FILE), 'utf8').trimEnd().split('\n');
  return lines.flatMap((line) => {
    const [fen = '', cp = ''] = line.split('\t');
    const position = parseFen(fen);
    if (isFailure(position)) return [];
    return [{ position, cp: position.sideToMove === 'white' ? Number(cp) : -Number(cp) }];
  });
}

const FOLDER = 'engine-asm/evaluation';

/** Values that others have fitted: PeSTO's. */
export function readPublished(root: string): PublishedValues {
  return JSON.parse(readFileSync(join(root, 'scripts/tuning/pesto.json'), 'utf8')) as PublishedValues;
}

/** The values that the engine has now. */
export function readValues(root: string): PieceValues {
  return JSON.parse(readFileSync(join(root, FOLDER, 'piece-values.json'), 'utf8')) as PieceValues;
}

/** Writes the sources from values. */
export function writeSource(root: string, values: PieceValues): void {
  writeFileSync(join(root, FOLDER, 'piece-values.gtasm'), pieceValuesSource(values));
  writeFileSync(join(root, FOLDER, 'square-values.gtasm'), squareValuesSource(values));
  writeFileSync(join(root, FOLDER, 'neighbour-values.gtasm'), neighbourValuesSource(values));
}

/** Writes values, a rank of the board a line, and the sources from them. */
export function writeValues(root: string, values: PieceValues): void {
  const text = JSON.stringify(values, null, 1).replace(/\[[^[\]]*\]/g, (table) => ranks(JSON.parse(table) as number[]));
  writeFileSync(join(root, FOLDER, 'piece-values.json'), `${text}\n`);
  writeSource(root, values);
}

/** A line for each rank of the board, or for each file away from a neighbour; short tables have one line. */
function ranks(table: readonly number[]): string {
  const line = table.length === 28 ? 7 : 8;
  const rows = Array.from({ length: Math.ceil(table.length / line) }, (_, row) =>
    table.slice(line * row, line * (row + 1)).join(', '),
  );
  return `[\n   ${rows.join(',\n   ')}\n  ]`;
}
