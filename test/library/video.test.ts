/** lib/video.gtasm with any parameters: proven by the assembler, and exact on the monitor. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Assembly } from '#assembler';
import { createMachine } from '#emulator';
import { CYCLES_PER_FRAME } from '#isa';
import { assembleText } from '#test/assembler/assembled-text.ts';
import { draws, forAll } from '#test/draws.ts';

/** A program that fills the picture and then waits. */
const PROGRAM = `
VIDEO_START     = main
        .include <video>
        .zp page
        .zp column
        .page
        trampoline
main:   .check .row
        ld   VIDEO_FIRST_ROW
        st   [page]
        ld   0
        st   [column]
.row:   .check .next
        ld   [page],y
        ld   [column],x
        ld   [page]
        anda $3f
        st   [y,x]
        ld   [column]
        adda 1
        st   [column]
        bne  .row
        nop
.next:  .check .wait
        ld   [page]
        adda 1
        st   [page]
        suba VIDEO_LAST_ROW + 1
        bne  .row
        nop
.wait:  .check .end
        bra  .wait
        nop
.end:
`;

type Parameters = Readonly<Record<string, number>>;

function assembled(parameters: Parameters): Assembly {
  const defines = Object.fromEntries(Object.entries(parameters).map(([name, value]) => [`VIDEO_${name}`, value]));
  return assembleText(PROGRAM, { defines });
}

/** The most lines of a row that can be drawn (a byte), and the most black ones to try. */
const [DRAWN_MOST, GAPS_MOST] = [255, 200];

/** Pictures that fit on the screen. */
const pictures: fc.Arbitrary<Parameters> = fc
  .record({
    ROWS: fc.integer({ min: 1, max: 119 }),
    COLUMNS: fc.integer({ min: 1, max: 160 }),
    PAD: fc.constantFrom(0, 1),
  })
  .chain(({ ROWS, COLUMNS, PAD }) => {
    const most = Math.min(Math.floor(480 / ROWS), DRAWN_MOST + GAPS_MOST);
    return fc.record({
      ...{ ROWS: fc.constant(ROWS), COLUMNS: fc.constant(COLUMNS), PAD: fc.constant(PAD) },
      SOUND: fc.constantFrom(0, 1),
      FIRST_ROW: fc.integer({ min: 8, max: 127 - ROWS }),
      REPEATS: fc.integer({ min: Math.ceil(22 / ROWS), max: most }),
      LEFT: fc.integer({ min: 0, max: 160 - COLUMNS }),
    });
  })
  .chain((parameters) => {
    const { REPEATS } = parameters;
    const drawn = { min: Math.max(1, REPEATS - GAPS_MOST), max: Math.min(DRAWN_MOST, REPEATS) };
    return fc
      .record({ DRAWN: fc.integer(drawn), TOP: fc.double({ min: 0, max: 1, noNaN: true }) })
      .map((more) => ({ ...parameters, ...more }));
  })
  .map(({ TOP, ...parameters }) => {
    const { ROWS, REPEATS, DRAWN } = parameters;
    const room = 480 - ROWS * REPEATS;
    const least = Math.max(0, room + 6 + (REPEATS - DRAWN) - 256);
    return { ...parameters, TOP: Math.round(least + TOP * Math.max(0, Math.min(room, 229) - least)) };
  });

describe('the video handler of the library', () => {
  it('is proven and exact with any picture that fits', () => {
    forAll(draws(15), [pictures, fc.integer({ min: 0, max: 1000 })], (parameters, seed) => {
      const assembly = assembled(parameters);
      expect(assembly.diagnostics.filter(({ severity }) => severity !== 'hint')).toEqual([]);
      expect(assembly.timing.filter(({ verdict }) => verdict !== 'exact')).toEqual([]);
      expect(assembly.handler).toMatchObject({ verdict: 'proven' });
      const machine = createMachine(assembly.image, { seed });
      machine.run(4 * CYCLES_PER_FRAME);
      expect(machine.monitor).toMatchObject({ badLines: 0, badFrames: 0 });
      expect(machine.monitor.frames).toBeGreaterThan(2);
    });
  });

  it.each<[Parameters, string]>([
    [{ ROWS: 120, FIRST_ROW: 9 }, 'pages 1 to 127'],
    [{ COLUMNS: 150, LEFT: 11 }, '160 pixels'],
    [{ REPEATS: 4, DRAWN: 5 }, 'VIDEO_REPEATS lines of a row'],
    [{ ROWS: 1, REPEATS: 256 }, 'At most 255 lines of a row'],
    [{ ROWS: 100, REPEATS: 5 }, '480 lines are visible'],
    [{ ROWS: 2, REPEATS: 2 }, 'At most 229 lines'],
  ])('refuses %j: %s', (parameters, message) => {
    const messages = assembled(parameters).diagnostics.map((finding) => finding.message);
    expect(messages.join('\n')).toContain(message);
  });

  it('counts frames, reads the pad and makes sound', () => {
    const assembly = assembled({ SOUND: 1 });
    const machine = createMachine(assembly.image);
    const address = (name: string) => assembly.tables.find((table) => table.name === name)!.address;
    const read = (name: string) => machine.ram[address(name)];
    const write = (name: string, value: number): void => machine.writeRam(address(name), value);
    machine.run(3 * CYCLES_PER_FRAME);
    const before = read('frameCount');
    machine.input.setPad(['a', 'left']);
    write('soundPeriod', 10);
    write('soundVolume', 0xf0);
    machine.takeAudio();
    machine.run(3 * CYCLES_PER_FRAME);
    expect(read('frameCount')).toBe(before! + 3);
    expect([read('pad'), read('padPressed')]).toEqual([0x82, 0x82]);
    const samples = [...machine.takeAudio()];
    const turns = samples.flatMap((sample, index) => (index > 0 && sample !== samples[index - 1] ? [index] : []));
    expect(new Set(turns.slice(2).map((turn, index) => turn - turns[index + 1]!))).toEqual(new Set([10]));
    machine.input.setPad([]);
    machine.run(3 * CYCLES_PER_FRAME);
    expect([read('pad'), read('padPressed')]).toEqual([0, 0x82]);
  });
});
