/** The exception filters: each stops where its fault is and says what that is, and nowhere while it is off. */
import type { DebugProtocol } from '@vscode/debugprotocol';
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
const ODD = rom('odd.rom', WORDS);
const FALSE_LOOP = folder.write(
  'false-loop.gtasm',
  'start:  ld   3\n        .loop 2\n.turn:  bne  .turn\n        suba 1\n        bra  start\n        nop\n',
);
/** Both sync pulses, much too often. */
const PULSES = folder.write(
  'pulses.gtasm',
  'start:  ld   $00,out\n        ld   $40,out\n        ld   $80,out\n        bra  start\n        ld   $c0,out\n',
);
const UNWRITTEN = folder.write(
  'unwritten.gtasm',
  '        .zp cell\nstart:  ld   [cell]\nend:    bra  end\n        nop\n',
);

function exceptionInfo(): Promise<DebugProtocol.ExceptionInfoResponse['body']> {
  return client.request('exceptionInfo', { threadId: 1 });
}

describe.each([
  ['declarations', 'False declaration', FALSE_LOOP, /^Declared: .*2.* Seen: turn 3 begins/, '0x0001:3'],
  ['unwritten', 'Read of unwritten RAM', UNWRITTEN, /^cell was read/, '0x0001:3'],
  ['opcode', 'Useless opcode', ODD, /^\$0806 at \$0001 does what `ld +\$06` does/, '0x0001:0'],
  ['line', 'Bad scan line', PULSES, /line of 3 cycles instead of 200/, '0x0000:1'],
  ['frame', 'Bad frame', PULSES, /vSync pulse of 1 lines instead of 8/, '0x0003:4'],
])('the filter %s', (filter, description, program, said, place) => {
  it.each(['realtime', 'unlimited'])('stops at the fault and says what it is, %s', async (speed) => {
    await client.launch({ program, speed, seed: 3 });
    expect(await client.filter(filter)).toEqual([{ verified: true }]);
    await client.request('configurationDone');
    const stopped = await client.stopped();
    expect(stopped).toMatchObject({ reason: 'exception', description });
    expect(stopped.text).toMatch(said);
    expect(await client.position()).toBe(place);
    const info = await exceptionInfo();
    expect(info.exceptionId).toBe(filter === 'frame' ? 'vsync' : filter);
    expect(info.description).toMatch(said);
  });

  it('lets the program run while it is off', async () => {
    await client.launch({ program, speed: 'unlimited' });
    await client.filter();
    await client.request('configurationDone');
    expect((await client.move('pause')).reason).toBe('pause');
    expect(await client.failure('exceptionInfo', { threadId: 1 })).toBe('The program did not stop at an exception.');
  });
});

it('the filters of the picture say when and where a monitor would reject it', async () => {
  await client.launch({ program: PULSES });
  await client.filter('line');
  await client.request('configurationDone');
  await client.stopped();
  expect((await exceptionInfo()).description).toBe('line of 3 cycles instead of 200 (cycle 4, at $0004, start+4)');
});

it('a filter that is not known is passed over', async () => {
  await client.launchStopped({ program: PULSES });
  await client.request('setExceptionBreakpoints', { filters: ['line'], filterOptions: [{ filterId: 'unknown' }] });
  expect(await client.failure('exceptionInfo', { threadId: 1 })).toBe('The program did not stop at an exception.');
});

describe('the filter of opcodes', () => {
  async function start(program: string, args: object = {}): Promise<void> {
    await client.launch({ program, speed: 'unlimited', ...args });
    await client.filter('opcode');
    await client.request('configurationDone');
  }

  it('stops in front of each in turn', async () => {
    await start(ODD);
    const texts = [(await client.stopped()).text];
    for (let count = 0; count < 4; count++) texts.push((await client.move('continue')).text);
    expect(texts).toEqual([
      expect.stringMatching(/^\$0806 at \$0001 does what `ld +\$06` does/),
      expect.stringMatching(/^\$2200 at \$0002 does nothing/),
      expect.stringMatching(/^\$da30 at \$0003 does what `st +\[\$30\]` does/),
      expect.stringMatching(/^\$c17f at \$0004 stores an undefined byte/),
      texts[0],
    ]);
  });

  it('lets ctrl pass where there is an expander', async () => {
    await start(rom('expander.rom', [WORDS[0]!, CTRL, WORDS[2]!]), { ram: 128 });
    expect((await client.stopped()).text).toMatch(/^\$2200 at \$0002/);
  });

  it('stops at nothing once it is off', async () => {
    await start(ODD);
    await client.stopped();
    await client.filter();
    await client.request('continue', { threadId: 1 });
    expect((await client.move('pause')).reason).toBe('pause');
  });
});
