/** Frames survive any cutting of the stream, and one bad frame costs no session. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FrameReader, frame } from './framing.ts';

function read(bytes: Uint8Array, cuts: readonly number[]): unknown[] {
  const messages: unknown[] = [];
  const reader = new FrameReader((message) => messages.push(message));
  let at = 0;
  for (const cut of [...cuts].sort((a, b) => a - b)) {
    reader.push(bytes.subarray(at, Math.max(at, cut)));
    at = Math.max(at, cut);
  }
  reader.push(bytes.subarray(at));
  return messages;
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(parts.flatMap((part) => [...part]));
}

const text = (value: string): Uint8Array => new TextEncoder().encode(value);

describe('frames', () => {
  it('come out as they went in, wherever the stream is cut', () => {
    const message = fc.record({ seq: fc.integer(), text: fc.string({ unit: 'grapheme' }) });
    fc.assert(
      fc.property(fc.array(message, { maxLength: 5 }), fc.array(fc.nat(400), { maxLength: 6 }), (messages, cuts) => {
        const bytes = join(messages.map(frame));
        expect(
          read(
            bytes,
            cuts.map((cut) => Math.min(cut, bytes.length)),
          ),
        ).toEqual(messages);
      }),
    );
  });

  it('go on after a body that is no JSON and after a header without length', () => {
    const bytes = join([text('Content-Length: 3\r\n\r\n{"}'), text('Content-Type: none\r\n\r\n'), frame({ seq: 7 })]);
    expect(read(bytes, [])).toEqual([{ seq: 7 }]);
  });
});
