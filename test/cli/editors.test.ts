/**
 * Neovim and Emacs, if they are installed, with the set-ups of docs/other-editors.md: they show findings and open the
 * library at a definition.
 */
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SourceFolder } from '#test/source-folder.ts';
import { programPath } from '#test/programs.ts';
import { projectText } from '#test/project.ts';

const PAGE = projectText('docs/other-editors.md');
/** The finding is about `mian`; the definition asked for is that of `<video>`. */
const SOURCE = `VIDEO_START = main
        .include <video>
        .page
main:   bra  mian
        ld   videoLine
`;

/** The first example of a language on the page. */
function example(language: string): string {
  return new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(PAGE)?.[1] ?? '';
}

const isThere = (editor: string): boolean => spawnSync(editor, ['--version']).status === 0;

/** Runs an editor on a project, with `gigatron` on its path. @returns what it prints */
async function edit(
  editor: string,
  files: Readonly<Record<string, string>>,
  words: readonly string[],
): Promise<string> {
  const command = `#!/bin/sh\nexec "${process.execPath}" "${programPath('cli')}" "$@"\n`;
  const { path: folder } = new SourceFolder({ 'main.gtasm': SOURCE, 'bin/gigatron': command, ...files });
  chmodSync(join(folder, 'bin/gigatron'), 0o755);
  const env = {
    ...process.env,
    HOME: folder,
    XDG_CACHE_HOME: join(folder, 'cache'),
    PATH: `${join(folder, 'bin')}${delimiter}${process.env.PATH ?? ''}`,
  };
  const child = spawn(editor, words, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (said += data.toString()));
  await new Promise((resolve) => child.on('close', resolve));
  return said;
}

describe('the set-up for', () => {
  it.skipIf(!isThere('nvim'))('Neovim works', { timeout: 300_000 }, async () => {
    const script = `
      vim.cmd('edit main.gtasm')
      vim.wait(200000, function() return #vim.diagnostic.get(0) > 0 end, 50)
      for _, each in ipairs(vim.diagnostic.get(0)) do
        io.stdout:write('finding ' .. each.lnum .. ': ' .. each.message .. '\\n')
      end
      local document = vim.lsp.util.make_text_document_params()
      local params = { textDocument = document, position = { line = 1, character = 20 } }
      local answers = vim.lsp.buf_request_sync(0, 'textDocument/definition', params, 200000)
      for _, answer in pairs(answers or {}) do
        local place = answer.result[1] or answer.result
        vim.lsp.util.jump_to_location(place, 'utf-16')
      end
      io.stdout:write('buffer ' .. vim.api.nvim_buf_get_name(0) .. ' ' .. vim.api.nvim_buf_line_count(0) .. '\\n')
      vim.cmd('qall!')`;
    const files = { 'init.lua': example('lua'), 'check.lua': script };
    const said = await edit('nvim', files, ['--headless', '-u', 'init.lua', '-c', 'luafile check.lua']);
    expect(said).toMatch(/finding 3: .*"mian"/);
    expect(said).toMatch(/buffer .*gigatron-library-[0-9a-f]+\/video\.gtasm \d{3}/);
  });

  it.skipIf(!isThere('emacs'))('Emacs works', { timeout: 300_000 }, async () => {
    const script = `
      (package-initialize)
      (load (expand-file-name "init.el"))
      (setq eglot-sync-connect 200 eglot-connect-timeout 200 eglot-autoshutdown t)
      (find-file "main.gtasm")
      (call-interactively 'eglot)
      (let ((left 2000))
        (while (and (> left 0) (null (flymake-diagnostics)))
          (setq left (1- left))
          (accept-process-output nil 0.1)))
      (dolist (each (flymake-diagnostics))
        (let ((line (line-number-at-pos (flymake-diagnostic-beg each))))
          (princ (format "finding %d: %s\\n" line (flymake-diagnostic-text each)))))
      (goto-char (point-min))
      (search-forward "<vid")
      (xref-find-definitions "LSP identifier at point.")
      (princ (format "buffer %s %d\\n" (buffer-file-name) (count-lines (point-min) (point-max))))
      (kill-emacs 0)`;
    const files = { 'init.el': example('elisp'), 'check.el': script };
    const said = await edit('emacs', files, ['--batch', '-l', 'check.el']);
    expect(said).toMatch(/finding 4: .*"mian"/);
    expect(said).toMatch(/buffer .*gigatron-library-[0-9a-f]+\/video\.gtasm \d{3}/);
  });
});
