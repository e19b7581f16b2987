import { describe, expect, it } from 'vitest';
import { viewPage } from './view-page.ts';

const PARTS = { title: 'A <b>', script: 'https://x/a.js', style: 'https://x/a.css', source: 'https://x', nonce: '12' };

describe('the page of a view', () => {
  it('lets nothing load but its own script, style and pictures', () => {
    const [, policy = ''] = /Content-Security-Policy" content="([^"]+)"/.exec(viewPage(PARTS)) ?? [];
    expect(policy.split('; ').sort()).toEqual([
      `default-src 'none'`,
      'font-src https://x',
      'img-src https://x data:',
      `script-src 'nonce-12'`,
      'style-src https://x',
    ]);
    expect(policy).not.toMatch(/unsafe|\*/);
  });

  it('runs one script, with the nonce', () => {
    expect(viewPage(PARTS).match(/<script[^>]*>/g)).toEqual(['<script nonce="12" src="https://x/a.js">']);
  });

  it('does not read its title as markup', () => {
    expect(viewPage(PARTS)).toContain('<title>A &#60;b&#62;</title>');
  });
});
