/**
 * Scripted input: a JSON array, each entry an event at a cycle or with a frame.
 *
 *     {"cycle": 25000000, "in": 127}       from that cycle on, IN reads this; 255: nothing is pressed
 *     {"frame": 60, "key": "a"}            a key is typed; queued if the one before is still being sent
 *     {"frame": 80, "pad": ["A", "left"]}  exactly these buttons are held from that frame on
 *
 * Frames count falls of vSync from 1. Keys and buttons may also be given by cycle, bytes by frame; the next latch then
 * sees them. Entries may be in any order; those of the same moment happen in the order of the text.
 */
import { failure, isFailure, type Cycle, type Failure, type Result } from '#basics';
import { PAD_BUTTONS, type PadButton, keyByte } from '../devices/input-devices.ts';

export type InputAction =
  | { readonly kind: 'in'; readonly byte: number }
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'pad'; readonly buttons: readonly PadButton[] };

/** When: before the cycle with that number executes, or when the frame with that number begins. */
export type InputMoment = { readonly cycle: Cycle } | { readonly frame: number };

export interface InputEvent {
  readonly moment: InputMoment;
  readonly action: InputAction;
}

/**
 * Reads a script's text. Errors: not JSON, not an array, or an entry that is none of the forms; the message counts
 * entries from 1.
 */
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
    if (isFailure(event)) return failure(`Entry ${index + 1} of the input script ${event.message}.`);
    events.push(event);
  }
  return { events };
}

/** Reads an entry; the message of a failure continues after its number. */
function parseEntry(entry: unknown): Result<InputEvent> {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return failure('is not an object');
  const fields = entry as Readonly<Record<string, unknown>>;
  const unknown = Object.keys(fields).find((name) => !['cycle', 'frame', 'in', 'key', 'pad'].includes(name));
  if (unknown !== undefined) return failure(`has an unknown field "${unknown}"`);
  const moment = parseMoment(fields);
  if (isFailure(moment)) return moment;
  const action = parseAction(fields);
  return isFailure(action) ? action : { moment, action };
}

function parseMoment({ cycle, frame }: Readonly<Record<string, unknown>>): Result<InputMoment> {
  if ((cycle === undefined) === (frame === undefined)) return failure('needs either "cycle" or "frame"');
  const name = cycle === undefined ? 'frame' : 'cycle';
  const value = cycle ?? frame;
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) {
    return failure(`needs a whole number that is not negative as "${name}"`);
  }
  return name === 'cycle' ? { cycle: value } : { frame: value };
}

function parseAction(fields: Readonly<Record<string, unknown>>): Result<InputAction> {
  const { in: byte, key, pad } = fields;
  if ([byte, key, pad].filter((value) => value !== undefined).length !== 1) {
    return failure('needs exactly one of "in", "key" and "pad"');
  }
  if (byte !== undefined) {
    const valid = typeof byte === 'number' && Number.isInteger(byte) && byte >= 0 && byte <= 255;
    return valid ? { kind: 'in', byte } : failure('needs a byte, 0 to 255, as "in"');
  }
  if (key !== undefined) {
    if (typeof key !== 'string') return failure('needs a text as "key"');
    return keyByte(key) === undefined ? failure(`names a key that does not exist, "${key}"`) : { kind: 'key', key };
  }
  return parsePad(pad);
}

function parsePad(pad: unknown): Result<InputAction> {
  if (!Array.isArray(pad)) return failure('needs an array of button names as "pad"');
  const buttons: PadButton[] = [];
  for (const name of pad as unknown[]) {
    const button = PAD_BUTTONS.find((known) => typeof name === 'string' && known === name.toLowerCase());
    if (button === undefined) return failure(`names a button that does not exist, ${JSON.stringify(name)}`);
    buttons.push(button);
  }
  return { kind: 'pad', buttons };
}
