import { describe, expect, it } from 'vitest';
import { markedSource, textIn } from './language-fixture.ts';

describe('marked source', () => {
  it('finds cursors and ranges', () => {
    const { text, cursors, ranges } = markedSource('a«b¦c»\nd«e\nf»');
    expect(text).toBe('abc\nde\nf');
    expect(cursors).toEqual([{ line: 0, character: 2 }]);
    expect(ranges.map((range) => textIn(text, range))).toEqual(['bc', 'e\nf']);
  });
});
