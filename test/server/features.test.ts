/** Every feature of the language server through the real protocol, on single marked sources. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  CallHierarchyIncomingCall,
  CallHierarchyItem,
  CallHierarchyOutgoingCall,
  CodeAction,
  CompletionItem,
  CompletionList,
  DocumentHighlight,
  DocumentSymbol,
  FoldingRange,
  Hover,
  Location,
  MarkupContent,
  SelectionRange,
  SignatureHelp,
  TextEdit,
  WorkspaceEdit,
} from 'vscode-languageserver-protocol';
import { LanguageClient } from '../support/language-client.ts';
import { markedSource, textIn, type MarkedSource } from '../support/marked-source.ts';

let client: LanguageClient;
let documents = 0;

interface OpenSource extends MarkedSource {
  readonly uri: string;
}

/** Opens a marked source as an untitled document. */
async function open(marked: string): Promise<OpenSource> {
  const source = markedSource(marked);
  const uri = `untitled:Untitled-${++documents}`;
  await client.open(uri, source.text);
  return { ...source, uri };
}

/** Sends a request for the first cursor of a marked source. */
async function ask<R>(
  method: string,
  marked: string,
  parameters: Record<string, unknown> = {},
): Promise<{ answer: R; source: OpenSource }> {
  const source = await open(marked);
  const answer = await client.request<R>(`textDocument/${method}`, source.uri, {
    position: source.cursors[0],
    ...parameters,
  });
  return { answer, source };
}

async function hoverText(marked: string): Promise<string> {
  const { answer } = await ask<Hover | null>('hover', marked);
  return answer === null ? '' : (answer.contents as MarkupContent).value;
}

async function completionsAt(marked: string): Promise<CompletionItem[]> {
  const { answer } = await ask<CompletionList | null>('completion', marked);
  return answer?.items ?? [];
}

/** Text of a document after edits of it. */
function applied(text: string, edits: readonly TextEdit[]): string {
  const lines = text.split('\n');
  const offset = ({ line, character }: { line: number; character: number }): number =>
    lines.slice(0, line).reduce((sum, { length }) => sum + length + 1, 0) + character;
  return [...edits]
    .sort((a, b) => offset(b.range.start) - offset(a.range.start))
    .reduce(
      (result, { range, newText }) => result.slice(0, offset(range.start)) + newText + result.slice(offset(range.end)),
      text,
    );
}

beforeAll(async () => {
  client = await LanguageClient.start({ settings: { inlayHints: { cycles: true, timing: true } } });
});
afterAll(async () => {
  expect(await client.stop()).toBe(0);
});

describe('diagnostics', () => {
  it('mark a wrong label at its place, and go when it is mended', async () => {
    const { uri, text, ranges } = await open('start:  bra  «strat»\n        nop\n');
    const [diagnostic] = await client.diagnostics(uri);
    expect(diagnostic).toMatchObject({ range: ranges[0], severity: 1, source: 'gigatron' });
    expect(diagnostic!.code).toMatch(/^GT\d{4}$/);
    expect(diagnostic!.message).toContain('strat');
    await client.change(uri, [{ range: ranges[0]!, text: 'start' }]);
    expect((await client.diagnostics(uri)).filter(({ severity }) => severity === 1)).toEqual([]);
    expect(text).toContain('strat');
  });

  it('go when the document is closed', async () => {
    const { uri } = await open('        bra  nowhere\n        nop\n');
    expect(await client.diagnostics(uri)).not.toEqual([]);
    await client.close(uri);
    expect(await client.awaitDiagnostics(uri, ({ diagnostics }) => diagnostics.length === 0)).toEqual([]);
  });
});

describe('hover', () => {
  const program =
    '; Draws one line.\n; In: AC = line\n.zp line at $30\nwidth = 160\ndraw:   st   [line]\n        ld   width\n';

  it('shows kind and value of a label, and the comment above it', async () => {
    const text = await hoverText(
      `; Waits.\n; In: nothing\n        .org $123\nwait:   nop\n        bra  wa¦it\n        nop\n`,
    );
    expect(text).toContain('**wait** — label, ROM `$0123`');
    expect(await hoverText('        nop\n; Waits.\nwait:   nop\n        bra  wa¦it\n        nop\n')).toContain(
      'Waits.',
    );
  });

  it('shows a declaration with its address', async () => {
    const text = await hoverText(program.replace('st   [line]', 'st   [li¦ne]'));
    expect(text).toContain('zero-page variable');
    expect(text).toContain('$0030');
    expect(text).toContain('Draws one line.');
  });

  it('shows what a table holds', async () => {
    const text = await hoverText('.column bo¦ard, 1..120 at $ff index=square element=piece\n        nop\n');
    expect(text).toContain('entries 1..120 at $01ff … $78ff, every 256 bytes');
    expect(text).toContain('index: square');
    expect(text).toContain('element: piece');
  });

  it('shows a constant in both bases', async () => {
    expect(await hoverText(program.replace('ld   width', 'ld   wid¦th'))).toContain('160 = $a0');
  });

  it('shows what an instruction does, where it stands, its word and its cycle', async () => {
    const text = await hoverText('        .org $200\n        ad¦da [y,$12]\n');
    expect(text).toContain('AC ← AC + RAM[Y:$12]');
    expect(text).toContain('$0200  8912');
    expect(text).toContain('1 cycle');
  });

  it('shows the target of a branch', async () => {
    expect(await hoverText('        .org $300\nhere:   b¦ne  here\n        nop\n')).toContain('if AC ≠ 0: PC ← $0300');
  });

  it('helps with directives, registers and numbers', async () => {
    expect(await hoverText('        .or¦g $200\n        nop\n')).toContain('.org address');
    expect(await hoverText('        ld   [y,x¦++],out\n')).toContain('Low byte of a RAM address');
    expect(await hoverText('        ld   $f¦f\n')).toContain('255 = $ff = %11111111 = -1 as a signed byte');
  });

  it('shows what a macro call assembles to', async () => {
    const macro = '.macro twice value\n        adda value\n        adda value\n.endmacro\n';
    const text = await hoverText(`${macro}        .org $100\n        twi¦ce 7\n`);
    expect(text).toContain('twice value');
    expect(text).toContain('$0100  8007  adda $07\n$0101  8007  adda $07');
    expect(text).toContain('2 words');
  });

  it('says nothing on blank lines and comments', async () => {
    expect(await hoverText('¦\n        nop\n')).toBe('');
    expect(await hoverText('        nop ; a com¦ment\n')).toBe('');
  });
});

describe('definition and references', () => {
  const marked =
    '.zp «count» at $30\nstart:  ld   [«cou¦nt»]\n        st   [«count»]\n        bra  start\n        nop\n';

  it('goes to the definition', async () => {
    const { answer, source } = await ask<Location>('definition', marked);
    expect(answer).toEqual({ uri: source.uri, range: source.ranges[0] });
  });

  it('tells local labels of two routines apart', async () => {
    const { answer, source } = await ask<Location>(
      'definition',
      'one:    nop\n.loop:  bra  .loop\n        nop\ntwo:    nop\n«.loop»:  bra  .lo¦op\n        nop\n',
    );
    expect(answer.range.start.line).toBe(source.ranges[0]!.start.line);
  });

  it('finds all references, with and without the declaration', async () => {
    const all = await ask<Location[]>('references', marked, { context: { includeDeclaration: true } });
    expect(all.answer.map(({ range }) => range)).toEqual(all.source.ranges);
    const uses = await ask<Location[]>('references', marked, { context: { includeDeclaration: false } });
    expect(uses.answer.map(({ range }) => range)).toEqual(uses.source.ranges.slice(1));
  });

  it('highlights stores as writes', async () => {
    const { answer } = await ask<DocumentHighlight[]>('documentHighlight', marked);
    expect(answer.map(({ kind }) => kind)).toEqual([3, 2, 3]);
  });

  it('goes from the key of a declaration to its set', async () => {
    const marked = '.set «rays», n, s\n.column all, 1..9 at $f0 element=slider-set set=«ra¦ys»\n';
    const { answer, source } = await ask<Location>('definition', marked);
    expect(answer.range).toEqual(source.ranges[0]);
    expect(await hoverText(marked)).toContain('.set rays, n, s');
    const uses = await ask<Location[]>('references', marked, { context: { includeDeclaration: true } });
    expect(uses.answer.map(({ range }) => range)).toEqual(source.ranges);
  });

  it('finds nothing where no name stands', async () => {
    expect((await ask<Location | null>('definition', '        ¦nop\n')).answer).toBeNull();
    expect(
      (await ask<Location[]>('references', '        ¦nop\n', { context: { includeDeclaration: true } })).answer,
    ).toEqual([]);
  });
});

describe('completion', () => {
  const labels = async (marked: string): Promise<string[]> => (await completionsAt(marked)).map(({ label }) => label);

  it('offers mnemonics, macros and directives where a statement begins', async () => {
    const offered = await labels('.macro twice op\n        nop\n.endmacro\n        a¦\n');
    expect(offered).toEqual(expect.arrayContaining(['adda', 'nop', 'twice', '.org', '.check']));
    expect(offered).not.toContain('out');
  });

  it('keeps capitals', async () => {
    expect(await labels('        AD¦\n')).toContain('ADDA');
  });

  it('offers symbols and registers in operands, locals of this routine only', async () => {
    const program = '.zp count\none:    nop\n.here:  nop\n        bra  ¦\n        nop\ntwo:    nop\n.there: nop\n';
    const offered = await labels(program);
    expect(offered).toEqual(expect.arrayContaining(['count', 'one', 'two', '.here', 'ac', 'lo']));
    expect(offered).not.toContain('.there');
    expect(offered).not.toContain('nop');
  });

  it('puts labels first behind a branch, and variables first elsewhere', async () => {
    const first = async (line: string): Promise<string> => {
      const items = await completionsAt(`.zp count\nstart:  nop\n        ${line}\n        nop\n`);
      return items.sort((a, b) => (a.sortText! < b.sortText! ? -1 : 1))[0]!.label;
    };
    expect(await first('bra  ¦')).toBe('start');
    expect(await first('ld   [¦]')).toBe('count');
  });

  it('replaces the word that was begun', async () => {
    const items = await completionsAt('start:  nop\n        bra  «sta»¦\n');
    const item = items.find(({ label }) => label === 'start');
    expect(item!.textEdit).toMatchObject({
      newText: 'start',
      range: { start: { line: 1, character: 13 }, end: { line: 1, character: 16 } },
    });
  });

  it('offers directives behind a dot', async () => {
    const offered = await labels('        .¦\n');
    expect(offered).toEqual(expect.arrayContaining(['.page', '.include', '.zp']));
    expect(offered).not.toContain('nop');
  });

  it('fills in the documentation of a symbol on demand', async () => {
    const items = await completionsAt('; Counts lines.\n.zp count at $30\n        ld   [¦]\n');
    const item = items.find(({ label }) => label === 'count')!;
    const resolved = await client.send<CompletionItem>('completionItem/resolve', item);
    expect((resolved.documentation as MarkupContent).value).toContain('Counts lines.');
  });

  it('offers keys of declarations and their values', async () => {
    expect(await labels('.zp square ¦\n')).toEqual(expect.arrayContaining(['index=', 'element=', 'role=']));
    expect(await labels('.zp square element=¦\n')).toContain('element=square');
    expect(await labels('.set rays, n, s\n.column all, 1..9 at $f0 element=slider-set set=¦\n')).toEqual(['set=rays']);
    expect(await labels('.zp left\n        .timing account=¦\n')).toEqual(['account=left']);
    expect(await labels('.pieces ¦\n')).toEqual(['empty=', 'guard=', 'black=']);
    expect(await labels('.column ¦\n')).toEqual([]);
    expect(await labels('size = 4\n.row all, 0..9 at ¦\n')).toContain('size');
  });

  it('offers nothing in comments', async () => {
    expect(await labels('        nop ; see ¦\n')).toEqual([]);
  });
});

describe('outline', () => {
  it('nests local labels below their label and fields below their frame', async () => {
    const { answer } = await ask<DocumentSymbol[]>(
      'documentSymbol',
      '.zp count\n.frame plies, 1..4 at $20 bytes 8\n.field move\n.endframe\nstart:  nop\n.loop:  bra  .loop\n        nop\nend:    nop\n',
    );
    expect(answer.map(({ name, children }) => [name, children!.map((child) => child.name)])).toEqual([
      ['count', []],
      ['plies', ['move']],
      ['start', ['.loop']],
      ['end', []],
    ]);
  });

  it('has the names of code that is not assembled', async () => {
    const text = '.if 0\n.zp count\nstart:  nop\n.loop:  bra  .loop\n        nop\n.endif\nwidth = 5\nother:  nop\n';
    const { answer } = await ask<DocumentSymbol[]>('documentSymbol', text);
    expect(answer.map(({ name, children }) => [name, children!.map((child) => child.name)])).toEqual([
      ['count', []],
      ['start', ['.loop']],
      ['width', []],
      ['other', []],
    ]);
  });

  it('gives ranges that hold their names and their children', async () => {
    const { answer } = await ask<DocumentSymbol[]>(
      'documentSymbol',
      '.proc draw\n        nop\n.loop:  bra  .loop\n        nop\n.endproc\n',
    );
    const within = (inner: DocumentSymbol['range'], outer: DocumentSymbol['range']): boolean =>
      inner.start.line >= outer.start.line && inner.end.line <= outer.end.line;
    const check = (symbol: DocumentSymbol): void => {
      expect(within(symbol.selectionRange, symbol.range)).toBe(true);
      for (const child of symbol.children ?? []) {
        expect(within(child.range, symbol.range)).toBe(true);
        check(child);
      }
    };
    expect(answer.map(({ name }) => name)).toEqual(['draw']);
    expect(answer[0]!.range.end.line).toBe(4);
    answer.forEach(check);
  });
});

describe('rename', () => {
  it('changes the definition and every use', async () => {
    const { answer, source } = await ask<WorkspaceEdit>('rename', 'start:  bra  st¦art\n        ld   >start,y\n', {
      newName: 'begin',
    });
    expect(applied(source.text, answer.changes![source.uri]!)).toBe('begin:  bra  begin\n        ld   >begin,y\n');
  });

  it('keeps the spelling of local labels', async () => {
    const { answer, source } = await ask<WorkspaceEdit>(
      'rename',
      'draw:   nop\n.lo¦op:  bra  .loop\n        bra  draw.loop\n        nop\n',
      { newName: '.again' },
    );
    expect(applied(source.text, answer.changes![source.uri]!)).toBe(
      'draw:   nop\n.again:  bra  .again\n        bra  draw.again\n        nop\n',
    );
  });

  it('names what will be renamed', async () => {
    const { answer, source } = await ask<{ range: Location['range']; placeholder: string } | null>(
      'prepareRename',
      'draw:   nop\n.«loop»:  bra  .lo¦op\n        nop\n',
    );
    expect(answer!.placeholder).toBe('loop');
    expect(textIn(source.text, answer!.range)).toBe('loop');
    expect((await ask('prepareRename', '        ¦nop\n')).answer).toBeNull();
  });

  it.each([
    ['9lives', 'no name'],
    ['nop', 'word of the language'],
    ['other', 'already'],
    ['.local', 'Only a local label'],
  ])('refuses %s with a sentence', async (newName, reason) => {
    await expect(ask('rename', 'st¦art:  nop\nother:  nop\n', { newName })).rejects.toThrow(reason);
  });
});

describe('semantic tokens', () => {
  const marked = '.zp count\nwidth = 160\nstart:  ld   [count]\n        ld   width\n        bra  start\n        nop\n';

  /** Tokens as text and type. */
  async function tokens(uri: string, text: string): Promise<string[]> {
    const { data, legend } = await client
      .request<{ data: number[] }>('textDocument/semanticTokens/full', uri)
      .then((result) => ({
        ...result,
        legend: client.initializeResult.capabilities.semanticTokensProvider!.legend.tokenTypes,
      }));
    const lines = text.split('\n');
    const found: string[] = [];
    for (let at = 0, line = 0, start = 0; at < data.length; at += 5) {
      const [lineStep, startStep, length, type] = data.slice(at, at + 4) as [number, number, number, number];
      line += lineStep;
      start = lineStep === 0 ? start + startStep : startStep;
      found.push(`${lines[line]!.slice(start, start + length)} ${legend[type]!}`);
    }
    return found;
  }

  it('say what each name is', async () => {
    const { uri, text } = await open(marked);
    expect(await tokens(uri, text)).toEqual([
      'count variable',
      'width variable',
      'start function',
      'count variable',
      'width variable',
      'start function',
    ]);
  });

  it('send only what changed', async () => {
    const { uri } = await open(marked);
    const full = await client.request<{ resultId: string }>('textDocument/semanticTokens/full', uri);
    const end = { line: 5, character: 11 };
    await client.change(uri, [{ range: { start: end, end }, text: '\n        bra  start\n' }]);
    const delta = await client.request<{ edits: { data?: number[] }[] }>(
      'textDocument/semanticTokens/full/delta',
      uri,
      {
        previousResultId: full.resultId,
      },
    );
    expect(delta.edits).toHaveLength(1);
    expect(delta.edits[0]!.data!.length).toBeLessThan(15);
  });

  it('answer for a range', async () => {
    const { uri } = await open(marked);
    const range = { start: { line: 2, character: 0 }, end: { line: 2, character: 20 } };
    const { data } = await client.request<{ data: number[] }>('textDocument/semanticTokens/range', uri, { range });
    expect(data).toHaveLength(10);
  });
});

describe('names of blocks', () => {
  const macro =
    '.macro move «from», to\n        ld   [«fr¦om»]\n        st   [to]\n.endmacro\n.zp a\n        move a, a\n';

  it('are found as parameters: definition, references, hover, rename', async () => {
    const { answer, source } = await ask<Location>('definition', macro);
    expect(answer.range).toEqual(source.ranges[0]);
    const uses = await ask<Location[]>('references', macro, { context: { includeDeclaration: true } });
    expect(uses.answer.map(({ range }) => range)).toEqual(source.ranges);
    expect(await hoverText(macro)).toBe('**from** — parameter of macro move');
    const renamed = await ask<WorkspaceEdit>('rename', macro, { newName: 'source' });
    expect(applied(source.text, renamed.answer.changes![renamed.source.uri]!)).toBe(
      source.text.replaceAll('from', 'source'),
    );
    await expect(ask('rename', macro, { newName: 'to' })).rejects.toThrow('already');
  });

  it('are found as counters of the innermost block', async () => {
    const nested = '.for v in 1..2\n.repeat 3, «v»\n        ld   «¦v»\n.endrepeat\n        ld   v\n.endfor\n';
    const { answer, source } = await ask<DocumentHighlight[]>('documentHighlight', nested);
    expect(answer.map(({ range }) => range)).toEqual(source.ranges);
    expect(await hoverText(nested)).toContain('counter of .repeat');
  });

  it('are offered inside their block only', async () => {
    const inside = await completionsAt(macro.replace('¦', '').replace('st   [to]', 'st   [¦]'));
    expect(inside.map(({ label }) => label)).toEqual(expect.arrayContaining(['from', 'to', 'a']));
    const outside = await completionsAt(macro.replace('¦', '').replace('move a, a', 'ld   [¦]'));
    expect(outside.map(({ label }) => label)).not.toContain('from');
  });
});

describe('names that macros make', () => {
  const marked =
    '.macro go where\n        bra  where\n        nop\n.endmacro\n.macro routine name, next\nname:   ld   next\n.endmacro\n        routine first, «draw»\n        routine «draw», first\n        bra  «dr¦aw»\n        nop\n        go   «draw»\n';

  const byLine = (places: Location[]): Location['range'][] =>
    places.map(({ range }) => range).sort((a, b) => a.start.line - b.start.line);

  it('are defined, found and renamed where they are written', async () => {
    const { answer, source } = await ask<Location>('definition', marked);
    expect(answer.range).toEqual(source.ranges[1]);
    const uses = await ask<Location[]>('references', marked, { context: { includeDeclaration: true } });
    expect(byLine(uses.answer)).toEqual(uses.source.ranges);
    const renamed = await ask<WorkspaceEdit>('rename', marked, { newName: 'paint' });
    expect(applied(source.text, renamed.answer.changes![renamed.source.uri]!)).toBe(
      source.text.replaceAll('draw', 'paint'),
    );
  });

  it('are the parameter itself inside the macro', async () => {
    expect(await hoverText(marked.replace('¦', '').replace('\nname:', '\nna¦me:'))).toBe(
      '**name** — parameter of macro routine',
    );
  });

  it('are found from the call that makes them', async () => {
    const atCall = marked.replace('¦', '').replace('routine «draw»', 'routine «dr¦aw»');
    expect(await hoverText(atCall)).toContain('**draw** — label');
    const uses = await ask<Location[]>('references', atCall, { context: { includeDeclaration: false } });
    expect(byLine(uses.answer)).toEqual(uses.source.ranges.toSpliced(1, 1));
  });

  it('are not in the outline of the macro', async () => {
    const { answer } = await ask<DocumentSymbol[]>('documentSymbol', marked);
    expect(answer.map(({ name, children }) => [name, children])).toEqual([
      ['go', []],
      ['routine', []],
    ]);
  });
});

describe('time checks', () => {
  const program = [
    '.zp budget',
    '        .timing account=budget',
    'leave:  bra  leave',
    '        nop',
    '        .trampoline leave',
    'one:    .che¦ck two',
    '        nop',
    'two:    .check three',
    '        bra  one',
    '        nop',
    'three:  nop',
    '',
  ].join('\n');

  it('show on hover what they charge, and the verdict of the proof', async () => {
    const text = await hoverText(program);
    expect(text).toContain('.check label');
    expect(text).toMatch(/\*\*exact\*\* — 6 cycles/);
    expect(text).toContain('5 words');
    expect(await hoverText(program.replace('        nop\ntwo:', '        .charge 3\ntwo:'))).toContain('**wrong**');
  });

  it('show the same as hints', async () => {
    const { answer } = await ask<{ label: string; position: { line: number } }[]>('inlayHint', program, {
      range: { start: { line: 4, character: 0 }, end: { line: 8, character: 0 } },
    });
    const hints = answer
      .filter(({ label }) => label.includes(','))
      .map(({ label, position }) => [position.line, label]);
    expect(hints).toEqual([
      [5, '6 cycles, exact'],
      [7, '7 cycles, exact'],
    ]);
  });
});

describe('structure', () => {
  it('folds blocks and comments', async () => {
    const { answer } = await ask<FoldingRange[]>(
      'foldingRange',
      '; one\n; two\n; three\n.proc draw\n        nop\n.if 1\n        nop\n.endif\n.endproc\n',
    );
    expect(answer.map(({ startLine, endLine }) => [startLine, endLine]).sort()).toEqual([
      [0, 2],
      [3, 7],
      [5, 6],
    ]);
  });

  it('grows the selection from name to file', async () => {
    const { answer, source } = await ask<SelectionRange[]>('selectionRange', 'start:  ld   [co¦unt+1]\n.zp count\n', {
      positions: [{ line: 0, character: 16 }],
    });
    const steps: string[] = [];
    for (let step: SelectionRange | undefined = answer[0]; step !== undefined; step = step.parent)
      steps.push(textIn(source.text, step.range));
    expect(steps.slice(0, 4)).toEqual(['count', 'count+1', '[count+1]', 'ld   [count+1]']);
    expect(steps.at(-1)).toBe(source.text);
  });

  it('shows callers and callees, also through macros', async () => {
    const program = [
      '.macro call routine',
      '        bra  routine',
      '        ld   * + 1',
      '.endmacro',
      'main:   call draw',
      'again:  bra  draw',
      '        nop',
      'dr¦aw:   call dot',
      '        ld   draw',
      'dot:    nop',
      '',
    ].join('\n');
    const { answer } = await ask<CallHierarchyItem[]>('prepareCallHierarchy', program);
    expect(answer.map(({ name }) => name)).toEqual(['draw']);
    const incoming = await client.send<CallHierarchyIncomingCall[]>('callHierarchy/incomingCalls', { item: answer[0] });
    expect(incoming.map(({ from }) => from.name)).toEqual(['main', 'again']);
    const outgoing = await client.send<CallHierarchyOutgoingCall[]>('callHierarchy/outgoingCalls', { item: answer[0] });
    expect(outgoing.map(({ to }) => to.name)).toEqual(['dot']);
  });
});

describe('help while typing', () => {
  it('shows the parameters of a macro', async () => {
    const { answer } = await ask<SignatureHelp>(
      'signatureHelp',
      '.macro move from, to\n        ld   [from]\n.endmacro\n.zp a\n        move a, ¦\n',
    );
    expect(answer.signatures[0]!.label).toBe('move from, to');
    expect(answer.activeParameter).toBe(1);
  });

  it('shows the operands of a directive and the forms of an instruction', async () => {
    expect((await ask<SignatureHelp>('signatureHelp', '        .fill ¦\n')).answer.signatures[0]!.label).toBe(
      '.fill until[, word]',
    );
    const { answer } = await ask<SignatureHelp>('signatureHelp', '        st   ¦\n');
    expect(answer.signatures.map(({ label }) => label)).toContain('st [y,x++]');
  });

  it('hints at the cycles of straight runs and at what checks charge', async () => {
    const { answer } = await ask<{ label: string; position: { line: number } }[]>(
      'inlayHint',
      '¦start:  ld   1\n        adda 2\n        bra  start\n        nop\n',
      {
        range: { start: { line: 0, character: 0 }, end: { line: 4, character: 0 } },
      },
    );
    expect(answer.map(({ label, position }) => [position.line, label])).toEqual([[3, '4 cycles']]);
  });
});

describe('changes', () => {
  it('offers the fixes of a finding', async () => {
    const { uri, text, ranges } = await open('start:  bra  «strat»\n        nop\n');
    const actions = await client.request<CodeAction[]>('textDocument/codeAction', uri, {
      range: ranges[0],
      context: { diagnostics: [] },
    });
    const fixed = actions.map(({ edit }) => applied(text, edit!.changes![uri]!));
    expect(fixed).toContain('start:  bra  start\n        nop\n');
    expect(actions[0]!.diagnostics![0]!.range).toEqual(ranges[0]);
  });

  const options = { tabSize: 8, insertSpaces: true };

  it('formats a document, and a formatted one not again', async () => {
    const { uri, text } = await open('start: ld 5 ; five\n  bra start\n nop\n\n\n');
    const edits = await client.request<TextEdit[]>('textDocument/formatting', uri, { options });
    const formatted = applied(text, edits);
    expect(formatted).toMatch(/^start: +ld {3}5 +; five\n {8}bra {2}start\n {8}nop\n$/);
    await client.change(uri, [{ text: formatted }]);
    expect(await client.request<TextEdit[]>('textDocument/formatting', uri, { options })).toEqual([]);
  });

  it('formats the lines of a range alone', async () => {
    const { uri, text, ranges } = await open(' nop\n«  nop\n»   nop');
    const edits = await client.request<TextEdit[]>('textDocument/rangeFormatting', uri, { range: ranges[0], options });
    expect(applied(text, edits)).toBe(' nop\n        nop\n   nop');
  });
});
