/** Columns in bytes of UTF-8, through the real protocol: what a client that counts this way sends and gets. */
import { expect, it } from 'vitest';
import type {
  CallHierarchyItem,
  CodeAction,
  CompletionList,
  Hover,
  Location,
  Position,
  Range,
  SemanticTokens,
  WorkspaceEdit,
} from 'vscode-languageserver-protocol';
import { workspaceFixture } from '#test/server/workspace-fixture.ts';

const workspace = workspaceFixture();
const MAIN = '        .include "größe.gtasm"\nstart:  .word "é😀" == size, start\n        bra  start\n        nop\n';
const SIZE = 'size = length("é") + 1 ; é\n        .assert length("😀é") == size\n';
const utf8 = { positionEncodings: ['utf-8', 'utf-16'] };

/** The place of a text in another, in bytes. @param nth from 0 */
function placeOf(text: string, part: string, nth = 0): Position {
  let at = -1;
  for (let found = 0; found <= nth; found++) at = text.indexOf(part, at + 1);
  const before = text.slice(0, at).split('\n');
  return { line: before.length - 1, character: Buffer.byteLength(before.at(-1)!) };
}

/** The text of a range in bytes. */
function textIn(text: string, { start, end }: Range): string {
  expect(start.line).toBe(end.line);
  return Buffer.from(text.split('\n')[start.line]!).subarray(start.character, end.character).toString();
}

async function opened() {
  const { folder, open } = await workspace({ 'main.gtasm': MAIN, 'größe.gtasm': SIZE }, { general: utf8 });
  return { main: await open('main.gtasm'), size: folder.uri('größe.gtasm') };
}

it.each([
  [['utf-32', 'utf-8', 'utf-16'], 'utf-8'],
  [['utf-16', 'utf-8'], 'utf-16'],
])('%j gives %s', async (positionEncodings, taken) => {
  const { client } = await workspace({ 'main.gtasm': MAIN }, { general: { positionEncodings } });
  expect(client.initializeResult.capabilities.positionEncoding).toBe(taken);
});

it('holds in questions and answers, in other files too', async () => {
  const { main, size } = await opened();
  const position = placeOf(MAIN, 'size,');
  const hover = await main.request<Hover>('hover', { position });
  expect(textIn(MAIN, hover.range!)).toBe('size');
  const uses = await main.request<Location[]>('references', {
    position,
    context: { includeDeclaration: true },
  });
  expect(uses.map(({ uri, range }) => [uri, textIn(uri === main.uri ? MAIN : SIZE, range)]).sort()).toEqual(
    [
      [size, 'size'],
      [size, 'size'],
      [main.uri, 'size'],
    ].sort(),
  );
  const edit = await main.request<WorkspaceEdit>('rename', { position, newName: 'count' });
  expect(edit.changes![size]!.map(({ range }) => textIn(SIZE, range))).toEqual(['size', 'size']);
  const [item] = await main.request<CallHierarchyItem[]>('prepareCallHierarchy', {
    position: placeOf(MAIN, 'start', 1),
  });
  expect(textIn(MAIN, item!.selectionRange)).toBe('start');
});

it('holds for edits, findings, fixes and completion', async () => {
  const { main } = await opened();
  const start = placeOf(MAIN, 'start', 1);
  const end = { ...start, character: start.character + 5 };
  await main.change(
    { range: { start, end }, text: '"é", strat' },
    {
      range: {
        start: { ...start, character: start.character + 10 },
        end: { ...start, character: start.character + 11 },
      },
      text: 't',
    },
  );
  const text = MAIN.replace('size, start', 'size, "é", strtt');
  const [finding] = await main.diagnostics();
  expect(finding).toBeDefined();
  const range = { start: placeOf(text, 'strtt'), end: placeOf(text, 'strtt') };
  const fixes = await main.request<CodeAction[]>('codeAction', {
    range,
    context: { diagnostics: [] },
  });
  for (const { edit } of fixes)
    for (const each of edit?.changes?.[main.uri] ?? []) expect(textIn(text, each.range)).not.toContain('"');
  const list = await main.request<CompletionList>('completion', {
    position: { ...range.start, character: range.start.character + 2 },
  });
  const { textEdit } = list.items.find(({ label }) => label === 'start')!;
  expect('range' in textEdit! && textIn(text, textEdit.range)).toBe('st');
});

it('holds for semantic tokens', async () => {
  const { main } = await opened();
  const { data } = await main.request<SemanticTokens>('semanticTokens/full');
  const names: string[] = [];
  let [line, character] = [0, 0];
  for (let at = 0; at < data.length; at += 5) {
    line += data[at]!;
    character = data[at]! === 0 ? character + data[at + 1]! : data[at + 1]!;
    const start = { line, character };
    names.push(textIn(MAIN, { start, end: { line, character: character + data[at + 2]! } }));
  }
  expect(names.filter((name) => name === 'start')).toHaveLength(3);
  expect(names).toContain('size');
});
