/**
 * Runs the same ROM in the fast and in the reference core, side by side, with random inputs, edits, breakpoints and
 * watches, and compares the whole state wherever both stop.
 */
import type { Profile, RamKib } from '#isa';
import { isDeepStrictEqual } from 'node:util';
import { breakpointsAt, BLOCK_BYTES, createMachine, SdCard } from '#emulator';
import type { Machine, StopReason, Stops, Watch } from '#emulator';
import { randomRom, type Random } from './program.ts';

/** The first difference, or undefined if there was none within the cycles. */
export interface Difference {
  readonly cycle: number;
  readonly what: string;
}

const PIECES = 24;

/** Executes about `cycles` cycles of one random ROM in both cores. */
export function runLockstep(random: Random, cycles: number): Difference | undefined {
  const rom = randomRom(random);
  const ramKib = ([32, 32, 64, 128] as const)[random(4)] satisfies RamKib | undefined;
  const options = { ramKib: ramKib!, seed: random(1 << 30) };
  const cards = ramKib === 128 && random(2) === 0 ? [randomCard(), randomCard()] : [];
  const fast = createMachine(rom, { ...options, card: cards[0], core: 'fast', translateAfter: random(3) });
  const reference = createMachine(rom, { ...options, card: cards[1], core: 'reference' });
  if (random(2) === 0) [fast, reference].forEach((machine) => machine.startProfile());
  const stops = randomStops(random, fast.ram.length);
  while (fast.cycle < cycles) {
    disturb(random, [fast, reference]);
    const length = random(4) === 0 ? random(40) : random(Math.ceil((2 * cycles) / PIECES));
    const what = runBoth(fast, reference, length, stops);
    if (what !== undefined) return { cycle: reference.cycle, what };
  }
  return sameProfile(fast.profile, reference.profile) ? undefined : { cycle: fast.cycle, what: 'profile' };
}

/** A card that has something to say from the start. */
function randomCard(): SdCard {
  const card = new SdCard({ blocks: 4, read: (block) => new Uint8Array(BLOCK_BYTES).fill(block) });
  card.load({ ...card.save(), idle: false, reading: 0 });
  return card;
}

function runBoth(fast: Machine, reference: Machine, length: number, stops: Stops): string | undefined {
  const end = fast.cycle + length;
  for (let strikes = 0; strikes < 20 && fast.cycle < end; strikes++) {
    const [one, other] = [fast, reference].map((machine) => machine.run(end - machine.cycle, stops));
    const what = compare(one!, other!, fast, reference);
    if (what !== undefined) return what;
  }
  return undefined;
}

function compare(one: StopReason, other: StopReason, fast: Machine, reference: Machine): string | undefined {
  if (JSON.stringify(one) !== JSON.stringify(other)) {
    return `stopped for ${JSON.stringify(one)} instead of ${JSON.stringify(other)}`;
  }
  const [a, b] = [fast.snapshot(), reference.snapshot()];
  if (!sameBytes(a.ram, b.ram)) return 'RAM';
  if (!sameBytes(a.monitor.pixels, b.monitor.pixels)) return 'picture';
  const [left, right] = [a, b].map(({ ram: _ram, monitor: { pixels: _pixels, ...monitor }, ...rest }) => ({
    ...rest,
    monitor,
  }));
  // Texts tell what differs, but take much longer to make.
  if (!isDeepStrictEqual(left, right))
    return `${excerpt(text(left), text(right))} instead of ${excerpt(text(right), text(left))}`;
  return sameBytes(fast.takeAudio(), reference.takeAudio()) ? undefined : 'audio samples';
}

function sameProfile(one: Profile | undefined, other: Profile | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return sameCounts(one.executions, other.executions) && sameCounts(one.taken, other.taken);
}

function sameCounts(one: Float64Array, other: Float64Array): boolean {
  return one.every((count, address) => count === other[address]);
}

function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}

function text(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? part.toString(16) : part));
}

function excerpt(one: string, other: string): string {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return `…${one.slice(Math.max(0, at - 30), at + 30)}`;
}

function randomStops(random: Random, ramBytes: number): Stops {
  const dice = random(4);
  const breakpoints = breakpointsAt(...Array.from({ length: 10 }, () => random(8 * 256)));
  const access = ([['read'], ['write'], ['change'], ['read', 'write']] as const)[random(4)]!;
  const watches: Watch[] = [{ address: random(ramBytes), length: 1 + random(40), access }];
  return {
    ...(dice === 1 || dice === 3 ? { breakpoints } : {}),
    ...(dice >= 2 ? { watches } : {}),
    onFault: random(8) === 0,
  };
}

/** One random action from outside, the same for each machine. */
function disturb(random: Random, machines: readonly Machine[]): void {
  const dice = random(9);
  const [one, two, three] = [random(0x10000), random(0x10000), random(256)];
  for (const machine of machines) {
    if (dice <= 2) machine.setPosition(one & 0x7ff, dice === 0 ? two : ((one & 0x7ff) + 1) & 0xffff);
    else if (dice === 3) machine.input.setPad(['a', 'left']);
    else if (dice === 4) machine.input.typeKey('k');
    else if (dice === 5) machine.input.setRaw(three < 128 ? three : undefined);
    else if (dice === 6) machine.writeRam(one, three);
    else if (dice === 7) moveBeam(machine, one % 500);
    else machine.setRegister((['ac', 'x', 'y', 'out', 'outx', 'in'] as const)[three % 6]!, two);
  }
}

/** Puts the monitor's beam into a row of the picture, which random programs seldom reach. */
function moveBeam(machine: Machine, row: number): void {
  const snapshot = machine.snapshot();
  const state = { ...snapshot.monitor.state, row, hSyncRose: machine.cycle };
  machine.restore({ ...snapshot, monitor: { ...snapshot.monitor, state } });
}
