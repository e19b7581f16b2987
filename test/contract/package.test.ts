/**
 * The package is complete: the links of its documents lead to packed files, and each command of the command line works
 * or says that it needs the project. Its README does not need the repository, and the licences of the bundled libraries
 * are compatible with ours and packed.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { listFiles, PackageManager } from '@vscode/vsce';
import { beforeAll, describe, expect, it } from 'vitest';
import { build } from 'esbuild';
import { type CliResult } from '#test/cli/run-cli.ts';
import { temporaryFolder } from '#test/source-folder.ts';
import { programPath } from '#test/programs.ts';
import { copyPackedParts } from '../../scripts/packed-parts.mjs';
import { packedReadme } from '../../scripts/packed-readme.mjs';
import { BUNDLES } from '../../scripts/bundles.mjs';
import { bundledPackages, NOTICES, noticesOf, type Library } from '../../scripts/notices.mjs';
import { projectText, PROJECT } from '#test/project.ts';

const folder = temporaryFolder();
const sources = temporaryFolder();
let files: ReadonlySet<string> = new Set();

/** Runs the packed command line in a user's folder. */
function packed(...words: readonly string[]): CliResult {
  const program = join(folder, 'dist/cli.cjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...words], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

describe('the package', () => {
  beforeAll(async () => {
    copyPackedParts(sources);
    files = new Set(await listFiles({ cwd: sources, packageManager: PackageManager.None }));
    for (const file of files) {
      if (file.startsWith('dist/') || !existsSync(join(PROJECT, file))) continue;
      mkdirSync(join(folder, dirname(file)), { recursive: true });
      cpSync(join(PROJECT, file), join(folder, file));
    }
    // The tests run bundles from another folder than dist/.
    mkdirSync(join(folder, 'dist'), { recursive: true });
    cpSync(programPath('cli'), join(folder, 'dist/cli.cjs'));
    for (const bundle of ['page-worker.js', 'webviews'])
      cpSync(join(dirname(programPath('cli')), bundle), join(folder, 'dist', bundle), { recursive: true });
  });

  it('has in package.json what VS Code reads, and nothing for work on the project', () => {
    const [whole, packed] = [PROJECT, sources].map((place) => readFileSync(join(place, 'package.json'), 'utf8'));
    const { scripts, devDependencies, overrides, imports, ...rest } = JSON.parse(whole!) as Record<string, unknown>;
    expect([scripts, devDependencies, overrides, imports]).not.toContain(undefined);
    expect(JSON.parse(packed!)).toEqual(rest);
  });

  it('has the files to which its documents link', () => {
    const isPacked = (path: string): boolean =>
      files.has(path) || [...files].some((file) => file.startsWith(`${path.replace(/\/$/, '')}/`));
    const documents = [...files].filter((file) => file.endsWith('.md') && file !== 'README.md');
    expect(documents.length).toBeGreaterThan(20);
    const broken = [...documents, 'README.md'].flatMap((file) => {
      const [text = ''] = (file === 'README.md' ? packedReadme(undefined) : projectText(file))
        // The pages in this section of the index are not packed.
        .split('\n## In the sources\n');
      const targets = [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)\s]*)?\)/g)].map(([, target]) => target!);
      const relative = targets.filter((target) => !/^[a-z]+:/.test(target));
      return relative
        .map((target) => posix.join(posix.dirname(file), target))
        .filter((target) => !isPacked(target))
        .map((target) => `${file} → ${target}`);
    });
    expect(broken).toEqual([]);
  });

  it.each([
    [['--version'], 0, /^\d+\.\d+\.\d+$/m],
    [['new', 'mine', '--template', 'game'], 0, /gigatron run/],
    [['asm', 'mine/main.gtasm', '-o', 'mine.rom'], 0, /words in/],
    [['check', 'mine/main.gtasm'], 0, /no findings/],
    [['fmt', '--check', 'mine/main.gtasm'], 0, /^$/],
    [['page', 'mine/main.gtasm', '-o', 'mine.html'], 0, /KiB → mine\.html/],
    [['run', 'mine.rom', '--frames', '1'], 0, /^cycle 104200/],
    [['disasm', 'mine.rom'], 0, /Disassembled/],
    [['test', 'mine/main.gtasm'], 0, /0 failed/],
    [['completions', 'bash'], 0, /complete -F/],
    [['man'], 0, /^\.TH GIGATRON/],
    [['engine', 'perft', '1'], 2, /the chess engine is not packed with the extension/],
    [['engine', 'match'], 2, /the chess engine is not packed with the extension/],
    [['octad', 'perft', '1'], 2, /the Octad computer is not packed with the extension/],
    [['lsp', '--help'], 0, /Language Server Protocol/],
    [['dap', '--help'], 0, /Debug Adapter Protocol/],
  ])('runs %j', (words, status, said) => {
    const result = packed(...words);
    expect([result.status, result.stdout + result.stderr]).toEqual([status, expect.stringMatching(said)]);
  });
});

/** How many bytes the three pictures may add to the package. */
const MOST = 220 * 1024;

const addresses = (text: string): string[] => [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, address]) => address!);

describe('the packed README', () => {
  it('has its pictures in the text, and no other address', () => {
    const text = packedReadme(undefined);
    expect(addresses(text)).toHaveLength(3);
    for (const address of addresses(text)) expect(address).toMatch(/^data:image\/webp;base64,UklGR/);
    expect(text.length).toBeLessThan(MOST);
  });

  it('has the addresses of its pictures on the web if it is told where they are', () => {
    const text = packedReadme('https://example.org/docs/pictures/');
    expect(addresses(text)).toEqual(
      ['finding', 'breakpoint', 'thinking'].map((name) => `https://example.org/docs/pictures/${name}.png`),
    );
  });

  it('names pages, commands and files that are packed', () => {
    const text = packedReadme(undefined);
    const { contributes } = JSON.parse(projectText('package.json')) as {
      contributes: { commands: { title: string; category?: string }[]; walkthroughs: { title: string }[] };
    };
    const titles = contributes.commands.map(({ title, category }) => `${category ?? ''}: ${title}`);
    for (const [, command] of text.matchAll(/\*\*(Gigatron: [^*]+)\*\*/g)) expect(titles).toContain(command);
    expect(text).toContain(`walkthrough *${contributes.walkthroughs[0]!.title}*`);
    expect(text).not.toMatch(/npm |CONTRIBUTING/);
  });
});

it('the manifest has all that the Marketplace shows', () => {
  const manifest = JSON.parse(projectText('package.json')) as Record<string, unknown>;
  expect(manifest).toMatchObject({ license: 'MIT', pricing: 'Free', galleryBanner: { theme: 'dark' } });
  expect(existsSync(join(PROJECT, manifest['icon'] as string))).toBe(true);
  expect(existsSync(join(PROJECT, 'LICENSE')) && existsSync(join(PROJECT, 'CHANGELOG.md'))).toBe(true);
  expect(manifest['categories']).toContain('Programming Languages');
  // The Marketplace accepts at most 30.
  expect((manifest['keywords'] as string[]).length).toBeLessThanOrEqual(30);
});

/** Licences that code bundled into a program under MIT may have. */
const FITTING: readonly string[] = ['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'BlueOak-1.0.0'];

describe('the bundled libraries', () => {
  let libraries: Library[];
  beforeAll(async () => {
    const builds = Object.values(BUNDLES).map((options) =>
      build({ ...options, minify: false, metafile: true, write: false }),
    );
    libraries = bundledPackages((await Promise.all(builds)).map(({ metafile }) => metafile));
  });

  it('are those that the programs import, and their dependencies', () => {
    const names = libraries.map(({ name }) => name);
    expect(names).toContain('commander');
    expect(names).toContain('vscode-languageserver');
    expect(names).toContain('vscode-jsonrpc');
    expect(names).not.toContain('vitest');
  });

  it('have licences that fit, with their texts', () => {
    for (const { name, license, text } of libraries) {
      expect([name, FITTING.includes(license)]).toEqual([name, true]);
      expect([name, text.length > 200]).toEqual([name, true]);
    }
  });

  it('are all in the notices, which are packed', () => {
    const notices = noticesOf(libraries);
    for (const { name, version, license, text } of libraries) {
      expect(notices).toContain(`${name} ${version} (${license})\n\n${text.trim()}`);
    }
    expect(NOTICES).toMatch(/^dist\//);
    expect(projectText('.vscodeignore').split('\n')).toContain('!dist/**');
  });
});
