/**
 * The exception filter "Broken invariant": quiet while the tables are right; going back to what made them wrong.
 */
import { join } from 'node:path';
import type { DebugProtocol } from '@vscode/debugprotocol';
import type { TablesMessage } from '#debugger/protocol';
import { describe, expect, it } from 'vitest';
import { clientForEachTest, folderForAllTests } from '#test/debugger/fixture.ts';

const ENGINE = join(import.meta.dirname, '../../engine-asm/main.gtasm');

/** An empty board, whose one map must hold 0 on the ring around it; the fourth round writes $04 there. */
const TABLES = `
        .squares a1=29 file=1 rank=10
        .pieces empty=0 guard=$80 black=1
        .kind $14, queen
        .set directions, n, e, s, w, ne, se, sw, nw
        .column board, 8..127 at $20 index=square element=piece
        .column attacks, 8..127 at $21 index=square element=slider-set set=directions side=white
        .zp counter
start:  ld   0
node:   st   [counter]
        ld   29 + 10,y
        ld   $08
        st   [y,attacks]        ; a2 is empty: what is there does not count
        ld   28,y
        ld   [counter]
        suba 3
        bne  right
        ld   0
        ld   $04                ; in the fourth round
right:  st   [y,attacks]
written:
        ld   [counter]
        bra  node
        adda 1
`;

const client = clientForEachTest();

/** Sets the filter; returns why it cannot work, if so. */
async function filter(condition?: string): Promise<string | undefined> {
  const { breakpoints } = await client.request<{ breakpoints: DebugProtocol.Breakpoint[] }>('setExceptionBreakpoints', {
    filters: condition === undefined ? ['invariant'] : [],
    filterOptions: condition === undefined ? [] : [{ filterId: 'invariant', condition }],
  });
  expect(breakpoints).toHaveLength(1);
  expect(breakpoints[0]?.verified).toBe(breakpoints[0]?.message === undefined);
  return breakpoints[0]?.message;
}

function breakAt(name: string, hitCondition?: string): Promise<unknown> {
  return client.breakIn({ name, hitCondition });
}

async function exception(): Promise<string> {
  const info = await client.request<DebugProtocol.ExceptionInfoResponse['body']>('exceptionInfo', { threadId: 1 });
  expect(info.exceptionId).toBe('invariant');
  return info.description ?? '';
}

describe('on the engine', () => {
  it('stops in no node of perft, and in the first one after a byte of a map was changed', async () => {
    await client.launchStopped({ program: ENGINE, speed: 'unlimited', seed: 7, invariantAt: 'countMove' });
    await breakAt('mainLoop');
    await client.move('continue');
    await client.evaluate('perftDepth = 3', 'repl');
    await client.evaluate('command = COMMAND_PERFT', 'repl');
    await breakAt('countMove', '300');
    expect(await filter()).toBeUndefined();
    expect((await client.move('continue')).reason).toBe('function breakpoint');

    const memoryReference = `ram:${(await client.evaluate('&whiteLeapers[e5]')).replace(/^\$([0-9a-f]+).*/, '0x$1')}`;
    const before = await client.request<{ data: string }>('readMemory', { memoryReference, count: 1 });
    const byte = Buffer.from(before.data, 'base64')[0] ?? 0;
    const data = Buffer.from([byte ^ 0x02]).toString('base64');
    await client.request('writeMemory', { memoryReference, data });
    const stopped = await client.move('continue');
    expect(stopped).toMatchObject({ reason: 'exception', description: 'Broken invariant' });
    expect(stopped.text).toMatch(/^whiteLeapers\[e5\] is \$.. instead of \$..: pawn:nw (missing|too many)$/);
    const names = (await client.frames()).map(({ name }) => name);
    expect(names.slice(0, 3)).toEqual(['attacksOnKing (macro)', 'inCheck (macro)', 'countMove']);
    expect(await exception()).toBe(stopped.text);
    const { tables } = await client.request<TablesMessage>('gigatron/tables');
    expect(tables.oracle?.differences).toMatchObject([{ table: 'whiteLeapers', name: 'e5' }]);

    // The table stays wrong, so the next node stops as well; without the filter nothing does.
    expect((await client.move('continue')).reason).toBe('exception');
    await client.filter();
    expect((await client.move('continue')).reason).toBe('function breakpoint');
  });
});

describe('on a program with one map', () => {
  const folder = folderForAllTests();
  const program = folder.write('tables.gtasm', TABLES);

  const launch = (args: object = {}): Promise<void> => client.launchStopped({ program, speed: 'unlimited', ...args });

  it('stops in the round after the bad write, and goes back to the instruction that made it', async () => {
    await launch();
    expect(await filter('node')).toBeUndefined();
    const stopped = await client.move('continue');
    expect(stopped).toMatchObject({ reason: 'exception', text: 'attacks[$1c] is $04 instead of $00: s too many' });
    expect(await client.evaluate('counter')).toMatch(/^3\b|\(3\)/);

    expect(await client.move('reverseContinue')).toMatchObject({
      reason: 'data breakpoint',
      text: 'The last write of attacks[$1c]: none → s',
    });
    expect((await client.frames())[0]?.line).toBe(
      TABLES.split('\n').findIndex((line) => line.startsWith('right:')) + 1,
    );
    expect(await client.failure('exceptionInfo', { threadId: 1 })).toBe('The program did not stop at an exception.');
    // From elsewhere, only breakpoints stop a backward run, not the check.
    expect((await client.move('reverseContinue')).reason).toBe('entry');
  });

  it('says so where the wrong byte came from outside', async () => {
    await launch();
    await breakAt('written');
    await client.move('continue');
    await client.evaluate('attacks[28] = $10', 'repl');
    await client.evaluate('attacks[38] = $10', 'repl');
    await client.breakIn();
    await filter('node');
    const text = 'attacks[$1c] is $10 instead of $00: ne too many';
    expect((await client.move('continue')).text).toBe(`${text}; 1 more byte is wrong`);
    expect(await exception()).toBe(`${text}\nattacks[$26] is $10 instead of $00: ne too many`);
    expect((await client.move('reverseContinue')).text).toBe(
      'The last write of attacks[$1c]: none → none; the $10 came later, from outside',
    );
    await client.move('continue');
    await client.evaluate('attacks[28] = 0', 'repl');
    expect((await client.move('continue')).text).toMatch(/^attacks\[\$26\]/);
    expect(await client.move('reverseContinue')).toMatchObject({
      reason: 'entry',
      text: 'No instruction has written attacks[$26]',
    });
  });

  it('is also checked during a step', async () => {
    await launch();
    await filter('node');
    await client.evaluate('attacks[38] = $10', 'repl');
    expect((await client.move('next')).reason).toBe('exception');
  });

  it('says why it cannot check', async () => {
    await launch();
    expect(await filter()).toMatch(/^Say where to check/);
    expect(await filter('nowhere')).toMatch(/^There is no symbol "nowhere"/);
    expect(await filter('node, counter')).toBe('"counter" is not an address in ROM.');
    expect(await filter('$10000')).toBe('"$10000" is not an address in ROM.');
    expect(await filter('1 +')).toMatch(/^"1 \+": /);
    expect(await filter('node, right + 1')).toBeUndefined();
  });

  it('needs tables', async () => {
    await launch({ program: folder.write('plain.gtasm', 'start:  bra start\n        nop\n') });
    expect(await filter('start')).toMatch(/^The program declares no attack maps/);
  });

  it('is checked in the run after a restart too', async () => {
    await launch();
    await filter('node');
    await client.request('restart');
    expect((await client.stopped()).reason).toBe('entry');
    expect((await client.move('continue')).reason).toBe('exception');
  });
});
