/** What the assembler proves of the engine ROM is what the emulator counts when it runs. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { assemble } from '#assembler';
import { createMachine } from '#emulator';
import { encode, opcodeOf } from '#isa';
import { countSegments } from '#test/timing/ledger.ts';

const FOLDER = new URL('../../engine-asm/', import.meta.url);

it('every check of the engine that is proven exact is so while it boots and draws', () => {
  const assembly = assemble('main.gtasm', {
    read: (path) => ({ text: readFileSync(fileURLToPath(new URL(path, FOLDER)), 'utf8') }),
  });
  const { timing, symbols } = assembly.debugInfo;
  const checks = timing.flatMap(({ kind, verdict, address, cycles }) =>
    kind === 'check' || kind === 'short' ? [{ address, cycles, form: kind, verdict }] : [],
  );
  const exact = new Set(checks.filter(({ verdict }) => verdict === 'exact').map(({ address }) => address));
  const account = symbols.find(({ name }) => name === 'account')?.value;
  expect(timing.filter(({ verdict }) => verdict !== 'exact')).toEqual([]);
  expect(exact.size).toBeGreaterThan(50);
  const charges = chargesIn(assembly.image, new Set(checks.map(({ address }) => address)), account!);
  const machine = createMachine(assembly.image, { core: 'reference', seed: 7 });
  let counted = 0;
  for (const { check, difference } of countSegments(machine, 6_000_000, { checks, charges })) {
    counted++;
    if (difference !== 0) expect(exact).not.toContain(check.address);
  }
  expect(counted).toBeGreaterThan(10_000);
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
