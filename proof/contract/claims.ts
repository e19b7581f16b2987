/** What the timing proof claims of a program, as plain data. */
import type { HandlerClaims } from './report.ts';
import type { TimingProgram } from './program.ts';

export interface TimingClaims {
  /** Words and declarations. */
  readonly program: TimingProgram;
  /** Addresses of the checks that are called exact. */
  readonly exact: readonly number[];
  /** Bytes of the zero page that the proof keeps track of, since computed jumps read them. */
  readonly tracked: readonly number[];
  /** Those of them that the video handler may store to. */
  readonly handlerStores: readonly number[];
  /** Bytes of the zero page that count the turns of loops; nothing is known of them after a check. */
  readonly counters: readonly number[];
  /** By the address of a branch, the heads of the loops that it enters in their middle. */
  readonly entered: ReadonlyMap<number, readonly number[]>;
  /** How the video handler was proven, if it was. */
  readonly handler?: HandlerClaims;
}
