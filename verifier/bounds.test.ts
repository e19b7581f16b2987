/** Certificates that would take minutes or gigabytes: what is made counts as work before it is made. */
import { expect, it } from 'vitest';
import { isFailure } from '#basics';
import { encode, imageHash, opcodeOf } from '#isa';
import { Paths, prepare, verify } from '#verifier';
import { good } from '#test/good.ts';
import { Values } from './values.ts';
import { Work } from './work.ts';

const ACCOUNT = 0x20;
const LOAD = opcodeOf('ld', 0, 'd');
const STORE = opcodeOf('st', 0, 'ac');
const NOP = encode(opcodeOf('ld', 0, 'ac'), 0);

/** Pages full of checks, each with some words after it, and a certificate that claims them. */
function filled(pages: number, words: readonly number[], cycles = 5 + words.length) {
  const rom = new Uint16Array(0x10000).fill(NOP);
  // To the first check, with OUT as the handler needs it.
  rom.set([
    encode(opcodeOf('ld', 6, 'd'), 0xc0),
    encode(opcodeOf('ld', 5, 'd'), 1),
    encode(opcodeOf('jump', 0, 'd'), 0),
  ]);
  const checks: { address: number; form: string; cycles: number; account: number; trampoline: number }[] = [];
  for (let page = 0x100; page <= pages << 8; page += 0x100) {
    const trampoline = page + 0xf0;
    for (let address = page; address + 5 + words.length <= page + 0xe0; address += 5 + words.length) {
      checks.push({ address, form: 'check', cycles, account: ACCOUNT, trampoline });
      const add = encode(opcodeOf('adda', 0, 'ram'), ACCOUNT);
      const leave = encode(opcodeOf('jump', 2, 'd'), trampoline);
      rom.set([encode(LOAD, -cycles), add, encode(STORE, ACCOUNT), leave, encode(LOAD, address), ...words], address);
    }
    rom[page + 0xe8] = encode(opcodeOf('jump', 7, 'd'), page);
  }
  const declarations = {
    entries: [],
    charges: [],
    targets: [],
    resumes: [],
    loops: [],
    external: [],
    used: [0, 0xffff],
  };
  const certificate = {
    ...{ format: 'gigatron-certificate', version: 3, image: imageHash(rom), ramKib: 32 },
    declarations: { ...declarations, checks },
    ...{ sets: ['*'], bytes: [] as number[], open: [], turns: [], handlerStores: [] },
    exact: checks.map(({ address }) => address),
    points: checks.map(({ address }) => [address, address + 1, {}] as const),
  };
  return { rom, checks, certificate };
}

type Document = Readonly<Record<string, unknown>>;

/** A certificate with other declarations and parts. */
function changed({ certificate }: ReturnType<typeof filled>, declarations: Document, others: Document = {}): Document {
  return { ...certificate, ...others, declarations: { ...certificate.declarations, ...declarations } };
}

/** Why the last claim is refused, with less work than usual. */
function lastRefusal(made: ReturnType<typeof filled>, declarations: Document): string {
  const tools = good(prepare(made.rom, changed(made, declarations), new Work(300_000)));
  return new Paths(tools).verify()?.all.at(-1)?.message ?? 'accepted';
}

function verdict(made: ReturnType<typeof filled>, document: Document): string {
  const result = verify(made.rom, document);
  return isFailure(result) ? result.message : 'accepted';
}

const TOO_MANY = /more states than a verification may take/;

it('charges that may be of very many amounts', () => {
  const made = filled(1, [encode(STORE, ACCOUNT)]);
  const paid = { cycles: 0, count: 'n', factor: 1, isDeclared: true };
  const charges = made.checks.map(({ address }) => ({ address: address + 5, ...paid }));
  const loops = [{ head: 0xff00, min: 0, max: 0xffff, count: 'n', entries: [] }];
  expect(lastRefusal(made, { charges, loops })).toMatch(TOO_MANY);
});

it('loops that may turn very often behind each check', () => {
  const made = filled(1, [NOP]);
  const loops = made.checks.map(({ address }) => ({ head: address + 5, min: 0, max: 0xffff, count: 'n', entries: [] }));
  expect(lastRefusal(made, { loops })).toMatch(TOO_MANY);
});

it('a count with a long name', () => {
  const loops = [{ head: 0x105, min: 0, max: 0xffff, count: 'n'.repeat(1_000_000), entries: [] }];
  const made = filled(1, [NOP]);
  expect(verdict(made, changed(made, { loops }))).toMatch(/a name of at most 256 characters/);
});

it('very many sets of many ranges', () => {
  const sets = ['*', ...Array<string>(8_000).fill(Array(128).fill('00-ff').join())];
  const made = filled(1, []);
  expect(verdict(made, changed(made, {}, { sets, exact: [] }))).toBe('accepted');
});

it('a handler that very many checks leave for, with all of RAM tracked', () => {
  const handler = { bytes: [], between: [], wayIn: 20, mostLeft: 10, vSyncAt: 3, lines: [[0xc0, -1, []]] };
  const bytes = Array.from({ length: 0x20000 }, (_, index) => index);
  const made = filled(0xff, [NOP, NOP]);
  expect(made.checks.length).toBeGreaterThan(6_200);
  expect(verdict(made, changed(made, {}, { bytes, exact: [], handler }))).toMatch(
    /more steps than a verification may take/,
  );
});

it('values of very many lanes, and results of very many pairs of bytes', () => {
  const work = new Work(60_000);
  const values = new Values(work);
  values.lanes(1_000_000, (lane) => lane & 0xff);
  expect(work.isTooMuch).toBe(true);
  const others = new Work(300);
  const made = new Values(others);
  for (let high = 0; high < 3; high++) made.alu('anda', made.of(Array(0xf0 + high).keys()), made.any);
  expect(others.isTooMuch).toBe(true);
});
