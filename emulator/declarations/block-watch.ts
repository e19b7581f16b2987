/** A timed block with several exits: what leaves it through another one must not come back inside by a jump. */
import type { RomAddress } from '#basics';
import type { DeclaredBlock } from './declarations.ts';
import { memberOf } from './jump.ts';

export class BlockWatch {
  private readonly isInside: (address: RomAddress) => boolean;
  private state: 'outside' | 'inside' | 'left' = 'outside';

  constructor(readonly block: DeclaredBlock) {
    this.isInside = memberOf(block.inside);
  }

  reset(): void {
    this.state = 'outside';
  }

  atStart(): void {
    this.state = 'inside';
  }

  atEnd(): void {
    this.state = 'outside';
  }

  /** Execution comes to another exit. */
  atExit(): void {
    if (this.state === 'inside') this.state = 'left';
  }

  /** Whether a jump goes back. @param target where it goes; nowhere if it is not taken */
  returns(target: RomAddress): boolean {
    return this.state === 'left' && this.isInside(target);
  }
}
