/** The timeline of a run: what has happened, going to any cycle, and what an edit in the past changes. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { turnWord } from '#chess';
import type { TimelineMessage } from '#debugger/protocol';
import { DOUBLE_PUSH } from '#test/chess/seed-program.ts';
import { clientForEachTest, folderForAllTests, sampleForAllTests } from '#test/debugger/fixture.ts';

const BLACK_PAWN = { kind: 'pawn', side: 'black' } as const;
const GAME = `        .squares a1=0 file=1 rank=8
        .row played, 0..9 bytes 4 at $1000 index=ply element=turn-word
        .zp next, 2 index=number element=address role=next-turn
start:  bra  start
        nop
`;

const game = folderForAllTests({ 'game.gtasm': GAME });
const sample = sampleForAllTests();
const client = clientForEachTest();

const timeline = (): Promise<TimelineMessage> => client.request<TimelineMessage>('gigatron/timeline', {});
const cycle = async (): Promise<number> => Number(await client.evaluate('cycle,d'));

async function goTo(wanted: number): Promise<void> {
  const stop = client.stopped();
  await client.request('gigatron/seek', { to: 'cycle', cycle: wanted });
  expect(await stop).toMatchObject({ reason: 'goto', description: `Cycle ${await cycle()}` });
}

async function marks(): Promise<readonly string[]> {
  const { happenings } = await timeline();
  return happenings.filter(({ kind }) => kind !== 'stop').map(({ kind, text }) => `${kind} ${text}`);
}

it('has stops, edits and input, and goes to any of them', async () => {
  await client.launchStopped({ program: sample.main });
  await client.runTo(sample.main, sample.line('place'));
  const placed = await cycle();
  await client.request('setExpression', { expression: 'board[$39]', value: '$16' });
  await client.request('setExpression', { expression: 'ac', value: '5' });
  await client.move('next');
  await client.request('gigatron/input', { pad: ['left', 'a'] });
  await client.move('next');
  const end = await cycle();
  expect(await timeline()).toMatchObject({ oldest: 0, latest: end, now: end, running: false });
  expect(await marks()).toEqual(['edit board[$39] = $16', 'edit AC = $05', 'input pad left a']);
  await goTo(placed);
  expect(await client.line()).toBe(sample.line('place'));
  expect(await client.evaluate('board[$39]')).toBe('$16 (white queen)');
  expect(await timeline()).toMatchObject({ latest: end, now: placed });
  await goTo(end);
  await goTo(end + 1000);
  expect(await cycle()).toBe(end);
  await goTo(0);
  expect(await client.line()).toBe(sample.line('start'));
});

it('forgets what is not part of a new future', async () => {
  await client.launchStopped({ program: sample.main });
  await client.runTo(sample.main, sample.line('place'));
  const placed = await cycle();
  await client.move('next');
  await client.request('setExpression', { expression: '[$600]', value: '1' });
  await client.move('next');
  await goTo(placed);
  await client.request('setExpression', { expression: '[$601]', value: '1' });
  await client.move('next');
  const { latest, happenings } = await timeline();
  expect(latest).toBe(await cycle());
  expect(happenings.every((each) => each.cycle <= latest)).toBe(true);
  expect(await marks()).toEqual(['edit $0601 = $01']);
});

it('numbers the moves of a game as the Game view does', async () => {
  await client.launchStopped({ program: join(game.path, 'game.gtasm') });
  const [white, black] = [DOUBLE_PUSH, { ...DOUBLE_PUSH, from: 'e7', to: 'e5', piece: BLACK_PAWN }].map(turnWord);
  await client.evaluate('next[1] = $10', 'repl');
  let next = 0x1004;
  for (const word of [white, black, white]) {
    await client.evaluate(`next[0] = ${next & 0xff}`, 'repl');
    await client.move('next');
    for (let byte = 0; byte < 4; byte++, next++)
      await client.evaluate(`[${next}] = ${((word ?? 0) >> (8 * byte)) & 0xff}`, 'repl');
  }
  await client.evaluate(`next[0] = ${next & 0xff}`, 'repl');
  expect((await marks()).filter((mark) => mark.startsWith('move'))).toEqual([
    'move 1. e2e4',
    'move 1… e7e5',
    'move 2. e2e4',
  ]);
});

it('stops a running program and goes there', async () => {
  await client.launch({ program: sample.main });
  await client.request('configurationDone');
  await goTo(25);
  expect(await cycle()).toBe(25);
  await client.request('continue', { threadId: 1 });
  expect((await timeline()).running).toBe(true);
  await goTo(10);
});
