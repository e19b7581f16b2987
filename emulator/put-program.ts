/**
 * A `.gt1` program put into RAM at once, in place of what the vCPU of a system ROM executes.
 *
 * The ROM first starts as usual, since its programs rely on what it prepares. Then, where the interpreter is about to
 * fetch an instruction, the program is written to RAM and vPC goes to its start. All of it is in the journal as edits.
 */
import { failure, isFailure, type Failure, type RomAddress } from '#basics';
import { CYCLES_PER_FRAME, parseGt1, VCPU_CELLS } from '#isa';
import { breakpointsAt } from './core/stops.ts';
import type { Machine } from './machine.ts';

/** Frames after which released ROMs are in their menu. */
const START_FRAMES = 150;
/** Frames within which the vCPU must execute something after that. */
const WAITING_FRAMES = 60;

/**
 * Runs a machine from power-on until it is in its menu, and starts a program there.
 * @param fetch address of the word by which the interpreter begins to fetch; Y is the page of vPC there
 * @returns a failure, a sentence, if the file is no program or the vCPU does not run
 */
export function putProgram(machine: Machine, bytes: Uint8Array, fetch: RomAddress): Failure | undefined {
  const program = parseGt1(bytes);
  if (isFailure(program)) return program;
  machine.run(START_FRAMES * CYCLES_PER_FRAME);
  const { kind } = machine.run(WAITING_FRAMES * CYCLES_PER_FRAME, { breakpoints: breakpointsAt(fetch) });
  if (kind !== 'breakpoint') return failure('The vCPU executes nothing after the start of the ROM.');
  for (const { address, data } of program.segments)
    data.forEach((byte, index) => machine.writeRam(address + index, byte));
  const [{ address: pc }] = VCPU_CELLS;
  const { start } = program;
  if (start === 0) return undefined;
  // The fetch adds 2, within the page.
  machine.writeRam(pc, start - 2);
  machine.writeRam(pc + 1, start >> 8);
  machine.setRegister('y', start >> 8);
  return undefined;
}
