import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IncludeGraph } from './include-graph.ts';
import { forAll } from '#test/draws.ts';

const at = (name: string): string => `file:///project/${name}`;

function graphOf(files: Readonly<Record<string, readonly string[]>>): IncludeGraph {
  const graph = new IncludeGraph();
  for (const [name, targets] of Object.entries(files))
    graph.set(at(name), targets.map((target) => `        .include "${target}"`).join('\n'));
  return graph;
}

describe('include lines', () => {
  it.each([
    ['.include "a.gtasm"', ['a.gtasm']],
    ['start:  .INCLUDE  "sub/a.gtasm" ; text', ['sub/a.gtasm']],
    ['.include "../project/./a.gtasm"', ['a.gtasm']],
    ['; .include "a.gtasm"', []],
    ['// .include "a.gtasm"', []],
    ['.include "a.gtasm', []],
    ['nop\r\n.include "a.gtasm"\r\n.include "b c.gtasm"\r\n', ['a.gtasm', 'b%20c.gtasm']],
  ])('%j', (text, expected) => {
    const graph = new IncludeGraph();
    graph.set(at('main.gtasm'), text);
    expect(graph.missing()).toEqual(expected.map(at));
  });

  it('keep the scheme and authority of their file', () => {
    const graph = new IncludeGraph();
    graph.set('vscode-vfs://github/a/b.gtasm', '.include "c.gtasm"');
    expect(graph.missing()).toEqual(['vscode-vfs://github/a/c.gtasm']);
  });
});

describe('main files', () => {
  it('is the file that includes it through others and that nobody includes', () => {
    const graph = graphOf({ 'main.gtasm': ['board.gtasm'], 'board.gtasm': ['sets.gtasm'], 'sets.gtasm': [] });
    expect(graph.mainFiles(at('sets.gtasm'))).toEqual([at('main.gtasm')]);
    expect(graph.reaches(at('main.gtasm'), at('sets.gtasm'))).toBe(true);
    expect(graph.reaches(at('sets.gtasm'), at('main.gtasm'))).toBe(false);
  });

  it('is the file itself where nobody includes it', () => {
    expect(graphOf({ 'a.gtasm': [] }).mainFiles(at('a.gtasm'))).toEqual([at('a.gtasm')]);
    expect(new IncludeGraph().mainFiles(at('unknown.gtasm'))).toEqual([at('unknown.gtasm')]);
  });

  it('names the nearest first, and main.gtasm among equals', () => {
    const graph = graphOf({
      'aTest.gtasm': ['sets.gtasm'],
      'main.gtasm': ['sets.gtasm'],
      'far.gtasm': ['near.gtasm'],
      'near.gtasm': ['sets.gtasm'],
    });
    expect(graph.mainFiles(at('sets.gtasm'))).toEqual(['main.gtasm', 'aTest.gtasm', 'far.gtasm'].map(at));
  });

  it('is the file itself in a circle', () => {
    const graph = graphOf({ 'a.gtasm': ['b.gtasm'], 'b.gtasm': ['a.gtasm'] });
    expect(graph.mainFiles(at('a.gtasm'))).toEqual([at('a.gtasm')]);
  });

  it('follows edits and deletions', () => {
    const graph = graphOf({ 'main.gtasm': ['a.gtasm'], 'a.gtasm': [] });
    graph.set(at('main.gtasm'), '');
    expect(graph.mainFiles(at('a.gtasm'))).toEqual([at('a.gtasm')]);
    graph.set(at('other.gtasm'), '.include "a.gtasm"');
    expect(graph.mainFiles(at('a.gtasm'))).toEqual([at('other.gtasm')]);
    graph.delete(at('other.gtasm'));
    expect(graph.mainFiles(at('a.gtasm'))).toEqual([at('a.gtasm')]);
  });

  it('gives the same however the graph was built', () => {
    const name = fc.constantFrom('a.gtasm', 'b.gtasm', 'c.gtasm', 'd.gtasm', 'main.gtasm');
    const edits = fc.array(fc.tuple(name, fc.uniqueArray(name, { maxLength: 3 })), { maxLength: 20 });
    forAll(100, [edits, name], (script, asked) => {
      const edited = new IncludeGraph();
      const final: Record<string, string[]> = {};
      for (const [file, targets] of script) {
        edited.set(at(file), targets.map((target) => `.include "${target}"`).join('\n'));
        edited.mainFiles(at(asked));
        final[file] = targets;
      }
      expect(edited.mainFiles(at(asked))).toEqual(graphOf(final).mainFiles(at(asked)));
    });
  });
});
