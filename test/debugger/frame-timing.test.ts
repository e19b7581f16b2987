/** What the cycles of a frame are used for: by line, by check, by page; and those of a stretch. */
import { describe, expect, it } from 'vitest';
import type { CpuProfile } from '#instruments';
import type { FrameMessage, MeasuredMessage, StatusMessage, Stretch } from '#debugger/protocol';
import { clientForEachTest, SampleProgram } from '#test/debugger/fixture.ts';
import { SourceFolder } from '#test/source-folder.ts';

/** A check that leaves once a line for a handler that makes a pulse of 24 cycles; lines may be of any length. */
const PROGRAM = `        .zp account
        .zp resume
        .timing account=account line=200
        .trampoline leave
start:  ld   100
        st   [account]
loop:   .check after
        adda 1
        bra  loop
        adda 1
after:
leave:  st   [resume]
        bra  ac
        bra  *+1
        ld   >handler,y
        jmp  y,handler
        ora  0
        .page
handler:
        ld   $80,out
        .wait 23
        ld   $c0,out
        ld   [resume]
        adda 5
        st   [resume]
        ld   100
        st   [account]
        ld   >loop,y
        .resume
        jmp  y,[resume]
        ora  0
`;
const path = new SourceFolder().write('frame.gtasm', PROGRAM);
const client = clientForEachTest();

it('counts lines, checks and pages, and leaves the machine where it is', async () => {
  await client.launchStopped({ program: path, speed: 'unlimited' });
  for (let round = 0; round < 5; round++) await client.runTo(path, 26);
  const before = [await client.position(), await client.evaluate('cycle')];
  const frame = await client.request<FrameMessage>('gigatron/frame');
  expect([await client.position(), await client.evaluate('cycle')]).toEqual(before);
  expect(frame).toMatchObject({ from: 0, lineCycles: 200 });
  expect(frame.lines).toHaveLength(3);
  const [line] = frame.lines;
  for (const { cycles, pulse, handler, code, waiting } of frame.lines) {
    expect(pulse + handler + code + waiting).toBe(cycles);
  }
  expect(line).toMatchObject({ pulse: 24, waiting: 0 });
  expect(line!.path).toEqual(['handler', 'loop', 'leave']);
  // A round of the loop is charged: the check itself and three words.
  const [check] = frame.checks;
  expect(check).toMatchObject({ charge: 8, left: 5, path, line: 6 });
  expect(check!.passes).toBeGreaterThan(50);
  expect(check!.worst).toBeLessThan(0);
  expect(frame.present[0]).toMatchObject({ kind: 'pulse' });
  expect(frame.rom[0]).toMatchObject({ owners: ['start', 'loop', 'leave'], used: 16, path, line: 4 });
  expect(frame.rom.reduce((sum, { executed }) => sum + executed, 0)).toBe(frame.to);
  expect(frame.ram[0]).toMatchObject({ owners: ['account', 'resume'], used: 2 });
  expect(frame.ram[0]!.writes).toBeGreaterThan(frame.checks[0]!.passes);
  const status = await client.request<StatusMessage>('gigatron/status');
  expect(status).toMatchObject({ running: false, seconds: frame.to / 6_250_000 });
  expect(status.handlerShare).toBeGreaterThan(0);
  expect(status.handlerShare).toBe(frame.handlerShare);
  const gone = frame.present.reduce((sum, { cycles }) => sum + cycles, 0);
  expect(status.lineCycle).toBe(gone);
  expect(await client.evaluate('lineCycle')).toBe(await client.evaluate(`${gone}`));
  expect([await client.position(), await client.evaluate('cycle')]).toEqual(before);
  expect(frame.ram[1]).toMatchObject({ owners: [], used: 0, reads: 0, writes: 0 });
});

it('gives the handler the same cycles as a measurement does', async () => {
  await client.launchStopped({ program: path, speed: 'unlimited' });
  for (let round = 0; round < 5; round++) await client.runTo(path, 26);
  const { lines, present } = await client.request<FrameMessage>('gigatron/frame');
  const told = client.event<MeasuredMessage>('gigatron/measured');
  await client.move('gigatron/measure', { stretch: 'run' });
  const { handlerCycles, handlerShare, to } = await told;
  expect(handlerShare).toBe(handlerCycles / to);
  // All visits take equally long. A check left for one more: seven cycles of trampoline, and those since hSync fell.
  const visit = lines[0]!.handlerCycles;
  expect(lines.map((line) => line.handlerCycles)).toEqual([visit, visit, visit]);
  const gone = present.reduce((sum, { cycles }) => sum + cycles, 0);
  expect(handlerCycles).toBe(4 * visit + 7 + gone);
});

describe('a stretch that is measured', () => {
  const sample = new SampleProgram();

  async function measure(stretch: Stretch): Promise<MeasuredMessage> {
    const told = client.event<MeasuredMessage>('gigatron/measured');
    await client.move('gigatron/measure', { stretch });
    return told;
  }

  it('counts the handler separately, and gives documents for other programs', async () => {
    await client.launchStopped({ program: sample.checked, speed: 'unlimited' });
    await client.runTo(sample.checked, sample.line('refill'));
    await client.runTo(sample.checked, sample.line('refill'));
    const measured = await measure('run');
    expect(measured.from).toBe(0);
    expect(measured.handlerCycles).toBeGreaterThan(0);
    const { nodes } = JSON.parse(measured.cpuProfile) as CpuProfile;
    expect(nodes.reduce((sum, { hitCount }) => sum + hitCount, 0)).toBe(measured.to);
    expect(measured.lcov).toContain(`SF:${sample.checked}\n`);
    // From inside the handler to its next visit: the interrupted code goes on where it was.
    const between = JSON.parse((await measure('stops')).cpuProfile) as CpuProfile;
    const names = between.nodes.map(({ callFrame }) => callFrame.functionName);
    expect(names.slice(names.indexOf('(video handler)'))).toContain('handler');
    expect(names.slice(0, names.indexOf('(video handler)'))).toContain('loop');
  });
});
