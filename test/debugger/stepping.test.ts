/** Steps through delay slots, calls, macros and time checks, by line and by instruction. */
import { beforeEach, describe, expect, it } from 'vitest';
import { clientForEachTest, sampleForAllTests } from '#test/debugger/fixture.ts';

const sample = sampleForAllTests();
const client = clientForEachTest();

/** Repeats a step and returns the names of the lines at which it stops. */
async function walk(command: string, names: readonly string[], args = {}): Promise<void> {
  const seen: (number | undefined)[] = [];
  while (seen.length < names.length) {
    expect((await client.move(command, args)).reason).toBe('step');
    seen.push(await client.line());
  }
  expect(seen).toEqual(names.map((name) => sample.line(name)));
}

function runTo(name: string, file = sample.main): Promise<void> {
  return client.runTo(file, sample.line(name));
}

describe('steps by line', () => {
  beforeEach(() => client.launchStopped({ program: sample.main }));

  it('over: a call runs to its return address', async () => {
    await walk(
      'next',
      'init call expand between expandAgain callOther queen square place jump jumpSlot call'.split(' '),
    );
    expect(await client.evaluate('counter')).toBe('$09 (9)');
  });

  it('in: the delay slot executes before the target', async () => {
    await walk('stepIn', 'init call slot bump bumpLoad bumpAdd bumpStore return returnSlot expand'.split(' '));
  });

  it('in: a macro call shows the call first, then the macro', async () => {
    await runTo('expand');
    expect(await client.line()).toBe(sample.line('expand'));
    await walk('stepIn', ['macro1', 'macro2', 'macro3', 'between']);
  });

  it('over: the lines of a macro are stepped once inside', async () => {
    await runTo('expand');
    await walk('stepIn', ['macro1']);
    await walk('next', ['macro2', 'macro3', 'between', 'expandAgain']);
  });

  it('in: a macro that calls a routine is followed into the routine, or shown on request', async () => {
    await runTo('callOther');
    const { targets } = await client.request<{ targets: { id: number; label: string }[] }>('stepInTargets', {
      frameId: 1,
    });
    expect(targets.map(({ label }) => label)).toEqual(['the text of macro call', 'the routine that call calls']);
    await walk('stepIn', ['callText'], { targetId: targets[0]?.id });
    await walk('stepIn', ['callTextSlot', 'other']);
    expect((await client.frames()).map(({ line: at }) => at)).toEqual([sample.line('other'), sample.line('callOther')]);
    await client.move('stepBack');
    await runTo('callOther');
    await walk('stepIn', ['other']);
    expect(await client.request('stepInTargets', { frameId: 1 })).toEqual({ targets: [] });
  });

  it('out: of a macro to the line after its call', async () => {
    await runTo('macro2');
    const frames = await client.frames();
    expect(frames.map(({ name, line: at }) => [name, at]).slice(0, 2)).toEqual([
      ['double (macro)', sample.line('macro2')],
      [frames[1]?.name, sample.line('expand')],
    ]);
    await walk('stepOut', ['between']);
  });

  it('out: of nested routines, one after the other', async () => {
    await runTo('nestedCall', sample.other);
    await walk('stepIn', ['nestedSlot', 'bump', 'bumpLoad']);
    await walk('stepOut', ['otherReturn', 'queen']);
  });

  it('out: before the return address has been saved', async () => {
    await runTo('bump');
    await walk('stepOut', ['expand']);
  });

  it('out: says so if there is no caller', async () => {
    expect(await client.failure('stepOut', { threadId: 1 })).toContain('There is no caller to return to');
  });

  it('over: a breakpoint inside the call stops the step', async () => {
    await walk('next', ['init', 'call']);
    await client.breakAt(sample.main, sample.line('bumpAdd'));
    expect((await client.move('next')).reason).toBe('breakpoint');
    expect(await client.line()).toBe(sample.line('bumpAdd'));
  });
});

describe('steps by instruction', () => {
  beforeEach(() => client.launchStopped({ program: sample.main }));
  const granularity = 'instruction';

  it('in: every instruction in the order in which it executes', async () => {
    await walk(
      'stepIn',
      ['init', 'call', 'slot', 'bump', 'bumpLoad', 'bumpAdd', 'bumpStore', 'return', 'returnSlot', 'macro1', 'macro2'],
      {
        granularity,
      },
    );
  });

  it('over: a call is one instruction', async () => {
    await walk('next', ['init', 'call', 'macro1', 'macro2', 'macro3', 'between'], { granularity });
  });
});

describe('a time check', () => {
  beforeEach(() => client.launchStopped({ program: sample.checked }));

  it.each(['next', 'stepIn'])('is one line for %s, whether it leaves for the handler or not', async (command) => {
    const round = ['checked check', 'checked next', 'checked jump', 'checked jumpSlot'];
    await walk(command, ['checked charge', ...round, ...round, ...round]);
  });

  it('is stepped into by instruction', async () => {
    const seen = new Set<number | undefined>();
    for (let count = 0; count < 40; count++) {
      await client.move('stepIn', { granularity: 'instruction' });
      seen.add(await client.line());
    }
    expect(seen).toContain(sample.line('checked handler'));
  });

  it('that left is known as the caller of the handler, and the way out of it', async () => {
    await client.breakAt(sample.checked, sample.line('checked refill'));
    await client.move('continue');
    const lines = (await client.frames()).map(({ line: at }) => at);
    expect(lines).toEqual([sample.line('checked refill'), sample.line('checked check')]);
    const before = await client.evaluate('cycle');
    await client.frames();
    expect(await client.evaluate('cycle')).toBe(before);
    await walk('stepOut', ['checked next']);
  });
});
