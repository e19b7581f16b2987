/** Huge or deeply nested requests get an answer that says so, and the adapter survives. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AdapterClient } from '#test/debugger/adapter-client.ts';
import { sampleForAllTests } from '#test/debugger/fixture.ts';

const sample = sampleForAllTests();
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

it('a log message with braces that are not closed is text', async () => {
  const set = await client.breakAt(sample.main, { line: sample.line('call'), logMessage: `}${'{a'.repeat(MANY)}` });
  expect(set).toMatchObject([{ verified: true }]);
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
