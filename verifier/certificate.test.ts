/** Documents that are no certificate, or another one: each gets a sentence, and none is believed. */
import { isFailure } from '#basics';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verify } from '#verifier';
import { certified } from '#test/verifier/certificate-of.ts';
import { forAll } from '#test/draws.ts';

/** A check whose byte $50 always holds 3. @param words between it and the next, on one side of a branch */
const body = (words: string): string => `
start:  ld   3
        st   [$50]
b:      .check =13
        ld   [$51]
        bne  o
        nop
        ${words}
o:      .charge 2
        ld   3
        st   [$50]
        bra  b
        nop
`;
const { rom, certificate } = certified(body(''));
certificate.sets.push('03', '03-05,80', 'u', '');
certificate.bytes.push(0x50);
certificate.points[0]![2].bytes = [[0x50, 1]];
const TEXT = JSON.stringify(certificate);
const POINT = certificate.points[0]!.slice(0, 2);

const resultOf = (document: unknown, image = rom): string => {
  const result = verify(image, document);
  return isFailure(result) ? result.message : 'accepted';
};

/** The places of a document: paths to all that is in it. */
function placesIn(value: unknown, path: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [path, ...entries.flatMap(([key, item]) => placesIn(item, [...path, key]))];
}

function changed(place: readonly (string | number)[], value: unknown): unknown {
  const document = { top: JSON.parse(TEXT) as unknown };
  let owner = document as Record<string | number, unknown>;
  const keys = ['top', ...place];
  for (const key of keys.slice(0, -1)) owner = owner[key] as Record<string | number, unknown>;
  owner[keys.at(-1)!] = value;
  return document.top;
}

describe('a certificate', () => {
  it('is accepted as it is', () => {
    expect(resultOf(JSON.parse(TEXT))).toBe('accepted');
  });

  it.each<[string, unknown, RegExp]>([
    ['nothing', undefined, /not a certificate/],
    ['null', null, /not a certificate/],
    ['an array', [], /not a certificate/],
    ['another format', { format: 'gigatron-debug', version: 1, image: '' }, /not a certificate/],
    ['another version', { ...certificate, version: 4 }, /version 4/],
    ['another image', { ...certificate, image: '0' }, /another ROM/],
    ['a set that is none', { ...certificate, sets: ['00-', '03'] }, /"sets\[0\]" must be a set/],
    ['a set of very many ranges', { ...certificate, sets: [Array(1000).fill('00-ff').join()] }, /must be a set/],
    ['a set of millions of bytes', { ...certificate, sets: [Array(3_000_000).fill('00').join()] }, /must be a set/],
    [
      'very many pairs at a point',
      {
        ...certificate,
        points: [[0, 1, { pairs: Array.from({ length: 0x10001 }, () => [0x50, 0x51, []]) }]],
      },
      /at most 65536/,
    ],
    ['a set that there is not', { ...certificate, sets: ['*'] }, /an index/],
    ['a byte that is not tracked', { ...certificate, bytes: [] }, /a byte that is not tracked/],
    ['too many sets', { ...certificate, sets: Array(0x10001).fill('*') }, /at most 65536/],
    [
      'very many points, and all of RAM tracked',
      {
        ...certificate,
        bytes: Array.from({ length: 0x20000 }, (_, index) => index),
        points: Array.from({ length: 0x10000 }, () => [0, 1, {}]),
      },
      /it is no point/,
    ],
    [
      'very many points whose paths are not followed, and all of RAM tracked',
      {
        ...certificate,
        bytes: Array.from({ length: 0x20000 }, (_, index) => index),
        exact: [],
        open: [0],
        points: Array.from({ length: 0x10000 }, () => [0, 1, {}]),
      },
      /accepted/,
    ],
    [
      'very many points of a claimed check, and all of RAM tracked',
      {
        ...certificate,
        bytes: Array.from({ length: 0x20000 }, (_, index) => index),
        points: Array.from({ length: 0x10000 }, () => [...POINT, {}]),
      },
      /more states than a verification may take/,
    ],
    [
      'a handler that is said to store to very many bytes',
      { ...certificate, handlerStores: Array.from({ length: 0x10000 }, (_, index) => [index, 0]) },
      /said to store to a byte that is not tracked/,
    ],
    [
      'very many loops and points whose paths are not followed',
      {
        ...certificate,
        open: Array.from({ length: 0x10000 }, (_, index) => index),
        declarations: {
          ...certificate.declarations,
          loops: Array.from({ length: 0x10000 }, (_, head) => ({ head, min: 0, max: 1, entries: [] })),
        },
      },
      /not all paths are followed/,
    ],
    [
      'very many points at the same place, of which few hold',
      { ...certificate, points: [...Array<unknown>(20_000).fill([...POINT, { ac: 1 }]), ...certificate.points] },
      /more states than a verification may take/,
    ],
    ['another RAM', { ...certificate, ramKib: 48 }, /32, 64, 128/],
  ])('gets an answer: %s', (_, document, message) => {
    expect(resultOf(document)).toMatch(message);
  });

  it('is of the image with each of its bits', () => {
    const other = rom.slice();
    other[0x300] = 1;
    expect(resultOf(certificate, other)).toMatch(/another ROM/);
  });

  it('may be any JSON', () => {
    forAll(100, [fc.jsonValue()], (document) => {
      expect(resultOf(document)).not.toBe('accepted');
    });
    forAll(300, [fc.constantFrom(...placesIn(certificate)), fc.jsonValue()], (place, value) => {
      expect(typeof resultOf(changed(place, value))).toBe('string');
    });
  });
});

describe('a certificate of a program that is wrong', () => {
  // One word too many on one side of the branch.
  const wrong = certified(body('nop'));
  wrong.certificate.sets.push('00-ff', '00-02,04-ff', 'u', '');
  wrong.certificate.bytes.push(0x50);
  wrong.certificate.points[0]![2].bytes = [[0x50, 1]];
  /** What is believed; a change there may make anything true. */
  const BELIEVED = ['declarations', 'image', 'format', 'version'];

  it('is refused, whatever is changed in one place, as long as the wrong check is claimed', () => {
    expect(resultOf(wrong.certificate, wrong.rom)).toMatch(/the balance/);
    const text = JSON.stringify(wrong.certificate);
    const places = placesIn(wrong.certificate).filter(([top]) => top !== undefined && !BELIEVED.includes(String(top)));
    const values = fc.oneof(
      fc.integer({ min: 0, max: 300 }),
      fc.constantFrom<unknown>('*', '', 'u', '03', [], {}, -1, null),
    );
    forAll(300, [fc.constantFrom(...places), values], (place, value) => {
      const document = JSON.parse(text) as typeof wrong.certificate;
      let owner = document as unknown as Record<string | number, unknown>;
      for (const key of place.slice(0, -1)) owner = owner[key] as Record<string | number, unknown>;
      owner[place.at(-1)!] = value;
      const result = resultOf(document, wrong.rom);
      if (!Array.isArray(document.exact) || document.exact.includes(wrong.at.b!)) expect(result).not.toBe('accepted');
    });
  });
});
