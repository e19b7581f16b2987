/** `gigatron octad`: the Octad ROM in the emulator, driven through its mailbox; `perft` counts moves with it. */
import { join } from 'node:path';
import type { Command } from 'commander';
import { isFailure } from '#basics';
import { OCTAD_START } from '#chess';
import { bootOctad, MOST_OCTAD_PLIES, octadPerftCount, octadPerftReport } from '#engine-driver';
import type { CommandFiles } from '../../command-files.ts';
import { commandFailure, type CommandFailure, type Output, type Status } from '../../output.ts';
import { missingFromPackage, assembleFile } from '../../source-files.ts';
import { addPerftCommand, type PerftOptions, type PerftRom } from '../perft-command.ts';

/** Sources of the ROM, relative to dist/. */
const OCTAD_SOURCE = join(__dirname, '..', 'samples', 'octad', 'main.gtasm');

export function addOctadPerft(octad: Command, output: Output, end: (status: Status) => void): void {
  addPerftCommand(
    octad,
    { name: 'octad', notation: 'ofen', start: OCTAD_START, mostPlies: MOST_OCTAD_PLIES, open: openOctad },
    output,
    end,
  );
}

function openOctad(_: PerftOptions, files: CommandFiles): PerftRom | CommandFailure {
  const missing = missingFromPackage(OCTAD_SOURCE, 'the Octad computer is');
  if (missing !== undefined) return missing;
  // Not proven, since that takes longer than everything else.
  const assembly = assembleFile(OCTAD_SOURCE, files, { check: false });
  if (isFailure(assembly)) return assembly;
  if (assembly.hasErrors) return commandFailure(1, 'the Octad computer has errors; see gigatron check');
  const session = bootOctad(assembly);
  if (isFailure(session)) return commandFailure(1, session.message);
  return {
    report: (ofen, depth, divided) => octadPerftReport(session, assembly, ofen, depth, { divided, profiled: true }),
    count: (ofen, depth) => octadPerftCount(session, ofen, depth),
  };
}

export function addOctad(program: Command, output: Output, end: (status: Status) => void): void {
  addOctadPerft(program.command('octad').description('the Octad ROM in the emulator'), output, end);
}
