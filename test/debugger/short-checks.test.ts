/** Short checks in the debugger: a check with its own exit is one stop, one step and one arrival, like any other. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { FrameMessage, MeasuredMessage } from '#debugger/protocol';
import { clientForEachTest, folderForAllTests } from '#test/debugger/fixture.ts';

/** A loop with a short check that leaves once a line for a handler; the lines have any length. */
const PROGRAM = `        .zp account
        .zp resumeLo
        .zp count
        .timing account=account line=200
        .macro leave charge, resume
        ld   resume - 5
        st   [resumeLo]
        ld   >handler,y
        jmp  y,handler
        nop
        .endmacro
start:  ld   100
        st   [account]
loop:   .shortcheck after
        ld   [count]
        adda 1
        st   [count]
        bra  loop
        ld   [account]
after:  .exits leave
        .page
handler:
        ld   $80,out
        .wait 23
        ld   $c0,out
        ld   [resumeLo]
        adda 5
        st   [resumeLo]
        ld   100
        st   [account]
        ld   >loop,y
        .resume
        jmp  y,[resumeLo]
        ora  0
`;
const path = folderForAllTests().write('short.gtasm', PROGRAM);
const LINES = PROGRAM.split('\n');
const lineOf = (text: string): number => LINES.findIndex((line) => line.includes(text)) + 1;
const CHECK = lineOf('.shortcheck');
const HANDLER = lineOf('ld   $80,out');
/** How many passes of the check one account lasts: 100 cycles, 8 for each, and the last one leaves. */
const PASSES = 13;

const client = clientForEachTest();

describe('a short check', () => {
  beforeEach(() => client.launchStopped({ program: path, speed: 'unlimited' }));

  it('stops once at a breakpoint, also where it leaves', async () => {
    for (let pass = 0; pass < 3 * PASSES; pass++) {
      await client.runTo(path, CHECK);
      expect(await client.line()).toBe(CHECK);
      expect(parseInt(await client.evaluate('count, d'), 10)).toBe(pass);
    }
  });

  it.each(['next', 'stepIn'])('is one line for %s, whether it leaves for the handler or not', async (command) => {
    await client.runTo(path, CHECK);
    for (let step = 0; step < 6 * 2 * PASSES; step++) {
      await client.move(command);
      const line = (await client.line()) ?? 0;
      expect(line >= CHECK && line < lineOf('.exits'), `line ${line}`).toBe(true);
    }
  });

  it('leaves by its exit, which is the line of .exits', async () => {
    await client.runTo(path, HANDLER);
    await client.move('stepBack', { granularity: 'instruction' });
    const seen = new Set<number | undefined>();
    for (let step = 0; step < 8; step++) {
      seen.add((await client.frames()).at(-1)?.line);
      await client.move('stepBack', { granularity: 'instruction' });
    }
    expect([...seen]).toEqual([lineOf('.exits'), CHECK]);
  });

  it('is the caller of the handler, which a step out leaves', async () => {
    await client.runTo(path, HANDLER);
    const frames = await client.frames();
    expect(frames.map(({ line }) => line)).toEqual([HANDLER, CHECK]);
    await client.move('stepOut');
    expect(await client.line()).toBe(CHECK + 1);
    await client.move('stepBack');
    expect(await client.line()).toBe(CHECK);
  });

  it('is counted once by a frame and by a measurement, and its exit counts to the handler', async () => {
    for (let round = 0; round < 5; round++) await client.runTo(path, HANDLER + 1);
    const frame = await client.request<FrameMessage>('gigatron/frame');
    const [check] = frame.checks;
    expect(check).toMatchObject({ charge: 8, left: 5, passes: 5 * PASSES, path, line: CHECK - 1 });
    const told = client.event<MeasuredMessage>('gigatron/measured');
    await client.move('gigatron/measure', { stretch: 'run' });
    const { handlerCycles, regions, files } = await told;
    const [exits] = regions.filter(({ name }) => name === '(trampolines)');
    expect(exits).toMatchObject({ inHandler: true, arrivals: 5, exclusive: 25 });
    const visit = frame.lines[0]!.handlerCycles;
    expect(frame.lines.map((line) => line.handlerCycles)).toEqual(frame.lines.map(() => visit));
    expect(handlerCycles).toBe((frame.lines.length + 1) * visit + 5 + 1);
    const line = files.find((file) => file.path === path)?.lines.find((each) => each.line === CHECK - 1);
    expect(line).toMatchObject({ count: 5 * PASSES });
  });
});
