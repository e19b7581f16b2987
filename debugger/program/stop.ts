/** Why the program has stopped; becomes the protocol's `stopped` event. */
export interface Stop {
  readonly reason:
    | 'entry'
    | 'step'
    | 'pause'
    | 'goto'
    | 'restart'
    | 'breakpoint'
    | 'function breakpoint'
    | 'instruction breakpoint'
    | 'data breakpoint'
    | 'exception';
  /** A text for people, if the reason alone does not say enough. */
  readonly description?: string;
  readonly text?: string;
  readonly breakpointIds?: readonly number[];
  /** How many macro texts around the word have not been entered yet, as the user sees it. */
  readonly hiddenMacros?: number;
}
