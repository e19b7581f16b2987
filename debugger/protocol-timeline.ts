/** The run as a timeline: what the client asks for, and what the adapter answers. */

/** What happens in a run: a move of the game, a stop, a change by the user, input, a fault of the picture. */
export type HappeningKind = (typeof HAPPENING_KINDS)[number];
export const HAPPENING_KINDS = ['move', 'stop', 'edit', 'input', 'fault'] as const;

export interface Happening {
  readonly kind: HappeningKind;
  /** Where to go to see it. A move is found while the program runs, a few milliseconds after it was made. */
  readonly cycle: number;
  /** A text for people. */
  readonly text: string;
}

export interface TimelineMessage {
  /** The earliest cycle that can be reached, and the latest that the run has reached. */
  readonly oldest: number;
  readonly latest: number;
  /** Where the program is. */
  readonly now: number;
  readonly running: boolean;
  /** Cycles of a frame. */
  readonly frameCycles: number;
  /** In order of time; only the latest of each kind. */
  readonly happenings: readonly Happening[];
}
