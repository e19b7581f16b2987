/** `.break` in the source: stops in every direction, by its comparison, until its filter is switched off. */
import { describe, expect, it } from 'vitest';
import { clientForEachTest, folderForAllTests } from '#test/debugger/fixture.ts';

const SOURCE = `.zp count
start:  ld   0
        st   [count]
loop:   ld   [count]
        .break count = 3
        adda 1
        st   [count]
        bra  loop
        .break ac = 6
        nop
`;

const folder = folderForAllTests();
const program = folder.write('breaks.gtasm', SOURCE);
const client = clientForEachTest();

async function start(filters?: readonly string[], path = program): Promise<void> {
  await client.launch({ program: path, speed: 'unlimited' });
  if (filters !== undefined) await client.filter(...filters);
  await client.request('configurationDone');
}

const place = async (): Promise<string> => `${(await client.frames())[0]?.line}, ${await client.evaluate('count')}`;

describe('a breakpoint of the source', () => {
  it('stops a client that knows no filters, by its comparison', async () => {
    await start();
    expect(await client.stopped()).toMatchObject({
      reason: 'breakpoint',
      description: 'Breakpoint in the source',
      text: 'breaks.gtasm:5: .break count = 3',
    });
    expect(await place()).toBe('6, $03 (3)');
    expect(await client.move('continue')).toMatchObject({ text: 'breaks.gtasm:9: .break ac = 6' });
    expect(await place()).toBe('10, $06 (6)');
  });

  it('stops on the way back as well', async () => {
    await start();
    await client.stopped();
    await client.move('continue');
    expect(await client.move('reverseContinue')).toMatchObject({ text: 'breaks.gtasm:5: .break count = 3' });
    expect(await place()).toBe('6, $03 (3)');
  });

  it('can be switched off and on, and a breakpoint of the user at its place has its number', async () => {
    await start(['written']);
    await client.stopped();
    await client.filter();
    const breakpoints = await client.breakAt(program, { line: 10, condition: 'ac == 6' });
    const stop = await client.move('continue');
    expect(stop).toMatchObject({ reason: 'breakpoint', hitBreakpointIds: [breakpoints[0]?.id] });
    expect(stop.text).toBeUndefined();
  });

  it('is that of the new program after a restart', async () => {
    const changing = folder.write('changing.gtasm', SOURCE);
    await start(['written'], changing);
    expect(await client.stopped()).toMatchObject({ text: 'changing.gtasm:5: .break count = 3' });
    folder.write('changing.gtasm', SOURCE.replace('count = 3', 'count = 5'));
    await client.request('restart', {});
    expect(await client.stopped()).toMatchObject({ text: 'changing.gtasm:5: .break count = 5' });
    expect(await place()).toBe('6, $05 (5)');
  });
});
