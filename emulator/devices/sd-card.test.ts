import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BLOCK_BYTES, SdCard } from './sd-card.ts';
import { forAll } from '#test/draws.ts';

const BLOCKS = 5000;
const content = (block: number): Uint8Array => new Uint8Array(BLOCK_BYTES).fill(block & 0xff, 1).fill(block >> 8, 0, 1);

/** What the card sends during these bytes, beginning with the one after the first. */
function exchange(card: SdCard, bytes: readonly number[]): number[] {
  return bytes.map((byte) => card.exchange(byte));
}

/** Sends a command, and `waits` bytes more; what comes after the pause. */
function command(card: SdCard, number: number, argument = 0, waits = 8): number[] {
  const bytes = [24, 16, 8, 0].map((shift) => (argument >>> shift) & 0xff);
  const [pause, ...answer] = exchange(card, [0x40 | number, ...bytes, 0xff, ...Array<number>(waits).fill(0xff)]).slice(
    5,
  );
  expect(pause).toBe(0xff);
  return answer;
}

function ready(): SdCard {
  const card = new SdCard({ blocks: BLOCKS, read: content });
  command(card, 0);
  command(card, 55);
  command(card, 41, 0x4000_0000);
  return card;
}

function blockIn(answer: readonly number[]): number[] {
  const start = answer.indexOf(0xfe) + 1;
  return answer.slice(start, start + BLOCK_BYTES);
}

describe('an SD card', () => {
  it('is idle until it is initialised, and knows little before', () => {
    const card = new SdCard({ blocks: BLOCKS, read: content });
    expect(command(card, 0)[0]).toBe(1);
    expect(command(card, 8, 0x1aa).slice(0, 5)).toEqual([1, 0, 0, 1, 0xaa]);
    expect(command(card, 17)[0]).toBe(5);
    expect(command(card, 58).slice(0, 5)).toEqual([1, 0x40, 0xff, 0x80, 0]);
    expect([command(card, 55)[0], command(card, 41)[0]]).toEqual([1, 0]);
    expect(command(card, 58).slice(0, 5)).toEqual([0, 0xc0, 0xff, 0x80, 0]);
    expect(command(card, 41)[0]).toBe(4);
  });

  it('tells its capacity', () => {
    const answer = command(ready(), 9, 0, 30);
    const register = answer.slice(answer.indexOf(0xfe) + 1).slice(0, 16);
    expect(register.slice(7, 10)).toEqual([0, 0, Math.ceil(BLOCKS / 1024) - 1]);
  });

  it('reads blocks, with the checksum that the standard gives for 512 bytes of $ff', () => {
    const card = ready();
    expect(blockIn(command(card, 17, 300, 600))).toEqual([...content(300)]);
    const ones = new SdCard({ blocks: 1, read: () => new Uint8Array(BLOCK_BYTES).fill(0xff) });
    command(ones, 1);
    const answer = command(ones, 17, 0, 600);
    expect(answer.slice(answer.indexOf(0xfe) + 1 + BLOCK_BYTES).slice(0, 3)).toEqual([0x7f, 0xa1, 0xff]);
    expect(command(card, 17, BLOCKS)[0]).toBe(0x40);
  });

  it('reads many until it is stopped, or none is left', () => {
    const card = ready();
    const answer = command(card, 18, BLOCKS - 2, 1200);
    const second = answer.slice(answer.indexOf(0xfe) + 1 + BLOCK_BYTES);
    expect(blockIn(second)).toEqual([...content(BLOCKS - 1)]);
    expect(second.slice(-80)).toEqual(Array<number>(80).fill(0xff));
    command(card, 18, 0, 700);
    expect(command(card, 12)).toEqual([0, ...Array<number>(7).fill(0xff)]);
  });

  it('reads what was written, one or many', () => {
    const block = fc.record({ at: fc.nat(BLOCKS - 1), fill: fc.nat(255) });
    forAll(20, [fc.array(block, { maxLength: 8 }), fc.boolean()], (writes, many) => {
      const card = ready();
      const expected = new Map<number, number[]>();
      for (const { at, fill } of writes) {
        const data = Array<number>(BLOCK_BYTES).fill(fill);
        expect(command(card, many ? 25 : 24, at)[0]).toBe(0);
        exchange(card, [0xff, many ? 0xfc : 0xfe, ...data]);
        expect(exchange(card, [0, 0, 0xff, 0xff, 0xff])).toEqual([0xff, 5, 0, 0, 0xff]);
        if (many) exchange(card, [0xfd, 0xff, 0xff]);
        expected.set(at, data);
      }
      for (const [at, data] of expected) expect(blockIn(command(card, 17, at, 600))).toEqual(data);
    });
  });

  it('forgets a command that has begun when it is deselected, and goes on from a state', () => {
    const card = ready();
    exchange(card, [0x51, 0, 0]);
    card.release();
    expect(blockIn(command(card, 17, 7, 600))).toEqual([...content(7)]);
    command(card, 17, 9, 3);
    const state = card.save();
    const rest = exchange(card, Array<number>(40).fill(0xff));
    card.load(state);
    expect(exchange(card, Array<number>(40).fill(0xff))).toEqual(rest);
  });
});
