/**
 * Fits the engine's evaluation to data: `npm run tune -- STEP`.
 *
 *     start       starting values, from rules of thumb
 *     published   values that others have fitted, which the engine plays with
 *     openings    makes openings for matches out of moves that Stockfish considers good
 *     positions   plays and labels positions with Stockfish, into .cache/tuning/; more in every run
 *     fit         fits the values to them
 *     neighbours  fits them, and what the root's pawns and kings add to squares, to pairs of positions in files
 *     themes      finds test positions by theme, checked by Stockfish
 *     features    plays the engine against itself without each part of its search
 *     endings     plays won endings out against Stockfish
 *     source      writes the generated source from the values, as the other steps also do
 */
import { join } from 'node:path';
import './modules/register.mjs';

const { runStep } = await import('./tuning/node-steps.ts');
process.exitCode = await runStep(join(import.meta.dirname, '..'), process.argv.slice(2));
