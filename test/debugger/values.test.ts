/** Values: arrays in the zero page appear as a whole everywhere, and what is shown can be typed back. */
import type { DebugProtocol } from '@vscode/debugprotocol';
import { expect, it } from 'vitest';
import { clientForEachTest, folderForAllTests } from '#test/debugger/fixture.ts';

const PROGRAM = `
        .squares a1=29 file=1 rank=10
        .pieces empty=0 guard=$80 black=1
        .kind $10, king
        .kind $12, queen
        .set directions, n, e, s, w, ne, se, sw, nw
        .zp nodes, 4 index=number element=byte
        .zp nextTurn, 2 index=number element=address role=next-turn
        .zp slots, 2 element=piece index=colour
        .zp long, 6 index=number element=byte
        .zp cursor element=square role=cursor
        .zp side element=colour role=side-to-move
        .zp castling element=castling
        .zp held element=piece
        .zp lines element=slider-set set=directions
        .zp white, 8 element=bitboard64
        .zp small, 4 index=number element=bitboard16
        .zp key, 2 element=zobrist-index
        .row squares, 0..0 at $0400 bytes 32 element=nibble-board
        .row record, 0..9 at $0298 bytes 4 index=ply element=turn-word
        .row octad, 0..0 at $0500 bytes 74 element=octad-state
start:  ld   $c6                ; 8902 = $22c6
        st   [nodes]
        ld   $22
        st   [nodes + 1]
loop:   ld   [nodes]            ; line 27
        adda 1
        bra  loop
        st   [nodes]
`;
const path = folderForAllTests().write('values.gtasm', PROGRAM);
const client = clientForEachTest(async (started) => {
  await started.launchStopped({ program: path, speed: 'unlimited' });
  await started.runTo(path, 26);
});

async function zeroPage(): Promise<{ reference: number; variables: DebugProtocol.Variable[] }> {
  const { scopes } = await client.request<DebugProtocol.ScopesResponse['body']>('scopes', { frameId: 1 });
  const reference = scopes.find(({ name }) => name === 'Zero page')?.variablesReference ?? 0;
  const body = await client.request<DebugProtocol.VariablesResponse['body']>('variables', {
    variablesReference: reference,
  });
  return { reference, variables: body.variables };
}

/** Sets a variable in the Variables view; returns what it then shows. */
async function set(name: string, value: string): Promise<string> {
  const { reference: variablesReference } = await zeroPage();
  return (await client.request<{ value: string }>('setVariable', { variablesReference, name, value })).value;
}

it('arrays of bytes are one number in watches, conditions and the Variables view', async () => {
  expect(await client.evaluate('nodes')).toBe('$000022c6 (8902)');
  expect(await client.evaluate('nodes / 2')).toBe('$1163 (4451)');
  expect(await client.evaluate('nodes[1]')).toBe('$22 (34)');
  const { variables } = await zeroPage();
  expect(variables.find(({ name }) => name === 'nodes')).toMatchObject({
    value: '$000022c6 (8902)',
    indexedVariables: 4,
  });
  expect(variables.find(({ name }) => name === 'long')).toMatchObject({ indexedVariables: 6 });
  expect(await set('nodes', '70000')).toBe('$00011170 (70000)');
  await set('nextTurn', '$02a0');
  expect(await client.evaluate('nextTurn')).toBe('$02a0 (record[2])');
});

it('a breakpoint on an array watches all of its bytes', async () => {
  const info = (name: string): Promise<object> => client.request('dataBreakpointInfo', { name });
  expect(await info('nodes')).toMatchObject({ dataId: expect.stringMatching(/\/4$/) as string });
  expect(await info('slots')).toMatchObject({ dataId: expect.stringMatching(/\/2$/) as string });
  expect(await info('long')).toMatchObject({ dataId: expect.stringMatching(/\/6$/) as string });
  await client.breakOnData('nodes');
  expect((await client.move('continue')).text).toMatch(/^nodes\[0\] was written .*: \$c6 → \$c7$/);
  await client.move('reverseContinue');
  expect((await client.move('reverseContinue')).text).toMatch(/^nodes\[1\] was written .*: \$00 → \$22$/);
});

it.each([
  ['cursor', 'e2', '$2b (e2)'],
  ['side', 'black', '$01 (black)'],
  ['castling', 'Kq', '$09 (Kq)'],
  ['held', 'white queen', '$12 (white queen)'],
  ['lines', 'nw n', '$81 (n nw)'],
])('a meaning can be typed for %s, and what is shown can be typed back', async (name, typed, shown) => {
  const before = await client.evaluate(name);
  expect(await set(name, typed)).toBe(shown);
  const after = await client.evaluate(name);
  expect(await set(name, before)).toBe(before);
  // Only the meaning was changed in the field.
  expect(await set(name, before.replace(/\(.*\)/, `(${typed})`))).toBe(after);
});

it.each([
  ['white', 'a1 h8', '$8000000000000001 (a1 h8)'],
  ['white', '$ffffffffffffff7f', '$ffffffffffffff7f (all but h1)'],
  ['key', 'white knight on b1', '$02ae (white knight on b1)'],
  ['key', '768', '$0300 (black to move)'],
])('boards and words of bits are typed for %s as %s', async (name, typed, shown) => {
  expect(await set(name, typed)).toBe(shown);
  expect(await set(name, shown)).toBe(shown);
  expect(await client.evaluate(name, 'hover')).toBe(shown);
});

it('boards and words of bits are values in watches, entries included', async () => {
  const change = (expression: string, value: string): Promise<{ value: string }> =>
    client.request<{ value: string }>('setExpression', { expression, value });
  expect((await change('small[1]', 'a1 d4')).value).toBe('$8001 (a1 d4)');
  expect(await client.evaluate('[small + 2]')).toBe('$80 (128)');
  const turn =
    '$3c591b42 (white pawn e4d5, takes black knight, black may castle queen side, white may castle queen side, black may castle king side, white may castle king side)';
  expect((await change('record[0]', '$3c591b42')).value).toBe(turn);
  expect((await change('record[1]', 'white pawn e2e4, double pawn push')).value).toBe(
    '$000d2432 (white pawn e2e4, double pawn push)',
  );
  const start = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR';
  expect((await change('squares[0]', start)).value).toBe(start);
  const state = 'ppkn/4/2P1/NK1P NFncf -';
  expect((await change('octad[0]', state)).value).toBe(state);
  expect((await change('[octad + 5]', '1')).value).toBe('$01 (1)');
  expect(await client.evaluate('octad[0]')).toMatch(/^(\$\w\w ){74}\(ppk/);
  expect(await client.failure('setExpression', { expression: 'white', value: 'i9' })).toBe(
    '"i9": it does not mean a bitboard64.',
  );
});

it('a byte of memory says what it belongs to', async () => {
  await client.request('setExpression', { expression: 'record[1]', value: 'white pawn e2e4, double pawn push' });
  const owner = (address: number): Promise<unknown> => client.request('gigatron/byteOwner', { address });
  const turn = { name: 'record[1]', value: '$000d2432 (white pawn e2e4, double pawn push)' };
  expect(await owner(0x29c)).toEqual(turn);
  expect(await owner(0x29f)).toEqual(turn);
  expect(await owner(0x700)).toMatchObject({ name: '$0700' });
  expect(await client.failure('gigatron/byteOwner', { address: 0x10000 })).toContain('65536');
});

it('words for meanings are values in the console', async () => {
  expect(await client.evaluate('side = black', 'repl')).toBe('$01 (black)');
  expect(await client.evaluate('side = white', 'repl')).toBe('$00 (white)');
});

it('says why something cannot be typed', async () => {
  const { reference: variablesReference } = await zeroPage();
  const failure = (name: string, value: string): Promise<string> =>
    client.failure('setVariable', { variablesReference, name, value });
  expect(await failure('side', 'green')).toBe('There is no symbol "green".');
  expect(await failure('nodes', '$01 $02')).toBe('"$01 $02": it has 4 bytes, not 2.');
  expect(await set('nodes', '$01 $02 $00 $00')).toBe('$00000201 (513)');
});

it('a format after an expression says how its value is shown', async () => {
  expect(await client.evaluate('nodes,d')).toBe('8902');
  expect(await client.evaluate('ac ,x')).toBe(await client.evaluate('ac').then((text) => text.slice(0, 3)));
  expect(await client.evaluate('$2c,b')).toBe('%00101100');
  expect(await client.evaluate('[nodes],w')).toBe('$22c6 (8902)');
});

it('the debug console dumps RAM and lists what it understands, and whole tables can be copied', async () => {
  expect(await client.evaluate('dump nodes; 4', 'repl')).toMatch(/^\$00[\da-f]{2}: c6 22 00 00$/);
  expect((await client.evaluate('dump $0298', 'repl')).split('\n')).toHaveLength(4);
  expect(await client.evaluate('help', 'repl')).toContain('dump place');
  expect(await client.evaluate('squares', 'clipboard')).toBe(Array.from({ length: 32 }, () => '$00').join(' '));
});
