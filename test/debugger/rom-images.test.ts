/** Launching ROM images: alone, with debug information, and every way in which that can fail. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fnv1a64 } from '#basics';
import { NO_DEBUG_INFO } from '#assembler';
import { encode, NO_DECLARATIONS, opcodeOf } from '#isa';
import { clientForEachTest, folderForAllTests } from '#test/debugger/fixture.ts';

const folder = folderForAllTests();

const client = clientForEachTest((started) => started.request('initialize', { adapterID: 'gigatron' }));

/** `ld 5`, `bra 0`, and in its delay slot `st [$30]`. */
const WORDS = [
  encode(opcodeOf('ld', 0, 'd'), 5),
  encode(opcodeOf('jump', 7, 'd'), 0),
  encode(opcodeOf('st', 0, 'ac'), 0x30),
];

function image(words: readonly number[], bytes = 0x20000): Uint8Array {
  const result = new Uint8Array(bytes);
  words.forEach((word, address) => result.set([word >> 8, word & 0xff], 2 * address));
  return result;
}

const INFO = {
  ...NO_DEBUG_INFO,
  imageHash: fnv1a64(image(WORDS)),
  sources: [{ path: 'main.gtasm', hash: '0000000000000000' }],
  lines: WORDS.map((_, address) => ({ address, source: 0, line: address + 4, column: 8, endColumn: 16 })),
  symbols: [{ name: 'again', kind: 'label', value: 0, source: 0, line: 4, column: 0, endColumn: 5 }],
};

describe('a ROM image alone', () => {
  it('runs, stops, steps by instruction and is disassembled', async () => {
    const program = folder.write('alone.rom', image(WORDS));
    await client.launchStopped({ program });
    expect(await client.position()).toBe('0x0000:0');
    expect((await client.move('next')).reason).toBe('step');
    await client.move('next');
    await client.move('stepIn');
    expect(await client.position()).toBe('0x0000:0');
    expect(await client.evaluate('[$30]')).toBe('$05 (5)');
    expect(await client.evaluate('cycle')).toBe('$03 (3)');
  });

  it('may be shorter than the ROM', async () => {
    await client.launchStopped({ program: folder.write('short.rom', image(WORDS, 6)) });
    expect(await client.evaluate('rom[$ffff]')).toBe('$0000 (0)');
  });
});

describe('a ROM image with debug information', () => {
  it('reads loops as older documents have them, and compares them', async () => {
    const loop = { head: 0, last: 2, backs: [1], min: 2, max: 2, count: null };
    const info = { ...INFO, declarations: { ...NO_DECLARATIONS, loops: [loop] } };
    const program = folder.write('old.rom', image(WORDS));
    await client.launchStopped({ program, debugInfo: folder.write('old.json', JSON.stringify(info)) });
    await client.filter('declarations');
    expect(await client.move('continue')).toMatchObject({ description: 'False declaration' });
  });

  it('shows source lines', async () => {
    const program = folder.write('whole.rom', image(WORDS));
    await client.launchStopped({ program, debugInfo: folder.write('whole.json', JSON.stringify(INFO)) });
    const [top] = await client.frames();
    expect(top).toMatchObject({ name: 'again', line: 5, column: 9, source: { path: join(folder.path, 'main.gtasm') } });
    await client.move('next');
    expect(await client.position()).toBe('0x0001:6');
  });

  it.each([
    ['no JSON', '{', 'is not debug information: it is not a JSON document.'],
    ['something else', '{"a":1}', 'is not debug information: its "format" is not "gigatron-debug-info".'],
    [
      'another version',
      JSON.stringify({ ...INFO, version: 99 }),
      'has version 99 of the debug information, and 1 is needed; assemble the program again.',
    ],
    ['another image', JSON.stringify({ ...INFO, imageHash: 'feedfacefeedface' }), 'describes another ROM image than'],
    [
      'damaged',
      JSON.stringify({ ...INFO, lines: [{ address: 'x' }] }),
      'is damaged debug information: "lines[0].source" must be an integer from 0',
    ],
    ['damaged', JSON.stringify({ ...INFO, lines: [{ ...INFO.lines[0], source: 5 }] }), 'is damaged debug information'],
  ])('refuses %s with one sentence', async (_what, text, message) => {
    const program = folder.write('refused.rom', image(WORDS));
    const failure = await client.failure('launch', { program, debugInfo: folder.write('refused.json', text) });
    expect(failure).toContain(message);
    expect(failure.split('\n')).toHaveLength(1);
  });

  it('says when the file is missing', async () => {
    const program = folder.write('missing.rom', image(WORDS));
    expect(await client.failure('launch', { program, debugInfo: 'nowhere.json' })).toBe(
      `There is no file "${join(folder.path, 'nowhere.json')}" with debug information; check "debugInfo" in launch.json.`,
    );
  });
});

describe('a bad ROM image', () => {
  it.each([
    ['empty', 0, 'The ROM image is empty.'],
    ['odd', 131, 'has 131 bytes'],
    ['too long', 0x20002, 'has 131074 bytes'],
  ])('that is %s is refused', async (name, bytes, message) => {
    const program = folder.write(`${name}.rom`, new Uint8Array(bytes));
    const failure = await client.failure('launch', { program });
    expect(failure).toContain(`"${program}" cannot be run: `);
    expect(failure).toContain(message);
  });
});
