/** `gigatron new` and the page for beginners: each program is proven, has no faults, and does what the page says. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import type { Assembly } from '#assembler';
import { createMachine, type Machine } from '#emulator';
import { CYCLES_PER_FRAME } from '#isa';
import { assembleText } from '#test/assembler/assembled-text.ts';
import { gigatron } from '#test/cli/run-cli.ts';
import { temporaryFolder } from '#test/source-folder.ts';
import { projectText, PROJECT } from '#test/project.ts';

const TEMPLATES = ['picture', 'game', 'sound', 'empty'];
/** Frames in which every program here paints its picture. */
const PAINTED = 70;

const page = projectText('docs/getting-started.md');
const steps = [...page.matchAll(/^```gtasm\n(.*?)^```/gms)].map(([, text]) => text!);

/** A proven program that has painted its picture, from random RAM. */
class Run {
  readonly assembly: Assembly;
  readonly machine: Machine;

  constructor(text: string) {
    this.assembly = assembleText(text);
    expect(this.assembly.diagnostics).toEqual([]);
    expect(this.assembly.handler?.verdict).toBe('proven');
    expect(this.assembly.timing.filter(({ verdict }) => verdict !== 'exact')).toEqual([]);
    this.machine = createMachine(this.assembly.image, { seed: 1 });
    this.frames(PAINTED);
  }

  frames(count: number): void {
    this.machine.run(count * CYCLES_PER_FRAME);
    expect(this.machine.monitor).toMatchObject({ badLines: 0, badFrames: 0 });
  }

  byte(name: string): number {
    return this.machine.ram[this.assembly.tables.find((table) => table.name === name)!.address]!;
  }

  pixel(row: number, column: number): number {
    return this.machine.ram[(row << 8) | column]!;
  }
}

describe('gigatron new', () => {
  it.each(TEMPLATES)('makes the whole template %s, and never in a folder that already exists', (template) => {
    const folder = join(temporaryFolder(), 'mine');
    expect(gigatron('new', folder, '--template', template)).toMatchObject({ status: 0, stderr: '' });
    for (const file of ['main.gtasm', 'README.md', '.vscode/launch.json', '.vscode/tasks.json'])
      expect(readFileSync(join(folder, file), 'utf8')).toBe(projectText('templates', template, file));
    const again = gigatron('new', folder);
    expect([again.status, again.stderr]).toEqual([2, expect.stringContaining('exists already')]);
  });

  it('knows no other template', () => {
    expect(gigatron('new', join(temporaryFolder(), 'mine'), '--template', 'chess').status).toBe(2);
  });
});

describe('the templates', () => {
  it('picture has a colour for each place', () => {
    const run = new Run(projectText('templates/picture/main.gtasm'));
    expect([run.pixel(8, 0), run.pixel(20, 7), run.pixel(67, 159)]).toEqual([8, 20 ^ 7, (67 ^ 159) & 0x3f]);
  });

  it('game moves its block by the pad, up to the edge, and beeps', () => {
    const run = new Run(projectText('templates/game/main.gtasm'));
    expect([run.byte('row'), run.byte('column')]).toEqual([38, 80]);
    run.machine.input.setPad(['right', 'up', 'a']);
    run.frames(3);
    expect(run.byte('soundVolume')).toBeGreaterThan(0);
    run.frames(100);
    expect([run.byte('row'), run.byte('column'), run.byte('soundVolume')]).toEqual([8, 156, 0]);
    expect([run.pixel(8, 156), run.pixel(11, 159), run.pixel(12, 156)]).toEqual([0x0f, 0x0f, 0x10]);
  });

  it('sound plays one note after the other', () => {
    const run = new Run(projectText('templates/sound/main.gtasm'));
    const heard = new Set<number>();
    for (let note = 0; note < 8; note++) {
      heard.add(run.byte('soundPeriod'));
      run.frames(15);
    }
    expect([...heard].sort((a, b) => a - b)).toEqual([30, 32, 36, 40, 45, 47, 53, 60]);
  });

  it.each(['picture', 'game'])('%s has a test that passes', (template) => {
    const { status, stdout } = gigatron('test', join('templates', template, 'main.gtasm'));
    expect([status, stdout]).toEqual([0, expect.stringContaining('1 passed, 0 failed')]);
  });

  it('empty shows black', () => {
    const run = new Run(projectText('templates/empty/main.gtasm'));
    expect([run.pixel(8, 0), run.pixel(67, 159)]).toEqual([0, 0]);
  });
});

describe('docs/getting-started.md', () => {
  it('has four programs, each proven and without a fault', () => {
    expect(steps).toHaveLength(4);
    for (const text of steps) expect(new Run(text).machine.monitor.frames).toBeGreaterThan(PAINTED - 3);
  });

  it.each([3, 4])('moves the dot in step %i', (step) => {
    const run = new Run(steps[step - 1]!);
    expect(run.pixel(38, 80)).toBe(0x0f);
    run.machine.input.setPad(['right']);
    run.frames(10);
    const column = run.byte('column');
    expect(column).toBeGreaterThan(90);
    expect([run.pixel(38, 80), run.pixel(38, column)]).toEqual([0x24, 0x0f]);
    run.machine.input.setPad(['left']);
    run.frames(5);
    expect(run.byte('column')).toBeLessThan(column);
  });

  it('makes a sound in step 4 while A is held', () => {
    const run = new Run(steps[3]!);
    run.machine.input.setPad(['right', 'a']);
    run.frames(10);
    expect(run.byte('soundVolume')).toBe(0x80);
    run.machine.input.setPad(['left']);
    run.frames(5);
    expect(run.byte('soundVolume')).toBe(0);
  });

  it.each([1, 2, 3])('shows what step %i draws', (step) => {
    const folder = temporaryFolder();
    const [source, picture] = [join(folder, 'main.gtasm'), join(folder, 'out.png')];
    writeFileSync(source, steps[step - 1]!);
    expect(gigatron('run', source, '--frames', '120', '--strict', '--screenshot', picture).status).toBe(0);
    const pixels = (path: string): Buffer => PNG.sync.read(readFileSync(path)).data;
    expect(pixels(picture).equals(pixels(join(PROJECT, `docs/pictures/getting-started-${step}.png`)))).toBe(true);
  });
});
