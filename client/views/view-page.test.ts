import { describe, expect, it } from 'vitest';
import { viewPage } from './view-page.ts';

const CODE = { script: 'run("</script>")', style: 'b{content:"</style>"}' };
const PARTS = { name: 'board', title: 'A <b>', nonce: '12', ...CODE };

describe('the page of a view', () => {
  it('lets nothing load, and runs only what carries the nonce', () => {
    const [, policy = ''] = /Content-Security-Policy" content="([^"]+)"/.exec(viewPage(PARTS)) ?? [];
    const allowed = [`default-src 'none'`, 'img-src data:', `script-src 'nonce-12'`, `style-src 'nonce-12'`];
    expect(policy.split('; ').sort()).toEqual(allowed);
  });

  it('holds one script and one style, which cannot end early', () => {
    const tags = viewPage(PARTS).match(/<\/?(script|style)[^>]*>/g);
    expect(tags).toEqual(['<style nonce="12">', '</style>', '<script nonce="12">', '</script>']);
    expect(viewPage(PARTS)).toContain(String.raw`run("<\/script>")`);
  });

  it('says which view it shows', () => {
    expect(viewPage(PARTS)).toContain('<body data-view="board">');
  });

  it('does not read its title as markup', () => {
    expect(viewPage(PARTS)).toContain('<title>A &#60;b&#62;</title>');
  });
});
