/**
 * The verifier on video handlers. The certificates list the lines that a run has shown, so that a handler with a fault
 * is refused by what the verifier finds, not because the prover has not got so far.
 */
import { isFailure } from '#basics';
import type { Assembly } from '#assembler';
import { certify } from '#certifier';
import { encode, imageHash, opcodeOf } from '#isa';
import { describe, expect, it } from 'vitest';
import { verify } from '#verifier';
import { assembleText, assembleUnchecked, codes, replaced, valueOf } from '#test/assembler/assembled-text.ts';
import { smallCertificate } from '#test/timing/handler-cases.ts';
import { PULSE } from '#test/timing/pulse-handler.ts';
import { SMALL_HANDLER } from '#test/timing/small-handler.ts';
import { good } from '#test/good.ts';

/** A handler with a frame of 40 lines, and a program that counts. */
const SOURCE = `${SMALL_HANDLER}
        .zp counter
        .zp extra
        .page
        trampoline
sieve:  .check .next
        ld   [counter]
        adda 1
        st   [counter]
.next:  .check .end
        ld   7
        st   [extra]
        bra  sieve
        nop
.end:
`;

type Certificate = ReturnType<typeof smallCertificate>;

/** `accepted`, or why not. */
function verdict(change: (certificate: Certificate, assembly: Assembly) => void, source = SOURCE): string {
  const assembly = assembleUnchecked(source);
  expect(codes(assembly)).toEqual([]);
  const certificate = smallCertificate(assembly);
  change(certificate, assembly);
  const result = verify(assembly.image, JSON.parse(JSON.stringify(certificate)));
  return isFailure(result) ? result.message : 'accepted';
}

/** The image of the handler and the program, and a certificate of both. */
function small(): { image: Uint16Array; certificate: Certificate } {
  const assembly = assembleUnchecked(SOURCE);
  return { image: assembly.image, certificate: smallCertificate(assembly) };
}

describe('a handler', () => {
  it.each<[string, (certificate: Certificate) => void, RegExp]>([
    ['a way in that is longer', ({ handler }) => (handler.wayIn = 15), /time/],
    ['less left', ({ handler }) => (handler.mostLeft = 120), /more is left|time/],
    ['more left', ({ handler }) => (handler.mostLeft = 140), /time|known|word/],
    ['vSync in another cycle', ({ handler }) => (handler.vSyncAt = 24), /vSync falls/],
    ['a line missing', ({ handler }) => handler.lines.splice(10, 1), /not listed/],
    ['the first line missing', ({ handler }) => handler.lines.splice(0, 1), /start-up/],
    ['a line that is not so', ({ handler }) => handler.lines.push([0xc0, 3, [1, 1, 1, 1]]), /in the handler/],
    [
      'lines that never see vSync',
      ({ handler }) => (handler.lines = handler.lines.map(([sync, , held]) => [sync, -1, held])),
      /vSync|first frame|listed/,
    ],
    [
      'a byte that is not kept',
      ({ handler }) => {
        handler.bytes.pop();
        for (const [, , held] of handler.lines) held.pop();
      },
      /known|targets|listed/,
    ],
    [
      'the program storing what it does',
      ({ handler, sets }) => handler.between.push([handler.bytes[2]!, sets.push('03') - 1]),
      /start-up|not listed/,
    ],
    [
      'a byte that is external',
      ({ handler, declarations }) => declarations.external.push(handler.bytes[0]!),
      /start-up|OUT/,
    ],
    [
      'the account as a byte that is kept',
      ({ handler, declarations }) => (handler.bytes[0] = declarations.checks[0]!.account),
      /account/,
    ],
    ['a tracked byte that it stores to', ({ bytes, handler }) => bytes.push(handler.bytes[2]!), /said not to store/],
    ['a longer line', ({ declarations }) => (declarations.shape!.line = 201), /account/],
  ])('is judged rightly with a certificate with %s', (_, change, message) => {
    expect(verdict(change)).toMatch(message);
  });

  it('is claimed only if start-up comes to a check, even if none is claimed', () => {
    const { image, certificate } = small();
    const rom = image.slice();
    // Start-up is a loop without an end.
    rom.set([encode(opcodeOf('jump', 7, 'd'), 0), encode(opcodeOf('ld', 0, 'ac'), 0)]);
    const result = verify(rom, { ...certificate, image: imageHash(rom), exact: [] });
    expect(result).toMatchObject({ message: 'no path from power-on comes to a check' });
  });

  it('holds only as long as a check that is not claimed is exact, which is believed', () => {
    const { image, certificate } = small();
    expect(good(verify(image, certificate)).trusted.has('unclaimed')).toBe(false);
    const left = certificate.exact.pop();
    expect(good(verify(image, certificate)).trusted.get('unclaimed')).toEqual([left]);
  });

  it('may keep bytes that the program stores to', () => {
    const keeping =
      (stored: string) =>
      ({ handler, sets }: Certificate, assembly: Assembly): void => {
        const extra = valueOf(assembly, 'extra');
        handler.bytes.push(extra);
        handler.between.push([extra, sets.push(stored) - 1]);
        for (const [, , held] of handler.lines) held.push(0);
      };
    expect(verdict(keeping('07'))).toBe('accepted');
    expect(verdict(keeping('08'))).toMatch('stores to byte');
  });

  it('may list a line for each value that a byte can have', () => {
    const listing =
      (...values: readonly string[]) =>
      ({ handler, sets }: Certificate, assembly: Assembly): void => {
        const extra = valueOf(assembly, 'extra');
        handler.bytes.push(extra);
        handler.between.push([extra, sets.push('07-08') - 1]);
        const places = ['*', ...values].map((value) => sets.push(value) - 1);
        handler.lines = handler.lines.flatMap(([sync, lines, held]) =>
          // Before vSync falls, nothing is known of it.
          (lines === -1 ? places.slice(0, 1) : places.slice(1)).map((set) => [sync, lines, [...held, set]]),
        ) as typeof handler.lines;
      };
    const source = replaced(
      SOURCE,
      ['ld   BOTH\n        st   [syncLow]', 'ld   7\n        st   [extra]\n        ld   BOTH\n        st   [syncLow]'],
      ['.repeat 29', '.repeat 27'],
      ['.wait 34 ', 'ld 7\n        st   [extra]\n        .wait 32'],
    );
    expect(verdict(listing('07', '08'), source)).toBe('accepted');
    expect(verdict(listing('07'), source)).toMatch('not listed');
  });
});

it('a way without the pulse of vSync is followed beside one with it', () => {
  const assembly = assembleText(PULSE);
  const certified = good(certify(assembly.timingClaims()!));
  const rom = assembly.image.slice();
  rom[valueOf(assembly, 'test')] = encode(opcodeOf('ld', 0, 'in'), 0);
  const document = { ...certified.document, image: imageHash(rom) };
  expect(isFailure(verify(assembly.image, certified.document))).toBe(false);
  expect(verify(rom, document)).toMatchObject({ message: expect.stringMatching('not listed') });
});

it('stores that may hit many bytes or miss them are not followed in all ways', () => {
  const stores = Array.from({ length: 30 }, (_, index) => `        st   [y,${0x40 + index}]\n`).join('');
  const many = replaced(SOURCE, ['st   [resumeLo]\n', `st   [resumeLo]\n        ld   [counter],y\n${stores}`]);
  expect(verdict(() => undefined, many)).toMatch(/more than \d+ lanes/);
});

it('lines that must be divided by each of many bytes are too many, and not waited for', () => {
  const names = Array.from({ length: 26 }, (_, index) => `b${index}`);
  const stores = names.map((name) => `        st   [${name}]\n`).join('');
  const start = '        ld   200 - 24 - 14 -';
  const source = SOURCE.replace('.repeat 29', `.repeat ${28 - names.length}`)
    .replace(start, `        ld   0\n${stores}${start}`)
    .replace('.zp counter', ['.zp counter', ...names.map((name) => `.zp ${name}`)].join('\n'));
  const assembly = assembleText(source);
  const certified = good(certify(assembly.timingClaims()!));
  const document = structuredClone(certified.document) as Certificate;
  const [zero = 0, one = 0, both = 0] = ['00', '01', '00-01'].map((set) => document.sets.push(set) - 1);
  const handler = document.handler!;
  const bytes = names.map((name) => valueOf(assembly, name)).sort((a, b) => a - b);
  handler.bytes.push(...bytes);
  handler.between.push(...bytes.map((byte): [number, number] => [byte, both]));
  const wide = names.slice(1).map(() => both);
  handler.lines = handler.lines.flatMap(([sync, lines, held]) => {
    const last = lines === -1 ? [both] : [zero, one];
    return last.map((each): (typeof handler.lines)[number] => [sync, lines, [...held, ...wide, each]]);
  });
  expect(verify(assembly.image, document)).toMatchObject({
    message: expect.stringMatching(/more steps than a verification may take/),
  });
});
