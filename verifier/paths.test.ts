/** Checks whose paths can be counted by eye: what is accepted, and for each rule something that breaks it. */
import { encode, opcodeOf } from '#isa';
import { describe, expect, it } from 'vitest';
import { Refusal, verify } from '#verifier';
import { certified } from '#test/verifier/certificate-of.ts';
import { trusted, verdict, type Change, type Made } from '#test/verifier/verdicts.ts';

/** A loop of checks with `words` in the middle, which take `cycles` cycles. */
const around = (words: string, cycles: number): string => `
start:  .check =${cycles + 7}
        ${words.replaceAll('; ', '\n')}
        bra  start
        nop
`;

/** What a byte may hold at all checks, which the certificate then tracks. */
const holding =
  (byte: number, set: string): Change =>
  ({ certificate }) => {
    certificate.bytes.push(byte);
    const index = certificate.sets.push(set) - 1;
    for (const [, , known] of certificate.points) (known.bytes ??= []).push([byte, index]);
  };

describe('the balance', () => {
  it('is that of the next check over straight code', () => {
    expect(verdict('start: .check b\n.nops 7\nb: .check c\nbra b\nnop\nc:')).toBe('accepted');
    expect(trusted('start: .check b\n.nops 7\nb: .check c\nbra b\nnop\nc:')).toEqual([]);
  });

  it.each([-1, 1])('is not if a path takes %i more', (more) => {
    expect(verdict(around(`.nops ${7 + more}`, 7))).toMatch(`the balance is ${-more} and not 0`);
  });

  it('is that of each arm of a branch', () => {
    const arms = 'ld [$30]; beq o; nop; bra j; nop; o: bra j; nop; j:';
    expect(verdict(around(arms, 5))).toBe('accepted');
    expect(verdict(around(arms.replace('o:', 'o: nop;'), 5))).toMatch('the balance is -1');
    expect(verdict(around('ld [$30]; beq j; nop; nop; j:', 4))).toMatch('the balance is 1');
  });

  it('follows only the sides of a branch that AC allows', () => {
    expect(verdict(around('ld 1; beq here+2; nop', 3))).toBe('accepted');
    expect(verdict(around('ld [$30]; anda $7f; blt here+9; nop', 4))).toBe('accepted');
    // bge leaves 0 to 127, of which ble leaves only 0.
    expect(verdict(around('ld [$30]; blt start; nop; bgt start; nop; beq here+2; nop; .nops 50', 57))).toMatch(
      'balance',
    );
  });

  it('is what charges and refunds make of it', () => {
    expect(verdict(around('.charge 4; .nops 4', 3))).toBe('accepted');
    expect(verdict(around('.charge 4; .nops 3', 3))).toMatch('the balance is 1');
    expect(verdict(around('.charge -2; nop', 6))).toBe('accepted');
  });

  it('must not be overdrawn, unless slack is declared', () => {
    expect(verdict(around('.nops 5; .charge 4; .nops 2', 6))).toBe('accepted');
    expect(verdict(around('.nops 7; .charge 4', 6))).toMatch('spends before');
    expect(verdict(around('.nops 12; .charge 6', 9))).toMatch('spends before');
    expect(verdict(`.slack 6${around('.nops 12; .charge 6', 9)}`)).toBe('accepted');
    expect(trusted(`.slack 6${around('.nops 12; .charge 6', 9)}`)).toEqual(['slack']);
    expect(verdict(`.slack 5${around('.nops 12; .charge 6', 9)}`)).toMatch('6 cycles late');
  });

  it('has charges within a signed byte', () => {
    expect(verdict(around('.charge 100; .nops 50; .charge 22; .nops 72', 6))).toMatch('more than a signed byte');
  });

  it('counts for a short check and for sync as they say', () => {
    const short = `start: .check =9\n.nops 4\nbra s\nld [32]\ns: .short =10\n.nops 5\nbra s\nld [32]\n.exits\n`;
    expect(verdict(short)).toBe('accepted');
    expect(verdict(short.replace('.nops 4', '.nops 3'))).toMatch('the balance is -1 and not -2');
    expect(verdict('start: .nops 3\nend: .sync =10\nbra start\nnop')).toBe('accepted');
    expect(verdict('start: .sync =10\n.nops 3\nbra start\nnop')).toBe('accepted');
    expect(verdict('start: .sync =11\n.nops 3\nbra start\nnop')).toMatch('the balance');
  });

  it('needs a check on every path', () => {
    expect(verdict('start: .check =20\nhere: bra here\nnop')).toMatch('too long to be paid');
    expect(verdict('start: .check =20\n.nops 3')).toMatch('there is no word');
  });
});

describe('short checks', () => {
  it('may not be claimed where other paths are not followed', () => {
    const body = 'start: bra [$40]\nld [32]\ns: .short =10\n.nops 5\nbra s\nld [32]\n.exits\n';
    const open: Change = ({ certificate }) => (certificate.open = [0]);
    expect(verdict(body, open)).toMatch('not all paths are followed that may come to this check');
  });

  const leading = (words: string): string => `start: .check =12\n.nops ${9 - words.split('\n').length}\n${words}
s: .short =10\n.nops 5\nbra s\nld [32]\n.exits\n`;

  it('need the account in AC', () => {
    expect(verdict(leading('ld [32]'))).toBe('accepted');
    expect(verdict(leading('ld [32]\nnop'))).toBe('accepted');
    expect(verdict(leading('ld [32]\nst [$30]\nld [$40],x'), holding(0x30, '00-ff'))).toBe('accepted');
    expect(verdict(leading('ld 5\nst [$30]\nld [32]\nld [$30]'), holding(0x30, '00-ff'))).toMatch('AC does not hold');
    expect(verdict(leading('ld [33]'))).toMatch('AC does not hold the account');
    expect(verdict(leading('ld [32]\nadda 0'))).toMatch('AC does not hold the account');
    expect(verdict(leading('ld 5'))).toMatch('AC does not hold the account');
  });

  it('take nothing from the check before, which charges what its paths take whatever is in AC', () => {
    const onlyFirst: Change = ({ certificate }) => (certificate.exact = certificate.exact.slice(0, 1));
    expect(verdict(leading('ld 5'), onlyFirst)).toBe('accepted');
  });

  it('need it on the way from start-up as well', () => {
    const body = 'start: ld 5\ns: .short =10\n.nops 5\nbra s\nld [32]\n.exits\n';
    expect(verdict(body)).toMatch('AC does not hold the account');
    expect(verdict(body.replace('ld 5', 'ld [32]'))).toBe('accepted');
  });
});

describe('words of checks and charges', () => {
  const body = around('.charge 4; .nops 4', 3);
  const changed = (offset: number, word: number) => verdict(body, ({ rom, at }) => (rom[at.start! + offset] = word));

  it.each([0, 1, 2, 3, 4])('word %i of a check is what it must be', (offset) => {
    expect(changed(offset, 0x0200)).toMatch('the check at $0100 is not');
  });

  it.each([5, 6, 7])('word %i, of a charge, is what it must be', (offset) => {
    expect(changed(offset, 0x0200)).toMatch('the charge at $0107 is not');
  });

  it('take the amounts that they are said to take', () => {
    expect(verdict(body, ({ certificate }) => (certificate.declarations.checks[0]!.cycles = 11))).toMatch(
      'the check at',
    );
    expect(verdict(body, ({ certificate }) => (certificate.declarations.charges[0]!.cycles = 5))).toMatch(
      'the charge at',
    );
  });

  it('may charge by suba or adda, too', () => {
    const charged = (second: number): string =>
      verdict(body, ({ rom, at }) => {
        rom[at.start! + 5] = encode(opcodeOf('ld', 0, 'ram'), 32);
        rom[at.start! + 6] = second;
      });
    expect(charged(encode(opcodeOf('suba', 0, 'd'), 4))).toBe('accepted');
    expect(charged(encode(opcodeOf('adda', 0, 'd'), 0xfc))).toBe('accepted');
    expect(charged(encode(opcodeOf('suba', 0, 'd'), 5))).toMatch('the charge at');
  });

  it('are not shared', () => {
    const twice: Change = ({ certificate }) =>
      certificate.declarations.checks.push(certificate.declarations.checks[0]!);
    expect(verdict(body, twice)).toMatch('the check at');
  });

  it('are in one page with the trampoline', () => {
    expect(verdict(body, ({ certificate }) => (certificate.declarations.checks[0]!.trampoline = 0x2f0))).toMatch(
      'the check',
    );
  });

  it('are not come to in their middle', () => {
    expect(verdict('start: .check =12\n.nops 5\nbra m+1\nnop\nm: .check =7\nbra m\nnop')).toMatch('out of order');
    expect(verdict('start: .check =12\nbra m+1\nnop\nm: .charge 1\n.nops 4\nbra start\nnop')).toMatch('out of order');
  });

  it('may be come to at the first word of a check alone', () => {
    expect(verdict('start: .check =12\n.nops 4\nbra m\nbra start\nm: .check =7\nbra m\nnop')).toBe('accepted');
  });
});

describe('the account', () => {
  it('is stored to by checks and charges alone', () => {
    expect(verdict(around('st [32]', 1))).toMatch('stores to the account');
    expect(verdict(around('ld 0,y; st [y,32]', 2))).toMatch('stores to the account');
    expect(verdict(around('ld 32,x; st [x]', 2))).toMatch('stores to the account');
    expect(verdict(around('ld 32,x; ld 0,y; st [y,x++]', 3))).toMatch('stores to the account');
    expect(verdict(around('ld [$30]; anda 8; ld ac,y; st [y,32]', 4))).toMatch('stores to the account');
    expect(verdict(around('ld 8,y; st [y,32]', 2))).toBe('accepted');
    // bge and then ble leave only 0.
    const zero = 'ld [$30]; blt here+5; nop; bgt here+3; nop; ld ac,y; st [y,32]; nop';
    expect(verdict(around(zero, 8))).toMatch(/stores to the account/);
  });

  it('is in the mirror on 32 KiB, not on 64', () => {
    const mirrored = around('ld $80,y; st [y,32]', 2);
    expect(verdict(mirrored)).toMatch('stores to the account');
    expect(verdict(mirrored, ({ certificate }) => (certificate.ramKib = 64))).toBe('accepted');
    expect(verdict(mirrored, ({ certificate }) => (certificate.ramKib = 128))).toMatch('stores to the account');
  });

  it('is stored to by ctrl without an expander', () => {
    expect(verdict(around('ctrl 32', 1))).toMatch('stores to the account');
    expect(verdict(around('ctrl 32', 1), ({ certificate }) => (certificate.ramKib = 128))).toBe('accepted');
    expect(verdict(around('ctrl 33', 1), ({ certificate }) => (certificate.ramKib = 128))).toMatch(
      'no longer be readable',
    );
  });

  it('is believed not to be hit by a store through a register of which nothing is known', () => {
    expect(trusted(around('ld [$30],x; st [x]', 2))).toEqual(['store']);
    expect(trusted(around('ld [$30],y; st [y,32]', 2))).toEqual(['store']);
  });

  it('is not external', () => {
    expect(verdict(around('nop', 1), ({ certificate }) => certificate.declarations.external.push(32))).toMatch(
      'external',
    );
  });
});

describe('computed jumps', () => {
  /** A call whose return address is in byte $40. */
  const call = `
start:  .check =16
        bra  sub
        ld   <back
sub:    st   [$40]
        nop
        bra  [$40]
        nop
        nop
back:   .nops 3
        bra  start
        nop
`;

  it('go where the byte says', () => {
    const tracked: Change = (made) => holding(0x40, '00-ff')(made);
    expect(verdict(call, tracked)).toBe('accepted');
    expect(verdict(call)).toMatch('it is not known where this jump goes');
  });

  it('need the byte to be known at the check, as it is on every way to it', () => {
    const inside = call.replace('nop\n        bra  [$40]', '.check =12\n bra [$40]').replace('=16', '=8');
    const named =
      (set: string): Change =>
      (made) => {
        holding(0x40, '00-ff')(made);
        made.certificate.points[1]![2].bytes = [[0x40, made.certificate.sets.push(set) - 1]];
      };
    expect(verdict(inside, named('0f'))).toMatch(/there is no word|balance|order|hold/);
    const back = (made: Made): string => (made.at.back! & 0xff).toString(16).padStart(2, '0');
    expect(verdict(inside, (made) => named(back(made))(made))).toBe('accepted');
    expect(verdict(inside, (made) => named('00-ff')(made))).toMatch('it is not known where');
    // The handler may change it.
    expect(
      verdict(inside, (made) => {
        named(back(made))(made);
        made.certificate.handlerStores.push([0x40, made.certificate.sets.push('00') - 1]);
      }),
    ).toMatch(/no word|the balance/);
    // Something outside may.
    expect(
      verdict(inside, (made) => {
        named(back(made))(made);
        made.certificate.declarations.external.push(0x40);
      }),
    ).toMatch(/not hold|not known where/);
  });

  it('do not go to declared targets that AC cannot be', () => {
    const body = `start: .check =14\nld [$40]\nanda 1\n.targets a\nbra ac\nnop\n.nops 8\na: .nops 3\nbra start\nnop`;
    expect(verdict(body)).toMatch('cannot reach its declared targets');
  });

  it('go to declared targets, which are believed', () => {
    const body = `start: .check =14\nld [$40]\n.targets a, b\nbra ac\nnop\na: .nops 4\nbra start\nnop\nb: .nops 4\nbra start\nnop`;
    expect(trusted(body.replace('=14', '=14'))).toEqual(['targets']);
    expect(
      verdict(body, ({ certificate: { declarations } }) => declarations.targets.push(declarations.targets[0]!)),
    ).toMatch('targets of one jump');
    expect(verdict(body.replace('b: .nops 4', 'b: .nops 5'))).toMatch('the balance');
    expect(verdict(body, ({ certificate }) => (certificate.declarations.targets[0]!.targets = [0x300]))).toMatch(
      'cannot reach',
    );
  });

  it('execute entries of a table alone', () => {
    const body = `start: .check =14\nld [$40]\nanda 1\nadda <table\nbra ac\nbra here+1\nadda 1\nbne start\nnop\ntable: ld 5\nld 6`;
    expect(verdict(body)).toBe('accepted');
    // One of the entries makes AC zero, so that the branch is passed.
    expect(verdict(body.replace('ld 6', 'ld $ff'))).toMatch(/balance|word|not known/);
  });

  it('may go anywhere where nothing is claimed or known', () => {
    const body = `start: .check =14\nbra [$40]\nnop\nb: .check =8\nnop\nbra b\nnop`;
    const unclaimed: Change = ({ certificate, at }) => {
      certificate.exact = [at.b!];
      certificate.open = [at.start!];
    };
    expect(trusted(body, unclaimed)).toEqual(['not followed']);
    expect(verdict(body)).toMatch('not known where');
    expect(verdict(body, ({ certificate, at }) => (certificate.exact = [at.b!]))).toMatch('not known where');
    // What is claimed is followed nevertheless.
    expect(verdict(body, ({ certificate, at }) => (certificate.open = [at.start!]))).toMatch('not known where');
    const known: Change = (made) => {
      unclaimed(made);
      holding(0x41, '00-7f')(made);
    };
    expect(verdict(body, known)).toMatch('not all paths are followed');
  });
});

describe('what RAM held at power-on', () => {
  const body = 'start: ld [$30]\nbeq b\nnop\nld <c\nst [$50]\nb: .check =7\nbra [$50]\nnop\nc: .check =7\nbra c\nnop';
  const low = ({ at }: Made): string => (at.c! & 0xff).toString(16).padStart(2, '0');

  it('is believed not to be used by a jump', () => {
    const old: Change = (made) => holding(0x50, `${low(made)},u`)(made);
    expect(trusted(body, old)).toEqual(['byte stored before a jump']);
    expect(verdict(body, (made) => holding(0x50, low(made))(made))).toMatch('does not hold');
    expect(verdict(body, holding(0x50, 'u'))).toMatch(/does not hold/);
    expect(verdict(body.replace('st [$50]', 'st [$51]'), holding(0x50, 'u'))).toMatch('never stored');
  });

  it('is any byte for all else', () => {
    const or = body.replace('bra [$50]', 'ld [$50]\nadda 1\nbra ac').replace('=7', '=9');
    expect(verdict(or, (made) => holding(0x50, `${low(made)},u`)(made))).toMatch('not known where');
    const added = body.replace('bra [$50]\nnop', 'ld [$50]\nbeq here+3\nnop\nnop').replace('=7', '=9');
    expect(verdict(added, (made) => holding(0x50, `${low(made)},u`)(made))).toMatch('the balance');
  });
});

describe('what is refused', () => {
  /** The label of the check whose claim falls if nothing is claimed of `start`. */
  const fallen = (body: string): string | undefined => {
    const { rom, at, certificate } = certified(body);
    certificate.exact = certificate.exact.filter((address) => address !== at['start']);
    const result = verify(rom, certificate);
    const claim = result instanceof Refusal ? result.claim : undefined;
    return Object.keys(at).find((name) => at[name] === claim);
  };

  it('is the claim of a check to whose middle a path leads of which nothing is claimed', () => {
    expect(fallen('start: .check =7\nbra m+1\nnop\nm: .check =7\nbra m\nnop')).toBe('m');
    expect(fallen('start: .check =7\nbra m\nnop\nm: .check =7\nbra m\nnop')).toBe(undefined);
  });

  it('is the claim of a short check to which such a path does not bring the account', () => {
    const body = (load: string): string =>
      `start: .check =9\nbra s\n${load}\ns: .short =10\n.nops 5\nbra s\nld [32]\n.exits\n`;
    expect(fallen(body('ld 5'))).toBe('s');
    expect(fallen(body('ld [32]'))).toBe(undefined);
  });
});

describe('points', () => {
  it('are listed for what is claimed', () => {
    expect(verdict(around('nop', 1), ({ certificate }) => certificate.points.pop())).toMatch(/it is no point|not hold/);
    expect(verdict(around('nop', 1), ({ certificate }) => (certificate.exact = [0x99]))).toMatch('no check');
  });

  it('hold what is listed on each way to them', () => {
    expect(verdict(around('ld 3; st [$50]', 2), holding(0x50, '03'))).toMatch('does not hold');
    const set = 'start: ld 3\nst [$50]\nb: .check =9\nnop\nnop\nbra b\nnop';
    expect(verdict(set, holding(0x50, '03'))).toBe('accepted');
    expect(verdict(set, holding(0x50, '04'))).toMatch('does not hold');
    expect(verdict(set.replace('nop\nnop', 'ld 4\nst [$50]'), holding(0x50, '03'))).toMatch('does not hold');
    expect(verdict(set.replace('nop\nnop', 'ld 4\nst [$50]'), holding(0x50, '03-04'))).toBe('accepted');
    expect(verdict(`.entry b\n${set}`, holding(0x50, '03'))).toMatch('does not hold');
    expect(verdict(set.replace('nop\nnop', 'ld 8,y\nst [y,$50]'), holding(0x50, '03'))).toBe('accepted');
    expect(verdict(set.replace('nop\nnop', 'ld $80,y\nst [y,$50]'), holding(0x50, '03'))).toMatch('does not hold');
  });

  it('can be alternatives', () => {
    const body = 'start: ld [$30]\nbeq here+3\nld 3\nst [$50]\nld 5\nst [$50]\nb: .check =9\nnop\nnop\nbra b\nnop';
    const two: Change = (made) => {
      holding(0x50, '03')(made);
      const [address, next] = made.certificate.points[0]!;
      made.certificate.points.push([address, next, { bytes: [[0x50, made.certificate.sets.push('05') - 1]] }]);
    };
    expect(verdict(body, two)).toMatch('accepted');
  });

  it('cut loops of start-up', () => {
    const body = 'start: ld 0\nst [$50]\nl: ld [$51]\nadda 1\nst [$51]\nbne l\nnop\nb: .check =9\nnop\nnop\nbra b\nnop';
    const cut =
      (set: string, at = 'l'): Change =>
      (made) => {
        holding(0x50, '00')(made);
        made.certificate.bytes.push(0x51);
        const address = made.at[at]!;
        made.certificate.points.push([
          address,
          address + 1,
          { isStart: true, bytes: [[0x50, made.certificate.sets.push(set) - 1]] },
        ]);
      };
    expect(verdict(body, cut('00'))).toBe('accepted');
    expect(verdict(body, cut('01'))).toMatch('does not hold');
    expect(verdict(body, cut('00-01'))).toMatch('does not hold');
  });
});
