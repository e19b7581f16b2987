/** Whatever arrives, every request is answered, nothing is printed, and the adapter survives. */
import fc from 'fast-check';
import { describe, expect, it, afterAll, beforeAll } from 'vitest';
import { clientForEachTest, SampleProgram } from '#test/debugger/fixture.ts';
import { SourceFolder } from '#test/source-folder.ts';
import { AdapterClient } from '#test/debugger/adapter-client.ts';

// `bra 0` and a nop: the program loops forever.
const program = new SourceFolder().write('fuzz.rom', Uint8Array.from([0xfc, 0x00, 0x02, 0x00]));

/** Every command that the protocol or the views know, except those that end the session. */
const COMMANDS =
  `attach breakpointLocations cancel completions configurationDone continue dataBreakpointInfo disassemble evaluate
  exceptionInfo gigatron/input gigatron/listen gigatron/screen gigatron/speed gigatron/tables goto gotoTargets
  initialize launch loadedSources modules next pause readMemory restart restartFrame reverseContinue scopes
  setBreakpoints setDataBreakpoints setExceptionBreakpoints setExpression setFunctionBreakpoints
  setInstructionBreakpoints setVariable source stackTrace stepBack stepIn stepOut threads variables writeMemory
  toString __proto__`.split(/\s+/);

/** Properties that requests read, so that random arguments get past the first check. */
const value = fc.oneof(
  fc.integer({ min: -3, max: 70_000 }),
  fc.constantFrom(
    '',
    'ac',
    '[$30]',
    '1 +',
    'ram:0x0030',
    'rom:0xffff',
    '0x0000',
    program,
    'line',
    'instruction',
    'repl',
  ),
  fc.boolean(),
  fc.constant(null),
  fc.json().map((text) => JSON.parse(text) as unknown),
);
const NAMES =
  `threadId granularity frameId expression context variablesReference name value text column line memoryReference
  offset count data instructionOffset targetId dataId filter start startFrame levels screen tables key bytes
  asAddress program speed`.split(/\s+/);
const args = fc.oneof(
  fc.dictionary(fc.constantFrom(...NAMES), value, { maxKeys: 8 }),
  fc.record({
    source: fc.record({ path: fc.constantFrom(program, '/x', '') }),
    breakpoints: fc.array(
      fc.dictionary(
        fc.constantFrom(
          'line',
          'condition',
          'hitCondition',
          'logMessage',
          'name',
          'instructionReference',
          'dataId',
          'accessType',
        ),
        value,
      ),
      { maxLength: 4 },
    ),
    filters: fc.array(fc.string({ maxLength: 5 }), { maxLength: 3 }),
    instructionCount: fc.nat(500),
    line: fc.nat(100),
  }),
  value,
);

const client = clientForEachTest();

async function survives(requests: readonly (readonly [string, unknown])[]): Promise<void> {
  const responses = await Promise.all(requests.map(([command, wild]) => client.ask(command, wild)));
  for (const response of responses) {
    expect(typeof response.success).toBe('boolean');
    if (response.success) continue;
    const error = (response.body as { error?: { id?: number } } | undefined)?.error;
    // 1003 is the number for our own bugs.
    expect(error?.id, response.message).toBeGreaterThan(1000);
    expect(error?.id, `${response.command}: ${response.message}`).not.toBe(1003);
  }
}

const requests = fc.array(fc.tuple(fc.constantFrom(...COMMANDS), args), { minLength: 1, maxLength: 25 });

describe('random requests', () => {
  it('are answered before a program is launched', async () => {
    await fc.assert(fc.asyncProperty(requests, survives), { numRuns: 40 });
  });

  it('are answered while a program is debugged', async () => {
    await client.launchStopped({ program });
    await fc.assert(fc.asyncProperty(requests, survives), { numRuns: 150 });
    expect((await client.request<{ threads: object[] }>('threads')).threads).toHaveLength(1);
  });
});

describe('messages that are not requests', () => {
  it.each([
    '7',
    'null',
    '"x"',
    '[]',
    '{}',
    '{"type":"request"}',
    '{"type":"request","seq":"a","command":3}',
    '{"type":',
    '',
  ])('%s is passed over', async (body) => {
    client.sendRaw(body);
    expect((await client.request<{ threads: object[] }>('threads')).threads).toHaveLength(1);
  });
});

describe('huge requests', () => {
  const sample = new SampleProgram();
  let client: AdapterClient;
  beforeAll(async () => {
    client = await AdapterClient.start();
    await client.launchStopped({ program: sample.main });
  });
  afterAll(async () => {
    expect(await client.stop()).toBe(0);
    expect(client.stderr).toBe('');
  });

  const MANY = 300_000;
  const SUM = `1${'+1'.repeat(MANY)}`;
  /** JSON in brackets, 100,000 deep. */
  const DEEP = '['.repeat(100_000) + ']'.repeat(100_000);

  it.each([
    ['a sum', SUM, 'it has more than 1000 operators'],
    ['signs', `${'-'.repeat(MANY)}1`, 'it is nested too deeply'],
    ['brackets', `${'('.repeat(MANY)}1`, 'it is nested too deeply'],
    ['indices', `${'board['.repeat(MANY)}1`, 'it is nested too deeply'],
    ['a long name', `1 ${'a'.repeat(MANY)}`, 'is not expected here'],
  ])('evaluate of %s without an end', async (_name, expression, problem) => {
    const message = await client.failure('evaluate', { expression, frameId: 1, context: 'repl' });
    expect(message).toContain(problem);
    expect(message.length).toBeLessThan(400);
  });

  it('a sum of 1000 operators is evaluated', async () => {
    expect(await client.evaluate(`1${'+1'.repeat(1000)}`)).toContain('1001');
  });

  it.each([
    ['condition', { condition: SUM }, 'The condition is wrong: it has more than 1000 operators'],
    ['log message', { logMessage: `{${SUM}}` }, 'it has more than 1000 operators'],
    ['hit count', { hitCondition: `${' '.repeat(MANY)}x` }, 'The hit count is wrong'],
  ])('a breakpoint with a huge %s', async (_name, conditions, problem) => {
    const set = await client.breakAt(sample.main, { line: sample.line('call'), ...conditions });
    expect(set).toMatchObject([{ verified: false, message: expect.stringContaining(problem) as unknown }]);
  });

  it('a log message with braces that are not closed', async () => {
    const set = await client.breakAt(sample.main, { line: sample.line('call'), logMessage: `}${'{a'.repeat(MANY)}` });
    expect(set).toMatchObject([{ verified: false, message: expect.stringContaining('"}" is missing') as unknown }]);
  });

  it.each(['a', 'a[ ', ' '])('completions after many of %j', async (piece) => {
    const text = `${piece.repeat(MANY)}!a`;
    expect(await client.request('completions', { text, column: text.length + 1 })).toHaveProperty('targets');
  });

  it.each([
    ['evaluate', 'expression', '"expression" must be a string'],
    ['launch', 'defines', '"defines" must be an object'],
    ['setBreakpoints', 'source', '"source" must be an object'],
    ['setExceptionBreakpoints', 'filters', '"filters[0]" must be a string'],
  ])('%s with JSON that is 100,000 deep', async (command, name, problem) => {
    const args = `{"program":"a.gtasm","${name}":${DEEP}}`;
    const response = await client.askRaw(command, args);
    expect(response).toMatchObject({ success: false, message: expect.stringContaining(problem) as unknown });
  });

  it('every word of ROM is disassembled when asked for', async () => {
    const args = { memoryReference: 'rom', instructionCount: 0x10000, resolveSymbols: false };
    const { instructions } = await client.request<{ instructions: { instruction: string }[] }>('disassemble', args);
    expect(instructions).toHaveLength(0x10000);
    expect(instructions[2]?.instruction).toMatch(/^bra {2}\$00/);
  });
});
