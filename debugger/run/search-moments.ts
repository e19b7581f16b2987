/** Where a search of the program, or a node of it, began: by the cell that holds the present node's frame. */
import type { Accept, Machine, Watch } from '#emulator';
import type { Program } from '../program/program.ts';
import { framesOf, plyCell } from '../values/plies.ts';

/** What a backward search looks for: an access, and whether it is the right one. */
export interface Moment {
  readonly watch: Watch;
  readonly accept: Accept;
}

/** The access that began the present search, or iteration of one: its root was set up. Undefined if none is declared. */
export function searchBegin(machine: Machine, program: Program): Moment | undefined {
  const frames = framesOf(program);
  return moment(machine, program, (before, after) => after === frames?.first && before !== frames.first + 1);
}

/** The access by which the search entered the present node from the one above. */
export function nodeBegin(machine: Machine, program: Program): Moment | undefined {
  const cell = plyCell(program);
  const present = machine.readRam(cell?.address ?? 0);
  return moment(machine, program, (before, after) => after === present && before === present - 1);
}

function moment(
  machine: Machine,
  program: Program,
  isIt: (before: number, after: number) => boolean,
): Moment | undefined {
  const cell = plyCell(program);
  if (cell === undefined || framesOf(program) === undefined) return undefined;
  return {
    watch: { address: machine.ramIndex(cell.address), length: 1, access: ['write'] },
    accept: (reason) => reason.kind === 'watch' && isIt(reason.before, reason.after),
  };
}
