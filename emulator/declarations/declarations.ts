/** What a source declares about its program's run, and how the run differs from it. */
import type { Cycle, RomAddress } from '#basics';

export type {
  BlindStores,
  DeclaredBlock,
  DeclaredCharge,
  DeclaredCheck,
  DeclaredJump,
  DeclaredLoop,
  RunDeclarations,
} from '#isa';

/** The first thing that was not as declared. */
export interface Difference {
  readonly kind: 'account' | 'targets' | 'loop' | 'charged' | 'frame' | 'store' | 'block';
  /** The word that shows it, which executes next. */
  readonly address: RomAddress;
  readonly cycle: Cycle;
  /** A clause each, for people. */
  readonly declared: string;
  readonly seen: string;
}
