/** Stack, scopes, variables, expressions: what is shown, and what can be set. */
import type { DebugProtocol } from '@vscode/debugprotocol';
import { describe, expect, it } from 'vitest';
import { clientForEachTest, sampleForAllTests } from '#test/debugger/fixture.ts';

const sample = sampleForAllTests();
const client = clientForEachTest((started) => started.launchStopped({ program: sample.main }));

function runTo(name: string, path = sample.main): Promise<void> {
  return client.runTo(path, sample.line(name));
}

async function scope(name: string): Promise<number> {
  const { scopes } = await client.request<DebugProtocol.ScopesResponse['body']>('scopes', { frameId: 1 });
  return scopes.find((candidate) => candidate.name === name)?.variablesReference ?? 0;
}

async function variables(variablesReference: number, args = {}): Promise<DebugProtocol.Variable[]> {
  return (await client.request<DebugProtocol.VariablesResponse['body']>('variables', { variablesReference, ...args }))
    .variables;
}

async function variable(scopeName: string, name: string): Promise<DebugProtocol.Variable> {
  const found = (await variables(await scope(scopeName))).find((candidate) => candidate.name === name);
  if (found === undefined) throw new Error(`no variable ${name}`);
  return found;
}

describe('the call stack', () => {
  it('shows callers by the cells of their return addresses, at the line of the call', async () => {
    await runTo('nestedCall', sample.other);
    await client.breakAt(sample.main, sample.line('bumpAdd'));
    await client.move('continue');
    const frames = await client.frames();
    expect(frames.map(({ name, line }) => [name, line]).slice(0, 2)).toEqual([
      ['bump', sample.line('bumpAdd')],
      ['other', sample.line('nestedCall')],
    ]);
    expect(frames[2]?.line).toBe(sample.line('callOther'));
  });

  it('is sent in parts', async () => {
    await runTo('bumpAdd');
    const { stackFrames, totalFrames } = await client.request<DebugProtocol.StackTraceResponse['body']>('stackTrace', {
      threadId: 1,
      startFrame: 1,
      levels: 1,
    });
    expect(stackFrames.map(({ id, line }) => [id, line])).toEqual([[2, sample.line('call')]]);
    expect(totalFrames).toBe(2);
  });
});

describe('registers', () => {
  it('are shown and can be set', async () => {
    await runTo('bumpAdd');
    const registers = await variables(await scope('Registers'));
    expect(registers.map(({ name }) => name)).toEqual('AC X Y OUT OUTX IN PC cycle line lineCycle'.split(' '));
    expect(registers[0]?.value).toBe('$01 (1)');
    expect(registers[6]?.value).toMatch(/^\$00[0-9a-f]{2} \(bump\+2\)$/);
    const variablesReference = await scope('Registers');
    expect(await client.request('setVariable', { variablesReference, name: 'AC', value: '$20 + 1' })).toEqual({
      value: '$21 (33)',
    });
    await client.move('next');
    expect(await client.evaluate('ac')).toBe('$22 (34)');
    expect(
      await client.failure('setVariable', { variablesReference: await scope('Registers'), name: 'AC', value: '256' }),
    ).toBe('"256": 256 does not fit, this holds 0 to 255.');
    expect(
      await client.failure('setVariable', { variablesReference: await scope('Registers'), name: 'cycle', value: '1' }),
    ).toBe('"cycle" cannot be set.');
  });

  it('PC can be set to a label', async () => {
    const variablesReference = await scope('Registers');
    await client.request('setVariable', { variablesReference, name: 'PC', value: 'other' });
    expect(await client.event('invalidated')).toEqual({ areas: ['all'] });
    expect((await client.frames())[0]?.line).toBe(sample.line('other'));
  });
});

describe('the zero page', () => {
  it('is shown by name with its meaning, and can be set', async () => {
    await client.request('setExpression', { expression: 'cursor', value: 'e4' });
    expect(await variable('Zero page', 'cursor')).toMatchObject({
      value: '$3f (e4)',
      type: 'square',
      evaluateName: 'cursor',
    });
    const variablesReference = await scope('Zero page');
    expect(await client.request('setVariable', { variablesReference, name: 'cursor', value: 'a1' })).toEqual({
      value: '$1d (a1)',
    });
    expect(await client.failure('setVariable', { variablesReference, name: 'nobody', value: '1' })).toBe(
      'There is no variable "nobody" here.',
    );
  });
});

describe('tables', () => {
  it('open by entry, squares by name, with the meaning of each', async () => {
    await runTo('jump');
    const board = await variable('Tables', 'board');
    expect(board).toMatchObject({ value: '78 entries of piece', indexedVariables: 78 });
    const entries = await variables(board.variablesReference);
    expect(entries.find(({ name }) => name === 'a1')?.value).toBe('$00 (empty)');
    expect(entries.find(({ value }) => value.includes('queen'))).toMatchObject({ value: '$14 (white queen)' });
    const part = await variables(board.variablesReference, { filter: 'indexed', start: 2, count: 3 });
    expect(part.map(({ name }) => name)).toEqual(['c1', 'd1', 'e1']);
    expect(await variables(board.variablesReference, { filter: 'named' })).toEqual([]);
  });

  it('can be set by entry', async () => {
    const { variablesReference } = await variable('Tables', 'board');
    await client.request('setVariable', { variablesReference, name: 'd4', value: '$15' });
    expect(await client.evaluate('board[d4]')).toBe('$15 (black queen)');
  });
});

describe('expressions', () => {
  it.each([
    ['counter', '$00 (0)'],
    ['&counter == &[&counter]', '$01 (1)'],
    ['bump', /^\$00[0-9a-f]{2} \(bump\)$/],
    ['[counter + 1] == [&counter + 1]', '$01 (1)'],
    ['[y,x] == [0]', '$01 (1)'],
    ['board[e4]', '$00 (empty)'],
    ['board[e4 + 1]', '$00 (empty)'],
    ['&board[e4]', '$3f20 (16160)'],
    ['list[3]', '$00 (0)'],
    ['board', '78 entries of piece'],
    ['rom[0]', '$0001 (1)'],
    ['-1', '-1'],
    ['e4', '$3f (63)'],
    ['PC', '$0000 (start)'],
  ])('%s is %s', async (expression, value) => {
    expect(await client.evaluate(expression)).toMatch(value);
  });

  it.each([
    ['nothing', 'There is no symbol "nothing".'],
    ['boord', 'There is no symbol "boord" (did you mean "board"?).'],
    ['board[7]', '"board[7]": "board" has entries 29 to 106, not 7.'],
    ['list[x9]', '"list[x9]": there is no symbol "x9".'],
    ['board + 1', '"board + 1": "board" is a table, name an entry such as board[29].'],
    ['1 / 0', '"1 / 0": division by zero.'],
    ['[70000]', '"[70000]": address 70000 is not in 0 to $ffff.'],
    ['counter = 1', '"counter = 1": a value cannot be set here.'],
    ['&1', '"&1": this has no address.'],
  ])('%s fails: %s', async (expression, problem) => {
    expect(await client.failure('evaluate', { expression, context: 'watch' })).toBe(problem);
  });

  it('assign in the debug console', async () => {
    expect(await client.evaluate('counter = 7', 'repl')).toBe('$07 (7)');
    expect(await client.evaluate('[&counter] = -1', 'repl')).toBe('$ff (255)');
    expect(await client.evaluate('list[2] = counter', 'repl')).toBe('$ff (255)');
    expect(await client.failure('evaluate', { expression: 'counter = 300', context: 'repl' })).toContain(
      '300 does not fit',
    );
    expect(await client.failure('evaluate', { expression: '1 = 2', context: 'repl' })).toContain(
      'the left side of "=" cannot be set',
    );
  });

  it('are answered while the program runs', async () => {
    await client.request('continue', { threadId: 1 });
    expect(await client.evaluate('cycle >= 0')).toBe('$01 (1)');
    expect(await client.failure('stackTrace', { threadId: 1 })).toBe('The program is running; pause it first.');
    expect((await client.move('pause')).reason).toBe('pause');
  });

  it('are completed', async () => {
    const labels = async (text: string): Promise<string[]> => {
      const args = { text, column: text.length + 1, frameId: 1 };
      return (await client.request<DebugProtocol.CompletionsResponse['body']>('completions', args)).targets.map(
        ({ label }) => label,
      );
    };
    expect(await labels('cou')).toEqual(['counter']);
    expect(await labels('1 + bu')).toEqual(['bump']);
    expect(await labels('board[e')).toEqual(expect.arrayContaining(['e1', 'e8']));
    expect(await labels('$1c')).toEqual([]);
  });
});

describe('a link', () => {
  const place = (locationReference: number | undefined): Promise<DebugProtocol.LocationsResponse['body']> =>
    client.request('locations', { locationReference });

  it('leads from a variable to its declaration, and from an address of code to its line', async () => {
    const declared = (await variable('Zero page', 'cursor')).declarationLocationReference;
    const line = sample.line('start') - 1;
    const { source, line: declaredAt } = (await place(declared))!;
    expect(source.path).toBe(sample.main);
    expect(declaredAt).toBeLessThan(line);
    const pc = await variable('Registers', 'PC');
    expect(await place(pc.valueLocationReference)).toMatchObject({ line: sample.line('start') });
    const label = await client.request<DebugProtocol.EvaluateResponse['body']>('evaluate', { expression: 'bump' });
    expect(await place(label.valueLocationReference)).toMatchObject({ line: sample.line('bump') });
    await client.move('next');
    expect(await client.failure('locations', { locationReference: declared })).toContain('no location');
  });
});
