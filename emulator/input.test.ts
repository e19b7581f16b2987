/** Pads, keys, scripts and the loader, through a program that shows the input byte as system ROMs read it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isFailure } from '#basics';
import { loadRom, parseGt1 } from '#isa';
import { loaderFrames } from './devices/gt1-loader.ts';
import { buttonMask, padByte, KEY_FRAMES, GAP_FRAMES, keyByte, SerialPort } from './devices/input-devices.ts';
import { parseInputScript } from './input/input-script.ts';
import { createMachine } from './machine.ts';
import { program } from '#test/emulator/program.ts';
import { good } from '#test/good.ts';
import { forAll } from '#test/draws.ts';

/**
 * A frame of ten lines, 60 cycles: vSync falls, nine hSync pulses, IN to the zero page at X, X counts, vSync rises. On
 * the ninth rise, IN shows the whole byte.
 */
const PULSES = Array.from({ length: 9 }, () => ['ld $00,out', 'ld $40,out']).flat();
const READER = program(['ld $00,y', 'ld $c0,out', 'ld $40,out', ...PULSES, 'st in,[y,x++]', 'bra $01', 'ld $c0,out']);
const FRAME = 23;

function bytesRead(frames: number, prepare: (machine: ReturnType<typeof createMachine>) => void): number[] {
  const machine = createMachine(READER, { core: 'reference' });
  prepare(machine);
  machine.run(1 + frames * FRAME);
  return [...machine.ram.subarray(0, frames)];
}

describe('input port', () => {
  it('shows a byte on the ninth rise, one bit behind', () => {
    const seen: number[] = [];
    const port = new SerialPort((_, packet) => void (packet[0] = 0x5a));
    port.vSyncFall();
    for (let rise = 1; rise <= 10; rise++) {
      port.hSyncRise();
      seen.push(port.in);
    }
    expect(seen[0]).toBe(0xff);
    expect(seen[8]).toBe(0x5a);
    expect(seen[9]).toBe(((0x5a << 1) | 1) & 0xff);
  });

  it('reads $FF with nothing pressed', () => {
    expect(bytesRead(3, () => undefined)).toEqual([255, 255, 255]);
  });

  it('reads the buttons held as each frame begins', () => {
    const read = bytesRead(4, (machine) => {
      machine.input.setPad(['a', 'left']);
      machine.run(2 * FRAME);
      machine.input.setPad([]);
    });
    expect(read).toEqual([0x7d, 0x7d, 0xff, 0xff]);
  });

  it('types keys one after the other, with a gap', () => {
    const key = (code: number): number[] => [
      ...Array<number>(KEY_FRAMES).fill(code),
      ...Array<number>(GAP_FRAMES).fill(255),
    ];
    const read = bytesRead(12, ({ input }) => ['e', 'e'].forEach((letter) => input.typeKey(letter)));
    expect(read).toEqual([...key(0x65), ...key(0x65), 255, 255]);
  });

  it('is held at a byte by a script, by cycle and by frame', () => {
    const script = good(
      parseInputScript('[{"cycle":30,"in":1},{"cycle":60,"in":255},{"frame":5,"pad":["Up"]},{"frame":7,"key":"x"}]'),
    );
    const read = bytesRead(3, ({ input }) => input.play(script.events));
    expect(read).toEqual([255, 1, 255]);
  });

  it('plays pads and keys of a script with their frames', () => {
    const script = good(parseInputScript('[{"frame":7,"key":"x"},{"frame":5,"pad":["Up"]},{"frame":6,"pad":[]}]'));
    expect(bytesRead(8, ({ input }) => input.play(script.events))).toEqual([255, 255, 255, 255, 0xf7, 255, 120, 120]);
  });
});

describe('game pads', () => {
  it.each([
    ['B', ['right'], 0xfe],
    ['B', ['a', 'b', 'up'], 0x37],
    ['C', ['right'], 0x00],
    ['C', ['left'], 0x01],
    ['C', ['down'], 0x03],
    ['C', ['up'], 0x07],
    ['C', ['start'], 0x0f],
    ['C', ['select'], 0x1f],
    ['C', ['b'], 0x3f],
    ['C', ['a', 'left'], 0x7f],
    ['C', [], 0xff],
    ['A', ['up'], 0xff],
    ['A', ['a'], 0x00],
  ] as const)('type %s with %j held sends %i', (type, buttons, byte) => {
    expect(padByte(type, buttonMask(buttons))).toBe(byte);
  });
});

describe('keys', () => {
  it.each([
    ['a', 0x61],
    ['\n', 10],
    ['Enter', 10],
    ['Escape', 27],
    ['Backspace', 127],
    ['ArrowLeft', 0xfd],
    ['F1', 0xc1],
    ['F12', 0xcc],
    ['Ctrl+C', 3],
    ['é', undefined],
    ['F13', undefined],
    ['Hyper', undefined],
  ])('%s is %s', (key, byte) => {
    expect(keyByte(key)).toBe(byte);
  });
});

describe('input scripts', () => {
  it.each([
    ['{', 'not valid JSON'],
    ['{}', 'must be a JSON array'],
    ['[1]', 'Entry 1 of the input script is not an object'],
    ['[{"cycle":1,"in":1},{"in":1}]', 'Entry 2 of the input script needs either "cycle" or "frame"'],
    ['[{"cycle":1,"frame":1,"in":1}]', 'needs either "cycle" or "frame"'],
    ['[{"cycle":-1,"in":1}]', 'whole number that is not negative as "cycle"'],
    ['[{"frame":0.5,"in":1}]', 'as "frame"'],
    ['[{"cycle":1}]', 'exactly one of'],
    ['[{"cycle":1,"in":1,"key":"a"}]', 'exactly one of'],
    ['[{"cycle":1,"in":256}]', 'a byte, 0 to 255'],
    ['[{"cycle":1,"key":"Hyper"}]', 'a key that does not exist, "Hyper"'],
    ['[{"cycle":1,"key":7}]', 'a text as "key"'],
    ['[{"cycle":1,"pad":"A"}]', 'an array of button names'],
    ['[{"cycle":1,"pad":["C"]}]', 'a button that does not exist, "C"'],
    ['[{"cycle":1,"byte":3}]', 'unknown field "byte"'],
  ])('%s: %s', (text, message) => {
    expect(parseInputScript(text)).toMatchObject({ message: expect.stringContaining(message) });
  });
});

describe('what comes from outside', () => {
  it('is read or refused with a sentence, whatever it is', () => {
    forAll(100, [fc.uint8Array({ maxLength: 600 }), fc.json(), fc.string()], (bytes, json, text) => {
      for (const result of [
        parseGt1(bytes),
        parseInputScript(json),
        parseInputScript(`[${json}]`),
        parseInputScript(text),
      ]) {
        if (isFailure(result)) expect(result.message).toMatch(/^[A-Z][^\n]*\.$/s);
      }
    });
  });

  it('never stops a machine, not even as a ROM', () => {
    forAll(20, [fc.uint8Array({ minLength: 2, maxLength: 2000 })], (bytes) => {
      const loaded = loadRom(bytes);
      if (isFailure(loaded)) return;
      const machine = createMachine(loaded.rom, { translateAfter: 1 });
      machine.run(20_000);
      expect(machine.cycle).toBe(20_000);
    });
  });
});

describe('.gt1 files', () => {
  const file = [0x02, 0x00, 3, 1, 2, 3, 0x03, 0xf0, 2, 9, 8, 0x00, 0x02, 0x00];

  it('are read segment by segment', () => {
    const segments = [
      { address: 0x200, data: Uint8Array.of(1, 2, 3) },
      { address: 0x3f0, data: Uint8Array.of(9, 8) },
    ];
    expect(parseGt1(Uint8Array.from(file))).toEqual({ segments, start: 0x200 });
  });

  it.each([
    [[], 'is empty'],
    [file.slice(0, 5), 'ends inside segment 1'],
    [file.slice(0, 11), 'without a start address'],
    [file.slice(0, 13), 'without a start address'],
    [[...file, 1], 'goes on for 1 bytes'],
    [[2, 0xff, 2, 1, 1, 0, 0, 0], 'crosses the end of its page'],
  ])('%j: %s', (bytes, message) => {
    expect(parseGt1(Uint8Array.from(bytes))).toMatchObject({ message: expect.stringContaining(message) });
  });

  it('arrive as the Loader reads them: a byte on the rises 9, 15, 23, 31, 39 and every eighth after', () => {
    const gt1 = good(parseGt1(Uint8Array.from([0x12, 0x34, 2, 0xab, 0xcd, 0, 0x02, 0x00])));
    const frames = loaderFrames(gt1);
    const port = new SerialPort((frame, packet) => packet.set(frames[frame - 1] ?? []));
    port.vSyncFall();
    const seen = new Map<number, number>();
    for (let rise = 1; rise <= 521; rise++) {
      port.hSyncRise();
      seen.set(rise, port.in);
    }
    expect([9, 15, 23, 31, 39, 47].map((rise) => seen.get(rise)!)).toEqual([0x4c, 2, 0x34, 0x12, 0xab, 0xcd]);
  });

  it('become packets whose bytes, as the receiver reads them, sum to zero', () => {
    const long = Uint8Array.from([0x02, 0x00, 130, ...Array.from({ length: 130 }, (_, i) => i), 0, 0x02, 0x00]);
    const gt1 = good(parseGt1(long));
    let sum = 'g'.charCodeAt(0);
    const lengths: number[] = [];
    for (const frame of loaderFrames(gt1)) {
      if (frame === undefined) {
        sum = 'g'.charCodeAt(0);
        continue;
      }
      const bits = [...frame].map((byte) => byte.toString(2).padStart(8, '0')).join('');
      // The receiver reads bytes where rises 8, 14, 22, 30, 38 … have passed.
      const read = [8, 14, ...Array.from({ length: 63 }, (_, i) => 22 + 8 * i)].map((end) =>
        parseInt(bits.slice(end - 8, end), 2),
      );
      lengths.push(read[1]! & 63);
      expect(read.reduce((total, byte) => total + byte, sum) & 0xff).toBe(0);
      sum = read.at(-1)!;
    }
    expect(lengths).toEqual([60, 60, 10, 0]);
  });
});
