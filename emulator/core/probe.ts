/**
 * An observer that looks at the machine at marked addresses while it runs, in either core.
 *
 * Translated code calls the probe before each instruction at a marked address and then goes on, so it stays fast with
 * a probe too.
 */
import type { Cycle, RomAddress } from '#basics';
import { ROM_WORDS } from '#isa';

export interface Probe {
  /** 65,536 flags by ROM address: not 0 where the probe is asked. They do not change while it is in use. */
  readonly marked: Uint8Array;
  /**
   * Whether the probe has nothing to say at a marked address with `next` after it, whatever the registers hold. This is
   * asked once, when the place is translated, so the answer must not change.
   */
  skips?(address: RomAddress, next: RomAddress): boolean;
  /** Places where translated code need not always ask, although the probe can be asked there. */
  readonly quiet?: QuietPlaces;
  /**
   * A run begins.
   * @param cycle the machine's cycle
   * @param edits how often the user has changed registers, RAM or the position. A run after an edit, or one that begins
   *   elsewhere than the last one ended, does not continue what the probe has seen
   */
  begin(cycle: Cycle, edits: number): void;
  /** The run has ended just before a cycle. */
  end(cycle: Cycle): void;
  /**
   * Asked before an instruction executes. If it is asked twice in the same cycle, that counts once.
   * @param address of the instruction, @param next of the one after it
   * @returns whether the run stops before the instruction
   */
  ask(address: RomAddress, next: RomAddress, ac: number, y: number, cycle: Cycle, x: number): boolean;
  /**
   * vSync has fallen.
   * @param cycle whose instruction made it fall
   * @param lines rises of hSync since power-on, before that
   */
  vSyncFell?(cycle: Cycle, lines: number): void;
}

/** Where a probe has nothing to say while a countdown in RAM is right and jumps go where they may. */
export interface QuietPlaces {
  /** Zero-page address of the countdown, 0..255. At all of its places, its sum with the cycle is the same. */
  readonly byte: number;
  /** By ROM address: what is subtracted from the sum there; {@link NOT_QUIET} elsewhere. 65,536 numbers. */
  readonly offsets: Int16Array;
  /**
   * By ROM address: 1 where AC already is the countdown plus what is added to it. Such a place stands for the one two
   * words before it.
   */
  readonly added: Uint8Array;
  /** After a place where the countdown and AC were negative, the sum may have moved by any multiple of this. */
  readonly period: number;
  /** What is known about the countdown; translated code continues it and gives it back. */
  readonly countdown: Countdown;
  readonly jumps: ReadonlyMap<number, QuietJump>;
  /** Loops, no two with the same head. Where the probe is asked, it counts their turns itself. */
  readonly loops: readonly QuietLoop[];
  /** By address, the loops that a word affects, all of them members of `loops`; it may also be one of `jumps`. */
  readonly loopsAt: ReadonlyMap<number, readonly QuietLoop[]>;
  /** Words that store to RAM, about which the probe has nothing to say while they do not hit the guarded bytes. */
  readonly stores: ReadonlySet<number>;
  /** RAM indexes. */
  readonly guarded: readonly number[];
}

export interface Countdown {
  /** The sum at all of its places, less their offset; undefined while it is not known. */
  due: number | undefined;
  /** Whether countdown and AC together were negative at the last place that was passed; false if `due` is not known. */
  left: boolean;
  /** The last place where they were negative. */
  leftFrom: number | undefined;
  /** The probe is asked where they are negative and the sum is greater than this; undefined: never. */
  readonly deadline: number | undefined;
}

/** A jump about which the probe has nothing to say while it goes to certain addresses. */
export interface QuietJump {
  readonly targets: readonly number[];
  /** It may also go this many words after the place where the countdown was last negative; null: it may not. */
  readonly resumes: number | null;
}

/** What a word is to a loop: a jump back to its head, an entry in its middle, a way on inside, or a way out. */
export type LoopWay = 'turn' | 'entry' | 'inside' | 'out';

/**
 * A loop about which the probe has nothing to say while its turns are within a range; translated code keeps counting.
 */
export interface QuietLoop {
  /** The word whose executions are counted. */
  readonly head: number;
  /** Fewer turns than this are reported where the loop is left or entered again. */
  readonly min: number;
  /** The most turns about which the probe has nothing to say when the head executes. */
  readonly max: number;
  /** Executions of the head since the loop was entered; undefined outside, and while that is not known. */
  turns: number | undefined;
  /**
   * The cycle in which a jump back arrives at the head, or in which the slot of an entry in the middle executes. If the
   * head executes in neither this cycle nor the one before, the loop is entered.
   */
  backAt: number;
  /**
   * What a word is to the loop.
   * @param next the address after it
   * @param target where it goes; {@link NOWHERE} if it is not a jump, or not taken
   */
  way(word: number, next: number, target: number): LoopWay;
  /** Targets with which a computed jump may be more than a way on inside; undefined if any target may be one. */
  goals(jump: number): readonly number[] | undefined;
}

/** Cycles from a jump to the word that it goes to. */
export const JUMP_CYCLES = 2;
/** Cycles from a branch that enters a loop in its middle to its slot, where the head may be. */
export const SLOT_CYCLES = 1;

/** Stands for the target of a jump that is not taken. */
export const NOWHERE = -1;

export const NOT_QUIET = -0x8000;

/** The first probe, and the other one if there is one. */
export function bothProbes(one: Probe, other: Probe | undefined): Probe {
  if (other === undefined) return one;
  const marked = Uint8Array.from({ length: ROM_WORDS }, (_, address) =>
    Number(one.marked[address] !== 0 || other.marked[address] !== 0),
  );
  return {
    marked,
    skips: (address, next) => isSilent(one, address, next) && isSilent(other, address, next),
    begin(cycle, edits) {
      one.begin(cycle, edits);
      other.begin(cycle, edits);
    },
    end(cycle) {
      one.end(cycle);
      other.end(cycle);
    },
    ask(address, next, ac, y, cycle, x) {
      const first = one.marked[address] !== 0 && one.ask(address, next, ac, y, cycle, x);
      const second = other.marked[address] !== 0 && other.ask(address, next, ac, y, cycle, x);
      return first || second;
    },
    vSyncFell(cycle, lines) {
      one.vSyncFell?.(cycle, lines);
      other.vSyncFell?.(cycle, lines);
    },
  };
}

function isSilent({ marked, skips }: Probe, address: RomAddress, next: RomAddress): boolean {
  return marked[address] === 0 || skips?.(address, next) === true;
}
