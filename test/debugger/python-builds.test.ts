/** A launch with `build`: a ROM that Python builds, debugged in its own sources. Without Python, these are left out. */
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { AdapterClient } from '#test/debugger/adapter-client.ts';
import { clientForEachTest } from '#test/debugger/fixture.ts';
import { ListeningAdapter } from '#test/debugger/listening-adapter.ts';
import { copyBuild, PYTHON } from '#test/python-build.ts';
import { temporaryFolder } from '#test/source-folder.ts';

const folder = join(temporaryFolder(), 'a clone');
const source = join(folder, 'count.asm.py');
const program = join(folder, 'count.rom');
const build = `${PYTHON} count.asm.py words.gcl`;
/** Writes a build of a few lines, and gives the command. */
const small = (...lines: readonly string[]): string => {
  writeFileSync(join(folder, 'small.asm.py'), ['from asm import *', ...lines, ''].join('\n'));
  return `${PYTHON} small.asm.py`;
};

beforeEach(() => {
  rmSync(folder, { recursive: true, force: true });
  copyBuild(folder);
});

interface Output {
  readonly category: string;
  readonly output: string;
  readonly line?: number;
  readonly source?: { readonly path: string };
}
const outputOf = (client: AdapterClient): Output[] =>
  client.events.filter(({ event }) => event === 'output').map(({ body }) => body as Output);

describe.skipIf(PYTHON === '')('a launch with a build', () => {
  const client = clientForEachTest();
  const launch = (more: object = {}): Promise<void> => client.launchStopped({ program, build, ...more });
  const failure = async (more: object): Promise<string> => {
    await client.request('initialize', { adapterID: 'gigatron' });
    return client.failure('launch', { program, build, ...more });
  };

  it('builds, and stops at a breakpoint in the Python source; names are known, and time goes back', async () => {
    await launch();
    await client.breakAt(source, 14);
    await client.move('continue');
    const [top, caller] = await client.frames();
    expect(top).toMatchObject({
      name: expect.stringContaining('increase') as unknown,
      line: 14,
      source: { path: source },
    });
    expect(caller).toMatchObject({ line: 18, source: { path: source } });
    expect(await client.evaluate('count')).toBe('$00 (0)');
    await client.move('continue');
    expect(await client.evaluate('count')).toBe('$03 (3)');
    await client.move('stepBack');
    expect(await client.line()).toBe(13);
    expect(outputOf(client)).toContainEqual({ category: 'stdout', output: 'Create file count.rom\n' });
  });

  it('builds again at a restart, and breakpoints move with their lines', async () => {
    await launch();
    await client.breakAt(source, 14);
    writeFileSync(source, readFileSync(source, 'utf8').replace("define('STEP', 3)", "define('STEP', 9)"));
    await client.request('restart', { arguments: { program, build, stopOnEntry: true } });
    await client.stopped();
    await client.move('continue');
    await client.move('continue');
    expect(await client.evaluate('count')).toBe('$09 (9)');
  });

  it('says once that a source has changed since, and a byte order mark is no change', async () => {
    writeFileSync(source, `\ufeff${readFileSync(source, 'utf8')}`);
    await launch();
    await client.move('next');
    expect(client.events.filter(({ event }) => event === 'gigatron/sourceChanged')).toEqual([]);
    appendFileSync(source, '# more\n');
    await client.move('next');
    expect(await client.event('gigatron/sourceChanged')).toEqual({ path: source });
  });

  it('takes what an earlier build has written if everything is up to date', async () => {
    await launch();
    await client.request('terminate');
    const upToDate = small('nop()');
    expect(await client.failure('launch', { program: join(folder, 'other.rom'), build: upToDate })).toContain(
      'other.rom',
    );
    await client.request('launch', { program, build: upToDate, stopOnEntry: true });
    await client.breakAt(source, 14);
    await client.request('configurationDone');
    await client.stopped();
    await client.move('continue');
    expect(await client.line()).toBe(14);
  });

  it('runs in the workspace folder if the ROM lies in it', async () => {
    writeFileSync(join(folder, 'makes.sh'), `cd inner && ${PYTHON} ../count.asm.py ../words.gcl`);
    await launch({
      workspace: folder,
      program: join(folder, 'inner', 'count.rom'),
      build: 'mkdir inner && sh makes.sh',
    });
    expect(await client.line()).toBe(12);
  });

  it('shows errors of Python with their places, and the last one in the answer', async () => {
    expect(await failure({ build: small('def part():', "    raise Exception('of its own.')", 'part()') })).toMatch(
      /^The ROM was not built: .*small\.asm\.py:3: Exception: of its own\. The Debug Console has the output\.$/,
    );
    const places = outputOf(client).flatMap(({ source, line }) => (source === undefined ? [] : [[source.path, line]]));
    const small_ = join(folder, 'small.asm.py');
    expect(places).toEqual([
      [small_, 4],
      [small_, 3],
    ]);
    expect(outputOf(client).at(-1)).toMatchObject({
      category: 'stderr',
      output: expect.stringContaining('of its own') as unknown,
    });
  });

  it.each<[string, () => object, RegExp]>([
    [
      'fails',
      () => ({ build: 'echo of its own; exit 3' }),
      /^The ROM was not built: the build failed with status 3\. /,
    ],
    [
      'writes another ROM',
      () => ({ program: join(folder, 'c.rom') }),
      /^The build has written ".*count\.rom", not ".*c\.rom"; /,
    ],
    ['writes none', () => ({ build: small('nop()') }), /^There is no file ".*count\.rom" to debug/],
    [
      'writes none with asm.py',
      () => ({ build: `printf ab > "${program}"; ${small('nop()')}` }),
      /^The build has written no ROM with asm\.py, and no earlier one ".*count\.json"; /,
    ],
    ['is for a source', () => ({ program: source }), /^The build has written ".*count\.rom", not ".*count\.asm\.py"; /],
    ['is left out', () => ({ program: source, build: undefined }), /is a source in Python: name the ROM /],
  ])('is answered with one sentence when it %s', async (_, options, message) => {
    expect(await failure(options())).toMatch(message);
  });

  it.each(['terminate', 'disconnect'])('is ended by %s, with all that it has started', async (request) => {
    const mark = join(folder, 'goes on');
    const loops = small('import time', 'print("begun", flush=True)', 'time.sleep(600)');
    await client.request('initialize', { adapterID: 'gigatron' });
    const answer = client.failure('launch', { program, build: `(${loops}); touch "${mark}"` });
    await client.event('output');
    await client.request(request);
    expect(await answer).toContain('the build was killed by SIGTERM');
    expect(existsSync(mark)).toBe(false);
  });
});

describe('an adapter on a port', () => {
  it('runs no builds for strangers', async () => {
    const adapter = await ListeningAdapter.start();
    const client = await adapter.connect();
    await client.request('initialize', { adapterID: 'gigatron' });
    expect(await client.failure('launch', { program, build: `echo > "${join(folder, 'ran')}"` })).toMatch(
      /^This debugger runs no builds/,
    );
    expect(existsSync(join(folder, 'ran'))).toBe(false);
    await client.stop();
    await adapter.stop();
  });
});
