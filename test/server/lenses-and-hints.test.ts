/** Code lenses and inlay hints through the real protocol. */
import { describe, expect, it } from 'vitest';
import { InlayHintKind, type CodeLens, type InlayHint } from 'vscode-languageserver-protocol';
import { languageFixture, type LanguageFixture } from '#test/server/language-fixture.ts';

const SOURCE = `.zp link
.macro twice op
        op   1
        op   1
.endmacro
start:  ld   >routine,y
        jmp  y,routine
        ld   *+1
        bra  start
        nop
routine:
        st   [link]
        twice suba
        bra  [link]
        nop
.test "keeps X"
        .given x = 3
        .call routine
        .expect x = 3
.endtest
`;

async function lensesOf(server: LanguageFixture, source: string): Promise<CodeLens[]> {
  const lenses = await (await server.open(source)).request<CodeLens[]>('codeLens');
  return Promise.all(
    lenses.map((lens) => (lens.command ? lens : server.client.send<CodeLens>('codeLens/resolve', lens))),
  );
}

function shown(lenses: readonly CodeLens[]): unknown[] {
  return lenses.map(({ range, command }) => [range.start.line + 1, command?.title]);
}

describe('code lenses', () => {
  const server = languageFixture({
    start: { referencesCommand: 'show', testCommands: { run: 'run', debug: 'debug' } },
  });

  it('count uses, tell what a routine costs, and run tests', async () => {
    expect(shown(await lensesOf(server, SOURCE))).toEqual([
      [2, '1 reference'],
      [6, '1 reference'],
      [11, '3 references · 5 cycles'],
      [16, 'Run Test'],
      [16, 'Debug Test'],
    ]);
  });

  it('lead to the uses', async () => {
    const lenses = await lensesOf(server, SOURCE);
    const { command } = lenses.find(({ range }) => range.start.line === 10)!;
    const [uri, position, places] = command!.arguments as [string, unknown, { uri: string }[]];
    expect(command!.command).toBe('show');
    expect(position).toEqual({ line: 10, character: 0 });
    expect(places.map((place) => place.uri)).toEqual([uri, uri, uri]);
  });

  it('count in the text as it is after an edit', async () => {
    const source = await server.open(SOURCE);
    const [lens] = await source.request<CodeLens[]>('codeLens');
    await source.change({ text: SOURCE.replace('twice suba', 'twice adda\n        twice suba') });
    const { command } = await server.client.send<CodeLens>('codeLens/resolve', lens);
    expect(command?.title).toBe('2 references');
  });
});

describe('code lenses that are switched off', () => {
  const server = languageFixture({ settings: { codeLens: { references: false, cycles: false, tests: true } } });

  it('are left out, and those on tests where the client has no commands', async () => {
    expect(await lensesOf(server, SOURCE)).toEqual([]);
  });
});

describe('code lenses on costs alone', () => {
  const server = languageFixture({ settings: { codeLens: { references: false, tests: false } } });

  it('say where nothing is known', async () => {
    expect(shown(await lensesOf(server, SOURCE))).toEqual([
      [2, 'cycles not known'],
      [6, 'cycles not known'],
      [11, '5 cycles'],
    ]);
  });
});

const server = languageFixture({ settings: { inlayHints: { cycles: true, timing: true } } });

async function hintsOf(fixture: LanguageFixture, text: string): Promise<InlayHint[]> {
  const range = { start: { line: 0, character: 0 }, end: { line: 12, character: 0 } };
  return (await fixture.open(text)).request<InlayHint[]>('inlayHint', { range });
}

it('hints at the cycles of straight runs', async () => {
  const hints = await hintsOf(server, 'start:  ld   1\n        adda 2\n        bra  start\n        nop\n');
  expect(hints.map(({ label, position }) => [position.line, label])).toEqual([[3, '4 cycles']]);
});

describe('hints at the parameters of macros', () => {
  const SOURCE = `.macro draw row, colour=1, at=[0]
        ld   row
        ora  colour
        st   at
.endmacro
ROW = 2
start:  draw 3, -1
        draw ROW, colour=2
        draw 3, 1, [$10]
        bra  start
        nop
`;
  const labels = async (fixture: LanguageFixture): Promise<unknown[]> =>
    (await hintsOf(fixture, SOURCE))
      .filter(({ kind }) => kind === InlayHintKind.Parameter)
      .map(({ label, position }) => [position.line + 1, position.character, label]);
  const everything = languageFixture({ settings: { inlayHints: { parameters: 'all' } } });
  const nothing = languageFixture({ settings: { inlayHints: { parameters: 'none' } } });

  it('name what numbers are for', async () => {
    expect(await labels(server)).toEqual([
      [7, 13, 'row:'],
      [7, 16, 'colour:'],
      [9, 13, 'row:'],
      [9, 16, 'colour:'],
      [9, 19, 'at:'],
    ]);
  });

  it('name what everything is for, or nothing, as the settings say', async () => {
    expect(await labels(everything)).toContainEqual([8, 13, 'row:']);
    expect(await labels(nothing)).toEqual([]);
  });
});
