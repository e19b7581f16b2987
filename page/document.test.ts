/**  */
import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { pageDocument, pageTitle } from './document.ts';
import { unpackPage, type PageProgram } from './program.ts';

const PROGRAM: PageProgram = {
  title: 'Bars <1>',
  keys: 'pad',
  ramKib: 32,
  declarations: null,
  names: null,
  rom: new Uint8Array([1, 2]),
  state: '',
};
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

  it('lets nothing load but what it holds, by hashes', () => {
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

  it('names no address on the web, and asks for no icon', () => {
    expect(text).not.toMatch(/https?:|src=/);
    expect(text).toContain('<link rel="icon" href="data:,">');
  });

  it('holds program and worker', () => {
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
