/** `gigatron octad`: the Octad ROM in the emulator, driven through its mailbox. */
import type { Command } from 'commander';
import type { Output, Status } from '../../output.ts';
import { addOctadPerft } from './perft.ts';

export function addOctad(program: Command, output: Output, end: (status: Status) => void): void {
  addOctadPerft(program.command('octad').description('the Octad ROM in the emulator'), output, end);
}
