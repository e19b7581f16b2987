/** The proof of the engine ROM, made once: its verdicts, what the emulator counts, and what the verifier says of it. */
import { expect, it } from 'vitest';
import { certify } from '#certifier';
import { createMachine } from '#emulator';
import { EngineSession, perft } from '#engine-driver';
import { encode, opcodeOf } from '#isa';
import { valueOf } from '#test/assembler/assembled-text.ts';
import { KIWIPETE } from '#test/chess/positions.ts';
import { engineAssembly, underWatch } from '#test/engine/engine-fixture.ts';
import { countSegments } from '#test/timing/ledger.ts';
import { good } from '#test/good.ts';

const assembly = engineAssembly().checked();
const { timing } = assembly.debugInfo;

it('the engine has no finding, every time check is exact, and its handler is proven', () => {
  expect(assembly.diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([]);
  expect(timing.filter(({ kind }) => kind === 'check').length).toBeGreaterThan(100);
  expect(timing.filter(({ verdict }) => verdict !== 'exact')).toEqual([]);
  expect(assembly.handler?.verdict).toBe('proven');
  expect(assembly.handler?.detail).toMatch(/^Every line takes 200 cycles/);
});

it('every check of the engine that is proven exact is so while it boots and draws', () => {
  const checks = timing.flatMap(({ kind, verdict, address, cycles }) =>
    kind === 'check' || kind === 'short' ? [{ address, cycles, form: kind, verdict }] : [],
  );
  const exact = new Set(checks.filter(({ verdict }) => verdict === 'exact').map(({ address }) => address));
  const account = valueOf(assembly, 'account');
  expect(exact.size).toBeGreaterThan(50);
  const charges = chargesIn(assembly.image, new Set(checks.map(({ address }) => address)), account);
  const machine = createMachine(assembly.image, { core: 'reference', seed: 7 });
  let counted = 0;
  for (const { check, difference } of countSegments(machine, 6_000_000, { checks, charges })) {
    counted++;
    if (difference !== 0) expect(exact).not.toContain(check.address);
  }
  expect(counted).toBeGreaterThan(10_000);
});

it('finds no false declaration from power-on through a count', () => {
  const { image, debugInfo } = assembly;
  expect(debugInfo.declarations.line).toBe(200);
  const engine = underWatch(new EngineSession(image, debugInfo, { seed: 1 }));
  engine.checkDeclarations();
  expect(engine.runUntilReady()).toBe(true);
  expect(perft(engine, KIWIPETE, 2)).toMatchObject({ nodes: 2039 });
  expect(engine.falseDeclarations).toEqual([]);
});

it('the engine is certified', () => {
  const claims = assembly.timingClaims();
  if (claims === undefined) throw new Error('the engine was not proven');
  const result = good(certify(claims));
  expect(claims.exact).toHaveLength(claims.program.checks.length);
  expect(result.verified.checks + result.unreached.length).toBe(claims.exact.length);
  expect(result.verified.trusted.has('handler')).toBe(false);
  expect(result.unreached.length).toBeLessThan(3);
});

/** Charges by their last word, read from the words alone: a constant, plus the account, into the account. */
function chargesIn(image: Uint16Array, checks: ReadonlySet<number>, account: number): ReadonlyMap<number, number> {
  const charges = new Map<number, number>();
  const store = encode(opcodeOf('st', 0, 'ac'), account);
  const add = encode(opcodeOf('adda', 0, 'ram'), account);
  for (let address = 2; address < image.length; address++) {
    const loads = image[address - 2]! >> 8 === opcodeOf('ld', 0, 'd');
    if (image[address] !== store || image[address - 1] !== add || !loads || checks.has(address - 2)) continue;
    charges.set(address, -((image[address - 2]! << 24) >> 24));
  }
  return charges;
}
