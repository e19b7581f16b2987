/** Frames come through whole wherever the stream is cut; anything else costs one error, in time linear in its size. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FrameGuard, MAX_BODY, MAX_HEADER } from './node-frame-guard.ts';

/** Bodies that came through, and what was refused; `ends`: nothing more is read. */
interface Outcome {
  readonly bodies: readonly unknown[];
  readonly refused: readonly { readonly id: number; readonly ends: boolean }[];
  readonly sentences: readonly string[];
}

async function guarded(pieces: Iterable<Uint8Array | string>): Promise<Outcome> {
  const refused: { id: number; ends: boolean }[] = [];
  const sentences: string[] = [];
  const guard = new FrameGuard(({ id, message }, ends) => {
    refused.push({ id, ends });
    sentences.push(message);
  });
  const bodies: unknown[] = [];
  guard.on('data', (frame: Buffer) => {
    const [, length, body] = /^Content-Length: (\d+)\r\n\r\n(.*)$/s.exec(frame.toString()) ?? [];
    expect(Buffer.byteLength(body ?? '')).toBe(Number(length));
    bodies.push(JSON.parse(body ?? ''));
  });
  const ended = new Promise((resolve) => guard.on('end', resolve));
  for (const piece of pieces) guard.write(piece);
  guard.end();
  await ended;
  return { bodies, refused, sentences };
}

function frame(message: unknown): Buffer {
  const body = JSON.stringify(message);
  return Buffer.from(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
}

function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
  const ends = [...places.filter((place) => place < bytes.length), bytes.length].sort((a, b) => a - b);
  return ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
}

describe('frames', () => {
  const message = fc.record({ seq: fc.integer(), text: fc.string({ unit: 'grapheme' }) });

  it('come through as they were sent, wherever the stream is cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(message, { maxLength: 5 }),
        fc.array(fc.nat(400), { maxLength: 6 }),
        async (all, cuts) => {
          const bytes = Buffer.concat(all.map(frame));
          expect(await guarded(cut(bytes, cuts))).toEqual({ bodies: all, refused: [], sentences: [] });
        },
      ),
    );
  });

  it('come through byte by byte, and with any case and blanks in the header', async () => {
    const bytes = Buffer.concat([frame({ seq: 1 }), Buffer.from('content-length:  2  \r\n\r\n{}'), frame({ seq: 2 })]);
    const pieces = cut(bytes, [...bytes.keys()]);
    expect((await guarded(pieces)).bodies).toEqual([{ seq: 1 }, {}, { seq: 2 }]);
  });

  it('come through after a body that is not a JSON object, each of which is one error', async () => {
    const wrong = ['{"}', 'null', '7', '[]', '"x"', ''].map((body) => `Content-Length: ${body.length}\r\n\r\n${body}`);
    const { bodies, refused } = await guarded([...wrong, frame({ seq: 7 })]);
    expect(bodies).toEqual([{ seq: 7 }]);
    expect(refused).toEqual(wrong.map(() => ({ id: 1008, ends: false })));
  });
});

it.each([
  ['POST / HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}', '"POST / HTTP/1.1" is not the debug protocol'],
  ['Content-Length: 2\r\nOrigin: http://example.org\r\n\r\n{}', '"Origin: http://example.org" is not'],
  ['Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}', '"Content-Type: application/json" is not'],
  ['Content-Length: 2\r\nContent-Length: 3\r\n\r\n{} ', '"Content-Length: 3" is not'],
  ['Content-Length: 2\n\n{}', '"Content-Length: 2" is not'],
  ['\r\n{}', 'A message without "Content-Length" is not'],
  ['\x1b[2J\x9b: 1\r\n\r\n{}', '"?[2J??: 1" is not'],
  ['Content-Length: \r\n\r\n{}', 'The Content-Length "" is not a number'],
  ['Content-Length: two\r\n\r\n{}', 'The Content-Length "two" is not a number'],
  ['Content-Length: -1\r\n\r\n{}', 'The Content-Length "-1" is not a number'],
  ['Content-Length: 1e1\r\n\r\n{}', 'The Content-Length "1e1" is not a number'],
  [`Content-Length: ${'9'.repeat(40)}\r\n\r\n{}`, 'is not a number'],
  [`Content-Length: ${MAX_BODY + 1}\r\n\r\n{}`, `A message of ${MAX_BODY + 1} bytes is longer`],
  [`Content-Length: 2${' '.repeat(MAX_HEADER)}`, `no end within ${MAX_HEADER} bytes`],
])('a header that is not the protocol’s ends the connection with one sentence: %j', async (text, sentence) => {
  const bytes = Buffer.from(text);
  for (const pieces of [[bytes], cut(bytes, [...bytes.keys()])]) {
    const { bodies, refused, sentences } = await guarded([...pieces, frame({ seq: 1 })]);
    expect({ bodies, ends: refused.map(({ ends }) => ends) }).toEqual({ bodies: [], ends: [true] });
    expect(sentences[0]).toContain(sentence);
    expect(sentences[0]?.split('\n')).toHaveLength(1);
  }
});

describe('the guard', () => {
  function* pieces(total: number, size: number): Generator<Buffer> {
    for (let sent = 0; sent < total; sent += size) yield Buffer.alloc(Math.min(size, total - sent), 'a');
  }

  it('gives up 10 MB without the end of a header within the first bytes', async () => {
    const { refused } = await guarded(pieces(10_000_000, 1000));
    expect(refused).toEqual([{ id: 1006, ends: true }]);
  });

  it('takes a body of 10 MB in small pieces', async () => {
    const body = Buffer.from(JSON.stringify({ text: 'a'.repeat(10_000_000) }));
    const bytes = Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]);
    const places = Array.from({ length: bytes.length / 1000 }, (_, index) => 1000 * index);
    expect((await guarded(cut(bytes, places))).bodies).toHaveLength(1);
  });
});
