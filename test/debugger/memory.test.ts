/** Memory and disassembly: two address spaces, any window, and announced edits. */
import type { DebugProtocol } from '@vscode/debugprotocol';
import { describe, expect, it } from 'vitest';
import { clientForEachTest, sampleForAllTests } from '#test/debugger/fixture.ts';

const sample = sampleForAllTests();
const client = clientForEachTest((started) => started.launchStopped({ program: sample.main }));

async function read(memoryReference: string, offset: number, count: number): Promise<string> {
  const body = await client.request<{ address: string; data?: string; unreadableBytes?: number }>('readMemory', {
    memoryReference,
    offset,
    count,
  });
  const hex = Buffer.from(body.data ?? '', 'base64').toString('hex');
  return `${body.address} ${hex}${body.unreadableBytes === undefined ? '' : ` -${body.unreadableBytes}`}`;
}

describe('RAM', () => {
  it('is written and read back, through the mirror too', async () => {
    const data = Buffer.from([1, 2, 3]).toString('base64');
    expect(await client.request('writeMemory', { memoryReference: 'ram:0x0300', offset: 1, data })).toEqual({
      bytesWritten: 3,
    });
    expect(await read('ram:0x0300', 0, 5)).toBe('0x300 0001020300');
    expect(await read('ram', 0x8301, 3)).toBe('0x8301 010203');
    expect(await client.evaluate('[$302]')).toBe('$02 (2)');
    // An address alone means RAM.
    expect(await read('0x0302', 0, 1)).toBe('0x302 02');
  });

  it('ends at $ffff', async () => {
    expect(await read('ram:0xfffe', 0, 4)).toBe('0xfffe 0000 -2');
    expect(await read('ram:0xfffe', 5, 4)).toBe('0x10003  -4');
    expect(await read('ram', -2, 4)).toBe('0x0  -4');
    const data = Buffer.from([1, 2, 3]).toString('base64');
    expect(await client.failure('writeMemory', { memoryReference: 'ram:0xfffe', data })).toContain('does not fit');
    expect(await client.request('writeMemory', { memoryReference: 'ram:0xfffe', data, allowPartial: true })).toEqual({
      bytesWritten: 2,
    });
  });

  it('that is on display is announced when it changes', async () => {
    await read('ram:0x0010', 0, 16);
    await client.request('setExpression', { expression: '[$0012]', value: '5' });
    expect(await client.event('memory')).toEqual({ memoryReference: 'ram:0x0010', offset: 2, count: 1 });
    await client.move('next');
    expect(await client.event('memory')).toEqual({ memoryReference: 'ram:0x0010', offset: 0, count: 0xfff0 });
  });
});

describe('ROM', () => {
  it('is read as the bytes of its file, and not written', async () => {
    expect(await read('rom', 0, 4)).toMatch(/^0x0 0001c2/);
    expect(await read('rom:0x0001', 0, 1)).toBe('0x2 c2');
    expect(await read('rom:0x0001', -1, 1)).toBe('0x1 01');
    expect(await read('rom:0xffff', 0, 4)).toBe('0x1fffe 0000 -2');
    expect(await client.failure('writeMemory', { memoryReference: 'rom', data: 'AA==' })).toContain(
      'ROM cannot be written',
    );
  });

  it.each(['', 'x', 'ram:12345678', 'rom:0x10000', 'flash:0x0'])(
    '"%s" is not a memory reference',
    async (memoryReference) => {
      expect(await client.failure('readMemory', { memoryReference, count: 1 })).toContain('is not a memory reference');
    },
  );

  it('data that is not Base64 is refused', async () => {
    expect(await client.failure('writeMemory', { memoryReference: 'ram', data: '%%' })).toBe(
      'The data to write is not Base64.',
    );
  });
});

describe('disassembly', () => {
  async function disassemble(args: object): Promise<DebugProtocol.DisassembledInstruction[]> {
    return (await client.request<{ instructions: DebugProtocol.DisassembledInstruction[] }>('disassemble', args))
      .instructions;
  }

  it('has symbols, source lines and delay slots', async () => {
    const rows = await disassemble({ memoryReference: '0x0000', instructionCount: 4 });
    expect(rows).toMatchObject([
      {
        address: '0x0000',
        instructionBytes: '00 01',
        instruction: 'ld   $01',
        symbol: 'start',
        line: sample.line('start'),
        location: { path: sample.main },
      },
      { address: '0x0001', instruction: 'st   [counter]', line: sample.line('init') },
      { address: '0x0002', instruction: 'bra  bump', symbol: 'loop' },
      { address: '0x0003', instruction: expect.stringMatching(/^ {2}ld {3}\$0/) as unknown },
    ]);
  });

  it('pads before the first and after the last word', async () => {
    const rows = await disassemble({ memoryReference: '0x0001', instructionOffset: -3, instructionCount: 4 });
    expect(rows.map(({ address, presentationHint }) => [address, presentationHint])).toEqual([
      ['-2', 'invalid'],
      ['-1', 'invalid'],
      ['0x0000', undefined],
      ['0x0001', undefined],
    ]);
    const last = await disassemble({ memoryReference: '0xffff', instructionCount: 2 });
    expect(last.map(({ presentationHint }) => presentationHint)).toEqual([undefined, 'invalid']);
    for (const { address } of [...rows, ...last]) expect(() => BigInt(address)).not.toThrow();
  });

  it('gives every word of ROM when asked', async () => {
    const rows = await disassemble({ memoryReference: 'rom', instructionCount: 0x10000, resolveSymbols: false });
    expect(rows).toHaveLength(0x10000);
    expect(rows[2]?.instruction).toMatch(/^bra {2}\$00/);
  });

  it('of RAM is refused', async () => {
    expect(await client.failure('disassemble', { memoryReference: 'ram:0x0000', instructionCount: 1 })).toContain(
      'is not a memory reference',
    );
  });
});
