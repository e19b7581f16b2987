import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { pageDocument, pageTitle } from './document.ts';
import { unpackPage, type PageProgram, packPage } from './program.ts';
import { namesOf, placesOf } from './names.ts';

const BARE = { keys: 'pad', ramKib: 32, declarations: null, names: null, state: '' } as const;
const PROGRAM: PageProgram = { ...BARE, title: 'Bars <1>', rom: new Uint8Array([1, 2]) };
const BUNDLES = { script: 'say("</script>")', worker: 'work()', style: 'b{content:"</style>"}' };

describe('the document of a page', () => {
  let text = '';
  beforeAll(async () => {
    text = await pageDocument(PROGRAM, BUNDLES);
  });
  const inside = (start: RegExp, end: string): string => {
    const from = text.search(start);
    const begin = text.indexOf('>', from) + 1;
    return text.slice(begin, text.indexOf(end, begin));
  };
  const hashOf = (part: string): string => `'sha256-${createHash('sha256').update(part).digest('base64')}'`;

  it('allows nothing to load but what it contains, by hashes', () => {
    const [, policy = ''] = /Content-Security-Policy" content="([^"]+)"/.exec(text) ?? [];
    const [script, style] = [inside(/<script>/, '</script>'), inside(/<style>/, '</style>')];
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      `script-src ${hashOf(script)} 'wasm-unsafe-eval' data:`,
      'worker-src blob:',
      `style-src ${hashOf(style)}`,
      'img-src data: blob:',
      "base-uri 'none'",
      "form-action 'none'",
    ]);
    expect(script).toBe(String.raw`say("<\/script>")`);
  });

  it('names no address on the web, and requests no icon', () => {
    expect(text).not.toMatch(/https?:|src=/);
    expect(text).toContain('<link rel="icon" href="data:,">');
  });

  it('contains program and worker', () => {
    const packed = inflateSync(Buffer.from(inside(/<script type="text\/plain"/, '</script>'), 'base64'));
    expect(unpackPage(new Uint8Array(packed))).toEqual({ program: PROGRAM, script: 'work()' });
  });

  it('does not read its title as markup', () => {
    expect(text).toContain('<title>Bars &#60;1&#62;</title>');
  });
});

it.each([
  ['/home/me/chess.gtasm', 'chess'],
  ['/home/me/octad/main.gtasm', 'octad'],
  ['/home/me/v1.2.rom', 'v1.2'],
  ['/main.gtasm', 'Gigatron'],
])('a page of %s is called %s', (path, title) => {
  expect(pageTitle(path)).toBe(title);
});

it.each<Partial<PageProgram>>([{}, { state: '', names: null }])('a packed page is unpacked as it was: %j', (parts) => {
  const program: PageProgram = {
    ...PROGRAM,
    title: 'Ödipus & <Co>',
    names: { variables: [], labels: [], sources: ['main.gtasm'], lines: [0, 0, 3] },
    rom: Uint8Array.from({ length: 512 }, (_, at) => at & 0xff),
    state: '{"state": "…"}',
    ...parts,
  };
  expect(unpackPage(packPage({ program, script: 'go("→")' }))).toEqual({ program, script: 'go("→")' });
  expect(unpackPage(packPage({ program, script: '' }))).toEqual({ program, script: '' });
});

describe('the names of a page', () => {
  const cell = { layout: 'zero-page', stride: 1, size: 1, first: 0, last: 0 };
  const names = namesOf({
    tables: [
      { ...cell, name: 'late', address: 0x80 },
      { ...cell, name: 'list', address: 0x30, last: 7 },
      { ...cell, name: 'far', layout: 'row', address: 0x400 },
    ],
    symbols: [
      { name: 'start', kind: 'label', value: 2 },
      { name: 'SIZE', kind: 'constant', value: 2 },
    ],
    sources: [{ path: 'main.gtasm' }, { path: 'lib/text.gtasm' }],
    lines: [
      { address: 0, source: 0, line: 3 },
      { address: 2, source: 1, line: 40 },
      { address: 0x1234, source: 0, line: 4 },
    ],
  });

  it('are the variables of the zero page in their order, with their size, and the labels', () => {
    const sizes = names.variables.map(({ name, size }) => `${name} ${size}`);
    expect(sizes).toEqual(['list 8', 'late 1']);
    expect(names.labels).toEqual([{ name: 'start', address: 2 }]);
  });

  it('say where a word comes from', () => {
    const places = [...placesOf(names)].map(([address, place]) => `${address} ${place}`);
    expect(places).toEqual(['0 main.gtasm:4', '2 lib/text.gtasm:41', '4660 main.gtasm:5']);
  });
});
