/** How fast a program runs. */

/** `unlimited`, or a factor of real time. */
export type Pace = 'unlimited' | number;
