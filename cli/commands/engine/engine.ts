/** `gigatron engine`: the chess engine ROM in the emulator, driven through its mailbox. */
import type { Command } from 'commander';
import type { Output, Status } from '../../output.ts';
import { addBestMove } from './best-move.ts';
import { addEpd } from './epd.ts';
import { addMatch } from './match.ts';
import { addPerft } from './perft.ts';
import { addUci } from './uci.ts';

export function addEngine(program: Command, output: Output, end: (status: Status) => void): void {
  const engine = program.command('engine').description('the chess engine ROM in the emulator');
  for (const add of [addPerft, addBestMove, addEpd, addMatch, addUci]) add(engine, output, end);
}
