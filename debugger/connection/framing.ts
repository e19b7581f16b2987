/**
 * The protocol's framing over a byte stream: a `Content-Length` header, an empty line, JSON.
 *
 * Works on Uint8Array alone. A body that is no JSON is dropped and reading goes on with the next
 * frame; a header without a usable length is skipped, so that one bad frame costs no session.
 */

const HEADER_END = [13, 10, 13, 10];

/** A message as bytes. */
export function frame(message: unknown): Uint8Array {
  const body = new TextEncoder().encode(JSON.stringify(message));
  const header = new TextEncoder().encode(`Content-Length: ${body.length}\r\n\r\n`);
  return concatenate(header, body);
}

/** Takes bytes as they arrive and hands on whole messages. */
export class FrameReader {
  private pending: Uint8Array = new Uint8Array(0);
  /** Length of the body that is awaited; undefined while a header is. */
  private bodyLength: number | undefined;

  constructor(private readonly onMessage: (message: unknown) => void) {}

  push(bytes: Uint8Array): void {
    this.pending = this.pending.length === 0 ? bytes : concatenate(this.pending, bytes);
    while (this.bodyLength === undefined ? this.takeHeader() : this.takeBody());
  }

  private takeHeader(): boolean {
    const end = indexOf(this.pending, HEADER_END);
    if (end < 0) return false;
    const header = new TextDecoder().decode(this.pending.subarray(0, end));
    this.pending = this.pending.subarray(end + HEADER_END.length);
    const length = /^content-length: *(\d{1,9})\s*$/im.exec(header)?.[1];
    this.bodyLength = length === undefined ? undefined : Number(length);
    return true;
  }

  private takeBody(): boolean {
    const length = this.bodyLength ?? 0;
    if (this.pending.length < length) return false;
    const text = new TextDecoder().decode(this.pending.subarray(0, length));
    this.pending = this.pending.slice(length);
    this.bodyLength = undefined;
    const message = parse(text);
    if (message !== undefined) this.onMessage(message);
    return true;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function indexOf(bytes: Uint8Array, pattern: readonly number[]): number {
  for (let at = 0; at + pattern.length <= bytes.length; at++) {
    if (pattern.every((byte, offset) => bytes[at + offset] === byte)) return at;
  }
  return -1;
}

function concatenate(first: Uint8Array, second: Uint8Array): Uint8Array {
  const result = new Uint8Array(first.length + second.length);
  result.set(first);
  result.set(second, first.length);
  return result;
}
