import { describe, expect, it } from 'vitest';
import { viewPage } from './view-page.ts';

const PARTS = {
  name: 'board',
  title: 'A <b>',
  script: 'run("</script>")',
  style: 'b{content:"</style>"}',
  nonce: '12',
};

describe('the page of a view', () => {
  it('lets nothing load, and runs only what carries the nonce', () => {
    const [, policy = ''] = /Content-Security-Policy" content="([^"]+)"/.exec(viewPage(PARTS)) ?? [];
    expect(policy.split('; ').sort()).toEqual([
      `default-src 'none'`,
      'img-src data:',
      `script-src 'nonce-12'`,
      `style-src 'nonce-12'`,
    ]);
  });

  it('holds one script and one style, which cannot end early', () => {
    expect(viewPage(PARTS).match(/<\/?(script|style)[^>]*>/g)).toEqual([
      '<style nonce="12">',
      '</style>',
      '<script nonce="12">',
      '</script>',
    ]);
    expect(viewPage(PARTS)).toContain(String.raw`run("<\/script>")`);
  });

  it('says which view it shows', () => {
    expect(viewPage(PARTS)).toContain('<body data-view="board">');
  });

  it('does not read its title as markup', () => {
    expect(viewPage(PARTS)).toContain('<title>A &#60;b&#62;</title>');
  });
});
