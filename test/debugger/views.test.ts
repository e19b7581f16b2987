/** Pictures and sound for the views. `cases/views.txt` has what else they ask for and are told. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { unpackLines } from '#basics';
import type { ScreenMessage, ScreenUpdate, SoundMessage } from '#debugger/protocol';
import { clientForEachTest } from '#test/debugger/fixture.ts';

const picture = join(import.meta.dirname, 'sample/picture.gtasm');
const client = clientForEachTest();

describe('the screen', () => {
  it('shows what a monitor would, on request', async () => {
    await client.launchStopped({ program: picture, speed: 'unlimited' });
    await client.breakIn({ name: 'frame', hitCondition: '3' });
    await client.move('continue');
    const message = await client.request<ScreenMessage>('gigatron/screen');
    const pixels = unpackLines(message.picture, 160, 480);
    expect(pixels).toHaveLength(160 * 480);
    expect(message.frames).toBe(2);
    // Colour $2a in the middle of the picture.
    expect(pixels[240 * 160 + 40]).toBe(0x2a);
    expect(message.badLines).toBeGreaterThan(0);
  });

  it('is asked for while the program runs, and is left out where the client has it', async () => {
    await client.launch({ program: picture });
    await client.request('configurationDone');
    const ask = (known?: number): Promise<ScreenUpdate> => client.request('gigatron/screen', { known });
    let last = await ask();
    await expect
      .poll(async () => {
        const next = await ask(last.cycle);
        expect(next).toMatchObject({ running: true });
        const repeats = next.picture === undefined && next.frames > last.frames;
        last = next;
        return repeats;
      })
      .toBe(true);
    expect((await ask()).picture).toBeDefined();
    await client.move('pause');
    expect(await ask()).toMatchObject({ running: false });
  });
});

describe('sound', () => {
  it('is sent while the program runs in real time, and only while it is asked for', async () => {
    await client.launch({ program: picture });
    await client.request('configurationDone');
    const heard = (): number => client.events.filter(({ event }) => event === 'gigatron/sound').length;
    const aWhile = async (): Promise<void> => {
      const frames = async (): Promise<number> => (await client.request<ScreenUpdate>('gigatron/screen')).frames;
      const later = (await frames()) + 20;
      await expect.poll(frames, { timeout: 60_000 }).toBeGreaterThan(later);
    };
    await aWhile();
    expect(heard()).toBe(0);
    await client.request('gigatron/listen', { on: true });
    for (let count = 0; count < 3; count++) {
      const { samples } = await client.event<SoundMessage>('gigatron/sound');
      const bytes = [...Buffer.from(samples, 'base64')];
      expect(bytes.length).toBeGreaterThan(0);
      expect(Math.max(...bytes)).toBeLessThanOrEqual(15);
    }
    for (const off of [
      () => client.request('gigatron/speed', { speed: 2 }),
      () => client.request('gigatron/listen', { on: false }),
    ]) {
      await off();
      const before = heard();
      await aWhile();
      expect(heard()).toBe(before);
      await client.request('gigatron/speed', { speed: 'realtime' });
    }
  });
});
