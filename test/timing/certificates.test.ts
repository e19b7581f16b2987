/** What the proof calls exact the verifier accepts, and what is not exact it refuses without running the program. */
import type { HandlerClaims, TimingClaims } from '#proof';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Assembly } from '#assembler';
import { isFailure } from '#basics';
import { certify, certifyEach } from '#certifier';
import { hexWord } from '#isa';
import { assembleFolder, assembleText } from '#test/assembler/assembled-text.ts';
import { verify } from '#verifier';
import { PROJECT } from '#test/project.ts';
import { good } from '#test/good.ts';

const programsIn = (folder: string): string[] => readdirSync(join(PROJECT, folder)).map((name) => `${folder}/${name}`);

function claimsOf(assembly: Assembly): TimingClaims {
  const claims = assembly.timingClaims();
  if (claims === undefined) throw new Error('the program was not proven');
  return claims;
}

/** How many checks are certified, which are not reached, and whether the handler is on trust. */
interface Said {
  readonly checks: number;
  readonly unreached: readonly string[];
  readonly isHandlerBelieved: boolean;
}

/** What the verifier says of the claims about a program. */
function certified(claims: TimingClaims): Said | string {
  const result = certify(claims);
  if (isFailure(result)) return result.message;
  const isHandlerBelieved = claims.program.checks.length > 0 && result.verified.trusted.has('handler');
  return { checks: result.verified.checks, unreached: result.unreached.map(hexWord), isHandlerBelieved };
}

// The engine is certified in proof-of-engine.test.ts, with the proof that it needs anyway.
describe('the programs of the project', () => {
  it.each([...programsIn('templates'), ...programsIn('samples')])('%s is certified', (folder) => {
    const claims = claimsOf(assembleFolder(folder));
    expect(claims.exact).toHaveLength(claims.program.checks.length);
    const { checks, unreached, isHandlerBelieved } = certified(claims) as Said;
    expect(checks + unreached.length).toBe(claims.exact.length);
    expect(isHandlerBelieved).toBe(false);
    expect(unreached.length).toBeLessThan(3);
  });
});

it('is read again as it was written', () => {
  const claims = claimsOf(assembleFolder('samples/subroutines'));
  const made = good(certify(claims));
  expect(verify(claims.program.words, JSON.parse(JSON.stringify(made.document)))).toEqual(made.verified);
});

it('is made for as many far return addresses as the zero page has room for', () => {
  const bytes = Array.from({ length: 70 }, (_, at) => 0x22 + 2 * at);
  const routines = bytes.map((low, at) => {
    const go = (to: string): string => ` ld >${to},y\n jmp y,${to}\n nop\n`;
    const call = `w${at}: .check r${at}\n ld >b${at}\n st [${low + 1}]\n ld b${at}\n st [${low}]\n${go(`r${at}`)}`;
    const routine = `r${at}: .check b${at}\n ld [${low + 1}],y\n jmp y,[${low}]\n nop\n`;
    const next = `b${at}: .check e${at}\n${go(`w${(at + 1) % bytes.length}`)}e${at}:\n`;
    return ` .page\nl${at}: .trampoline\n bra l${at}\n nop\n${call}${routine}${next}`;
  });
  const start = ' .zp account at $20\n .timing account=account\n .org 0\n ld 100\n st [account]\n';
  const claims = claimsOf(assembleText(`${start} ld >w0,y\n jmp y,w0\n nop\n${routines.join('')}`));
  expect(certified(claims)).toMatchObject({ checks: 3 * bytes.length });
});

describe('a handler', () => {
  const claims = claimsOf(assembleFolder('templates/empty'));
  const changed = (change: (handler: HandlerClaims) => Partial<HandlerClaims>): ReturnType<typeof certified> => {
    const { handler } = claims;
    if (handler === undefined) throw new Error('the handler is not proven');
    return certified({ ...claims, handler: { ...handler, ...change(handler) } });
  };

  it.each<[string, (handler: HandlerClaims) => Partial<HandlerClaims>, RegExp]>([
    ['a way in that is a cycle longer', ({ wayIn }) => ({ wayIn: wayIn + 1 }), /does not begin in time/],
    ['vSync in another cycle', ({ vSyncAt }) => ({ vSyncAt: vSyncAt + 1 }), /vSync falls after/],
    ['less that is left', ({ mostLeft }) => ({ mostLeft: mostLeft - 1 }), /more is left/],
    ['a line that is missing', ({ lines }) => ({ lines: lines.slice(1) }), /not listed|no state/],
    [
      'a byte that is missing',
      ({ bytes, lines }) => ({
        bytes: bytes.slice(1),
        lines: lines.map((line) => ({ ...line, held: line.held.slice(1) })),
      }),
      /not listed/,
    ],
  ])('with %s is refused', (_, change, why) => {
    expect(changed(change)).toMatch(why);
  });
});

describe('a program whose check is not exact', () => {
  const program = (body: string, ram = 32): TimingClaims => {
    const text = `
        .ram ${ram}
        .zp account at $20
        .zp cell external=yes
        .zp back
        .zp other
        .timing account=account
        .org 0
        ld   100
        st   [account]
work:   .check over
${body}
over:   .check end
        bra  work
        nop
end:
leave:  .trampoline
        .wait 10
        ld   127
        st   [account]
        bra  leave
        nop`;
    const claims = claimsOf(assembleText(text));
    return { ...claims, exact: claims.program.checks.map(({ address }) => address) };
  };

  it.each([
    ['takes a cycle more on one way', ' ld [cell]\n beq .o\n nop\n nop\n.o: nop', /the balance is -?1 and not 0/],
    ['stores to the account in the mirror', ' ld $80,y\n ld 5\n st [y,account]', /stores to the account/],
    [
      'stores to it by a Y that two branches leave 0',
      ' ld [cell]\n bge .p\n nop\n bra .t\n nop\n.p: ble .z\n nop\n.t: .refund 8\n bra over\n nop\n.z: ld ac,y\n ld 5\n st [y,account]\n .refund 7',
      /stores to the account/,
    ],
    ['jumps by a byte that may be anything', ' ld >work,y\n jmp y,[cell]\n nop', /not known where this jump goes/],
    ['comes into the middle of a charge', ' bra .in\n ld 3\n .charge 3\n.in = * - 1\n', /out of order|balance/],
  ])('%s: it is refused', (_, body, why) => {
    expect(certified(program(body))).toMatch(why);
  });

  it('is left out, and so is another one, where each claim is judged', () => {
    const claims = program(' ld [cell]\n beq .o\n nop\n nop\n.o: nop');
    const [work, over] = claims.exact as [number, number];
    const { certified: made, refused } = certifyEach(claims);
    expect(refused.map(({ claim }) => claim)).toEqual([work]);
    expect(isFailure(made) || made.verified.checks).toBe(1);
    expect(certifyEach({ ...claims, exact: [over] }).refused).toEqual([]);
  });

  it('is left out, and not what depends on no byte, if a path of it cannot be followed', () => {
    const claims = program(' jmp y,[cell]\n nop');
    const [work] = claims.exact as [number, number];
    const { certified: made, refused } = certifyEach(claims);
    expect(refused.map(({ claim }) => claim)).toEqual([work]);
    expect(good(made).verified.checks).toBe(1);
    expect([...good(made).verified.trusted.keys()]).toContain('not followed');
  });

  it('is left out, and not what depends on no byte, if thousands of bytes would decide where jumps go', () => {
    const loads = Array.from({ length: 20 }, (_, at) => ` ld ${8 + at},y\n xora [y,x]\n`);
    const claims = program(` ld [cell],x\n${loads.join('')} bra ac\n nop`);
    const { certified: made, refused } = certifyEach(claims);
    const message = expect.stringMatching('not known where this jump goes') as string;
    expect(refused).toMatchObject([{ claim: claims.exact[0], message }]);
    expect(good(made).verified.checks).toBe(1);
  });

  it('is left out, and its path is followed through the middle of a check to which no other one comes', () => {
    const claims = program(' ld over + 1\n st [back]\n bra [back]\n nop');
    const over = claims.exact.slice(1);
    const { certified: made, refused } = certifyEach({ ...claims, exact: over });
    expect(refused).toEqual([]);
    expect(good(made).unreached).toEqual(over);
  });

  it.each([
    ['through a byte that is overwritten', ' st [back]\n ld [back]\n st [other]\n ld 0\n st [back]\n bra [other]'],
    ['through a bank', ' ld $83,y\n st [y,5]\n ld $83,y\n ld [y,5]\n bra ac'],
    ['through a page that a byte holds', ' ld 8\n st [other],y\n ld .r\n st [y,5]\n ld [other],y\n ld [y,5]\n bra ac'],
  ])('goes back %s, which is certified', (_, how) => {
    const claims = program(` bra .s\n ld .r\n.s: nop\n${how}\n nop\n.r: nop`, 128);
    expect(certified(claims)).toMatchObject({ checks: 2 });
  });

  it('is certified where it is exact', () => {
    expect(certified(program(' ld [cell]\n beq .o\n nop\n bra .j\n nop\n.o: nop\n nop\n.j: .refund 2'))).toMatchObject({
      checks: 2,
    });
  });
});

it('nothing is followed if nothing is claimed', () => {
  const { handler, ...claims } = claimsOf(assembleFolder('templates/empty'));
  expect(handler).toBeDefined();
  expect(good(certify({ ...claims, exact: [] })).verified).toMatchObject({ checks: 0, states: 0 });
});
