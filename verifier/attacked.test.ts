/** Certificates that an attack by hand got accepted though they are false: each is refused, and why. */
import { expect, it } from 'vitest';
import { certified } from '#test/verifier/certificate-of.ts';
import { trusted, verified, type Change, type Made } from '#test/verifier/verdicts.ts';

function verdict(body: string, change?: Change): string {
  const result = verified(body, change);
  return typeof result === 'string' ? result : `accepted: ${result.checks}`;
}

const setOf = ({ certificate }: Made, text: string): number => certificate.sets.push(text) - 1;

/** Words at an address that go back to b, in time and a cycle late. */
const back = (address: string, first = ''): string => ` .org $${address}\n${first} ld >b,y\n jmp y,<b\n nop\n`;
const late = (address: string): string => back(address, ' nop\n');

/** Far returns by $41 and $40, of which start-up leaves page 3 with $10, or 4 with $20; $42 is the other page. */
const RETURNS = `
start: ld [$30]
 beq o
 nop
 ld 3
 st [$41]
 ld 16
 st [$40]
 ld 4
 st [$42]
 bra b
 nop
o: ld 4
 st [$41]
 ld 32
 st [$40]
 ld 3
 st [$42]
b: .check =13
 ld [$42]
 st [$41]
 ld [$41],y
 jmp y,[$40]
 nop
${back('0310')}${late('0320')}${late('0410')}${back('0420')}`;

const returnsTogether = (made: Made): void => {
  const { certificate } = made;
  const pages = setOf(made, '03-04');
  const lows = setOf(made, '10,20');
  certificate.bytes.push(0x41, 0x40, 0x42);
  const together = [
    [3, setOf(made, '10')],
    [4, setOf(made, '20')],
  ] as const;
  certificate.points[0]![2] = {
    bytes: [
      [0x41, pages],
      [0x40, lows],
      [0x42, pages],
    ],
    pairs: [[0x41, 0x40, together]],
  };
};

it('two bytes are no pair any more after a store of an equal set', () => {
  expect(verdict(RETURNS, returnsTogether)).toMatch('what the certificate lists here does not hold');
});

it('nor after the handler may have stored to one', () => {
  const change = (made: Made): void => {
    returnsTogether(made);
    made.certificate.handlerStores.push([0x41, made.certificate.sets.indexOf('03-04')]);
  };
  const body = RETURNS.replace(' ld [$42]\n st [$41]\n', ' nop\n nop\n');
  expect(verdict(body, change)).toMatch('what the certificate lists here does not hold');
});

it('entries of a table in two pages do not stand for each other', () => {
  const body = `
start: .check =15
b: ld [$30]
 anda 1
 adda 3
 ld ac,y
 jmp y,$10
 bra $20
 .org $0310
 ld 5
 .org $0410
 ld 6
 .org $0320
 ld >start,y
 jmp y,<start
 nop
 .nops 9
 .org $0420
 nop
 nop
 ld >start,y
 jmp y,<start
 nop
`;
  expect(verdict(body)).toMatch('the balance is -2 and not 0');
});

it('a point that says nothing but a pair says something', () => {
  const body = `
start: ld [$50]
 adda 1
 bra ac
 nop
set: ld 4
 st [$41]
 ld 16
 st [$40]
b: .check =11
 ld [$41],y
 jmp y,[$40]
 nop
${back('0310')}${late('0410')}`;
  const change = (made: Made): void => {
    const { certificate } = made;
    certificate.bytes.push(0x41, 0x40);
    certificate.points[0]![2] = { pairs: [[0x41, 0x40, [[3, setOf(made, '10')]]]] };
  };
  expect(verdict(body, change)).toMatch('it is not known where this jump goes');
});

it('a claim that is made twice counts once', () => {
  const body = 'start: .check =14\n .nops 7\n bra start\n nop';
  const twice = ({ certificate }: Made): void => void certificate.exact.push(...certificate.exact);
  expect(verdict(body, twice)).toBe('accepted: 1');
});

/** Two checks with a declared loop, whose turns come from its middle. */
const TURNS = `
start: .check =10
 ld [$32]
 beq ok
 nop
 .loop head, 3, 3
head: .nops 4
d: .check =10
 ld [$30]
 bne head
slot: st [$31]
ok: bra start
 nop
`;

it('a point in the slot of a turn does not hide it', () => {
  const inSlot = ({ certificate, at }: Made): void =>
    void certificate.points.push([at['slot'] ?? 0, at['head'] ?? 0, {}]);
  expect(verdict(TURNS, inSlot)).toMatch('is in a slot, where it would hide the turn of a loop');
});

/** A loop that turns once more by what a byte holds; the first way to its check is two cycles short. */
const TURNED_BY_BYTE = `
start: .check =16
 ld [$32]
 beq ok
 nop
 ld <turn
 st [$50]
 .loop head, 2, 2
head: .nops 4
d: .check =15
 bra [$50]
 nop
turn: ld <ok
 st [$50]
 bra head
 nop
ok: .nops 6
 bra start
 nop
`;

it('a path that is left out because of a loop brings what it holds all the same', () => {
  const hidden = (made: Made): void => {
    const { certificate, at } = made;
    const held = setOf(made, (at['ok']! & 0xff).toString(16).padStart(2, '0'));
    certificate.bytes.push(0x50);
    certificate.points[1]![2] = { bytes: [[0x50, held]] };
  };
  expect(verdict(TURNED_BY_BYTE, hidden)).toMatch('what the certificate lists here does not hold');
});

it('a jump with very many declared targets is not followed for hours', () => {
  // Two bytes count 65,536 turns.
  const body = `
start: ld <back
 st [$42]
 ld 0
 st [$40]
 st [$41]
back: ld [$40]
 adda 1
 bne same
 st [$40]
 ld [$41]
 adda 1
 beq b
 st [$41]
same: bra [$42]
 nop
b: .check =14
 ld [$30]
 bra b
 nop
`;
  const wide = ({ certificate, at }: Made): void => {
    const { back = 0, same: address = 0 } = at;
    certificate.bytes.push(0x40, 0x41);
    certificate.declarations.targets = [{ address, targets: [back, ...Array<number>(0xffff).fill(0x8000)] }];
  };
  expect(verdict(body, wide)).toMatch('more states than a verification may take');
});

it('counts of loops do not combine in ways that would take all memory', () => {
  const counted = ({ certificate, at }: Made): void => {
    const heads = [at['head'] ?? 0, at['d'] ?? 0];
    certificate.declarations.loops = heads.map((head) => ({
      head,
      min: 0,
      max: 60_000,
      count: `count${head}`,
      entries: [],
    }));
  };
  expect(verdict(TURNS, counted)).toMatch('more than 100000 states');
});

it('a byte less itself is page 0', () => {
  const body = 'b: .check =12\n ld [$30]\n suba [$30]\n ld ac,y\n ld 5\n st [y,$20]\n bra b\n nop\n';
  expect(verdict(`start: bra b\n nop\n${body}`)).toMatch('stores to the account');
});

it.each(['ld [$30]', 'ld 8,y\n ld [y,$30]'])(
  'a page from a byte of which nothing is known, by %s, is not page 0',
  (load) => {
    const cycles = load.split('\n').length + 4;
    const body = `b: .check =${cycles + 5}\n ${load}\n ld ac,y\n st [y,$20]\n bra b\n nop\n`;
    expect(verdict(`start: bra b\n nop\n${body}`)).toMatch('accepted');
  },
);

it.each(['adda 1\n suba 1', 'ora 0\n xora 0', 'ora ac\n anda ac'])('nor is it another page after %s', (more) => {
  const body = `b: .check =14\n ld [$30]\n suba [$30]\n ${more}\n ld ac,y\n ld 5\n st [y,$20]\n bra b\n nop\n`;
  expect(verdict(`start: bra b\n nop\n${body}`)).toMatch('stores to the account');
});

it('a point does not make a byte less itself any byte', () => {
  const body = `
start: ld <near
 st [$50]
 ld [$30]
 xora [$30]
 ld ac,y
cut: ld <far
 st [y,$50]
 bra b
 nop
b: .check =9
 bra [$50]
 nop
near: bra b
 nop
far: nop
 bra b
 nop
`;
  const cutting =
    (y: string | undefined) =>
    (made: Made): void => {
      const { certificate, at } = made;
      const held = [[0x50, setOf(made, (at['near']! & 0xff).toString(16).padStart(2, '0'))]] as [number, number][];
      certificate.bytes.push(0x50);
      certificate.points[0]![2] = { bytes: held };
      const known = { bytes: held, isStart: true, ...(y !== undefined && { y: setOf(made, y) }) };
      certificate.points.push([at['cut']!, at['cut']! + 1, known]);
    };
  for (const y of ['*', '00-ff', undefined]) expect(verdict(body, cutting(y))).toMatch('does not hold');
  expect(verdict(body.replace('xora [$30]', 'nop'), cutting('*'))).toBe('accepted: 1');
});

it('a claimed check is not entered in its middle, not even by a path of which nothing is claimed', () => {
  const entering = (middle: number): string => `
start: bra a
 nop
a: .check =7
 ld <one
 st [$50]
d: .check =9
 bra [$50]
 nop
one: bra c
 nop
c: .check =9
 ld <two
 st [$50]
 bra ${middle & 0xff}
 ld 247
two: nop
 bra a
 nop
`;
  const withoutC = (made: Made): void => {
    const { certificate, at } = made;
    certificate.exact = certificate.exact.filter((address) => address !== at['c']);
    certificate.bytes.push(0x50);
    const held = setOf(made, (at['one']! & 0xff).toString(16).padStart(2, '0'));
    for (const point of certificate.points) if (point[0] === at['d']) point[2] = { bytes: [[0x50, held]] };
  };
  const middle = certified(entering(0)).at['d']! + 1;
  expect(verdict(entering(middle), withoutC)).toMatch('a check or a charge is executed out of order');
});

it('no entry of a table stands for one that is the head of a loop', () => {
  const body = `
start: .check =25
 ld [$30]
 xora 1
 st [$30]
 adda <t
jump: bra ac
 bra once
 nop
over: bra start
 nop
once: ld [$30]
 bne over
 nop
 bra again
 ld <t
 .loop t, 2, 2
t: ld 5
 ld 6
again: bra ac
 bra over
 nop
`;
  const reading = (made: Made): void => {
    const { certificate, at } = made;
    const targets = [at['t']!, at['t']! + 1];
    for (const jump of ['jump', 'again']) certificate.declarations.targets.push({ address: at[jump]!, targets });
  };
  expect(verdict(body, reading)).toMatch('the balance is ');
});

it('a loop that is said never to run leaves out a path, which is believed', () => {
  const body = `
start: .check =14
 ld [$30]
 beq ok
 nop
h: .nops 9
 bra start
 nop
ok: .nops 4
 bra start
 nop
`;
  const loop = (made: Made): void => {
    made.certificate.declarations.loops.push({ head: made.at.h!, min: 0, max: 0, count: 'n', entries: [] });
  };
  expect(verdict(body)).toMatch('the balance is -5');
  expect(trusted(body, loop)).toEqual(['loop']);
});

it('that a check closes a block does not follow from its words, and is believed', () => {
  const body = 'start: .check =5\n .nops 20\n .charge 25\n bra start\n nop\n';
  const close = ({ certificate }: Made): void => {
    certificate.declarations.checks[0]!.form = 'sync';
  };
  expect(verdict(body)).toMatch('spends before it is charged');
  expect(trusted(body, close)).toEqual(['sync']);
});

/** At fake is no check: where its branch goes, another address is stored for the jump at b. */
const FAKE = `
start: ld <near
 st [$50]
 bra a
 nop
a: .check =14
 ld [$31]
 nop
fake: suba 40
 blt away
 st [$31]
 bra b
 nop
 nop
away: ld <far
 st [$50]
 bra b
 nop
b: .check =9
 bra [$50]
 nop
near: bra a
 nop
far: nop
 nop
 bra a
 nop
`;

it('what leaves by another account is no check', () => {
  const fake = (made: Made): void => {
    const { certificate, at } = made;
    const near = setOf(made, at.near!.toString(16).slice(-2));
    const address = at.fake!;
    certificate.exact = [at.b!];
    certificate.bytes.push(0x50);
    certificate.declarations.checks.push({ address, form: 'short', cycles: 40, account: 0x31, trampoline: at.away! });
    certificate.points.push([address, address + 1, {}]);
    for (const [, , known] of certificate.points) known.bytes = [[0x50, near]];
  };
  expect(verdict(FAKE, fake)).toBe('there are several accounts');
});

it('a check that is left out is code like any other, and start-up comes to none', () => {
  const body = 'start: .check =14\n .nops 3\n bra start\n nop\ndead: .check =7\n bra dead\n nop\n';
  const only = ({ certificate, at }: Made): void => {
    const { declarations } = certificate;
    certificate.exact = [at.dead!];
    declarations.checks = declarations.checks.filter(({ address }) => address === at.dead);
    certificate.points = certificate.points.filter(([address]) => address === at.dead);
    // With these, it is known where the handler of these tests goes back to.
    certificate.bytes.push(0x21, 0x22);
  };
  expect(verdict(body, only)).toBe('no path from power-on comes to a check');
});

it('start-up does not come to a check because a point to which nothing comes does', () => {
  const body = 'start: bra start\n nop\ndead: .check =7\n bra dead\n nop\n';
  const beginning = ({ certificate, at }: Made): void =>
    void certificate.points.push([at.dead!, at.dead! + 1, { isStart: true }]);
  expect(verdict(body, beginning)).toBe('no path from power-on comes to a check');
});
