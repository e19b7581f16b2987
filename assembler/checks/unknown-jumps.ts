/**
 * Computed jumps without declared targets. Each is reported once, where the declaration is missing, with the checks and
 * blocks that are unproven because of it.
 */
import { isTimedBlock, type TimingResult } from '#proof';
import { itemAt, type Item, type Program } from '../program/program.ts';
import { declareTable } from './declared-jumps.ts';
import { MAX_STEPS, type PathText } from './path-text.ts';

interface Unproven {
  readonly item: Item;
  readonly result: TimingResult;
}

export class UnknownJumps {
  private readonly jumps = new Map<number, Unproven[]>();

  constructor(
    private readonly program: Program,
    private readonly text: PathText,
  ) {}

  /** Notes a result that such a jump explains; false for any other. */
  take(item: Item, result: TimingResult): boolean {
    const { reason, place } = result;
    if (reason !== 'timing-jump' || itemAt(this.program, place) === undefined) return false;
    const known = this.jumps.get(place);
    if (known === undefined) this.jumps.set(place, [{ item, result }]);
    else known.push({ item, result });
    return true;
  }

  report(): void {
    const { program, text } = this;
    for (const [address, unproven] of this.jumps) {
      const jump = itemAt(program, address);
      const [first] = unproven;
      if (jump === undefined || first === undefined) continue;
      const named = unproven.slice(0, MAX_STEPS).flatMap(({ item, result }) => {
        const what = isTimedBlock(result.kind) ? 'This block' : 'This check';
        return text.placeInProgram(`${what} is unproven because of it`, item);
      });
      const way = unproven.length === 1 ? text.way(first.result) : [];
      const fixes = declareTable(program, jump, address);
      const message = text.named(first.result.message, jump.file);
      program.findings.add('GT0813', message, jump, jump.statement, { related: [...named, ...way], fixes });
    }
  }
}
