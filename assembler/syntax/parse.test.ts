/** Parsing an edited text gives the same as parsing it from scratch, and keeps the lines outside the change. */
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { blockStructure } from './block-structure.ts';
import { parseFile } from './parse.ts';
import { splitLines } from '../contract/source.ts';
import { forAll } from '#test/draws.ts';

const piece = fc.constantFrom(
  ...['\n', '\n', '\r\n', '\r', ' '],
  ...[' nop', ' nop', 'a:', ' .if 1', ' .endif', ' .macro m', ' ld ]'],
);
const text = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));
const unixText = text.map((each) => each.replaceAll('\r', ''));

function checkEdit(before: string, after: string): void {
  const old = parseFile('a', before).file;
  blockStructure(old.lines);
  const { file, change } = parseFile('a', after, old);
  const fresh = parseFile('a', after).file;
  expect(file).toEqual(fresh);
  expect(blockStructure(file.lines)).toEqual(blockStructure(fresh.lines));
  if (change === undefined) {
    expect(after).toBe(before);
    return;
  }
  const { from, removed, added } = change;
  expect(file.lines.slice(0, from)).toEqual(old.lines.slice(0, from));
  expect(file.lines.length - from - added).toBe(old.lines.length - from - removed);
  for (let line = 0; line < from; line++) expect(file.lines[line]).toBe(old.lines[line]);
  for (let line = from + added; line < file.lines.length; line++)
    expect(file.lines[line]).toBe(old.lines[line + removed - added]);
}

describe('parsing an edited text', () => {
  it('gives the same as from scratch', () => {
    forAll(100, [text, text], checkEdit);
  });

  it('gives it where the texts differ by one piece', () => {
    forAll(1000, [unixText, unixText, unixText, unixText], (head, tail, before, after) =>
      checkEdit(head + before + tail, head + after + tail),
    );
  });

  it('parses the changed lines only, however long the text is', () => {
    const lines = Array.from({ length: 5000 }, (_, line) => `        ld   ${line % 256} ; line ${line}`);
    const old = parseFile('a', lines.join('\n')).file;
    lines.splice(2500, 1, '        nop', '        nop');
    const { change } = parseFile('a', lines.join('\n'), old);
    expect(change).toEqual({ from: 2500, removed: 1, added: 2 });
    expect(splitLines(lines.join('\n'))).toHaveLength(5001);
  });
});
