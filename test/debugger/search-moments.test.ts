/**
 * Where a search and one of its nodes began, found from within: the first cycle of a ply, not the return into it. And what is
 * measured from there.
 */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { MeasuredMessage } from '#debugger/protocol';
import { clientForEachTest, folderForAllTests } from '#test/debugger/fixture.ts';

/** Two plies down and up again. Comments name the lines. */
const SEARCH = `        .squares a1=0 file=1 rank=8
        .zp ply element=byte role=ply
        .frame node, 16..20 at $20 bytes 2 index=ply
        .field .from element=square role=from
        .field .to element=square role=to
        .endframe
start:  ld   16
        st   [ply]              ; root
        ld   16,y
        ld   12
        st   [y,node.from]
        ld   28
        st   [y,node.to]
        ld   17
        st   [ply]              ; first
        ld   17,y
        ld   52
        st   [y,node.from]
        ld   36
        st   [y,node.to]
        ld   18
        st   [ply]              ; second
        nop                     ; deep
        ld   17
        st   [ply]              ; return
        nop                     ; above
        ld   16
        st   [ply]
        nop                     ; top
        bra  start
        nop
`;

const folder = folderForAllTests({ 'search.gtasm': SEARCH });
const program = join(folder.path, 'search.gtasm');
const line = (name: string): number => SEARCH.split('\n').findIndex((text) => text.endsWith(`; ${name}`)) + 1;
const client = clientForEachTest((started) => started.launchStopped({ program }));

it.each([
  ['node', 'deep', 'second'],
  ['node', 'above', 'first'],
  ['search', 'deep', 'root'],
  ['search', 'above', 'root'],
])('the start of the %s is found from "%s"', async (to, from, found) => {
  await client.runTo(program, line(from));
  // Once around: the last one is found, not the first.
  await client.runTo(program, line(from));
  const cycle = Number(await client.evaluate('cycle,d'));
  expect((await client.frames()).map(({ name }) => name)).toContain('ply 0: e2e4');
  expect(await client.move('gigatron/seek', { to })).toMatchObject({ reason: 'goto' });
  expect(await client.line()).toBe(line(found));
  expect(cycle - Number(await client.evaluate('cycle,d'))).toBeLessThan(26);
});

it.each(['node', 'search'])('at its root, the start of the %s is where the root was set up', async (to) => {
  await client.runTo(program, line('top'));
  await client.move('gigatron/seek', { to });
  expect(await client.line()).toBe(line('root'));
});

it.each([
  ['top', 21],
  ['above', 11],
])('measures this node from "%s"', async (from, cycles) => {
  await client.runTo(program, line(from));
  const measured = client.event<MeasuredMessage>('gigatron/measured');
  await client.move('gigatron/measure', { stretch: 'node' });
  const { from: start, to } = await measured;
  expect(to - start).toBe(cycles);
});

it.each([
  ['seek', { to: 'node' }],
  ['seek', { to: 'search' }],
  ['measure', { stretch: 'node' }],
  ['measure', { stretch: 'search' }],
])('says before every search that there is none: %s %j', async (command, args) => {
  expect(await client.failure(`gigatron/${command}`, args)).toBe('No search has begun yet.');
});

it.each([
  ['seek', { to: 'node' }],
  ['measure', { stretch: 'node' }],
])('says so if the run does not go back to it, and stays where it is: %s %j', async (command, args) => {
  await client.runTo(program, line('root'));
  await client.evaluate('ply = 18', 'repl');
  const cycle = await client.evaluate('cycle');
  await client.move(`gigatron/${command}`, args);
  expect(await client.notice()).toBe('The start of this node is not in this run.\n');
  expect(await client.evaluate('cycle')).toBe(cycle);
});
