/** Where a search of the program, or a node of it, began: by the cell that holds the present node's frame. */
import type { Accept, Machine, Watch } from '#emulator';
import { failures, type RequestFailure } from '../errors.ts';
import type { Program } from '../program/program.ts';
import { framesOf, plyCell } from '../values/plies.ts';

/** What a backward search looks for: an access, and whether it is the right one. */
export interface Moment {
  /** For people. */
  readonly description: string;
  readonly watch: Watch;
  readonly accept: Accept;
}

/**
 * The access that began the present search, or an iteration of it, by setting up its root; or the one by which the
 * search entered the present node from the one above. The root has none above: its node began with the search.
 */
export function searchMoment(what: 'node' | 'search', machine: Machine, program: Program): Moment | RequestFailure {
  const cell = plyCell(program);
  const frames = framesOf(program);
  if (cell === undefined || frames === undefined) return failures.noSearch();
  const present = machine.readRam(cell.address);
  if (present < frames.first || present > frames.last) return failures.searchNotBegun();
  const isBelowRoot = what === 'node' && present > frames.first;
  return {
    description: isBelowRoot ? 'The start of this node' : 'The start of the search',
    watch: { address: machine.ramIndex(cell.address), length: 1, access: ['write'] },
    accept: (reason) => {
      if (reason.kind !== 'watch') return false;
      const { before, after } = reason;
      if (isBelowRoot) return after === present && before === present - 1;
      return after === frames.first && before !== frames.first + 1;
    },
  };
}
