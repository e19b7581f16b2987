/** The machine's levels: weak ones, which overlook moves on purpose, and strong ones, which are seconds per move. */
import type { EngineSession } from '../engine-session.ts';
import type { SearchLimits } from './search-report.ts';

/** Names of levels 1 to 8 as in the machine's menu; the strong ones are seconds per move. */
export const LEVELS: readonly string[] = ['beginner', 'easy', 'casual', '1', '5', '15', '60', '180'];
/** Frames in a second, as the machine's player counts them. */
const FRAMES = 60;

/**
 * The limits that a level gives a search without limits of its own. The numbers come from the ROM's tables by level.
 * @param level one of LEVELS
 */
export function levelLimits(session: EngineSession, level: string): SearchLimits {
  const index = LEVELS.indexOf(level);
  const [depth, overlooks] = [session.lookup('depthOfLevel', index), session.lookup('overlookedBy', index)];
  const frames = 256 * session.lookup('framesHigh', index) + session.lookup('framesLow', index);
  return { seconds: frames / FRAMES, ...(overlooks === 0 ? {} : { depth, overlooks }) };
}
