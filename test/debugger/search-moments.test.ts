/** Where a search and one of its nodes began, found from within: the first cycle of a ply, not the return into it. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
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

it('says so if there is none in this run', async () => {
  const { text } = await client.move('gigatron/seek', { to: 'search' });
  expect(text).toBe('The start of the search is not in this run');
});
