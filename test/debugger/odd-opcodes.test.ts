/** The exception filter "Useless opcode": stops before what no assembler writes, and nowhere else. */
import { describe, expect, it } from 'vitest';
import { encode, opcodeOf } from '#isa';
import { clientForEachTest, folderForAllTests } from '#test/debugger/fixture.ts';

const folder = folderForAllTests();
const client = clientForEachTest();

/** A ROM image with these words at its beginning, and `nop` after them. */
function rom(name: string, words: readonly number[]): string {
  const bytes = new Uint8Array(0x20000);
  for (let address = 0; address < 0x10000; address++) bytes[2 * address] = 0x02;
  words.forEach((word, address) => bytes.set([word >> 8, word & 0xff], 2 * address));
  return folder.write(name, bytes);
}

/** `ld 5`, `anda ac` in its three spellings, `st [$30]` as mode 6 writes it, `ctrl`, and round again. */
const CTRL = encode(opcodeOf('st', 0, 'ram'), 0x7f);
const WORDS = [
  encode(opcodeOf('ld', 0, 'd'), 5),
  encode(opcodeOf('ld', 2, 'd'), 6),
  encode(opcodeOf('anda', 0, 'ac'), 0),
  encode(opcodeOf('st', 6, 'ac'), 0x30),
  CTRL,
  encode(opcodeOf('jump', 7, 'd'), 0),
  0x0200,
];

async function start(words: readonly number[], args: object = {}): Promise<void> {
  await client.launch({ program: rom('odd.rom', words), speed: 'unlimited', ...args });
  expect(await client.filter('opcode')).toEqual([{ verified: true }]);
  await client.request('configurationDone');
}

describe('the filter', () => {
  it('stops in front of each in turn and says what it is', async () => {
    await start(WORDS);
    const texts: (string | undefined)[] = [];
    for (let count = 0; count < 4; count++) {
      const { reason, description, text } = count === 0 ? await client.stopped() : await client.move('continue');
      expect([reason, description]).toEqual(['exception', 'Useless opcode']);
      texts.push(text);
    }
    expect(texts).toEqual([
      expect.stringMatching(/^\$0806 at \$0001 does what `ld +\$06` does/),
      expect.stringMatching(/^\$2200 at \$0002 does nothing/),
      expect.stringMatching(/^\$da30 at \$0003 does what `st +\[\$30\]` does/),
      expect.stringMatching(/^\$c17f at \$0004 stores an undefined byte/),
    ]);
    const info = await client.request('exceptionInfo', { threadId: 1 });
    expect(info).toMatchObject({ exceptionId: 'opcode', description: texts[3] });
    expect((await client.move('continue')).text).toBe(texts[0]);
  });

  it('lets ctrl pass where there is an expander', async () => {
    await start([WORDS[0]!, CTRL, WORDS[2]!], { ram: 128 });
    expect((await client.stopped()).text).toMatch(/^\$2200 at \$0002/);
  });

  it('stops at nothing once it is off', async () => {
    await start(WORDS);
    await client.stopped();
    await client.filter();
    await client.request('continue', { threadId: 1 });
    await client.request('pause', { threadId: 1 });
    expect((await client.stopped()).reason).toBe('pause');
    expect(await client.failure('exceptionInfo', { threadId: 1 })).toBe('The program did not stop at an exception.');
  });
});
