/** A value of the search whose cell is declared by the same name: its sign is known, and the byte can be set. */
import { expect, it } from 'vitest';
import { clientForEachTest, folderForAllTests } from '#test/debugger/fixture.ts';

const PROGRAM = `        .zp working, 2 index=number
        .zp depth over=working element=byte
        .zp legal over=working element=byte
        .frame plies, 16..17 at $20 bytes 2
        .field savedDepth index=ply element=byte search=depth signed=yes cell=depth
        .field savedLegal index=ply element=byte search=legal cell=legal
        .endframe
        ld   -2
        st   [depth]
        ld   $f0
        st   [legal]
loop:   bra  loop               ; line 12
        nop
`;
const path = folderForAllTests().write('cells.gtasm', PROGRAM);
const client = clientForEachTest(async (started) => {
  await started.launchStopped({ program: path, speed: 'unlimited' });
  await started.runTo(path, 12);
});

it('has the sign that the field declares', async () => {
  const values = await Promise.all(['depth,d', 'legal,d', '[depth],d'].map((text) => client.evaluate(text)));
  expect(values).toEqual(['-2', '240', '254']);
});

it('can be set by its name if it has no sign', async () => {
  await client.evaluate('legal = 3', 'repl');
  expect(await client.evaluate('working[1],d')).toBe('3');
});
