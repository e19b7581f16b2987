/** What the views ask for and are told, and input from them. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { unpackLines } from '#basics';
import type { ScreenMessage, ScreenUpdate, SoundMessage, TablesMessage, TablesUpdate } from '#debugger/protocol';
import { clientForEachTest, sampleForAllTests } from '#test/debugger/fixture.ts';

/** A picture of 521 lines of 200 cycles, one colour a line; reads the game pad once a frame. */
const PICTURE = `
        .zp rows
        .zp pad
frame:  ld   $00,out            ; vSync falls
        ld   9
        st   [rows]
${line('vertical', '$40', '$00')}
        ld   in                 ; nine rises of hSync: the port is one bit behind
        st   [pad]
read:   ld   $80,out
        ld   250
        st   [rows]
${line('upper', '$ea', '$80')}
        ld   250
        st   [rows]
${line('lower', '$ea', '$80')}
        bra  frame
        nop
`;

/** Lines of about 200 cycles with a sync pulse; the exact count does not matter here. */
function line(name: string, high: string, low: string): string {
  return `${name}:
        ld   ${low},out
        .wait 22
        ld   ${high},out
        .wait 160
        ld   [rows]
        suba 1
        st   [rows]
        bne  ${name}
        nop`;
}

const sample = sampleForAllTests();
const picture = sample.files.write('picture.gtasm', PICTURE);
const client = clientForEachTest();

describe('tables', () => {
  it('are decoded from RAM by the declarations alone', async () => {
    await client.launchStopped({ program: sample.main });
    await client.evaluate('board[e4] = $14', 'repl');
    await client.evaluate('cursor = d5', 'repl');
    const message = await client.request<TablesMessage>('gigatron/tables');
    expect(message).toMatchObject({ cycle: 0, running: false });
    const { board } = message.tables;
    expect(board?.squares.find(({ name }) => name === 'e4')).toMatchObject({
      code: 0x14,
      piece: { kind: 'queen', side: 'white' },
    });
    expect(board?.cursor?.square?.name).toBe('d5');
  });

  it('are answered again only where they have changed, to a client that says what it has', async () => {
    await client.launchStopped({ program: sample.main });
    const ask = (known?: number): Promise<TablesUpdate> => client.request('gigatron/tables', { known });
    const whole = await ask();
    expect((await ask(0)).tables).toEqual({});
    await client.evaluate('board[a1] = $15', 'repl');
    const { tables } = await ask(0);
    expect(Object.keys(tables)).toEqual(['board', 'oracle'].filter((name) => name in tables));
    expect(tables.board?.squares[0]).toMatchObject({ name: 'a1', code: 0x15 });
    await client.move('next');
    // It has not got what was answered at this cycle.
    expect(Object.keys((await ask(1)).tables)).toEqual(Object.keys(whole.tables));
    expect((await ask()).tables).toEqual({ ...whole.tables, ...tables });
  });
});

describe('that something has changed', () => {
  const told = (): number => client.events.filter(({ event }) => event === 'gigatron/changed').length;

  it('is told at every stop and after every edit, to who has asked for something', async () => {
    await client.launchStopped({ program: sample.main });
    await client.move('next');
    expect(told()).toBe(0);
    await client.request('gigatron/tables');
    await client.move('next');
    await client.event('gigatron/changed');
    expect(told()).toBe(1);
    await client.evaluate('board[a1] = $15', 'repl');
    await expect.poll(told).toBe(2);
  });

  it('is told after an edit while the program runs, which runs on', async () => {
    await client.launch({ program: sample.slow });
    await client.request('configurationDone');
    await client.request('gigatron/screen');
    await client.evaluate('[$7f] = 1', 'repl');
    await expect.poll(told).toBe(1);
    expect(await client.request('gigatron/screen')).toMatchObject({ running: true });
  });
});

it('a stop asks the client to leave the focus where it is while the user types to the machine', async () => {
  await client.launchStopped({ program: sample.main });
  const hint = ({ body }: DebugProtocol.StoppedEvent): boolean | undefined => body.preserveFocusHint;
  const stops = (): DebugProtocol.StoppedEvent[] => client.events.filter(({ event }) => event === 'stopped') as never;
  await client.request('gigatron/typing', { on: true });
  await client.move('next');
  await client.request('gigatron/showStop');
  await client.stopped();
  await client.request('gigatron/typing', { on: false });
  await client.move('next');
  expect(stops().map(hint)).toEqual([undefined, true, undefined, undefined]);
  expect(stops()[2]?.body).toMatchObject({ reason: 'step', threadId: 1 });
});

it('a frame has no end, since an editor would select what it spans and typing would replace it', async () => {
  await client.launchStopped({ program: sample.main });
  const [top] = await client.frames();
  expect(top).toMatchObject({ source: { path: sample.main } });
  expect(top).not.toHaveProperty('endColumn');
});

describe('lenses on RAM', () => {
  const bitboard = { kind: 'bitboard16', order: 'highest-first' };

  it('show what lies at a variable, an entry or an address, and say why there is none', async () => {
    await client.launchStopped({ program: sample.main });
    const expressions = ['board[e4]', '$0300', 'nowhere', 'ac', '$10000'];
    await client.request('gigatron/lenses', { lenses: expressions.map((expression) => ({ expression, ...bitboard })) });
    const { lenses } = await client.request<TablesUpdate>('gigatron/tables');
    expect(lenses).toMatchObject([
      { expression: 'board[e4]', problem: null, bytes: [0, 0] },
      { address: 0x300, ...bitboard },
      { address: null, bytes: [], problem: 'There is no symbol "nowhere".' },
      { address: null, problem: '"ac" is not a place in RAM.' },
      { address: null, problem: '"$10000" is not a place in RAM.' },
    ]);
    await client.request('writeMemory', { memoryReference: 'ram:0x0300', data: 'gAE=' });
    const after = await client.request<TablesUpdate>('gigatron/tables');
    expect(after.lenses[1]).toMatchObject({ bytes: [0x80, 1] });
  });
});

describe('the screen', () => {
  it('shows what a monitor would, on request', async () => {
    await client.launchStopped({ program: picture, speed: 'unlimited' });
    await client.breakAt(picture, { line: 4, hitCondition: '3' });
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

  it('refuses what is not a cycle', async () => {
    await client.launchStopped({ program: picture });
    expect(await client.failure('gigatron/screen', { known: 'x' })).toContain('"known" must be a number');
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

describe('the speed', () => {
  it('is that of the launch configuration until it is changed, and outlives a restart', async () => {
    await client.launchStopped({ program: picture, speed: 4 });
    expect(await client.request('gigatron/speed')).toEqual({ speed: 4 });
    expect(await client.request('gigatron/speed', { speed: 'unlimited' })).toEqual({ speed: 'unlimited' });
    expect((await client.request<ScreenMessage>('gigatron/screen')).speed).toBe('unlimited');
    await client.request('restart');
    await client.stopped();
    expect(await client.request('gigatron/speed')).toEqual({ speed: 'unlimited' });
    expect(await client.request('gigatron/speed', { speed: 1 })).toEqual({ speed: 'realtime' });
  });

  it('refuses anything else', async () => {
    await client.launchStopped({ program: picture });
    for (const speed of [0, -1, 'fast']) {
      expect(await client.failure('gigatron/speed', { speed })).toContain('"speed"');
    }
    expect(await client.request('gigatron/speed')).toEqual({ speed: 'realtime' });
  });
});

describe('input', () => {
  beforeEach(() => client.launchStopped({ program: picture, speed: 'unlimited' }));

  /** Runs until the pad byte has been read in a later frame. */
  async function frames(): Promise<void> {
    await client.breakIn({ name: 'read', hitCondition: '% 3' });
    await client.move('continue');
  }

  it('of the pad holds until it changes', async () => {
    await client.request('gigatron/input', { pad: ['left', 'a'] });
    await frames();
    expect(await client.evaluate('pad')).toBe('$7d (125)');
    await client.request('gigatron/input', { pad: [] });
    await frames();
    expect(await client.evaluate('pad')).toBe('$ff (255)');
  });

  it('of keys is typed', async () => {
    await client.request('gigatron/input', { key: 'q' });
    await frames();
    expect(await client.evaluate('pad')).toBe('$71 (113)');
    expect(await client.failure('gigatron/input', { key: 'Hyper' })).toBe('There is no key "Hyper" on the keyboard.');
    expect(await client.failure('gigatron/input', { pad: ['x'] })).toContain('"pad[0]" must be one of "right"');
  });
});
