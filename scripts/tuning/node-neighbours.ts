/** Fits the root's square values to pairs of positions, and writes them: `npm run tune -- neighbours FILE…`. */
import { readFileSync } from 'node:fs';
import { isFailure } from '#basics';
import { parseFen } from '#chess';
import { fitNeighbours, publishedValues, type LabelledLeaf } from '#engine-driver';
import { readPublished, writeValues } from './node-fit.ts';

/** Scores beyond this, in hundredths of a pawn, say nothing about squares. */
const LARGEST_SCORE = 1200;

export function fitToPairs(root: string, files: readonly string[]): void {
  const leaves = files.flatMap(readPairs);
  process.stdout.write(`${leaves.length} pairs\n`);
  const values = fitNeighbours(publishedValues(readPublished(root)), leaves, (pass, loss) => {
    process.stdout.write(`pass ${pass}: loss ${loss.toFixed(6)}\n`);
  });
  writeValues(root, values);
}

/** Lines of two FENs and the second one's score as its side to move sees it, separated by tabs. */
function readPairs(file: string): LabelledLeaf[] {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  let before = { fen: '', root: parseFen('') };
  return lines.flatMap((line) => {
    const [rootFen = '', leafFen = '', score = ''] = line.split('\t');
    // Pairs of one root follow each other, and share it.
    if (rootFen !== before.fen) before = { fen: rootFen, root: parseFen(rootFen) };
    const [root, leaf] = [before.root, parseFen(leafFen)];
    if (isFailure(root) || isFailure(leaf) || Math.abs(Number(score)) > LARGEST_SCORE) return [];
    return [{ root, leaf, cp: leaf.sideToMove === 'white' ? Number(score) : -Number(score) }];
  });
}
