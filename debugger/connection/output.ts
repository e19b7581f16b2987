/** Lines for the debug console. */
import { OutputEvent } from '@vscode/debugadapter';
import type { DebugProtocol } from '@vscode/debugprotocol';

/** Where a click on a line of the console leads. */
export interface OutputPlace {
  readonly path: string;
  /** As the client counts lines. */
  readonly line: number;
}

/** A line of text for the console. @param place the line of a source that it is about */
export function outputLine(
  text: string,
  category: 'console' | 'stdout' | 'stderr',
  place?: OutputPlace,
): DebugProtocol.OutputEvent {
  const event: DebugProtocol.OutputEvent = new OutputEvent(`${text}\n`, category);
  if (place !== undefined) Object.assign(event.body, { source: { path: place.path }, line: place.line });
  return event;
}
