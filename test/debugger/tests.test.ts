/** Debugging a test: it stops where it fails, with expected and actual values; breakpoints work; a passing test ends. */
import { describe, expect, it } from 'vitest';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { clientForEachTest, folderForAllTests } from '#test/debugger/fixture.ts';

const SOURCE = `.zp back
.zp value
start:  bra  start
        nop
; double: twice the value.
.proc double
        st   [back]
        ld   [value]
        adda [value]
        bra  [back]
        nop
.endproc
.test "double"
        .cases n, twice
        .case 1, 2
        .case 3, 7
        .given value = n
        .call double
        .expect ac = twice
        .expect cycles = 5
.endtest
.test "right"
        .call double
        .expect ac = 0
.endtest
`;
const folder = folderForAllTests();
const program = folder.write('main.gtasm', SOURCE);
const client = clientForEachTest();

async function launch(test: string): Promise<void> {
  await client.launch({ program, test, speed: 'unlimited' });
}

describe('a test', () => {
  it('stops at the line that is not met, in the first case that fails', async () => {
    await launch('double');
    await client.request('configurationDone');
    expect(await client.stopped()).toMatchObject({
      reason: 'exception',
      description: 'The test failed',
      text: 'AC is $06 (6), expected $07 (7)',
    });
    const [top] = await client.frames();
    expect(top).toMatchObject({ name: 'test "double (n = 3, twice = 7)"', line: 19, source: { name: 'main.gtasm' } });
    const info = await client.request<DebugProtocol.ExceptionInfoResponse['body']>('exceptionInfo', { threadId: 1 });
    expect(info.description).toBe('AC is $06 (6), expected $07 (7)');
    expect(await client.evaluate('value')).toContain('3');
  });

  it('stops at breakpoints in its routine', async () => {
    await launch('double');
    await client.breakAt(program, 9);
    await client.request('configurationDone');
    expect(await client.stopped()).toMatchObject({ reason: 'breakpoint' });
    expect(await client.line()).toBe(9);
    expect(await client.move('continue')).toMatchObject({ reason: 'exception' });
  });

  it('that passes ends the session', async () => {
    await launch('right');
    const ended = client.event('terminated');
    await client.request('configurationDone');
    await ended;
  });

  it('that does not exist is reported', async () => {
    expect(await client.failure('launch', { program, test: 'nothing' })).toContain('has no test "nothing"');
  });
});
