/**
 * Backwards matches forwards: steps, runs to breakpoints and writes, restarted frames, and what edits do to the future.
 */
import { beforeEach, describe, expect, it } from 'vitest';
import { clientForEachTest, sampleForAllTests } from '#test/debugger/fixture.ts';

const sample = sampleForAllTests();
const client = clientForEachTest();

/** Everything that a step can change, in one text. */
async function state(): Promise<string> {
  const [top] = await client.frames();
  const ram = await client.request<{ data: string }>('readMemory', { memoryReference: 'ram', count: 256 });
  const registers = await Promise.all(['cycle', 'ac', 'x', 'y', 'out', 'pc'].map((name) => client.evaluate(name)));
  return [top?.line, ...registers, ram.data].join(' ');
}

/** Steps forward in one way, then back, and expects the same states in reverse. */
async function thereAndBack(command: string, count: number, args = {}): Promise<void> {
  const seen = [await state()];
  while (seen.length <= count) {
    await client.move(command, args);
    seen.push(await state());
  }
  const back = [seen.at(-1)];
  while (back.length <= count) {
    expect((await client.move('stepBack', args)).reason).toBe('step');
    back.push(await state());
  }
  expect(back).toEqual(seen.reverse());
}

describe('steps back', () => {
  it('by line go over calls and macros as steps over do', async () => {
    await client.launchStopped({ program: sample.main });
    const beginning = await state();
    await thereAndBack('next', 30);
    expect(await client.move('stepBack')).toMatchObject({ reason: 'entry', description: 'The beginning of the run' });
    expect(await state()).toBe(beginning);
  });

  it('by instruction go through everything', async () => {
    await client.launchStopped({ program: sample.main });
    await thereAndBack('stepIn', 60, { granularity: 'instruction' });
  });

  it('by line go over the visits of a handler', async () => {
    await client.launchStopped({ program: sample.checked });
    await thereAndBack('next', 25);
  });

  it('inside a routine stay inside until its first line', async () => {
    await client.launchStopped({ program: sample.main });
    await client.breakAt(sample.main, sample.line('return'));
    await client.move('continue');
    const lines: (number | undefined)[] = [];
    for (let count = 0; count < 6; count++) {
      await client.move('stepBack');
      lines.push(await client.line());
    }
    expect(lines).toEqual(
      ['bumpStore', 'bumpAdd', 'bumpLoad', 'bump', 'slot', 'call'].map((name) => sample.line(name)),
    );
  });
});

describe('runs back', () => {
  beforeEach(() => client.launchStopped({ program: sample.main }));

  it('to the last breakpoint whose condition holds', async () => {
    await client.breakAt(sample.main, { line: sample.line('place'), condition: 'counter == 9' });
    await client.move('continue');
    const there = await state();
    await client.breakAt(sample.main, { line: sample.line('bumpAdd'), hitCondition: '7' });
    await client.move('continue');
    await client.breakAt(sample.main, { line: sample.line('place'), condition: 'counter == 9' });
    expect((await client.move('reverseContinue')).reason).toBe('breakpoint');
    expect(await state()).toBe(there);
  });

  it('to the instruction that wrote a byte', async () => {
    await client.breakAt(sample.main, sample.line('queen'));
    await client.move('continue');
    expect(await client.evaluate('counter')).toBe('$09 (9)');
    await client.breakOnData('counter');
    expect(await client.move('reverseContinue')).toMatchObject({ reason: 'data breakpoint' });
    expect([await client.line(), await client.evaluate('counter')]).toEqual([sample.line('bumpStore'), '$08 (8)']);
    await client.move('reverseContinue');
    expect([await client.line(), await client.evaluate('counter')]).toEqual([sample.line('macro3'), '$04 (4)']);
    await client.breakOnData('counter', 'write', 'counter == 2');
    await client.move('reverseContinue');
    expect([await client.line(), await client.evaluate('counter')]).toEqual([sample.line('bumpStore'), '$01 (1)']);
  });

  it('to the last write and the last change of what is named', async () => {
    await client.runTo(sample.main, sample.line('queen'));
    await client.request('gigatron/seek', { to: 'last-write', name: 'counter' });
    expect((await client.stopped()).text).toBe('The last write of counter: $08 → $09');
    await client.request('gigatron/seek', { to: 'last-change', name: 'counter' });
    expect((await client.stopped()).text).toBe('The last change of counter: $04 → $08');
    expect(await client.line()).toBe(sample.line('macro3'));
    expect(await client.failure('gigatron/seek', { to: 'last-write', name: 'bump' })).toMatch(
      /Only RAM can be watched/,
    );
    await client.request('gigatron/seek', { to: 'frame' });
    expect((await client.stopped()).description).toBe('No sync pulse has begun before');
  });

  it('to the beginning where nothing stops', async () => {
    await client.move('next');
    await client.move('next');
    expect(await client.move('reverseContinue')).toMatchObject({ reason: 'entry' });
    expect(await client.evaluate('cycle')).toBe('$00 (0)');
  });
});

it('a run back over millions of cycles reaches the same states as the run forward', async () => {
  await client.launchStopped({ program: sample.slow, speed: 'unlimited' });
  const set = (name: string, condition: string): Promise<object> =>
    client.breakAt(sample.slow, { line: sample.line(name), condition });
  const states: string[] = [];
  for (const cycle of [1_000_000, 2_500_000, 4_000_000]) {
    await set('tick', `cycle > ${cycle}`);
    await client.move('continue');
    states.push(await state());
  }
  for (const [past, limit] of [
    [states[1], 2_600_000],
    [states[0], 1_100_000],
  ] as const) {
    await set('tick', `cycle < ${limit}`);
    for (let back = 0; back < 10 && (await state()) !== past; back++) await client.move('reverseContinue');
    expect(await state()).toBe(past);
  }
  await set('slowInit', '1');
  await client.move('reverseContinue');
  expect(await client.evaluate('cycle')).toBe('$01 (1)');
  await set('tick', 'cycle > 4000000');
  await client.move('continue');
  expect(await state()).toBe(states[2]);
});

describe('a frame', () => {
  it('is restarted where the code begins that it is named after: a routine, or a label', async () => {
    await client.launchStopped({ program: sample.main });
    await client.breakAt(sample.other, sample.line('nestedCall'));
    await client.move('continue');
    await client.breakAt(sample.main, sample.line('return'));
    await client.move('continue');
    expect((await client.move('restartFrame', { frameId: 2 })).reason).toBe('restart');
    expect(await client.line()).toBe(sample.line('other'));
    const caller = (await client.frames())[1]!;
    expect((await client.move('restartFrame', { frameId: 2 })).reason).toBe('restart');
    const labelled = (await client.frames()).find(({ name }) => name === caller.name);
    expect(labelled?.line).toBe(sample.line('expand'));
  });
});

describe('an edit', () => {
  it('stays where it was made', async () => {
    await client.launchStopped({ program: sample.main });
    for (let count = 0; count < 6; count++) await client.move('next');
    const data = Buffer.from([0x77]).toString('base64');
    await client.request('writeMemory', { memoryReference: 'ram:0x0300', data });
    const edited = [await client.evaluate('cycle'), '$77 (119)'];
    await client.move('stepBack', { granularity: 'instruction' });
    expect(await client.evaluate('[$300]')).toBe('$00 (0)');
    await client.move('next', { granularity: 'instruction' });
    expect([await client.evaluate('cycle'), await client.evaluate('[$300]')]).toEqual(edited);
  });
});

describe('an edit in the past', () => {
  it('begins a new future', async () => {
    await client.launchStopped({ program: sample.main });
    for (let count = 0; count < 6; count++) await client.move('next');
    for (let count = 0; count < 4; count++) await client.move('stepBack');
    expect(await client.line()).toBe(sample.line('call'));
    await client.evaluate('counter = 100', 'repl');
    await client.move('next');
    expect(await client.evaluate('counter')).toBe('$65 (101)');
    await client.move('stepBack');
    expect(await client.evaluate('counter')).toBe('$64 (100)');
  });
});
