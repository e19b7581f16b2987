/** Every case of `cases/`: the commands print and write what the case says. cases/README.md has the form. */
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { holds, matches, testCases } from '#test/cases.ts';
import { gigatron, inShell, type CliResult } from '#test/cli/run-cli.ts';
import { PROJECT } from '#test/project.ts';
import { type Line, readScripts, type Script, wordsOf } from '#test/scripts.ts';
import { SourceFolder } from '#test/source-folder.ts';

interface Expectation {
  readonly kind: string;
  readonly text: string;
  readonly number: number;
}

function expectationOf({ text, number }: Line): Expectation {
  const [, kind = '', rest = ''] = /^(\S+)(?: (.*))?$/.exec(text) ?? [];
  if (!(kind in CHECKS)) throw new Error(`line ${number} is neither of a file nor an expectation: ${text}`);
  return { kind, text: rest, number };
}

/** How a case differs from what it says, each with its line in the file of cases. */
function commandDifferences({ files, commands }: Script): string[] {
  const { path: folder } = new SourceFolder(Object.fromEntries(files));
  return commands.flatMap(({ text: command, number, below }) => {
    // `./name` is a file of the case; other paths are relative to the project, which is the working folder.
    const result = command.startsWith('sh ')
      ? inShell(folder, command.slice(3))
      : gigatron(...wordsOf(command).map((word) => word.replace(/^\.\//, `${folder}/`)));
    const ran = { ...result, folder, files };
    const expected = below.map(expectationOf);
    const sentences = expected.filter(({ kind }) => kind === 'err').length;
    const implied = [
      ...(expected.some(({ kind }) => kind === 'exit') ? [] : [{ kind: 'exit', text: '0', number }]),
      ...(sentences > 0 ? [] : [{ kind: 'err', text: '', number }]),
      { kind: 'sentences', text: String(sentences), number },
    ];
    return [...implied, ...expected].flatMap(({ kind, text, number: at }) => {
      const difference = CHECKS[kind]!(ran, text);
      return difference === undefined ? [] : [`${at}: ${kind} ${text}: ${difference}`];
    });
  });
}

interface Ran extends CliResult {
  readonly folder: string;
  readonly files: Script['files'];
}

/** By kind: how a result differs from an expectation; undefined if it does not. */
const CHECKS: Readonly<Record<string, (ran: Ran, text: string) => string | undefined>> = {
  exit: ({ status, stderr }, text) => (String(status) === text ? undefined : `it is ${status}\n${stderr}`),
  out: ({ stdout, folder }, text) => lines(stdout, folder, text),
  err: ({ stderr, folder }, text) =>
    /^\s+at .*:\d+:\d+/m.test(stderr) ? `a trace: ${stderr}` : lines(stderr, folder, text),
  sentences: ({ stderr }, most) =>
    (stderr.match(/^gigatron: /gm)?.length ?? 0) > Number(most) ? `there are more: ${stderr}` : undefined,
  json: ({ stdout }, text) => (holds(JSON.parse(stdout), JSON.parse(text)) ? undefined : stdout),
  file({ folder }, text) {
    const [, name = '', line = '…'] = /^(\S+)(?: (.*))?$/.exec(text) ?? [];
    const path = join(folder, name);
    return existsSync(path) ? lines(readFileSync(path, 'utf8'), folder, line) : 'there is none';
  },
  gone: ({ folder }, name) => (existsSync(join(folder, name)) ? 'it is there' : undefined),
  /** The files have the same bytes. */
  same({ folder }, text) {
    const [first, ...others] = text.split(' ').map((name) => readFileSync(join(folder, name)));
    return others.every((other) => other.equals(first!)) ? undefined : 'they differ';
  },
  /** `name 0f a0 /9`: the first bytes of a file, and its size. */
  bytes({ folder }, text) {
    const [name = '', ...wanted] = text.split(' ');
    const bytes = readFileSync(join(folder, name));
    const seen = wanted.map((word, at) =>
      word.startsWith('/') ? `/${bytes.length}` : bytes.toString('hex', at, at + 1),
    );
    return seen.join(' ') === wanted.join(' ') ? undefined : seen.join(' ');
  },
  /** A file of the case is unchanged. */
  left: ({ folder, files }, name) =>
    readFileSync(join(folder, name)).equals(Buffer.from(files.get(name)!)) ? undefined : 'it has changed',
};

/** Checks that a text has a line that matches a pattern, or that it is empty if the pattern is. */
function lines(text: string, folder: string, wanted: string): string | undefined {
  const shown = text.replaceAll(relative(PROJECT, folder), '.').replaceAll(folder, '.');
  const found = wanted === '' ? shown === '' : shown.split('\n').some((line) => matches(line, wanted));
  return found ? undefined : `it is\n${shown}`;
}

testCases({ path: 'test/cli/cases', extension: '.txt', read: readScripts }, commandDifferences);
