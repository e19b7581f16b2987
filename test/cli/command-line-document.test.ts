/** The pages on the command line, compared with the commands' own help. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gigatron, ROOT } from '#test/cli/run-cli.ts';

const read = (name: string): string => readFileSync(join(ROOT, 'docs', name), 'utf8');

/** The options of a command, by its own help, but for help. */
function optionsOf(command: string): string[] {
  const help = gigatron(...command.split(' '), '--help').stdout;
  const options = [...help.matchAll(/^ {2}(?:-\w, )?(--[a-z-]+)/gm)].map(([, option]) => option!);
  return options.filter((option) => option !== '--help');
}

function sectionOf(page: string, command: string): string {
  return (
    read(page)
      .split(/^## /m)
      .find((text) => new RegExp(`^gigatron ${command}[ \n]`).test(text)) ?? ''
  );
}

describe.each(['asm', 'check', 'disasm', 'fmt', 'new', 'test', 'verify', 'lsp', 'dap', 'bench'])(
  'gigatron %s',
  (command) => {
    it('has each of its options on the page, in their order, and no other', () => {
      const rows = [...sectionOf('command-line.md', command).matchAll(/^(?:\||-) `.*?`(?: \||:)/gm)];
      expect(rows.map(([row]) => /--[a-z-]+/.exec(row)?.[0])).toEqual(optionsOf(command));
    });
  },
);

describe.each(['engine perft', 'engine bestmove', 'engine epd', 'engine match', 'octad perft'])(
  'gigatron %s',
  (command) => {
    it('has each of its options on the page, and no other', () => {
      const rows = sectionOf('engine-commands.md', command).match(/^- `--?\w.*(?:\n {2}.*)*/gm) ?? [];
      const named = rows.flatMap((row) => row.match(/`(?:-\w`, `)?--[a-z-]+(?=[\s`])/g) ?? []);
      const written = named.map((text) => /--[a-z-]+/.exec(text)![0]);
      expect([...new Set(written)].sort()).toEqual(optionsOf(command).sort());
    });
  },
);

it('docs/running.md has each option of gigatron run, and no other', () => {
  const rows = [...read('running.md').matchAll(/^(?:\||-) `.*?(--[a-z-]+)/gm)].map(([, option]) => option);
  // This one is in the running text: where a waveform begins.
  expect(new Set([...rows, '--vcd-from'])).toEqual(new Set(optionsOf('run')));
});
