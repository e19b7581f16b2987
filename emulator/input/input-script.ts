/**
 * Scripted input: a JSON array, each entry something that happens at a cycle or with a frame.
 *
 *     {"cycle": 25000000, "in": 127}       from that cycle on IN reads so; 255 is nothing pressed
 *     {"frame": 60, "key": "a"}            a key is typed; queued if the one before is still being sent
 *     {"frame": 80, "pad": ["A", "left"]}  exactly these buttons are held from that frame on
 *
 * Frames count falls of vSync from 1. Keys and buttons may also be given by cycle, bytes by frame; they
 * are then seen by the next latch. Entries need no order; those of one moment happen as they stand.
 */
import { failure, type Failure } from '#basics';
import { PAD_BUTTONS, type PadButton } from '../devices/game-pad.ts';
import { keyByte } from '../devices/keyboard.ts';

/** What happens. */
export type InputAction =
  | { readonly kind: 'in'; readonly byte: number }
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'pad'; readonly buttons: readonly PadButton[] };

/** When: before the cycle of that number executes, or as the frame of that number begins. */
export type InputMoment = { readonly cycle: number } | { readonly frame: number };

export interface InputEvent {
  readonly moment: InputMoment;
  readonly action: InputAction;
}

/** Reads a script's text. Errors: not JSON, not an array, or an entry that is none of the forms; the message counts entries from 1. */
export function parseInputScript(text: string): { events: InputEvent[] } | Failure {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return failure('The input script is not valid JSON.');
  }
  if (!Array.isArray(json)) return failure('The input script must be a JSON array of entries.');
  const events: InputEvent[] = [];
  for (const [index, entry] of json.entries()) {
    const event = parseEntry(entry);
    if (typeof event === 'string') return failure(`Entry ${index + 1} of the input script ${event}.`);
    events.push(event);
  }
  return { events };
}

function parseEntry(entry: unknown): InputEvent | string {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return 'is not an object';
  const fields = entry as Readonly<Record<string, unknown>>;
  const unknown = Object.keys(fields).find((name) => !['cycle', 'frame', 'in', 'key', 'pad'].includes(name));
  if (unknown !== undefined) return `has an unknown field "${unknown}"`;
  const moment = parseMoment(fields);
  if (typeof moment === 'string') return moment;
  const action = parseAction(fields);
  return typeof action === 'string' ? action : { moment, action };
}

function parseMoment({ cycle, frame }: Readonly<Record<string, unknown>>): InputMoment | string {
  if ((cycle === undefined) === (frame === undefined)) return 'needs either "cycle" or "frame"';
  const name = cycle === undefined ? 'frame' : 'cycle';
  const value = cycle ?? frame;
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) {
    return `needs a whole number that is not negative as "${name}"`;
  }
  return name === 'cycle' ? { cycle: value } : { frame: value };
}

function parseAction(fields: Readonly<Record<string, unknown>>): InputAction | string {
  const { in: byte, key, pad } = fields;
  if ([byte, key, pad].filter((value) => value !== undefined).length !== 1) {
    return 'needs exactly one of "in", "key" and "pad"';
  }
  if (byte !== undefined) {
    const valid = typeof byte === 'number' && Number.isInteger(byte) && byte >= 0 && byte <= 255;
    return valid ? { kind: 'in', byte } : 'needs a byte, 0 to 255, as "in"';
  }
  if (key !== undefined) {
    if (typeof key !== 'string') return 'needs a text as "key"';
    return keyByte(key) === undefined ? `names a key that does not exist, "${key}"` : { kind: 'key', key };
  }
  return parsePad(pad);
}

function parsePad(pad: unknown): InputAction | string {
  if (!Array.isArray(pad)) return 'needs an array of button names as "pad"';
  const buttons: PadButton[] = [];
  for (const name of pad as unknown[]) {
    const button = PAD_BUTTONS.find((known) => typeof name === 'string' && known === name.toLowerCase());
    if (button === undefined) return `names a button that does not exist, ${JSON.stringify(name)}`;
    buttons.push(button);
  }
  return { kind: 'pad', buttons };
}
