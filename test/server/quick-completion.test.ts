/**
 * Completion right after a keystroke: it does not wait for the new assembly, and offers what it would after waiting.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CompletionItem, CompletionList, Position } from 'vscode-languageserver-protocol';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { assemble } from '#assembler';
import { draws } from '#test/draws.ts';
import { LanguageClient } from '#test/server/language-client.ts';
import { changeOf, type Keystroke, TypedWorkspace } from '#test/server/typed-workspace.ts';

const PROGRAM = `WIDTH = 160
.zp line, 2 at $30
.zp count
.zp back
.row list, 16..31 index=ply element=byte
.macro clear cell, value=0
        ld   value
.again: bne  .again
        st   [cell]
.endmacro

start:  ld   WIDTH
.wait:  bne  .wait
        nop
        clear count, 1
        bra  draw
        nop

; Draws a line.
.proc draw
.loop:  ld   [line]
        adda WIDTH

        bra  .loop
        st   [count]
.endproc
        .if  WIDTH > 200
wide:   nop
        .else
narrow: suba 1
.turn:  bra  [back]
        .endif
        nop
`;

const MAIN = 'file:///project/main.gtasm';
describe('the view for a quick answer', () => {
  /** Which assembly answers for a line of a text that was just typed, after the text before was assembled. */
  async function quick(before: string, after: string, line = after.split('\n').length - 1): Promise<string> {
    const workspace = new TypedWorkspace();
    workspace.type(MAIN, before);
    const last = await workspace.view(MAIN);
    workspace.type(MAIN, after);
    const view = await workspace.quickView(MAIN, line);
    expect(view?.file.text).toBe(after);
    return view?.assembly === last?.assembly ? 'the last assembly' : 'the new assembly';
  }

  it.each([
    ['a word is typed', 'start:  ld   \n', 'start:  ld   [c\n', 0],
    ['a line is typed', 'start:  nop\n        bra  start\n', 'start:  nop\n        ld   $1\n        bra  start\n', 1],
    ['a call is typed', 'start:  nop\n\n', 'start:  nop\n        draw 1,\n', 1],
    ['a line is deleted', 'start:  nop\n        nop\n        bra  start\n', 'start:  nop\n        bra  start\n', 1],
    ['a check is typed', 'start:  nop\n        .check st\n', 'start:  nop\n        .check star\n', 1],
    ['a labelled line moves', '\nstart:  nop\n', '\n\nstart:  adda\n', 2],
    ['a macro is typed', '.macro m a\nm.x:  nop\n  ld\n.endmacro\n', '.macro m a\nm.x:  nop\n  ld a\n.endmacro\n', 2],
    ['a value is typed', 'start:  nop\nWIDTH = 1\n', 'start:  nop\nWIDTH = 12\n', 1],
  ])('is that of the last assembly where %s', async (_, before, after, line) => {
    expect(await quick(before, after, line)).toBe('the last assembly');
  });

  it.each([
    ['a label is typed', 'start:  nop\n        nop\n', 'start:  nop\nnext:   nop\n', 1],
    ['a name is typed', 'start:  nop\n.zp co\n', 'start:  nop\n.zp cou\n', 1],
    ['a condition is typed', 'start:  nop\n        .if 1\n', 'start:  nop\n        .if 10\n', 1],
    [
      'a block ends above the line',
      'start:  nop\n.proc a\n.endproc\n\n',
      'start:  nop\n.proc a\n.endproc\n    ld\n',
      3,
    ],
    ['a macro changes', '.macro m a\n    ld   a\n.endmacro\nstart: m\n', '.macro m a\n  ld\n.endmacro\nstart: m\n', 3],
    ['all is deleted', 'start:  nop\n', '', 0],
    ['the line is gone', 'start:  nop\n        nop\n', 'start:  nop', 5],
    ['there is nothing above the line', 'nop\n', 'ld\n', 0],
  ])('is that of the new assembly where %s', async (_, before, after, line) => {
    expect(await quick(before, after, line)).toBe('the new assembly');
  });

  it('is that of the new assembly where another file has changed, and when there is none before', async () => {
    const workspace = new TypedWorkspace();
    const part = 'file:///project/part.gtasm';
    workspace.type(part, 'NAME = 1\n');
    workspace.type(MAIN, '        .include "part.gtasm"\nstart:  nop\n');
    expect((await workspace.quickView(MAIN, 1))?.assembly.words).toBe(1);
    workspace.type(part, 'OTHER = 1\n');
    workspace.type(MAIN, '        .include "part.gtasm"\nstart:  ld\n');
    const view = await workspace.quickView(MAIN, 1);
    expect(view?.assembly.symbols.definitionNamed('OTHER')?.name).toBe('OTHER');
    workspace.type(MAIN, '        .include "part.gtasm"\nstart:  ld O\n');
    workspace.setSettings('', { ...workspace.settingsOf(MAIN), defines: { OUTSIDE: 1 } });
    const configured = await workspace.quickView(MAIN, 1);
    expect(configured?.assembly).not.toBe(view?.assembly);
  });
});

const PLAIN_PIECES = [...'\nc],. y', '        ld   [', '        nop\n', 'ou', '; x', '        bra  ', '$1'];
const ANY_PIECES = [
  ...[...PLAIN_PIECES, ':', '"', 'WIDTH', ' = ', 'start: ', '        clear 1\n', '.zp more\n', '.macro m a\n'],
  ...['.endmacro\n', '.if 0\n', '.endif\n', '.proc p\n', '.endproc\n'],
];
const editOf = (pieces: readonly string[]): fc.Arbitrary<Keystroke> =>
  fc.record({
    at: fc.nat({ max: PROGRAM.length }),
    deleted: fc.nat({ max: 6 }),
    inserted: fc.oneof(fc.constantFrom(...pieces), fc.constant('')),
  });

/** Keystrokes without a pause, and where completion is requested after them. */
interface Typing {
  readonly edits: readonly Keystroke[];
  /** The end of the last edit, or else any place of the text. */
  readonly place: { readonly near: boolean; readonly at: number };
}

const typingOf = (pieces: readonly string[]): fc.Arbitrary<Typing> =>
  fc.record({
    edits: fc.array(editOf(pieces), { minLength: 1, maxLength: 3 }),
    place: fc.record({ near: fc.boolean(), at: fc.nat({ max: PROGRAM.length }) }),
  });

describe('completion after a keystroke', () => {
  let client: LanguageClient;
  let serial = 0;

  beforeAll(async () => {
    client = await LanguageClient.start();
  });
  afterAll(() => client.stop());

  interface Seen {
    readonly quick: readonly CompletionItem[];
    readonly waited: readonly CompletionItem[];
    /** Full names that only one of the two programs has. */
    readonly differing: ReadonlySet<string>;
    readonly text: string;
    readonly position: Position;
  }

  async function typed({ edits, place }: Typing): Promise<Seen> {
    const uri = `untitled:quick-${serial++}`;
    const document = TextDocument.create(uri, 'gigatron', 1, PROGRAM);
    await client.open(uri, PROGRAM);
    await client.request('textDocument/documentSymbol', uri);
    for (const edit of edits) {
      const change = changeOf(document, edit);
      TextDocument.update(document, [change], document.version + 1);
      await client.change(uri, [change]);
    }
    const { at, inserted } = edits.at(-1)!;
    const position = document.positionAt(place.near ? at + inserted.length : place.at);
    const quick = await completions(uri, position);
    await client.request('textDocument/documentSymbol', uri);
    const waited = await completions(uri, position);
    await client.close(uri);
    const text = document.getText();
    const [before, after] = [SYMBOLS, symbolsOf(text)];
    const differing = new Set([...before, ...after].filter((name) => !before.has(name) || !after.has(name)));
    return { quick, waited, differing, text, position };
  }

  async function completions(uri: string, position: Position): Promise<readonly CompletionItem[]> {
    const list = await client.request<CompletionList | null>('textDocument/completion', uri, { position });
    return list?.items ?? [];
  }

  it('is the same as after waiting, except for values, which come with the documentation', async () => {
    await fc.assert(
      fc.asyncProperty(typingOf(PLAIN_PIECES), async (typing) => {
        const { quick, waited, differing, text, position } = await typed(typing);
        fc.pre(differing.size === 0);
        expectSame(quick.map(withoutValue), waited.map(withoutValue), `${text}\n${JSON.stringify(position)}`);
      }),
      { numRuns: RUNS },
    );
  });

  it('differs from that by no more than the names that the keystrokes added or removed', async () => {
    await fc.assert(
      fc.asyncProperty(typingOf(ANY_PIECES), async (typing) => {
        const { quick, waited, differing, text, position } = await typed(typing);
        const kept = (items: readonly CompletionItem[]): unknown[] =>
          items
            .filter(({ data }) => !differing.has((data as { symbol: string } | undefined)?.symbol ?? ''))
            .map(withoutOrder);
        expectSame(kept(quick), kept(waited), `${text}\n${JSON.stringify(position)}`);
      }),
      { numRuns: RUNS },
    );
  });
});

/** Full names of the symbols of a program. */
function symbolsOf(text: string): ReadonlySet<string> {
  const host = { read: () => ({ text }) };
  return new Set(assemble('/main.gtasm', host, { check: false }).symbols.definitions.map(({ name }) => name));
}

const SYMBOLS = symbolsOf(PROGRAM);

/** Compares without the test runner as long as all is well, which is much quicker. */
function expectSame(quick: readonly unknown[], waited: readonly unknown[], place: string): void {
  if (JSON.stringify(quick) !== JSON.stringify(waited)) expect(quick, place).toEqual(waited);
}

/** How many random edits of each kind are made. */
const RUNS = draws(250);

function withoutValue({ detail, ...rest }: CompletionItem): unknown {
  return { ...rest, detail: detail?.replace(/ -?[\d$].*/, '') };
}

function withoutOrder(item: CompletionItem): unknown {
  return withoutValue({ ...item, sortText: '' });
}
