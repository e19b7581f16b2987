/**
 * Passes complete, well-formed frames on from a client's bytes to the library.
 *
 * For every piece that arrives, the library searches for the end of a header from its beginning. It waits forever for a
 * length that is not a number, skips headers that it does not know, such as those of a web page's request, and ends the
 * session over a body that is not JSON. Here, the first line that is not a header of the protocol ends the connection,
 * but a body that is not a JSON object is just dropped. Time and memory are linear in the input.
 */
import { Buffer } from 'node:buffer';
import { Transform, type TransformCallback } from 'node:stream';
import { failures, type RequestFailure } from '../errors.ts';

/** Longest header, bytes: one field with a number, an empty line, and room for blanks. */
export const MAX_HEADER = 256;
/** Longest body, bytes; the longest that an editor sends are lists of breakpoints. */
export const MAX_BODY = 16 * 1024 * 1024;

const LINE_FEED = 0x0a;
/** The one field that the protocol has. */
const FIELD = /^content-length: *(.*?) *$/i;

/** Called for each refused frame. @param ends whether nothing is read after it */
type Refuse = (failure: RequestFailure, ends: boolean) => void;

export class FrameGuard extends Transform {
  /** The line of a header being read, and how many bytes of the header have arrived. */
  private line = '';
  private headerLength = 0;
  /** Length of the body, once a header has given it. */
  private bodyLength: number | undefined;
  /** A buffer for the whole body, and how many bytes have arrived; undefined while a header is being read. */
  private body: Buffer | undefined;
  private filled = 0;
  private refused = false;

  constructor(private readonly refuse: Refuse) {
    super();
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    for (let at = 0; at < chunk.length && !this.refused;) {
      at += this.body === undefined ? this.takeLine(chunk.subarray(at)) : this.takeBody(chunk.subarray(at), this.body);
    }
    done();
  }

  /** Takes bytes of a header, up to the end of the line; returns how many. */
  private takeLine(bytes: Buffer): number {
    const seen = bytes.subarray(0, MAX_HEADER - this.headerLength);
    const feed = seen.indexOf(LINE_FEED);
    const taken = feed < 0 ? seen.length : feed + 1;
    this.line += seen.toString('latin1', 0, taken);
    this.headerLength += taken;
    if (feed >= 0) this.endLine();
    else if (this.headerLength === MAX_HEADER) this.giveUp(failures.endlessHeader(MAX_HEADER));
    return taken;
  }

  private endLine(): void {
    const line = this.line.replace(/\r?\n$/, '');
    const whole = this.line === `${line}\r\n`;
    this.line = '';
    if (whole && line === '') return this.endHeader();
    const value = FIELD.exec(line)?.[1];
    if (value === undefined || !whole || this.bodyLength !== undefined)
      return this.giveUp(failures.badHeader(printable(line)));
    if (!/^\d{1,9}$/.test(value)) return this.giveUp(failures.badLength(printable(value)));
    if (Number(value) > MAX_BODY) return this.giveUp(failures.longMessage(Number(value), MAX_BODY));
    this.bodyLength = Number(value);
  }

  private endHeader(): void {
    if (this.bodyLength === undefined) return this.giveUp(failures.badHeader(''));
    const body = Buffer.allocUnsafe(this.bodyLength);
    this.bodyLength = undefined;
    this.headerLength = 0;
    if (body.length === 0) this.endBody(body);
    else this.body = body;
  }

  /** Takes bytes of a body; returns how many. */
  private takeBody(bytes: Buffer, body: Buffer): number {
    const taken = bytes.copy(body, this.filled);
    this.filled += taken;
    if (this.filled === body.length) this.endBody(body);
    return taken;
  }

  private endBody(body: Buffer): void {
    this.body = undefined;
    this.filled = 0;
    const header = Buffer.from(`Content-Length: ${body.length}\r\n\r\n`);
    if (isObject(body.toString())) this.push(Buffer.concat([header, body]));
    else this.refuse(failures.badMessage(), false);
  }

  private giveUp(failure: RequestFailure): void {
    this.refused = true;
    this.refuse(failure, true);
  }
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

/** Makes text from outside safe for a message that may be shown in a terminal. */
function printable(text: string): string {
  return text.replace(/[^ -~]/g, '?');
}
