/**
 * What the timing proof answers: a verdict for each check and assertion, facts about routines.
 *
 * A verdict is `exact` only if every path was followed to its end. Everything that the proof could not follow is
 * `unproven`, with the reason and the place; a path whose account is off is `wrong` and is shown word by word.
 */

import type { CheckForm } from '#isa';

export type TimingVerdict = 'exact' | 'wrong' | 'unproven';

/** Why a verdict is not `exact`. */
export type TimingReason =
  /** A path reaches the next check with a balance other than that expects. */
  | 'timing-wrong'
  /** A path spends more than was charged before it corrects the account. */
  | 'timing-overdraft'
  /** The account can leave the range of a signed byte. */
  | 'timing-range'
  /** A computed jump without declared targets. */
  | 'timing-jump'
  /** A return through a cell into which no call stores, or that holds other values too. */
  | 'timing-return'
  /** A loop without a check and without a known count. */
  | 'timing-loop'
  /** A path enters a check or a charge after its first word. */
  | 'timing-entered'
  /** A path runs into words that no source wrote. */
  | 'timing-lost'
  /** Something writes the account that is neither a check nor a charge. */
  | 'timing-account'
  /** A check, its trampoline and the word after it are not in one page. */
  | 'timing-page'
  /** The words of a check or charge are not those that it needs. */
  | 'timing-words'
  /** A declaration contradicts the code. */
  | 'timing-declaration'
  /** More states than the proof follows. */
  | 'timing-limit'
  /** A path of a timed block runs through a time check. */
  | 'timing-check-inside'
  /** A path of a timed block never comes to its end. */
  | 'timing-no-end'
  /** A register that the handler loses is read after a check. */
  | 'timing-register'
  /** AC does not hold the account where a short check begins. */
  | 'timing-ac'
  /** The control word of the RAM expander may take RAM off the bus. */
  | 'timing-ram'
  /** A path is wrong, but its tests exclude each other, or perhaps do, so that no run takes it. */
  | 'timing-tests';

export interface PathStep {
  readonly address: number;
  /** Cycles since the path began, before this word. */
  readonly cycle: number;
  /** Cycles paid and not yet spent, before this word; absent in timed blocks. */
  readonly balance?: number;
}

/** Verdict on a check or an assertion. */
export interface TimingResult {
  readonly kind: CheckForm | 'exact' | 'at-most';
  /** Address of the check, or that of the assertion. */
  readonly address: number;
  /** Cycles charged or required. */
  readonly cycles: number;
  readonly verdict: TimingVerdict;
  /** Absent when the verdict is `exact`. */
  readonly reason?: TimingReason;
  /** One sentence for people. */
  readonly message: string;
  /** Where the trouble is: the jump, the loop's head, the check that the path ends in … */
  readonly place: number;
  /** The path that shows it, empty if there is none. */
  readonly path: readonly PathStep[];
  /** Cycles of the path less cycles paid or required; 0 where it has no meaning. */
  readonly difference: number;
  /** Least and most cycles over all paths that were followed to their end; null if none was. */
  readonly range: { readonly min: number; readonly max: number } | null;
  /** Of a check: cycles by which the handler may be entered after the account ran out, the least slack it needs. */
  readonly late: number;
  /** Exact blocks: how paths leave them through the ends of others; absent if none does. */
  readonly left?: BlockLeft;
}

/** Why a check is not exact, whatever the paths after it take. */
export interface CheckFault extends Pick<TimingResult, 'message' | 'place' | 'path'> {
  readonly verdict: 'wrong' | 'unproven';
  readonly reason: TimingReason;
}

/** What is assumed of a block: no jump after its other exits goes back inside. */
export interface BlockLeft {
  /** Ends of other blocks that paths come to. */
  readonly exits: readonly number[];
  /** Jumps after them that cannot be followed. */
  readonly jumps: readonly number[];
  /** Words from which the code leads to the block's end, and the end itself. */
  readonly inside: readonly number[];
}

/** A register that is read after a check although the handler does not preserve it. */
export interface LostRegister {
  readonly register: 'AC' | 'X' | 'Y';
  /** The word that reads it. */
  readonly address: number;
  /** The check after which it is lost. */
  readonly check: number;
  /** Why perhaps no run comes to the read that way. */
  readonly doubt?: string;
}

/** A verdict, as far as words tell. */
export interface Judged {
  readonly result: TimingResult;
  /** What it is instead, if a run is seen to take the path. */
  readonly suspects: readonly TimingResult[];
}

export interface CheckProof extends Judged {
  readonly lostRegisters: readonly LostRegister[];
}

/** What was found out about a routine by following it from its start to its return. */
export interface RoutineFacts {
  readonly name: string;
  readonly start: number;
  /**
   * Own cycles from the first word up to, but not including, the first word of the caller; null if not known. Time in
   * the handler is not counted.
   */
  readonly cycles: { readonly min: number; readonly max: number } | null;
  /** Registers that it reads before it, or what it calls, has written them. */
  readonly inputs: readonly ('AC' | 'X' | 'Y')[];
  /** Registers that the routine, with all it calls, changes. */
  readonly registers: readonly ('AC' | 'X' | 'Y' | 'OUT')[];
  /** Zero-page bytes that it stores to by `[D]`. */
  readonly zeroPage: readonly number[];
  /** Whether it can leave for the handler. */
  readonly checks: boolean;
  /** Whether every way through the routine was followed, so that it changes nothing beyond what is listed. */
  readonly isWhole: boolean;
  /** Why the cycles are not known; empty if they are. */
  readonly reason: string;
}

/** Whether a verdict is on a timed block, which has no words of its own, and not on a time check. */
export function isTimedBlock(kind: TimingResult['kind']): kind is 'exact' | 'at-most' {
  return kind === 'exact' || kind === 'at-most';
}

/** Verdict on the video handler that the time checks leave for. */
export interface HandlerResult {
  /** `assumed` where it could not be proven: the checks are true only if it does what is assumed of it. */
  readonly verdict: 'proven' | 'wrong' | 'assumed';
  /** One sentence for people. */
  readonly message: string;
  /** Where the trouble is. */
  readonly place: number;
  /** Where the path that shows it forks and meets others, or a run that does has jumped, by cycle of its line. */
  readonly path: readonly PathStep[];
  /** Set if the handler executes a timed block that is wrong, which mostly is the reason. */
  readonly isExplained?: true;
  /** Set where it is assumed since it is wrong on some path, but no run is known to take one. */
  readonly isDoubtful?: true;
}

export interface TimingReport {
  readonly results: readonly TimingResult[];
  /** Absent if there are no time checks. */
  readonly handler?: HandlerResult;
  readonly lostRegisters: readonly LostRegister[];
}

/** A state in which a line of a handler can begin. */
export interface LineClaim {
  /** Bits 7 and 6 of OUT. */
  readonly sync: number;
  /** Rises of hSync since vSync fell; -1 before it first falls. */
  readonly lines: number;
  /** What each of the handler's bytes can hold; undefined for anything. */
  readonly held: readonly (readonly number[] | undefined)[];
}

/** What was found of a proven handler. */
export interface HandlerClaims {
  /** Bytes of the zero page that a line leaves for the next. */
  readonly bytes: readonly number[];
  /** What the program stores into them, by byte; undefined for anything. */
  readonly between: ReadonlyMap<number, readonly number[] | undefined>;
  /** Cycles from the first word of a check to the fall of hSync, less what was left. */
  readonly wayIn: number;
  /** The most cycles that are left at a check. */
  readonly mostLeft: number;
  /** The cycle of a line in which vSync falls. */
  readonly vSyncAt: number;
  readonly lines: readonly LineClaim[];
}
