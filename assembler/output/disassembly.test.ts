/** Disassemblies: editing them, the vCPU interpreter in them, and names; test/golden shows their code. */
import { describe, expect, it } from 'vitest';
import { disassemble, findInterpreter, formatSymbols, readSymbols } from '#assembler';
import { isFailure } from '#basics';
import { VCPU_ROM } from '#test/emulator/vcpu-rom.ts';
import { assembleText } from '#test/assembler/assembled-text.ts';
import { good } from '#test/good.ts';

/** The image of a source, up to its last word. */
function imageOf(text: string): Uint16Array {
  const { image } = assembleText(text);
  return image.subarray(0, image.findLastIndex((word) => word !== 0) + 1);
}

describe('a disassembly', () => {
  it('says before every fill where it starts, also up to the last words of a page', () => {
    const image = imageOf(` ld 1\n .fill $fb, $0200\n bra ac\n bra $fd\n .fill $180, $0200\n ld 2\n .fill $200, 0`);
    const source = disassemble(image);
    const shifted = source.replace('ld   $01', 'nop\n        ld   $01');
    const { diagnostics } = assembleText(shifted);
    expect(diagnostics.filter(({ code }) => code === 'GT0606').map(({ message }) => message)).toEqual([
      'page $00 has more or fewer words before its free ones: 1 word too many',
    ]);
    expect(source.match(/\.assert/g)).toHaveLength(source.match(/\.fill/g)?.length ?? 0);
  });

  it('reports a word too many or too few in a page, and nothing else', () => {
    const image = imageOf(Array.from({ length: 0x280 }, (_, i) => ` st [${0x30 + (i % 64)}]`).join('\n'));
    const source = disassemble(image);
    expect(assembleText(source).diagnostics).toEqual([]);
    const line = /^ +st +\[\$35\].*\n/m;
    const longer = assembleText(source.replace(line, '$&        nop\n')).diagnostics;
    expect(longer.map(({ message }) => message)).toEqual(['page $00 must have 256 words: 1 word too many']);
    const twice = assembleText(source.replace(line, '$&        nop\n        nop\n')).diagnostics;
    expect(twice.map(({ message }) => message)).toEqual(['page $00 must have 256 words: 2 words too many']);
    const shorter = assembleText(source.replace(line, '')).diagnostics;
    expect(shorter.map(({ message }) => message)).toEqual(['page $00 must have 256 words: 1 word too few']);
  });

  it('reports it in a page with free words, which can take new routines', () => {
    const stores = Array.from({ length: 0x80 }, (_, i) => ` st [${0x30 + (i % 64)}]`);
    const image = imageOf([...stores, ' .org $0100', ' ld 1'].join('\n'));
    const source = disassemble(image);
    const told = (changed: string): string[] => assembleText(changed).diagnostics.map(({ message }) => message);
    const line = /^ +st +\[\$35\].*\n/m;
    const moved = 'page $00 has more or fewer words before its free ones';
    expect(told(source.replace(line, '$&        nop\n'))).toEqual([`${moved}: 1 word too many`]);
    expect(told(source.replace(line, ''))).toEqual([`${moved}: 1 word too few`]);
    const routine = ' .fill * + $83\n';
    expect(told(source.replace(/^ +\.fill .*\n/m, `${routine}$&`))).toEqual([
      'Cannot fill up to $0100: that is before $0103; 3 words too many',
    ]);
    expect(told(source.replace(/^ +\.fill .*\n/m, '        bra  *\n        nop\n$&'))).toEqual([]);
  });

  it('recognises the interpreter of the vCPU, its instructions and registers', () => {
    const image = imageOf(VCPU_ROM);
    expect(findInterpreter(image)).toMatchObject({ dispatch: 0x0309, page: 3 });
    const source = disassemble(image);
    expect(source).toContain('$0309 dispatches, the instructions are in page $03');
    expect(source).toMatch(/^vLDWI:\n +st +\[vAC\] /m);
    expect(source).toMatch(/^vPC += \$16$/m);
    const { diagnostics, image: again } = assembleText(source);
    expect(diagnostics).toEqual([]);
    expect([...again.subarray(0, image.length)]).toEqual([...image]);
    expect(findInterpreter(imageOf(' nop'))).toBeUndefined();
  });
});

describe('symbol files', () => {
  function read(text: string): object {
    const names = good(readSymbols([{ name: 'names', text }]));
    return {
      labels: Object.fromEntries(names.labels),
      cells: Object.fromEntries(names.cells),
      ...(names.code.size > 0 && { code: Object.fromEntries(names.code) }),
    };
  }

  it('are listings of asm.py', () => {
    const listing = [
      '* source: Core/own.asm.py',
      '                                          1   # nothing',
      'start:        0000 0000  ld   $00         12   ld(0)',
      'a_rather_long_name:',
      '              0001 1880  ld   $80,out',
      '.loop:        0002 fc02  bra  .loop',
      'ld#15:        0003 0200  nop',
      'LD:           0004 0200  nop',
      'LD:           0005 0200  nop',
    ].join('\n');
    expect(read(listing)).toEqual({
      labels: { 0: 'start', 1: 'a_rather_long_name', 2: 'loop', 3: 'ld_15', 4: 'LD_', 5: 'LD__' },
      cells: {},
    });
  });

  it('are symbols of a linker, which are addresses in RAM', () => {
    expect(read('0200 public main main.c\n29e8 private sub\n0030 public cell\n')).toEqual({
      labels: {},
      cells: { 0x30: 'cell' },
      code: { 0x200: 'main', 0x29e8: 'sub' },
    });
  });

  it('are equates of what gtBASIC writes', () => {
    const text = [
      '_startAddress_      EQU                     0x0200',
      'register0           EQU                     0x0084',
      'register1           EQU                     register0 + 0x02',
      'counter             EQU     register1   ; the same',
      'unknown             EQU     elsewhere + 1',
      '%include            include/gigatron.i',
      '_entryPoint_        EQU                     0x0200',
      '_20                 EQU                     0x023d ; line 20',
      '_X                  EQU                     0x0030',
      '_20                 LDI                     80',
    ].join('\r\n');
    expect(read(text)).toEqual({
      labels: {},
      cells: { 0x30: '_X', 0x84: 'register0', 0x86: 'register1' },
      code: { 0x200: '_entryPoint_', 0x23d: '_20' },
    });
  });

  it('are those of a source with code for the vCPU, in both forms', () => {
    const text = '.zp cell at $30\n.vcpu $0200, main\nmain: INC cell\n BRA main\n.endvcpu\nstart: ld [cell]\n';
    const { debugInfo } = assembleText(text);
    const names = { labels: { 10: 'start' }, cells: { 0x30: 'cell' }, code: { 0x200: 'main' } };
    expect(read(formatSymbols(debugInfo))).toEqual(names);
    expect(read(JSON.stringify(debugInfo))).toEqual(names);
  });

  it('are interface.json, in which names of RAM and ROM are mixed', () => {
    const text = JSON.stringify({
      romTypeValue_ROMv1: '0x1c',
      vSP: '0x001c',
      userVars: '0x0030',
      qqVgaWidth: 160,
      soundTable: '0x0700',
      font32up: '0x0700',
      LDW: '0x0321',
      CMPHS_v5: '0x031f',
      SYS_Exec_88: '0x00ad',
    });
    expect(read(text)).toEqual({
      labels: { 0x700: 'font32up', 0x321: 'LDW', 0x31f: 'CMPHS_v5', 0xad: 'SYS_Exec_88' },
      cells: { 0x1c: 'vSP' },
    });
  });

  it('are lines of a name and a value, in either order', () => {
    const text = 'start = $0200\nvideoY equ $09 ; a comment\n0x0311 LDWI\n02ff: ENTER\nloop: 0x0204\n# nothing';
    expect(read(text)).toEqual({
      labels: { 0x200: 'start', 0x311: 'LDWI', 0x2ff: 'ENTER', 0x204: 'loop' },
      cells: { 9: 'videoY' },
    });
  });

  it('are debug information', () => {
    const { debugInfo } = assembleText('.zp cell at $40\nstart: st [cell]\n bra start\n nop');
    expect(read(JSON.stringify(debugInfo))).toEqual({ labels: { 0: 'start' }, cells: { 0x40: 'cell' } });
  });

  it('give their names to a disassembly', () => {
    const image = imageOf(
      '.zp cell at $40\nstart: st [cell]\n ld >far,y\n jmp y,far\n nop\n .page\nfar: bra far\n nop',
    );
    const names = good(readSymbols([{ name: 'own', text: 'start $0000\nfar $0100\ncell $40' }]));
    const source = disassemble(image, {
      name: (address) => names.labels.get(address),
      cell: (address) => names.cells.get(address),
    });
    expect(source).toMatch(/^cell +=/m);
    expect(source).toMatch(/start:\n +st +\[cell\] +; \$0000\n +ld +>far,y/);
    expect(assembleText(source).diagnostics).toEqual([]);
  });

  it.each([
    ['nothing to see', 'there are no names of addresses in it'],
    ['{', 'it is not a JSON document'],
    ['{}', 'there are no names of addresses in it'],
  ])('that hold %j are refused', (text, message) => {
    const names = readSymbols([{ name: 'names', text }]);
    expect(isFailure(names) && names.message).toBe(`names: ${message}`);
  });
});
