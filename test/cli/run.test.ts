/** `gigatron run` on sources: how long, where it stops, what it shows and writes. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gigatron } from '#test/cli/run-cli.ts';
import { temporaryFolder } from '#test/files/temporary-folder.ts';

const SAMPLE = 'samples/time-check/main.gtasm';
const folder = temporaryFolder();

function source(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

function json(...words: string[]): Record<string, unknown> {
  return JSON.parse(gigatron('run', ...words, '--json').stdout) as Record<string, unknown>;
}

describe('a breakpoint of the source', () => {
  const text =
    '.zp count\nstart:  ld   [count]\n        .break count = 4\n        adda 1\n        st   [count]\n        bra  start\n        nop\n';

  it('stops the run, which says so', () => {
    const breaks = source('breaks.gtasm', text);
    const { status, stdout, stderr } = gigatron('run', breaks, '--cycles', '1000');
    expect(stderr).toMatch(/breaks\.gtasm:3: stopped at \.break count = 4\n$/);
    expect(stdout).toMatch(/^cycle 21, .*breaks\.gtasm:4, address \$0001/);
    expect(status).toBe(0);
    expect(json(breaks, '--cycles', '1000', '--show', 'count')).toMatchObject({
      cycle: 21,
      break: { address: 1, place: expect.stringMatching(/breaks\.gtasm:3$/) as unknown, condition: 'count = 4' },
      show: { count: [4] },
    });
  });

  it('stops when the waveform is written, and where half a second ends', () => {
    const vcd = join(folder, 'breaks.vcd');
    expect(json(source('breaks.gtasm', text), '--cycles', '1000', '--vcd', vcd)).toMatchObject({ cycle: 21 });
    // 50 cycles a round, 62,500 rounds.
    const late = source(
      'late-break.gtasm',
      `.row ones, 0..1 at $0040
start:  .break ones = $24, $f4
        ld   [ones]
        adda 1
        st   [ones]
        beq  carry
        ld   [ones + 1]
        bra  join
        nop
carry:  adda 1
        st   [ones + 1]
join:   .wait 41
        bra  start
        nop
`,
    );
    expect(json(late, '--cycles', '6250000')).toMatchObject({
      cycle: 3_125_000,
      break: { condition: 'ones = $24, $f4' },
    });
  });

  it('is passed by on request', () => {
    const breaks = source('breaks.gtasm', text);
    expect(json(breaks, '--cycles', '1000', '--ignore-breaks')).toMatchObject({ cycle: 1000 });
  });
});

describe('a source', () => {
  it('is assembled and run, with constants from outside', () => {
    const counter = source(
      'counter.gtasm',
      '        .zp cell\nstart:  ld   FROM\n        st   [cell]\n        bra  *\n        nop\n',
    );
    expect(json(counter, '-D', 'FROM=7', '--cycles', '10', '--show', 'cell')).toMatchObject({ show: { cell: [7] } });
  });

  it('that has errors is not run', () => {
    const { status, stdout, stderr } = gigatron(
      'run',
      source('wrong.gtasm', '        bra  nowhere\n'),
      '--cycles',
      '1',
    );
    expect(stderr).toContain('error GT0201');
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  });

  it('with a wrong timing is run to see what is wrong, and ends with 1', () => {
    const late = source(
      'late.gtasm',
      'a:      nop\n        nop\nb:      bra  *\n        nop\n        .exact a, b, 3\n',
    );
    const { status, stdout, stderr } = gigatron('run', late, '--cycles', '100');
    expect(stderr).toMatch(/late\.gtasm:5:\d+: error GT08/);
    expect(stdout).toContain('cycle 100');
    expect(status).toBe(1);
  });

  it('reports the lines of its faults, and ends with 1 only on request', () => {
    const dark = source('dark.gtasm', '        .include "lines.gtasm"\n');
    source(
      'lines.gtasm',
      '; no line has 200 cycles\nline:   ld   $80,out\n        .wait 20\n        ld   $c0,out\n        .wait 170\n        bra  line\n        nop\n',
    );
    const { status, stdout } = gigatron('run', dark, '--frames', '2');
    expect(stdout).toMatch(/cycle \d+, .*lines\.gtasm:\d+, address \$00/);
    expect(status).toBe(0);
    expect(gigatron('run', dark, '--frames', '2', '--strict').status).toBe(1);
    expect(gigatron('run', SAMPLE, '--seconds', '0.5', '--strict').status).toBe(0);
  });
});

describe('declarations', () => {
  const loop = (turns: number): string =>
    source(
      `turns-${turns}.gtasm`,
      `start:  ld   3\n        .loop ${turns}\n.turn:  bne  .turn\n        suba 1\n        bra  start\n        nop\n`,
    );
  const jump = source(
    'jump.gtasm',
    'start:  ld   here\n        .targets there\n        bra  ac\n        nop\nhere:   nop\nthere:  bra  start\n        nop\n',
  );

  it('that hold let the program run on', () => {
    const { status, stderr } = gigatron('run', loop(4), '--cycles', '1000', '--check-declarations');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  it.each([
    ['a loop', loop(2), /turns-2\.gtasm:3[^]*Declared: .*2.*Seen: turn 3 begins/],
    ['targets', jump, /jump\.gtasm:3[^]*Declared: .*\$0004.*Seen: it goes to \$0003/],
  ])('that are false stop the run, and it ends with 1: %s', (_, file, message) => {
    const { status, stderr } = gigatron('run', file, '--cycles', '1000', '--check-declarations');
    expect(stderr).toMatch(message);
    expect(status).toBe(1);
    expect(gigatron('run', file, '--cycles', '1000').status).toBe(0);
    const { cycle, difference } = json(file, '--cycles', '1000', '--check-declarations');
    expect(cycle).toBeLessThan(20);
    expect(difference).toMatchObject({ place: expect.anything() as unknown });
  });
});

describe('how long it runs', () => {
  it.each([
    [['--cycles', '1000'], 1000],
    [['--seconds', '0.01'], 62_500],
    [['--frames', '3'], 3 * 521 * 200],
  ])('%j is %i cycles', (words, cycle) => {
    expect(json(SAMPLE, ...words)).toMatchObject({ cycle });
  });

  it.each([
    ['several names', ['two.gtasm', '--show', 'one', 'two', '--cycles', '9']],
    ['repeated', ['--show', 'one', 'two.gtasm', '--show', 'two', '--cycles', '9']],
    ['several names before the program', ['--cycles', '9', '--show', 'one', 'two', 'two.gtasm']],
  ])('shows RAM by name: %s', (_, words) => {
    const two = source(
      'two.gtasm',
      '.zp one\n.zp two\n        ld   3\n        st   [two]\n        bra  *\n        nop\n',
    );
    const named = words.map((word) => (word === 'two.gtasm' ? two : word));
    expect(json(...named)).toMatchObject({ show: { one: [0], two: [3] } });
  });

  it('shows RAM by address, also of an image', () => {
    const two = source('three.gtasm', '        ld   3\n        st   [$41]\n        bra  *\n        nop\n');
    expect(json(two, '--cycles', '9', '--show', '$40..$42', '0x41')).toMatchObject({
      show: { '$40..$42': [0, 3, 0], '0x41': [3] },
    });
    const image = join(folder, 'three.rom');
    expect(gigatron('asm', two, '-o', image).status).toBe(0);
    expect(gigatron('run', '--cycles', '9', '--show', '$41', image).stdout).toContain('$41 $0041: $03');
    expect(gigatron('run', image, '--cycles', '9', '--show', 'cell').stderr).toContain('an image has no names');
  });

  it('ends before a label executes', () => {
    expect(json(SAMPLE, '--seconds', '1', '--until', 'number', '--show', 'prime')).toMatchObject({
      show: { prime: [2] },
    });
  });

  it.each([
    [[SAMPLE], 'say how long to run'],
    [['--cycles', '1'], 'name the program to run'],
    [['--cycles', '1', '--show', 'prime'], 'name the program to run'],
    [[SAMPLE, '--cycles', '1', '--frames', '1'], 'only one of --cycles, --seconds and --frames'],
    [[SAMPLE, '--seconds', '-1'], 'expected seconds'],
    [[SAMPLE, '--cycles', '1', '--until', 'nowhere'], 'no label of this name'],
    [[SAMPLE, '--cycles', '1', '--show', 'nothing'], 'declares no RAM of this name'],
    [[SAMPLE, '--cycles', '1', '--show', '$10000'], 'not an address of RAM'],
    [[SAMPLE, '--cycles', '1', '--show', '$20..$10'], 'not an address of RAM'],
    [[SAMPLE, '--seconds', '2', '--vcd', 'x.vcd'], '--vcd writes at most'],
    [[source('words.rom', 'ab'), '--cycles', '1', '-D', 'A=1'], '-D needs a source'],
  ])('%j is wrong use', (words, message) => {
    const { status, stderr } = gigatron('run', ...words);
    expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining(message) as string });
  });
});

describe('a waveform', () => {
  it('has the signals of every cycle', () => {
    const file = join(folder, 'signals.vcd');
    const { status } = gigatron('run', SAMPLE, '--cycles', '20000', '--vcd', file, '--vcd-from', '10000');
    const text = readFileSync(file, 'utf8');
    const [head = '', body = ''] = text.split('$enddefinitions $end\n');
    expect(status).toBe(0);
    expect(head).toContain('$var wire 1 ! hsync $end');
    const falls = [...body.matchAll(/^#(\d+)\n(?:(?!#).*\n)*?0!/gm)].map(([, time]) => Number(time));
    // The first entry gives the initial levels of the signals, not necessarily a fall.
    const lines = falls.slice(2).map((time, index) => time - falls[index + 1]!);
    expect(new Set(lines)).toEqual(new Set([200 * 160]));
    expect(body.startsWith(`#${10_000 * 160}\n`)).toBe(true);
  });
});

describe('measurements', () => {
  it('are written as .cpuprofile and LCOV, also beside the check of declarations', () => {
    const [profile, coverage] = [join(folder, 'run.cpuprofile'), join(folder, 'run.lcov')];
    const { status, stderr } = gigatron(
      ...['run', SAMPLE, '--frames', '3', '--check-declarations', '--cpuprofile', profile, '--lcov', coverage],
    );
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const document = JSON.parse(readFileSync(profile, 'utf8')) as {
      nodes: { callFrame: { functionName: string; url: string }; hitCount: number }[];
      endTime: number;
    };
    expect(document.nodes.reduce((sum, { hitCount }) => sum + hitCount, 0)).toBe(3 * 104_200);
    expect(document.endTime).toBe(3 * 104_200 * 0.16);
    const names = document.nodes.map(({ callFrame }) => callFrame.functionName);
    expect(names).toEqual(expect.arrayContaining(['sieve', '(video handler)']));
    expect(document.nodes.find(({ callFrame }) => callFrame.functionName === 'sieve')?.callFrame.url).toMatch(
      /^file:.*samples\/time-check\/main\.gtasm$/,
    );
    const text = readFileSync(coverage, 'utf8');
    expect(text).toContain('SF:samples/time-check/main.gtasm\n');
    expect(text).toMatch(/^BRDA:\d+,\d+,0,[1-9]/m);
  });

  it('need a source', () => {
    const rom = join(folder, 'image.rom');
    writeFileSync(rom, new Uint8Array(0x20000));
    expect(gigatron('run', rom, '--cycles', '9', '--lcov', join(folder, 'x')).stderr).toContain(
      '--lcov needs a source',
    );
  });
});

describe('the use of cycles per frame', () => {
  interface Use {
    readonly name: string;
    readonly average: number;
    readonly most: number;
  }
  interface Usage {
    readonly frames: number;
    readonly handler: Use;
    readonly program: Use;
    readonly labels: readonly Use[];
  }
  const wait = source(
    'wait.gtasm',
    `VIDEO_START = main
        .include <video>
        .page
        trampoline
main:   .check .odd
        ld   [frameCount]
        anda 1
        beq  main
        nop
.odd:   .check .end
        bra  main
        nop
.end:
`,
  );

  it('is given for handler, program and labels, and adds up to the frame', () => {
    const { usage } = json(wait, '--frames', '6', '--usage') as unknown as { usage: Usage };
    expect(usage.frames).toBe(6);
    expect(usage.handler.average + usage.program.average).toBe(104_200);
    // The program has 41 lines with 121 cycles each, including the check that leaves.
    expect(usage.program.average).toBeGreaterThan(41 * 121);
    expect(usage.program.most).toBeLessThan(41 * 127);
    expect(usage.labels.map(({ name }) => name)).toEqual(['main', 'main.odd', 'videoReset']);
    expect(usage.labels[1]!.most).toBeGreaterThan(2 * usage.labels[1]!.average - 100);
    const sum = usage.labels.reduce((all, { average }) => all + average, 0);
    expect(Math.abs(sum - usage.program.average)).toBeLessThanOrEqual(3);
  });

  it('is the same in both cores', () => {
    const of = (core: string): unknown => json(wait, '--frames', '6', '--usage', '--core', core)['usage'];
    expect(of('fast')).toEqual(of('reference'));
  });

  it('is shown as a table, for whole frames, and needs a source', () => {
    expect(gigatron('run', wait, '--frames', '2', '--usage').stdout).toMatch(
      /cycles of a frame, of 2 +average +most\n {2}video handler +\d+ +\d+\n {2}program +\d+ +\d+\n {4}main +\d+/,
    );
    expect(gigatron('run', wait, '--cycles', '9000', '--usage').stdout).toContain('--usage: no whole frame was run');
    const rom = join(folder, 'nameless.rom');
    writeFileSync(rom, new Uint8Array(0x20000));
    expect(gigatron('run', rom, '--cycles', '9', '--usage').stderr).toContain('--usage needs a source');
  });
});

describe('a program for the loader', () => {
  const LOADER = 'test/golden/roms/loader.gtasm';
  const program = join(folder, 'program.gt1');
  // A segment of two bytes at $0300, and the start.
  writeFileSync(program, Uint8Array.of(0x03, 0x00, 2, 0x11, 0x22, 0, 0x12, 0x34));
  const after = (frames: number): Record<string, unknown> =>
    json(
      ...[LOADER, '--load', program, '--frames', String(frames)],
      ...['--show', 'packets', '--show', 'startLow', '--show', 'startHigh'],
    );

  it('is sent once a system ROM has had time to start and to reach its Loader, and not before', () => {
    // Reset, ten steps in the menu, and waits: 412 frames.
    expect(after(412)).toMatchObject({ show: { packets: [0] } });
    expect(after(418)).toMatchObject({ show: { packets: [2], startLow: [0x34], startHigh: [0x12] } });
  });
});

it('lists the first faults of many, not the latest', () => {
  // hSync rises every sixth cycle: thousands of lines that are too short.
  const short = source('short.gtasm', 'line: ld $80,out\n nop\n ld $c0,out\n bra line\n nop\n');
  const { stdout } = gigatron('run', short, '--cycles', '100000');
  const faults = stdout.split('\n').filter((line) => / {2}cycle \d+, .*instead of/.test(line));
  expect(faults).toHaveLength(10);
  expect(faults[0]).toMatch(/^ {2}cycle \d, /);
});

it('has notices in its document', () => {
  const control = source('control.gtasm', 'start: ctrl $7c\n bra start\n nop\n');
  expect(json(control, '--cycles', '100', '--ram', '32')).toMatchObject({
    notices: [
      { code: 'ctrl-without-expander', address: 0, place: expect.stringMatching(/control\.gtasm:1$/) as unknown },
    ],
  });
});

describe('an SD card', () => {
  // Pulled up while it is not selected, so that a program sees whether there is one.
  const port =
    '.ram 128\n.lint off GT0909\nstart:  ctrl $7d\n        ld   [0]\n        ctrl $7c\n        ld   [1]\n        bra  *\n        nop\n';
  const card = source('card.img', '\0'.repeat(1024));

  it('is in the expander', () => {
    const program = source('port.gtasm', port);
    const after = (...words: string[]): unknown => json(program, '--ram', '128', '--cycles', '2', ...words);
    expect(after('--sd', card)).toMatchObject({ ac: 1 });
    expect(after('--sd', card, '--core', 'reference')).not.toHaveProperty('notices');
    expect(after()).toMatchObject({ ac: 0, notices: [{ code: 'spi-read' }] });
  });

  it('needs the expander, and an image with a block', () => {
    const program = source('port.gtasm', port);
    const { status, stderr } = gigatron('run', program, '--sd', card, '--frames', '1');
    expect([status, stderr]).toEqual([
      2,
      'gigatron: --sd needs the expander that a card is plugged into: add --ram 128\n',
    ]);
    const failing = (path: string): unknown[] => {
      const result = gigatron('run', program, '--ram', '128', '--sd', path, '--frames', '1');
      return [result.status, result.stderr];
    };
    expect(failing(source('short.img', 'short'))).toEqual([
      1,
      expect.stringMatching(/short\.img: it has no block of 512 bytes\n$/),
    ]);
    expect(failing(folder)).toEqual([2, expect.stringMatching(/^gigatron: cannot read .*: it is a folder/)]);
    expect(failing(join(folder, 'gone.img'))).toEqual([
      2,
      expect.stringMatching(/^gigatron: cannot read .*gone\.img: /),
    ]);
  });

  it('is not written over', () => {
    const result = gigatron(
      'run',
      source('port.gtasm', port),
      '--ram',
      '128',
      '--sd',
      card,
      '--cycles',
      '9',
      '--wav',
      card,
    );
    expect([result.status, result.stderr]).toEqual([
      2,
      expect.stringMatching(/cannot write .*card\.img: it is a file that the command reads\n$/),
    ]);
  });
});
