/** docs/command-line.md, compared with the commands' own help. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gigatron, ROOT } from '#test/cli/run-cli.ts';

const page = readFileSync(join(ROOT, 'docs/command-line.md'), 'utf8');

describe.each(['asm', 'check', 'disasm', 'fmt', 'new', 'lsp', 'dap'])('gigatron %s', (command) => {
  it('has each of its options on the page, and no other', () => {
    const section = page.split(/^## /m).find((text) => new RegExp(`^gigatron ${command}\\b`).test(text)) ?? '';
    const rows = [...section.matchAll(/^(?:\||-) `.*?`(?: \||:)/gm)].map(([row]) => /--[a-z-]+/.exec(row)?.[0]);
    const help = gigatron(command, '--help').stdout;
    const options = [...help.matchAll(/^ {2}(?:-\w, )?(--[a-z-]+)/gm)].map(([, option]) => option);
    expect(rows).toEqual(options.filter((option) => option !== '--help'));
  });
});

it('docs/running.md has each option of gigatron run, and no other', () => {
  const text = readFileSync(join(ROOT, 'docs/running.md'), 'utf8');
  const rows = [...text.matchAll(/^(?:\||-) `.*?(--[a-z-]+)/gm)].map(([, option]) => option);
  const help = gigatron('run', '--help').stdout;
  const options = [...help.matchAll(/^ {2}(?:-\w, )?(--[a-z-]+)/gm)].map(([, option]) => option);
  // Two are in the running text: where a waveform begins, and help.
  expect(new Set([...rows, '--vcd-from', '--help'])).toEqual(new Set(options));
});
