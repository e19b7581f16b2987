/**
 * The packed extension as VS Code unpacks it: each link of its documents leads to a file in it, spelled as on disk, and
 * each command of the command line works with what is there, or says that it needs the project.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installExtension } from '../../scripts/vscode-web.mjs';

const ROOT = join(import.meta.dirname, '..', '..');
const home = mkdtempSync(join(tmpdir(), 'gigatron-package-'));
/** The folder into which VS Code has unpacked it. */
let unpacked = '';
let files: readonly string[] = [];

/** Standard input of all commands, which only one of them reads. */
const UCI = 'uci\nisready\nquit\n';

/** Each command, with its status and what it says. They work on what those before them have made. */
const COMMANDS: readonly (readonly [readonly string[], number, RegExp])[] = [
  [['--version'], 0, /^\d+\.\d+\.\d+$/m],
  [['new', 'mine', '--template', 'game'], 0, /gigatron run/],
  [['new', 'tune', '--template', 'sound'], 0, /gigatron run/],
  [['asm', 'mine/main.gtasm', '-o', 'mine.rom', '--certify', 'mine.json'], 0, /words in/],
  [['check', 'mine/main.gtasm', '--timing'], 0, /0 wrong, 0 unproven/],
  [['fmt', '--check', 'mine/main.gtasm', 'tune/main.gtasm'], 0, /^$/],
  [['run', 'mine.rom', '--frames', '1'], 0, /^cycle 104200/],
  [['verify', 'mine.rom', 'mine.json'], 0, /^accepted: 14 checks/],
  [['page', 'mine/main.gtasm', '-o', 'mine.html'], 0, /KiB → mine\.html/],
  [['disasm', 'mine.rom'], 0, /Disassembled/],
  [['map', '--', process.execPath, '-e', '0'], 1, /the build has written no ROM with asm\.py/],
  [['test', 'mine/main.gtasm'], 0, /0 failed/],
  [['completions', 'bash'], 0, /complete -F/],
  [['completions', 'zsh'], 0, /#compdef gigatron/],
  [['completions', 'fish'], 0, /complete -c gigatron/],
  [['man'], 0, /^\.TH GIGATRON/],
  [['bench', 'mine/main.gtasm'], 2, /./],
  [['engine', 'perft', '1'], 2, /the chess engine is not packed with the extension/],
  [['engine', 'bestmove'], 2, /the chess engine is not packed with the extension/],
  [['engine', 'epd', 'mate.epd'], 2, /the chess engine is not packed with the extension/],
  [['engine', 'uci'], 0, /uciok[^]*info string the chess engine is not packed with the extension/],
  [['engine', 'match'], 2, /the chess engine is not packed with the extension/],
  [['octad', 'perft', '1'], 2, /the Octad computer is not packed with the extension/],
];

/** Runs a command of the package in a folder of a user. */
function run(...words: readonly string[]): { readonly status: number | null; readonly said: string } {
  const command = [join(unpacked, 'dist/cli.js'), ...words];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: home, encoding: 'utf8', input: UCI });
  return { status, said: stdout + stderr };
}

beforeAll(async () => {
  expect(await installExtension(join(ROOT, 'build', 'gigatron-asm.vsix'), join(home, 'data'))).toBe(true);
  const manifest = readdirSync(home, { recursive: true, encoding: 'utf8' }).find((name) =>
    /gigatron[^/\\]*[/\\]package\.json$/.test(name),
  );
  writeFileSync(join(home, 'mate.epd'), 'k7/8/1K6/8/8/8/8/7R w - - bm Rh8#;\n');
  unpacked = join(home, dirname(manifest ?? ''));
  files = readdirSync(unpacked, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Link targets of a document that do not exist. */
function brokenLinks(file: string): readonly string[] {
  // According to the index, what is linked after this heading is not packed.
  const [text = ''] = readFileSync(join(unpacked, file), 'utf8').split('\n## In the sources\n');
  return [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)\s]*)?\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => posix.join(posix.dirname(file), target).replace(/\/$/, ''))
    .filter((target) => !files.includes(target))
    .map((target) => `${file} → ${target}`);
}

describe('the unpacked extension', () => {
  it('has what the links of its documents lead to', () => {
    const documents = files.filter((file) => file.endsWith('.md'));
    expect(documents.length).toBeGreaterThan(20);
    expect(documents.flatMap(brokenLinks)).toEqual([]);
  });

  it('has what map gives to Python', () => {
    expect(files).toContain('dist/map-hook/sitecustomize.py');
  });

  it('knows all of its commands', () => {
    const { said } = run('--help');
    const commands = [...said.matchAll(/^ {2}([a-z]+) /gm)].map(([, name]) => name);
    const tried = new Set([...COMMANDS.map(([[name]]) => name), 'lsp', 'dap', 'help']);
    expect(commands.filter((name) => !tried.has(name))).toEqual([]);
  });

  it.each(COMMANDS)('runs %j', (words, status, text) => {
    expect(run(...words)).toEqual({ status, said: expect.stringMatching(text) as unknown });
  });

  it.each([
    ['lsp', '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}', /"id":1,"result"/],
    ['dap', '{"seq":1,"type":"request","command":"initialize","arguments":{"adapterID":"x"}}', /"success":true/],
  ])('serves an editor by %s', async (command, request, answer) => {
    const child = spawn(process.execPath, [join(unpacked, 'dist/cli.js'), command]);
    child.stdin.write(`Content-Length: ${request.length}\r\n\r\n${request}`);
    let said = '';
    child.stdout.on('data', (data: Buffer) => (said += data.toString()));
    await expect.poll(() => said, { timeout: 60_000 }).toMatch(answer);
    child.kill();
  });
});
