/** Text of a source inside Markdown. */
import { describe, expect, it } from 'vitest';
import { codeBlock, codeSpan, plain } from './markdown.ts';

describe('Markdown', () => {
  it('has fences that no text closes', () => {
    expect(codeBlock('nop', 'text')).toBe('```text\nnop\n```');
    expect(codeBlock('a\n```\n![x](https://example.com/x.png)', 'text')).toBe(
      '````text\na\n```\n![x](https://example.com/x.png)\n````',
    );
    expect(codeBlock('`'.repeat(10), '')).toBe(`${'`'.repeat(11)}\n${'`'.repeat(10)}\n${'`'.repeat(11)}`);
  });

  it('has code in a line that no text closes', () => {
    expect(codeSpan('a')).toBe('`a`');
    expect(codeSpan('a`b``c')).toBe('```a`b``c```');
    expect(codeSpan('`')).toBe('`` ` ``');
  });

  it('has text that begins nothing', () => {
    expect(plain('![x](https://example.com/x.png) <img src=x> a_b_')).toBe(
      '\\!\\[x\\](https://example.com/x.png) \\<img src=x\\> a\\_b\\_',
    );
    expect(plain('entries 1..4 at $20, 3 cycles')).toBe('entries 1..4 at $20, 3 cycles');
  });
});
