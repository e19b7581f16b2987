/** `gigatron engine`: the chess engine ROM in the emulator, driven through its mailbox. `perft` counts moves. */
import type { Command } from 'commander';
import { isFailure } from '#basics';
import { parseFen } from '#chess';
import { bootEngine, MOST_PLIES, perft, perftReport, START_FEN } from '#engine-driver';
import type { CommandFiles } from '../../command-files.ts';
import { commandFailure, type CommandFailure, type Outcome, type Output } from '../../output.ts';
import { assembleOwn } from '../../source-files.ts';
import { addPerftCommand, type PerftOptions, type PerftRom } from '../perft-command.ts';
import { addDark, ENGINE, ENGINE_SOURCE } from './engine-rom.ts';
import { addBestMove } from './best-move.ts';
import { addEpd } from './epd.ts';
import { addMatch } from './match.ts';
import { addUci } from './uci.ts';

function addPerft(engine: Command, output: Output, end: (outcome: Outcome) => void): void {
  const position = { notation: 'fen', start: START_FEN, parse: parseFen } as const;
  const game = { name: 'engine', ...position, mostPlies: MOST_PLIES, open };
  const command = addPerftCommand(engine, game, output, end).option(
    '--verify',
    'compare every table with one made from scratch in every node; stop at the first difference',
  );
  addDark(command);
}

function open({ verify, dark = false }: PerftOptions, files: CommandFiles): PerftRom | CommandFailure {
  const assembly = assembleOwn(ENGINE_SOURCE, ENGINE, files, verify === true ? { VERIFY: 1 } : {});
  if (isFailure(assembly)) return assembly;
  const session = bootEngine(assembly);
  if (isFailure(session)) return commandFailure(1, session.message);
  session.setDark(dark);
  return {
    report: (fen, depth, divided) => perftReport(session, assembly, fen, depth, { divided, profiled: true }),
    count: (fen, depth) => perft(session, fen, depth),
  };
}

export function addEngine(program: Command, output: Output, end: (outcome: Outcome) => void): void {
  const engine = program.command('engine').description('the chess engine ROM in the emulator');
  for (const add of [addPerft, addBestMove, addEpd, addMatch, addUci]) add(engine, output, end);
}
