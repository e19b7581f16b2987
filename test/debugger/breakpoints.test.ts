/** Breakpoints by line, label and address: where they bind, when they stop, what they print. */
import { readFileSync } from 'node:fs';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { describe, expect, it } from 'vitest';
import { clientForEachTest, sampleForAllTests } from '#test/debugger/fixture.ts';

const sample = sampleForAllTests();
const client = clientForEachTest((started) => started.launchStopped({ program: sample.main }));

interface Wanted {
  readonly line: number;
  readonly condition?: string;
  readonly hitCondition?: string;
  readonly logMessage?: string;
}

const lineWith = (text: string): number =>
  readFileSync(sample.main, 'utf8')
    .split('\n')
    .findIndex((line) => line.includes(text)) + 1;

function set(breakpoints: readonly Wanted[], path = sample.main): Promise<DebugProtocol.Breakpoint[]> {
  return client.breakAt(path, ...breakpoints);
}

async function goOn(): Promise<string> {
  const { reason } = await client.move('continue');
  const [top] = await client.frames();
  return `${reason} ${top?.line}`;
}

describe('a line', () => {
  it('with code is verified where it is, and stops each time', async () => {
    const line = sample.line('bumpAdd');
    expect(await set([{ line }])).toMatchObject([{ verified: true, line, source: { path: sample.main } }]);
    expect(await goOn()).toBe(`breakpoint ${line}`);
    expect(await client.evaluate('counter')).toBe('$01 (1)');
    expect(await goOn()).toBe(`breakpoint ${line}`);
    expect(await client.evaluate('counter')).toBe('$08 (8)');
  });

  it('without code binds to the next one with code', async () => {
    expect(await set([{ line: sample.line('start') - 1 }])).toMatchObject([
      { verified: true, line: sample.line('start') },
    ]);
  });

  it('that declares something has none', async () => {
    const message = 'This line declares something and makes no code.';
    const lines = ['.zp counter', '.column board', '.row list'].map(lineWith);
    expect(await set(lines.map((line) => ({ line })))).toMatchObject(lines.map(() => ({ verified: false, message })));
  });

  it('between macros binds after them, and in a macro within it', async () => {
    expect(await set([{ line: lineWith('.macro double') - 1 }])).toMatchObject([{ line: sample.line('start') }]);
    expect(await set([{ line: lineWith('.macro double') }])).toMatchObject([{ line: sample.line('macro1') }]);
  });

  it('of a macro stops in every expansion', async () => {
    const line = sample.line('macro2');
    await set([{ line }]);
    const callers: (number | undefined)[] = [];
    for (let count = 0; count < 3; count++) {
      expect(await goOn()).toBe(`breakpoint ${line}`);
      callers.push((await client.frames())[1]?.line);
    }
    const [first, second] = [sample.line('expand'), sample.line('expandAgain')];
    expect(callers).toEqual([first, second, first]);
  });

  it('in an included file stops there', async () => {
    const line = sample.line('otherReturn');
    expect(await set([{ line }], sample.other)).toMatchObject([{ verified: true, line }]);
    expect(await goOn()).toBe(`breakpoint ${line}`);
    expect((await client.frames())[0]?.source?.path).toBe(sample.other);
  });

  it('in a delay slot stops in the slot, and goes on at the target', async () => {
    await set([{ line: sample.line('slot') }]);
    expect(await goOn()).toBe(`breakpoint ${sample.line('slot')}`);
    await client.move('next', { granularity: 'instruction' });
    expect((await client.frames())[0]?.line).toBe(sample.line('bump'));
  });

  it('of a file that is not part of the program is not verified', async () => {
    expect(await set([{ line: 1 }], '/elsewhere/x.gtasm')).toMatchObject([
      { verified: false, message: 'This file is not part of the program.' },
    ]);
  });

  it('after the last code is not verified', async () => {
    expect(await set([{ line: 9999 }])).toMatchObject([
      { verified: false, message: 'No code follows this line in its file.' },
    ]);
  });

  it('is one of those that breakpointLocations names', async () => {
    const body = await client.request<{ breakpoints: { line: number }[] }>('breakpointLocations', {
      source: { path: sample.main },
      line: 1,
      endLine: sample.line('call'),
    });
    const names = ['macro1', 'macro2', 'macro3', 'callText', 'callTextSlot', 'start', 'init', 'call'];
    expect(body.breakpoints.map(({ line }) => line)).toEqual(names.map((name) => sample.line(name)));
  });

  it('no longer stops when it is removed, and a file of others is left alone', async () => {
    await set([{ line: sample.line('bumpAdd') }]);
    await set([{ line: sample.line('otherReturn') }], sample.other);
    await set([]);
    expect(await goOn()).toBe(`breakpoint ${sample.line('otherReturn')}`);
  });
});

describe('a condition', () => {
  it('stops where it holds', async () => {
    await set([{ line: sample.line('bumpAdd'), condition: 'counter > 7 && ac == [counter]' }]);
    await goOn();
    expect(await client.evaluate('counter')).toBe('$08 (8)');
  });

  it.each([
    ['counter >', 'it ends too early'],
    ['counter = 7', '"=" sets a value, write "==" to compare'],
    ['counter > 1 && counter = 7', '"=" sets a value, write "==" to compare'],
  ])('that is wrong leaves the breakpoint unverified and says why: %s', async (condition, reason) => {
    const wrong = { verified: false, message: `The condition is wrong: ${reason}.` };
    expect(await set([{ line: sample.line('bumpAdd'), condition }])).toMatchObject([wrong]);
    expect(await client.breakOnData('counter', 'write', condition)).toMatchObject([wrong]);
  });

  it('that has no value stops and says why', async () => {
    await set([{ line: sample.line('bumpAdd'), condition: 'nothing == 1' }]);
    expect(await goOn()).toBe(`breakpoint ${sample.line('bumpAdd')}`);
    expect(await client.event('output')).toMatchObject({
      output: 'Condition "nothing == 1": there is no symbol "nothing".\n',
    });
  });
});

describe('a hit count', () => {
  it('counts the times that the condition holds', async () => {
    await set([{ line: sample.line('bumpAdd'), hitCondition: '== 3' }]);
    await goOn();
    expect(await client.evaluate('cycle > 20')).toBe('$01 (1)');
    expect(await set([{ line: sample.line('bumpAdd'), hitCondition: 'often' }])).toMatchObject([{ verified: false }]);
  });
});

describe('a log point', () => {
  it('prints and does not stop', async () => {
    await set([
      { line: sample.line('bumpAdd'), logMessage: 'counter {counter} {{cursor}} {cursor}', hitCondition: '<= 2' },
      { line: sample.line('otherReturn'), hitCondition: '9' },
    ]);
    await set([{ line: sample.line('otherReturn') }], sample.other);
    await goOn();
    const line = sample.line('bumpAdd');
    expect(await client.event('output')).toMatchObject({
      output: 'counter $01 (1) {cursor} $00 (0)\n',
      line,
      source: { path: sample.main },
    });
    expect(await client.event('output')).toMatchObject({ output: 'counter $08 (8) {cursor} $00 (0)\n' });
  });
});

describe('a function breakpoint', () => {
  it('stops at a label', async () => {
    expect(await client.breakIn('bump', 'nowhere', 'counter')).toMatchObject([
      { verified: true, line: sample.line('bump') },
      { verified: false, message: 'There is no label "nowhere".' },
      // A name of RAM: see names-of-ram.test.ts.
      { verified: true },
    ]);
    await client.breakIn('bump');
    expect(await goOn()).toMatch(/^function breakpoint /);
    expect((await client.frames())[0]?.name).toBe('bump');
  });
});

describe('an instruction breakpoint', () => {
  it('stops at an address', async () => {
    const body = await client.request<DebugProtocol.SetInstructionBreakpointsResponse['body']>(
      'setInstructionBreakpoints',
      {
        breakpoints: [
          { instructionReference: '0x0002', offset: 1 },
          { instructionReference: '0xffff', offset: 1 },
          { instructionReference: 'x' },
        ],
      },
    );
    expect(body.breakpoints.map(({ verified }) => verified)).toEqual([true, false, false]);
    const { reason, hitBreakpointIds } = await client.move('continue');
    expect(reason).toBe('instruction breakpoint');
    expect(hitBreakpointIds).toEqual([body.breakpoints[0]?.id]);
    expect((await client.frames())[0]?.instructionPointerReference).toBe('0x0003');
  });
});

describe('a data breakpoint', () => {
  it('stops after the write of a variable', async () => {
    const info = await client.request('dataBreakpointInfo', { name: 'counter' });
    expect(info).toHaveProperty('accessTypes', ['read', 'write', 'readWrite']);
    await client.breakOnData('counter', 'write', 'counter == 2');
    const stop = await client.move('continue');
    expect(stop.reason).toBe('data breakpoint');
    expect(stop.text).toMatch(/^counter was written at \$00[0-9a-f]{2}: \$01 → \$02$/);
    expect((await client.frames())[0]?.line).toBe(sample.line('return'));
  });

  it('watches an entry by name, a whole row, an address, but no code and no register', async () => {
    const info = (args: object): Promise<{ dataId: string | null; description: string }> =>
      client.request('dataBreakpointInfo', args);
    expect(await info({ name: 'board[e4]' })).toMatchObject({ dataId: 'ram:0x3f20/1', description: 'board[e4]' });
    expect(await info({ name: 'list' })).toMatchObject({ dataId: 'ram:0x0200/8', description: 'list[0], 8 bytes' });
    expect(await info({ name: '0x0300', asAddress: true, bytes: 4 })).toMatchObject({ dataId: 'ram:0x0300/4' });
    expect(await info({ name: 'board' })).toMatchObject({
      dataId: 'ram:0x1d20/1*78+256',
      description: 'board[a1] and the entries after it, 78 in all',
    });
    for (const name of ['bump', 'ac', '1 +']) expect(await info({ name })).toMatchObject({ dataId: null });
    const body = await client.request<DebugProtocol.SetDataBreakpointsResponse['body']>('setDataBreakpoints', {
      breakpoints: [{ dataId: 'ram:0x3920/1', accessType: 'write' }, { dataId: 'nonsense' }],
    });
    expect(body.breakpoints.map(({ verified }) => verified)).toEqual([true, false]);
    expect((await client.move('continue')).text).toMatch(/^board\[.*\] was written/);
  });

  it('stops at a write anywhere in a column', async () => {
    expect(await client.breakOnData('board')).toMatchObject([{ verified: true }]);
    const stop = await client.move('continue');
    expect([stop.reason, await client.line()]).toEqual(['data breakpoint', sample.line('jump')]);
  });

  it('on value change ignores writes of the same value, forwards and backwards', async () => {
    await client.breakOnData('board[57]');
    await client.breakAt(sample.main, { line: sample.line('jumpSlot'), hitCondition: '5' });
    expect((await client.move('continue')).text).toMatch(/: empty → white queen$/);
    expect((await client.move('continue')).reason).toBe('breakpoint');
    await client.breakAt(sample.main);
    expect((await client.move('reverseContinue')).text).toMatch(/: empty → white queen$/);
    // For "any access", every write counts.
    await client.breakOnData('board[57]', 'readWrite');
    await client.move('continue');
    expect((await client.move('continue')).text).toMatch(/: white queen → white queen$/);
  });
});
