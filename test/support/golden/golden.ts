/**
 * Golden files: what a program printed when a person last checked it.
 *
 * They are file snapshots of vitest, compared character by character. Its option `-u` writes them; review the
 * difference before you commit it. Without the option, a missing, different or leftover file fails the test.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject } from 'vitest';
import { PNG } from 'pngjs';
import { fnv1a64 } from '#basics';
import { gigatron } from '../cli/run-cli.ts';
import { PROJECT } from '../project.ts';

export class GoldenFolder {
  /** @param names of all files in the folder, so that leftovers are found */
  constructor(private readonly path: string, private readonly names: readonly string[]) {}

  async compare(name: string, text: string): Promise<void> {
    expect(this.names).toContain(name);
    await expect(text).toMatchFileSnapshot(join(this.path, name));
  }

  compareJson(name: string, value: unknown): Promise<void> {
    return this.compare(name, `${JSON.stringify(value, undefined, 2)}\n`);
  }

  /** Expects that every file belongs to a case. */
  expectNoOthers(): void {
    expect(readdirSync(this.path).filter((name) => !this.names.includes(name))).toEqual([]);
  }
}

export const GOLDEN = join(PROJECT, 'test/golden');

/** What the command prints with `--json`. */
interface EndState {
  readonly cycle: number;
  readonly outx: number;
  readonly ramHash: string;
  readonly outHash: string;
  readonly monitor: { readonly badLines: number; readonly badFrames: number; readonly frames: number };
}

export interface GoldenRun {
  /** Options of the run, without files. */
  readonly options: string;
  readonly state: EndState;
  /** FNV-1a 64 of the picture's 640 × 480 pixels, four bytes each. */
  readonly picture: string;
  /** FNV-1a 64 of the sound as WAV. */
  readonly sound: string;
}

/** Assembles a source with the command. There must be no findings; timing and handler must be proven. */
export function assembleRom(source: string, rom: string): void {
  const { status, stdout, stderr } = gigatron('asm', source, '-o', rom, '--json');
  const { diagnostics, timing } = JSON.parse(stdout) as { diagnostics: unknown[]; timing: { handler: unknown[] } };
  expect({ status, stderr, diagnostics }).toEqual({ status: 0, stderr: '', diagnostics: [] });
  expect(timing).toMatchObject({ wrong: 0, unproven: 0, handler: timing.handler.map(() => ({ verdict: 'proven' })) });
}

export class Runner {
  private readonly input: readonly string[];

  /** @param script path of an input script */
  constructor(private readonly rom: string, private readonly folder: string, script?: string) {
    this.input = script === undefined ? [] : ['--input', script];
  }

  /** One run on one core. @param options as on the command line, without `--core` and files */
  run(options: string, core: 'fast' | 'reference' = 'fast'): GoldenRun {
    const png = join(this.folder, 'picture.png');
    const wav = join(this.folder, 'sound.wav');
    const files = [...this.input, '--screenshot', png, '--wav', wav, '--json'];
    const { status, stdout, stderr } = gigatron('run', this.rom, ...options.split(' '), '--core', core, ...files);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const picture = fnv1a64(new Uint8Array(PNG.sync.read(readFileSync(png)).data));
    const sound = fnv1a64(new Uint8Array(readFileSync(wav)));
    return { options, state: JSON.parse(stdout) as EndState, picture, sound };
  }

  /** One run on both cores, which must agree in everything. */
  runOnBoth(options: string): GoldenRun {
    const fast = this.run(options);
    expect(fast).toEqual(this.run(options, 'reference'));
    return fast;
  }
}

declare module 'vitest' {
  export interface ProvidedContext {
    readonly update: boolean;
  }
}

export const UPDATE = inject('update');

/** Compares the part of a page between two marks with what it should be, or writes it. @param page path in the project */
export function expectPart(page: string, mark: string, text: string): void {
  const path = join(PROJECT, page);
  const whole = readFileSync(path, 'utf8');
  const [start, end] = [`<!-- ${mark} -->\n`, `\n<!-- end ${mark} -->`];
  expect([whole.includes(start), whole.includes(end)], mark).toEqual([true, true]);
  const [from, to] = [whole.indexOf(start) + start.length, whole.indexOf(end)];
  if (UPDATE) writeFileSync(path, whole.slice(0, from) + text + whole.slice(to));
  else expect(whole.slice(from, to)).toBe(text);
}
