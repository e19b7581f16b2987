/** What the client is told when the user has changed the machine: memory that it shows, and the views. */
import type { Debuggee } from '../run/debuggee.ts';
import type { Place } from '../values/place.ts';
import type { Session } from './request.ts';

/** Announces an edit at a place after the answer to the request that made it. */
export function announceEdit(debuggee: Debuggee, session: Session, place: Place): void {
  if (place.kind === 'ram') announceRamEdit(debuggee, session, place.address, place.size);
  else session.afterAnswer(() => debuggee.views.atStop());
}

export function announceRamEdit(debuggee: Debuggee, session: Session, address: number, length: number): void {
  session.afterAnswer(() => {
    debuggee.memory.changed(address, length);
    debuggee.views.atStop();
  });
}
