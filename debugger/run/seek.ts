/** Going to a moment that the user names: the last write or change of some bytes, the start of the line or frame on screen. */
import type { History, Watch } from '#emulator';
import { hexByte } from '#isa';
import type { Stop } from '../program/stop.ts';
import { atOnce, BEGINNING, find, WayBack, type Way } from './way-back.ts';
import type { Movement } from './movement.ts';

/** Back to the front of the instruction that wrote one of these bytes last, or changed one. @param name for people */
export function createLastAccess(
  history: History,
  ranges: readonly Omit<Watch, 'access'>[],
  access: 'write' | 'change',
  name: string,
): Movement {
  const watches = ranges.map((range): Watch => ({ ...range, access: [access] }));
  return new WayBack(history, `Looking for the last ${access} of ${name}`, lastAccess(), true);

  function* lastAccess(): Way {
    const hit = yield* find(history, { watches });
    if (hit?.reason.kind !== 'watch') return { ...BEGINNING, text: `No instruction made a ${access} of ${name}` };
    const { before, after } = hit.reason;
    const description = `The last ${access} of ${name}`;
    return { reason: 'data breakpoint', description, text: `${description}: ${hexByte(before)} → ${hexByte(after)}` };
  }
}

/** Back to the first cycle of the scan line, or of the frame, that the monitor shows; from there to the one before. */
export function createStartOf(history: History, what: 'scan-line' | 'frame'): Movement {
  return atOnce((): Stop => {
    const { hSyncFell, vSyncFell } = history.machine.monitor.state;
    const start = what === 'frame' ? vSyncFell : hSyncFell;
    if (start < history.oldest) return { reason: 'pause', description: 'No sync pulse has begun before' };
    history.goTo(start);
    return { reason: 'goto', description: what === 'frame' ? 'The start of the frame' : 'The start of the scan line' };
  });
}
