/** Whatever arrives, every request is answered, nothing is printed, and the adapter survives. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clientForEachTest, folderForAllTests } from '#test/debugger/fixture.ts';

// `bra 0` and a nop: the program loops forever.
const program = folderForAllTests().write('fuzz.rom', Uint8Array.from([0xfc, 0x00, 0x02, 0x00]));

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
