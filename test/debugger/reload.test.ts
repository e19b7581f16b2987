/** A source that has changed: it is reported, and reassembled while RAM, registers and the position of the program stay. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { clientForEachTest } from '#test/debugger/fixture.ts';
import { SourceFolder } from '#test/source-folder.ts';
import { createSampleProgram, type SampleProgram } from '#test/debugger/sample-program.ts';

let sample: SampleProgram;
const client = clientForEachTest();

beforeEach(async () => {
  sample = createSampleProgram();
  await client.launchStopped({ program: sample.main });
  return () => sample.files.remove();
});

/** What the debug console said about the reload. */
function told(): string {
  const outputs = client.events.filter(({ event }) => event === 'output');
  const texts = outputs.map(({ body }) => (body as { output: string }).output.trim());
  return texts.findLast((text) => text.startsWith('Reloaded')) ?? '';
}

function change(text: string, by: string): void {
  const source = readFileSync(sample.main, 'utf8');
  expect(source).toContain(text);
  sample.files.write('main.gtasm', source.replace(text, by));
}

async function reload(): Promise<string> {
  const stopped = client.stopped();
  await client.request('gigatron/reload', {});
  expect(await stopped).toMatchObject({ reason: 'goto', description: 'Reloaded: the past begins here' });
  return told();
}

const state = (): Promise<string[]> =>
  Promise.all(['ac', 'y', 'counter', 'board[57]', 'cycle'].map((name) => client.evaluate(name)));

describe('a reload', () => {
  it('keeps RAM, registers and the place, and runs the new code from there', async () => {
    await client.runTo(sample.main, sample.line('bumpAdd'));
    await client.request('setExpression', { expression: 'counter', value: '77' });
    const [place, before] = [await client.position(), await state()];
    change('adda 1   ', 'adda 5   ');
    expect(await reload()).toBe('Reloaded; RAM and registers are as they were. The past begins here.');
    expect(await client.position()).toBe(place);
    expect(await state()).toEqual(before);
    const ac = Number(/\d+/.exec((await client.evaluate('ac,d')) ?? '')?.[0]);
    await client.move('next');
    expect(await client.evaluate('ac,d')).toBe(String(ac + 5));
  });

  it('finds the place again if words before it are new, and says what has moved', async () => {
    await client.runTo(sample.main, sample.line('bumpStore'));
    const before = await state();
    change('start:  ld   1   ', '        .zp fresh\nstart:  nop\n        nop\n        ld   1   ');
    const text = await reload();
    expect(text).toMatch(
      /^Reloaded; RAM and registers are as they were\. The past begins here\. \d+ labels have moved; return addresses/,
    );
    expect(text).not.toContain('goes on at');
    expect(await client.line()).toBe(sample.line('bumpStore') + 3);
    expect(await state()).toEqual(before);
  });

  it('goes on at the first new word if the code before the place has changed', async () => {
    await client.runTo(sample.main, sample.line('bumpStore'));
    change('adda 1   ', 'suba 1   ');
    change('bra  [back]             ; @return', 'nop\n        bra  [back]             ; @return');
    expect(await reload()).toContain("The code at the program's place has changed; it goes on at bump+2.");
    expect(await client.line()).toBe(sample.line('bumpAdd'));
  });

  it('keeps breakpoints, and lets a running program run on', async () => {
    const line = sample.line('place');
    const source = { path: sample.main };
    await client.breakAt(source.path, line);
    await reload();
    await client.move('continue');
    expect(await client.line()).toBe(line);
    await client.breakAt(source.path);
    await client.request('continue', { threadId: 1 });
    await client.request('gigatron/reload', {});
    expect(told()).toContain('Reloaded');
    await client.request('pause', { threadId: 1 });
    expect(await client.stopped()).toMatchObject({ reason: 'pause' });
  });

  it('leaves the program as it is where the source has errors', async () => {
    await client.runTo(sample.main, sample.line('bumpStore'));
    const [place, before] = [await client.position(), await state()];
    change('adda 1   ', 'adda nothing');
    expect(await client.failure('gigatron/reload', {})).toContain('nothing');
    expect(await client.position()).toBe(place);
    expect(await state()).toEqual(before);
    await client.move('next');
  });
});

it('does not judge the line that old and new code share', async () => {
  const text = readFileSync(join(import.meta.dirname, '../../templates/empty/main.gtasm'), 'utf8');
  const files = new SourceFolder({ 'main.gtasm': text });
  const program = join(files.path, 'main.gtasm');
  const lineOf = (code: string): number => text.slice(0, text.indexOf(code)).split('\n').length;
  const entered = client.stopped();
  await client.request('restart', { arguments: { program, stopOnEntry: true } });
  await entered;
  const stopAt = (line: number, condition: string): Promise<unknown> => client.breakAt(program, { line, condition });
  await stopAt(lineOf('xora VIDEO_COLUMNS'), 'frame > 3');
  await client.move('continue');
  // The check before has paid for two words less than the new code takes.
  files.write('main.gtasm', text.replace('xora VIDEO_COLUMNS', 'xora VIDEO_COLUMNS\n nop\n nop'));
  await reload();
  await stopAt(lineOf('.work:') + 2, 'frame > 20');
  await client.move('continue');
  expect(await client.request('gigatron/screen')).toMatchObject({ badLines: 0, badFrames: 0 });
  files.remove();
});

it('that fails lets the timing proof of the program go on', async () => {
  const text = 'start:  nop\nend:    bra  end\n        nop\n        .exact start, end, 2\n';
  const files = new SourceFolder({ 'main.gtasm': text });
  const entered = client.stopped();
  await client.request('restart', { arguments: { program: join(files.path, 'main.gtasm'), stopOnEntry: true } });
  await entered;
  files.write('main.gtasm', text.replace('nop', 'ld   nothing'));
  expect(await client.failure('gigatron/reload', {})).toContain('nothing');
  const isTold = (): boolean => client.events.some(({ body }) => JSON.stringify(body ?? '').includes('error GT0810'));
  while (!isTold()) await client.event('output');
  files.remove();
});

it('says that a program is being loaded', async () => {
  const progress = client.events.filter(({ event }) => event.startsWith('progress'));
  expect(progress.map(({ event }) => event)).toEqual(['progressStart', 'progressEnd']);
  expect(progress[0]?.body).toMatchObject({ title: 'Loading main.gtasm' });
});

it('says so while it is being loaded, and not with the answer', async () => {
  const answer = await client.ask('restart', {});
  const progress = client.events.filter(({ event }) => event.startsWith('progress')).slice(2);
  expect(progress.map(({ event, seq }) => [event, seq < answer.seq])).toEqual([
    ['progressStart', true],
    ['progressEnd', true],
  ]);
});

it('a source that has changed is reported once, when the program stops in it', async () => {
  await client.move('next');
  expect(client.events.filter(({ event }) => event === 'gigatron/sourceChanged')).toEqual([]);
  const text = readFileSync(sample.main, 'utf8');
  sample.files.write('main.gtasm', `${text}; changed\n`);
  await client.move('next');
  expect(await client.event('gigatron/sourceChanged')).toEqual({ path: sample.main });
  await client.move('next');
  await client.move('next');
  expect(client.events.filter(({ event }) => event === 'gigatron/sourceChanged')).toHaveLength(1);
  await client.request('restart', { arguments: { program: sample.main, stopOnEntry: true } });
  await client.stopped();
  await client.move('next');
  await client.move('next');
  expect(client.events.filter(({ event }) => event === 'gigatron/sourceChanged')).toHaveLength(1);
});
