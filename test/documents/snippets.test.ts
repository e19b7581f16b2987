/**
 * Every example of the documentation does what its page says. The language after the fence decides how it is tested:
 *
 * - `gtasm`: assembles with no errors except those that its comments name (`; error GT0303`); every time check is exact
 *   unless its line ends in `; unproven`, and every test in it passes unless a line of it ends in `; fails`
 * - `console`: each line after `$` is run in a folder for the page, and prints what follows; `…` stands for any text.
 *   A block `gtasm NAME` is a file in that folder
 * - `ts`: compiles
 * - `json`: can be parsed
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { failure } from '#basics';
import { assemble, type Assembly } from '#assembler';
import { finish, subjectOf, TestBench } from '#testing';
import { allPages, type CodeBlock, type Page } from '#test/documents/pages.ts';
import { temporaryFolder } from '#test/source-folder.ts';
import { programPath } from '#test/programs.ts';
import { PROJECT } from '#test/project.ts';

/** What the examples include. */
const OTHERS: Readonly<Record<string, { text: string } | { bytes: Uint8Array }>> = {
  'library.gtasm': { text: 'LIBRARY = 1\n' },
  'picture.bin': { bytes: new Uint8Array(8) },
  'stripes.gt1': { bytes: Uint8Array.of(2, 0, 1, 0xff, 0, 2, 0) },
};
/** Pages whose examples show a construct and are no programs to copy. */
const FRAGMENTS = ['docs/language.md', 'docs/testing.md', 'docs/timing.md'];
/** What may be found in those: lints, the source's own warnings, an assumed handler. */
const OF_FRAGMENTS = /^GT(09\d\d|0608|0832)$/;

const PAGES = allPages();
const blocksOf = (page: Page, language: string): CodeBlock[] =>
  page.blocks.filter((block) => block.language === language);
/** All blocks in a language, each with its place and page. */
const examples = (language: string): [string, CodeBlock, Page][] =>
  PAGES.flatMap((page) =>
    blocksOf(page, language).map((block): [string, CodeBlock, Page] => [`${page.path}:${block.line}`, block, page]),
  );

describe('gtasm', () => {
  it.each(examples('gtasm'))('%s', (_, { text }, { path }) => {
    const assembly = assemble('main', {
      read: (name) => (name === 'main' ? { text } : (OTHERS[name] ?? failure('there is no such file'))),
    });
    const errors = assembly.diagnostics.filter(({ severity }) => severity === 'error');
    expect(errors.map(({ range, code }) => `${range.start.line} ${code}`)).toEqual(marked(text, /; error (GT\d{4})$/));
    if (errors.length > 0) return;
    const found = assembly.diagnostics.filter(({ code }) => !FRAGMENTS.includes(path) || !OF_FRAGMENTS.test(code));
    const unproven = assembly.timing.filter(({ verdict }) => verdict !== 'exact');
    const { lines } = assembly.debugInfo;
    const lineOf = (address: number): number => lines.find((line) => line.address === address)!.line;
    expect(unproven.map((check) => `${lineOf(check.address)} ${check.verdict}`)).toEqual(marked(text, /; (unproven)$/));
    expect(found.filter(({ range }) => !unproven.some((check) => lineOf(check.address) === range.start.line))).toEqual(
      [],
    );
    expect(assembly.words).toBeGreaterThan(0);
    expect(failedLines(assembly)).toEqual(marked(text, /; (fails)$/).map((line) => line.split(' ')[0]));
  });
});

/** The lines with a mark, from 0, each with what the mark says. */
function marked(text: string, mark: RegExp): string[] {
  return text.split('\n').flatMap((line, index) => {
    const says = mark.exec(line)?.[1];
    return says === undefined ? [] : [`${index} ${says}`];
  });
}

/** The lines of failed expectations, from 0. */
function failedLines(assembly: Assembly): string[] {
  const bench = new TestBench(subjectOf(assembly));
  return assembly.tests.tests.flatMap((test) =>
    test.cases.flatMap((each) => {
      const { failure: found } = finish(bench.run(test, each));
      return found === undefined ? [] : [`${found.range.start.line}`];
    }),
  );
}

// It takes a shell, which Windows does not have.
describe.skipIf(process.platform === 'win32')('console', () => {
  const pages = PAGES.filter((page) => blocksOf(page, 'console').length > 0);
  it.each(pages.map((page) => [page.path, page] as const))('%s', (_, page) => {
    const folder = temporaryFolder();
    for (const name of ['samples', 'engine-asm', 'templates']) symlinkSync(join(PROJECT, name), join(folder, name));
    for (const { file, text } of page.blocks) if (file !== undefined) writeFileSync(join(folder, file), text);
    for (const { text, line } of blocksOf(page, 'console')) {
      const [before, ...commands] = text.split(/^\$ /m);
      expect([before, commands.length > 0], `line ${line}`).toEqual(['', true]);
      for (const command of commands) {
        const [words, ...output] = command.trimEnd().split('\n');
        expect(printed(words!, folder), `line ${line}`).toMatch(new RegExp(`^${output.map(pattern).join('\\n')}$`));
      }
    }
  });
});

/** Matches a line; one that is only `…` matches any number of lines. */
const pattern = (row: string): string => (row === '…' ? '[^]*' : row.split('…').map(escaped).join('.*'));

const escaped = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&');

/** What a command prints, on both streams. */
function printed(command: string, folder: string): string {
  const programs = `node() { "${process.execPath}" "$@"; }\ngigatron() { node "${programPath('cli')}" "$@"; }`;
  const { stdout } = spawnSync('sh', ['-c', `${programs}\n{ ${command}\n} 2>&1`], { cwd: folder, encoding: 'utf8' });
  return stdout.trimEnd();
}

describe('ts', () => {
  it('compiles', () => {
    // Inside the project, where the rooms' names can be resolved.
    const folder = join(PROJECT, 'build', 'snippets');
    mkdirSync(folder, { recursive: true });
    const files = examples('ts').map(([name, { text }]) => {
      const file = join(folder, `${name.replaceAll(/\W/g, '-')}.ts`);
      writeFileSync(file, text);
      return file;
    });
    const { config } = ts.readConfigFile(join(PROJECT, 'tsconfig.base.json'), ts.sys.readFile) as { config: object };
    const { options } = ts.parseJsonConfigFileContent({ ...config, files }, ts.sys, PROJECT);
    const program = ts.createProgram(files, { ...options, composite: false, noEmit: true, emitDeclarationOnly: false });
    const found = files.flatMap((file) => program.getSemanticDiagnostics(program.getSourceFile(file)));
    expect(found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))).toEqual([]);
  });
});

it.each(examples('json'))('json %s', (_, { text }) => {
  expect(() => JSON.parse(text) as unknown).not.toThrow();
});
