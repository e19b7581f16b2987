/** Notifications after the user has changed the machine: for visible memory, variables, the stack, the views. */
import { InvalidatedEvent } from '@vscode/debugadapter';
import type { Debuggee } from '../run/debuggee.ts';
import type { Place } from '../values/place.ts';
import type { Session } from './request.ts';

/**
 * Announces an edit at a place after the answer to the request that made it. The client refreshes variables by itself
 * after it has set one, but must be told about a new position.
 */
export function announceEdit(debuggee: Debuggee, session: Session, place: Place): void {
  if (place.kind === 'ram') return announceRamEdit(debuggee, session, place.address, place.size);
  if (place.name === 'pc') debuggee.positionChanged();
  session.afterAnswer(() => {
    if (place.name === 'pc') invalidate(session, 'all');
    debuggee.views.changed();
  });
}

export function announceRamEdit(debuggee: Debuggee, session: Session, address: number, length: number): void {
  debuggee.watches.edited(address, length);
  session.afterAnswer(() => {
    debuggee.memory.changed(address, length);
    invalidate(session, 'variables');
    debuggee.views.changed();
  });
}

/** Tells the client that what it shows of an area is out of date. */
export function invalidate(session: Session, area: 'all' | 'variables'): void {
  if (session.client.supportsInvalidatedEvents) session.sendEvent(new InvalidatedEvent([area]));
}
