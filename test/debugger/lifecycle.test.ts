/** Launch, failures of launching, start, pause, restart, end. */
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { processForEachTest, sampleForAllTests } from '#test/debugger/fixture.ts';

const sample = sampleForAllTests();
const client = processForEachTest();

describe('a launch that cannot work', () => {
  beforeEach(() => client.request('initialize', { adapterID: 'gigatron' }));

  /** One sentence, no stack trace, no event, and a session that ends properly. */
  async function refused(args: object): Promise<string> {
    const message = await client.failure('launch', args);
    expect(message.split('\n')).toHaveLength(1);
    expect(message).not.toMatch(/\bat .*:\d+:\d+/);
    expect(client.events.filter(({ event }) => event !== 'output')).toEqual([]);
    await client.request('disconnect');
    expect(await client.exited).toBe(0);
    return message;
  }

  it('because the path is wrong', async () => {
    const program = join(sample.files.path, 'nowhere.gtasm');
    expect(await refused({ program })).toBe(`There is no file "${program}" to debug; check "program" in launch.json.`);
  });

  it('because the path is a folder', async () => {
    expect(await refused({ program: join(sample.files.path, 'lib.gtasm/..') })).toContain(
      'it is a folder; check "program" in launch.json.',
    );
  });

  it.each([
    [{}, '"program" must be a string'],
    [{ program: 7 }, '"program" must be a string'],
    [{ program: 'a.gtasm', ram: 48 }, '"ram" must be 32, 64 or 128'],
    [{ program: 'a.gtasm', speed: 'fast' }, '"speed" must be "realtime", "unlimited" or a number above 0'],
    [{ program: 'a.gtasm', speed: 0 }, '"speed" must be "realtime", "unlimited" or a number above 0'],
    [{ program: 'a.gtasm', stopOnEntry: 'yes' }, '"stopOnEntry" must be true or false'],
    [{ program: 'a.gtasm', defines: { A: [] } }, '"defines.A" must be a number'],
    [{ program: 'a.gtasm', views: 'screen' }, '"views" must be an array'],
  ])('because of %j', async (args, wrong) => {
    expect(await refused(args)).toBe(`The launch configuration is wrong: ${wrong}.`);
  });

  it('because the source has errors: the first in the answer, all in the console', async () => {
    const program = sample.files.write('wrong.gtasm', 'start: ld 1\n  bra nowhere\n  nop\n  st [missing]\n');
    const message = await refused({ program });
    expect(message).toMatch(new RegExp(`^${program}:2: .*nowhere.*\\(and 1 more error, see the debug console\\)$`));
    const outputs = client.events.map(({ body }) => (body as { output: string }).output);
    expect(outputs.map((text) => text.slice(0, text.indexOf(' error')))).toEqual([`${program}:2:`, `${program}:4:`]);
  });

  it.each([
    ['line 1 is not UTF-8 text (byte $e9)', 'latin1', 'start: nop ; caf\xe9\n'],
    ['it is UTF-16 text; save it as UTF-8', 'utf16le', '\ufeffstart: nop\n'],
  ] as const)('because the source or an include cannot be read: %s', async (reason, encoding, text) => {
    const source = sample.files.write('old.gtasm', Buffer.from(text, encoding));
    const main = sample.files.write('new.gtasm', '; new\n .include "old.gtasm"\n');
    expect(await client.failure('launch', { program: main })).toBe(`${main}:2: Cannot read "old.gtasm": ${reason}.`);
    expect(await refused({ program: source })).toBe(`${source}:1: Cannot read "${source}": ${reason}.`);
  });

  it('because an include leads out of the workspace', async () => {
    const program = sample.files.write('deep/reaching.gtasm', ' .include "../main.gtasm"\n .incbin "/etc/passwd"\n');
    expect(await refused({ program })).toBe(
      `${program}:1: "../main.gtasm" leads out of the workspace. (and 1 more error, see the debug console)`,
    );
    const outputs = client.events.map(({ body }) => (body as { output: string }).output);
    expect(outputs).toEqual([expect.stringContaining('GT0703'), expect.stringContaining('GT0703')]);
  });

  it('because an include is missing', async () => {
    const program = sample.files.write('lonely.gtasm', 'start: ld 1\n .include "lost.gtasm"\n');
    expect(await refused({ program })).toMatch(new RegExp(`^${program}:2: .*lost\\.gtasm`));
  });

  it('because a definition is not a number', async () => {
    expect(await refused({ program: sample.main, defines: { LEVEL: 'high' } })).toContain(
      '"defines.LEVEL" must be an integer',
    );
  });

  it('because the input script is missing or wrong', async () => {
    const input = sample.files.write('input.json', '[{"cycle": 1}]');
    expect(await client.failure('launch', { program: sample.main, input: 'nowhere.json' })).toContain(
      'There is no input script',
    );
    const old = sample.files.write('old.json', Buffer.from('[] \xe9', 'latin1'));
    expect(await client.failure('launch', { program: sample.main, input: old })).toBe(
      `Input script "${old}": line 1 is not UTF-8 text (byte $e9).`,
    );
    expect(await refused({ program: sample.main, input })).toContain('Entry 1 of the input script');
  });

  it('because something is being debugged already', async () => {
    await client.request('launch', { program: sample.main });
    expect(await client.failure('launch', { program: sample.main })).toBe(
      'This debug session already runs a program; stop it first.',
    );
  });
});

describe('a launch', () => {
  it('offers what the adapter can do', async () => {
    expect(await client.request('initialize', { adapterID: 'gigatron' })).toMatchObject({
      supportsConfigurationDoneRequest: true,
      supportsDisassembleRequest: true,
      supportsSteppingGranularity: true,
      supportsDataBreakpoints: true,
      exceptionBreakpointFilters: [
        { filter: 'written', default: true },
        { filter: 'line' },
        { filter: 'frame' },
        { filter: 'unwritten' },
        { filter: 'declarations', default: true },
        { filter: 'opcode' },
        { filter: 'invariant' },
      ],
    });
  });

  it('takes lines counted from 0', async () => {
    await client.request('initialize', { adapterID: 'gigatron', linesStartAt1: false, columnsStartAt1: false });
    await client.request('launch', { program: sample.main, stopOnEntry: true });
    await client.request('configurationDone');
    await client.stopped();
    const [top] = await client.frames();
    expect([top?.line, top?.column]).toEqual([sample.line('start') - 1, 8]);
  });

  it('with definitions, more RAM, a seed and an input script', async () => {
    const program = sample.files.write('options.gtasm', 'start: ld LEVEL\n st [$30]\nhere: bra here\n nop\n');
    const input = sample.files.write('pressed.json', '[{"cycle": 2, "in": 127}]');
    await client.launchStopped({ program, input, defines: { LEVEL: '$2a' }, ram: 64, seed: 1 });
    const before = await client.evaluate('[$8000]');
    await client.evaluate('[$0000] = 1', 'repl');
    expect(await client.evaluate('[$8000]')).toBe(before);
    await client.move('next');
    expect([await client.evaluate('ac'), await client.evaluate('in')]).toEqual(['$2a (42)', '$ff (255)']);
    await client.move('next');
    await client.move('next');
    expect(await client.evaluate('in')).toBe('$7f (127)');
  });

  it('without stop on entry runs until it is paused, in real time', async () => {
    await client.launch({ program: sample.main });
    const currentCycle = async () => Number(/\((\d+)\)|(\d+)$/.exec(await client.evaluate('cycle'))?.[1]);
    const before = Date.now();
    await client.request('configurationDone');
    while ((await currentCycle()) === 0);
    expect((await client.move('pause')).reason).toBe('pause');
    // Never faster than the machine; how much slower depends on the host.
    expect(await currentCycle()).toBeLessThan((Date.now() - before + 50) * 6250);
  });

  it('of a program with a wrong time check goes on, and says so in the console', async () => {
    const text = [
      '  .zp account',
      '  .timing account=account',
      '  .trampoline leave',
      'start: ld 20',
      '  st [account]',
      'loop: .check next',
      'next: nop',
      '  bra loop',
      '  nop',
      'leave: bra leave',
      '  nop',
    ];
    await client.launchStopped({ program: sample.files.write('late.gtasm', `${text.join('\n')}\n`) });
    expect(await client.event('output')).toMatchObject({ category: 'stderr', line: 6 });
  });
});

describe('a session', () => {
  it('names its sources', async () => {
    await client.launchStopped({ program: sample.main });
    expect(await client.request('loadedSources')).toEqual({
      sources: [
        { name: 'main.gtasm', path: sample.main, sourceReference: 0 },
        { name: 'other.gtasm', path: sample.other, sourceReference: 0 },
      ],
    });
  });

  it('restarts with what the source says now, and binds its breakpoints again', async () => {
    const program = sample.files.write('changing.gtasm', 'start: ld 1\nhere: bra here\n nop\n');
    await client.launchStopped({ program });
    const [set] = await client.breakAt(program, 2);
    sample.files.write('changing.gtasm', 'start: ld 2\n\n\nhere: bra here\n nop\n');
    await client.request('restart');
    expect(await client.event('breakpoint')).toMatchObject({
      breakpoint: { id: set?.id, verified: true, line: 4 },
    });
    expect((await client.stopped()).reason).toBe('entry');
    expect((await client.move('continue')).reason).toBe('breakpoint');
    expect(await client.evaluate('ac')).toBe('$02 (2)');
  });

  it('stays as it was if a restart fails', async () => {
    const program = sample.files.write('breaking.gtasm', 'start: ld 1\nhere: bra here\n nop\n');
    await client.launchStopped({ program });
    sample.files.write('breaking.gtasm', 'start: ld nothing\n');
    expect(await client.failedRestart()).toMatch(/^Not restarted: .*nothing/);
    expect((await client.stopped()).reason).toBe('restart');
    await client.move('next');
    expect(await client.evaluate('ac')).toBe('$01 (1)');
  });

  it('goes to another line', async () => {
    await client.launchStopped({ program: sample.main });
    const { targets } = await client.request<{ targets: { id: number; line: number }[] }>('gotoTargets', {
      source: { path: sample.main },
      line: sample.line('queen'),
    });
    expect(targets).toMatchObject([{ line: sample.line('queen') }]);
    expect(await client.move('goto', { targetId: targets[0]?.id })).toMatchObject({ reason: 'goto' });
    expect((await client.frames())[0]?.line).toBe(sample.line('queen'));
  });

  it('ends by terminate, and answers plainly after that', async () => {
    await client.launchStopped({ program: sample.main });
    await client.request('terminate');
    await client.event('terminated');
    expect(await client.failure('stackTrace', { threadId: 1 })).toBe('No program is being debugged.');
    await client.request('disconnect');
    expect(await client.exited).toBe(0);
  });

  it('ends by disconnect while the program runs', async () => {
    await client.launch({ program: sample.main });
    await client.request('configurationDone');
    await client.request('disconnect');
    await client.event('terminated');
    expect(await client.exited).toBe(0);
  });

  it('ends a step that never ends by itself with a pause', async () => {
    const program = sample.files.write(
      'endless.gtasm',
      'start: ld 0\n bra sub\n ld back\nback: nop\n.proc sub\n st [$30]\n.here: bra .here\n nop\n bra [$30]\n nop\n.endproc\n',
    );
    await client.launchStopped({ program });
    await client.move('next');
    await client.request('next', { threadId: 1 });
    expect((await client.move('pause')).reason).toBe('pause');
    expect((await client.frames())[0]?.name).toBe('sub');
  });
});
