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
  /** For people, where the reason alone does not say it. */
  readonly description?: string;
  readonly text?: string;
  readonly breakpointIds?: readonly number[];
  /** How many macro texts around the word are not entered yet, as far as the user sees it. */
  readonly hiddenMacros?: number;
}
