/** The exception filter "False declaration": on by default, stops before the word that shows it. */
import { describe, expect, it } from 'vitest';
import { clientForEachTest, folderForAllTests } from '#test/debugger/fixture.ts';

const PROGRAM = `start:  ld   3
        .loop 2
.turn:  bne  .turn              ; line 3
        suba 1
        bra  start
        nop
`;

const folder = folderForAllTests();
const program = folder.write('false-loop.gtasm', PROGRAM);
const client = clientForEachTest();

describe('the filter', () => {
  it.each(['realtime', 'unlimited'])('stops where a loop makes a turn too many, %s', async (speed) => {
    await client.launch({ program, speed });
    expect(await client.filter('declarations')).toMatchObject([{ verified: true }]);
    await client.request('configurationDone');
    const stopped = await client.stopped();
    expect(stopped).toMatchObject({ reason: 'exception', description: 'False declaration' });
    expect(stopped.text).toMatch(/^Declared: .*2.* Seen: turn 3 begins/);
    expect(await client.line()).toBe(3);
    const info = await client.request<{ exceptionId: string; description: string }>('exceptionInfo', { threadId: 1 });
    expect(info).toMatchObject({ exceptionId: 'declarations', description: stopped.text });
  });

  it('lets the program run while it is off', async () => {
    await client.launch({ program, speed: 'unlimited' });
    await client.filter();
    await client.request('configurationDone');
    await client.request('pause', { threadId: 1 });
    expect((await client.stopped()).reason).toBe('pause');
  });
});
