/** What `gigatron run` measures, records and sends; cases/run.txt has what it prints. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { gigatron } from '#test/cli/run-cli.ts';
import { SourceFolder } from '#test/source-folder.ts';

const SAMPLE = 'samples/time-check/main.gtasm';
const folder = new SourceFolder();

function json(...words: string[]): Record<string, unknown> {
  return JSON.parse(gigatron('run', ...words, '--json').stdout) as Record<string, unknown>;
}

describe('a waveform', () => {
  it('has the signals of every cycle', () => {
    const file = folder.place('signals.vcd');
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
  it('are written as .cpuprofile and LCOV, also with --check-declarations', () => {
    const [profile, coverage] = [folder.place('run.cpuprofile'), folder.place('run.lcov')];
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
  const wait = folder.write(
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
    // The program has 41 lines of 121 cycles each, including the check at which it leaves.
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
    const rom = folder.write('nameless.rom', new Uint8Array(0x20000));
    expect(gigatron('run', rom, '--cycles', '9', '--usage').stderr).toContain('--usage needs a source');
  });
});

describe('a program for the loader', () => {
  const LOADER = 'test/golden/roms/loader.gtasm';
  // A segment of two bytes at $0300, and the start.
  const program = folder.write('program.gt1', Uint8Array.of(0x03, 0x00, 2, 0x11, 0x22, 0, 0x12, 0x34));
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

it('lists the first of many faults, not the last', () => {
  // hSync rises every sixth cycle: thousands of lines that are too short.
  const short = folder.write('short.gtasm', 'line: ld $80,out\n nop\n ld $c0,out\n bra line\n nop\n');
  const { stdout } = gigatron('run', short, '--cycles', '100000');
  const faults = stdout.split('\n').filter((line) => / {2}cycle \d+, .*instead of/.test(line));
  expect(faults).toHaveLength(10);
  expect(faults[0]).toMatch(/^ {2}cycle \d, /);
});
