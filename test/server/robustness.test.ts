/**
 * Broken sources and arbitrary positions: every feature answers, and every range in an answer lies in its document.
 * While a user types, most texts are broken.
 */
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Range } from 'vscode-languageserver-protocol';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { isMnemonic } from '#assembler';
import { viewOf } from '#test/server/typed-workspace.ts';
import { incomingCalls, outgoingCalls, prepareCallHierarchy } from '../../server/features/call-hierarchy.ts';
import { complete } from '../../server/features/completion.ts';
import { definition, documentHighlights, references } from '../../server/features/uses.ts';
import { codeActions } from '../../server/features/code-actions.ts';
import { foldingRanges, selectionRanges } from '../../server/features/structure.ts';
import { documentLinks } from '../../server/features/links.ts';
import { formatDocument, formatRange } from '../../server/features/formatting.ts';
import { hover } from '../../server/features/hover.ts';
import { inlayHints } from '../../server/features/inlay-hints.ts';
import { prepareRename, rename } from '../../server/features/rename.ts';
import { eachClassifiedName, SemanticTokens } from '../../server/features/semantic-tokens.ts';
import { signatureHelp } from '../../server/features/signature-help.ts';
import { documentSymbols } from '../../server/features/symbols.ts';
import type { View } from '../../server/project/view.ts';
import { forAll } from '#test/draws.ts';

const TABS = { tabSize: 4, insertSpaces: false };

const URI = 'file:///project/main.gtasm';
const ENGINE = join(import.meta.dirname, '../../engine-asm');
const TEXTS = [
  ...['machine/memory', 'machine/timing', 'machine/video', 'tables/attack-maps'].map((name) =>
    readFileSync(join(ENGINE, `${name}.gtasm`), 'utf8'),
  ),
  '.macro m a, b=1\n.x:     ld   [a]\n        bne  .x\n        adda b\n.endmacro\n        m 1\n        m "x"\n:       bra :-\n        nop\n',
];
const FRAGMENTS = [...'\n :.[],"\';$%=\té😀{(', '..', '.macro ', '.endmacro', '.if', '.proc x', '\r\n'];
/** A window of a text, cut anywhere, with fragments thrown in. */
const brokenText = fc
  .tuple(
    fc.constantFrom(...TEXTS),
    fc.nat(),
    fc.nat({ max: 1500 }),
    fc.array(fc.tuple(fc.nat(), fc.nat({ max: 8 }), fc.constantFrom(...FRAGMENTS)), { maxLength: 8 }),
  )
  .map(([text, from, length, slips]) => {
    const start = from % text.length;
    return slips.reduce(
      (result, [at, deleted, fragment]) => {
        const place = at % (result.length + 1);
        return result.slice(0, place) + fragment + result.slice(place + deleted);
      },
      text.slice(start, start + length),
    );
  });

/** Every object that looks like a range, anywhere in an answer. */
function rangesIn(answer: unknown): Range[] {
  if (typeof answer !== 'object' || answer === null) return [];
  const inner = Object.values(answer).flatMap(rangesIn);
  return 'start' in answer && 'end' in answer && typeof answer.start === 'object' ? [answer as Range, ...inner] : inner;
}

function answersAt(view: View, position: Range['start'], whole: Range): unknown[] {
  const items = prepareCallHierarchy(view, position) ?? [];
  return [
    hover(view, position),
    definition(view, position),
    references([view], position, true),
    documentHighlights(view, position),
    complete(view, position),
    signatureHelp(view, position),
    prepareRename([view], position),
    rename([view], position, 'other'),
    ...[
      { start: position, end: position },
      { start: { line: 0, character: 0 }, end: position },
    ].map((range) =>
      codeActions(view, {
        range,
        proven: true,
        isAsked: true,
        explain: 'explain',
        client: { showsDisabled: true, createsFiles: true },
      }),
    ),
    selectionRanges(view, [position]),
    formatRange(view, { start: position, end: position }, TABS),
    items,
    ...items.flatMap((item) => [incomingCalls(view, item), outgoingCalls(view, item)]),
    inlayHints(
      { ...view, settings: { ...view.settings, 'inlayHints.cycles': true, 'inlayHints.timing': true } },
      whole,
    ),
  ];
}

describe('broken sources', () => {
  it('get answers from every feature, inside the document', async () => {
    await fc.assert(
      fc.asyncProperty(brokenText, fc.nat(), async (text, offset) => {
        const view = await viewOf(URI, text);
        const document = TextDocument.create(URI, 'gigatron', 1, text);
        const whole = { start: { line: 0, character: 0 }, end: document.positionAt(text.length) };
        const position = document.positionAt(offset % (text.length + 1));
        const answers = [
          ...answersAt(view, position, whole),
          documentSymbols(view),
          foldingRanges(view),
          documentLinks(view),
          formatDocument(view, TABS),
          new SemanticTokens().full(URI, view),
        ];
        for (const range of rangesIn(answers)) {
          expect(document.offsetAt(range.end)).toBeGreaterThanOrEqual(document.offsetAt(range.start));
          expect(range.end.line).toBeLessThan(document.lineCount);
          expect(document.positionAt(document.offsetAt(range.end)), JSON.stringify(range)).toEqual(range.end);
        }
      }),
      { numRuns: 200 },
    );
  });
});

/** The names on some lines, with what each is. */
function namesOn({ assembly, path }: View, first: number, last: number): { line: number; text: string }[] {
  const names: { line: number; text: string }[] = [];
  eachClassifiedName(assembly, path, first, last, (line, start, end, nameClass, isDefinition) =>
    names.push({ line, text: `${start}..${end} ${nameClass} ${isDefinition}` }),
  );
  return names;
}

describe('the answer for some lines', () => {
  it('is that part of the answer for all', async () => {
    const { settings, ...plain } = await viewOf(URI, TEXTS[2]!);
    const view = { ...plain, settings: { ...settings, 'inlayHints.cycles': true } };
    const end = view.file.lines.length;
    const whole = { start: { line: 0, character: 0 }, end: { line: end, character: 0 } };
    const hints = inlayHints(view, whole);
    const names = namesOn(view, 0, Infinity);
    expect(hints.length).toBeGreaterThan(10);
    forAll(100, [fc.nat({ max: end }), fc.nat({ max: 40 })], (first, count) => {
      const last = first + count;
      const range = { start: { line: first, character: 0 }, end: { line: last, character: 0 } };
      const isIn = (line: number): boolean => first <= line && line <= last;
      expect(inlayHints(view, range)).toEqual(hints.filter(({ position }) => isIn(position.line)));
      expect(namesOn(view, first, last)).toEqual(names.filter(({ line }) => isIn(line)));
    });
  });
});

describe('completion', () => {
  it('offers each word of the engine where it is', async () => {
    const text = readFileSync(join(ENGINE, 'machine', 'video.gtasm'), 'utf8');
    const view = await viewOf(URI, text);
    const words = view.file.lines.flatMap(({ text: line, comment, statement }, number) => {
      if (statement?.kind !== 'instruction') return [];
      const code = comment < 0 ? line : line.slice(0, comment);
      return [...code.matchAll(/(?<![\w.$%])\.?[a-z]\w*(?![\w.:+])/gi)].map((match) => ({
        word: match[0],
        position: { line: number, character: match.index + match[0].length },
      }));
    });
    expect(words.length).toBeGreaterThan(100);
    const known = new Set(view.assembly.symbols.definitions.map(({ name }) => name));
    const registers = ['ac', 'x', 'y', 'out', 'in'];
    let expected = 0;
    for (const { word, position } of words) {
      // Names of other files are not known to a view of this file alone.
      if (!known.has(word) && !isMnemonic(word) && !registers.includes(word)) continue;
      const offered = complete(view, position)?.items.map(({ label }) => label) ?? [];
      expect(offered, `${word} at line ${position.line + 1}`).toContain(word);
      expected++;
    }
    expect(expected).toBeGreaterThan(words.length / 2);
  });
});
