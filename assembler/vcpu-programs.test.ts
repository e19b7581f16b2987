/** Programs for the vCPU in a source: their bytes, their labels, and the tables over pages that hold them. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Assembly } from '#assembler';
import { isFailure } from '#basics';
import { decodeVcpu, formatVcpu, parseGt1, VCPU_FORMS } from '#isa';
import { assembleText, codes } from '#test/assembler/assembled-text.ts';
import { forAll } from '#test/draws.ts';
import { good } from '#test/good.ts';

/** The bytes of the segments of a source. */
function segmentsOf(text: string) {
  const assembly = assembleText(text);
  expect(codes(assembly)).toEqual([]);
  const program = good(parseGt1(good(assembly.gt1())));
  return { ...program, segments: program.segments.map(({ address, data }) => [address, [...data]]) };
}

/** The bytes of one segment at $0200. */
function bytesOf(...lines: readonly string[]): unknown {
  const text = `.vcpu $0200, $0200\n${lines.map((line) => `${line}\n`).join('')}.endvcpu\n`;
  return segmentsOf(text).segments[0]?.[1];
}

/** The entries of a table in the order in which its readers give them. */
function entriesOf({ image, used }: Assembly, from: number, capacity: number): number[] {
  const entries: number[] = [];
  for (let address = from; used[address] === 1; address += (address & 0xff) === capacity - 1 ? 257 - capacity : 1)
    entries.push(image[address]! & 0xff);
  return entries;
}

const READER =
  '.macro reader\n bra ac\n bra *+1\n ld >start,y\n jmp y,start\n nop\n.endmacro\nstart: bra start\n nop\n';

describe('an instruction of the vCPU', () => {
  it('is written as the disassembler shows it', () => {
    const instruction = fc.tuple(fc.constantFrom(...VCPU_FORMS.values()), fc.nat(255), fc.nat(255));
    forAll(100, [instruction], ([{ bytes, operand }, first, second]) => {
      const more = operand === 'none' ? [] : operand === 'word' ? [first, second] : [first];
      const code = [...bytes, ...more];
      const decoded = decodeVcpu(0x200, (address) => code[address - 0x200] ?? 0);
      expect(bytesOf(formatVcpu(decoded!))).toEqual(code);
    });
  });
});

describe('a .gt1 file', () => {
  it('has all segments and the start', () => {
    const text = '.vcpu $0200\nmain: CALL vAC\n.endvcpu\n.zp vAC at $18\n.vcpu $7f00, main\n RET\n.endvcpu\n';
    expect(segmentsOf(text)).toEqual({
      segments: [
        [0x200, [0xcf, 0x18]],
        [0x7f00, [0xff]],
      ],
      start: 0x200,
    });
  });

  it.each([
    ['no segment', ' nop\n', 'has no segment'],
    ['no start', '.vcpu $0200\n RET\n.endvcpu\n', 'without a start address'],
    ['two programs', '.vcpu 512, 512\n RET\n.endvcpu\n.vcpu 768, 768\n RET\n.endvcpu\n', 'after its end'],
  ])('is not made of %s', (_, text, message) => {
    expect(assembleText(text).gt1()).toMatchObject({ message: expect.stringContaining(message) });
  });
});

describe('a table over pages', () => {
  const bytes = fc.array(fc.nat(255), { minLength: 1, maxLength: 900 });

  it('holds entries, files and segments in order, and ends each page with its macro', () => {
    forAll(40, [bytes, fc.integer({ min: 16, max: 251 })], (data, capacity) => {
      const text = `${READER}.lookup t, reader at ${capacity}\n.entry "ab"\n.incbin "f"\n.vcpu $0200, $0200\n.entry 1, 2\n LDWI $1234\n.endvcpu\n.endlookup\n`;
      const assembly = assembleText(text, { others: { f: Uint8Array.from(data) } });
      expect(codes(assembly)).toEqual([]);
      const expected = [0x61, 0x62, ...data, 2, 0, 5, 1, 2, 0x11, 0x34, 0x12, 0, 2, 0];
      const pages = Math.ceil(expected.length / capacity);
      expect(entriesOf(assembly, 0x100, capacity).slice(0, expected.length)).toEqual(expected);
      for (let page = 1; page <= pages; page++) expect(assembly.image[page * 256 + capacity]).toBe(0xfe00);
      expect(assembly.used.indexOf(1, (pages + 1) * 256)).toBe(-1);
      const file = assembly.gt1();
      expect(file).toEqual(Uint8Array.of(...expected.slice(-11)));
    });
  });

  it('takes only a whole program as .romdata', () => {
    const take = (file: readonly number[]): string[] => {
      const text = `${READER}.lookup t, reader at 251\n.romdata "f"\n.endlookup\n`;
      return codes(assembleText(text, { others: { f: Uint8Array.from(file) } }));
    };
    expect(take([2, 0, 1, 0xff, 0, 2, 0])).toEqual([]);
    expect(take([2, 0, 1, 0xff])).toEqual(['GT0701 10:9']);
  });
});

describe('.interface', () => {
  it('gives addresses as text and numbers as they are', () => {
    const assembly = assembleText(
      '.zp vAC, 2 at $18\nWIDTH = 160\n.org $0b00\nSYS_Draw_26: ld [vAC]\n.interface vAC, WIDTH, SYS_Draw_26\n',
    );
    const text = assembly.interfaceJson();
    expect(isFailure(text) ? text : JSON.parse(text)).toEqual({ vAC: '0x0018', WIDTH: 160, SYS_Draw_26: '0x0b00' });
  });

  it('must name something', () => {
    expect(assembleText(' nop\n').interfaceJson()).toMatchObject({ message: expect.stringContaining('.interface') });
  });
});
