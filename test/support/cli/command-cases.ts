/** Cases of the command line: files, commands, and what they print and write; test/cli/cases/README.md has the form. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { temporaryFolder } from '../files/temporary-folder.ts';
import { gigatron, ROOT, type CliResult } from './run-cli.ts';

interface Command {
  readonly words: readonly string[];
  /** In the file of cases, from 1. */
  readonly number: number;
  readonly expected: Expectation[];
}

interface Expectation {
  readonly kind: string;
  readonly text: string;
  readonly number: number;
}

export interface CommandCase {
  readonly title: string;
  /** Contents by name. */
  readonly files: ReadonlyMap<string, string | Uint8Array>;
  readonly commands: readonly Command[];
}

const FOLDER = join(import.meta.dirname, '../../cli/cases');

/** The cases by the name of their file. */
export function commandCaseFiles(): [name: string, cases: readonly CommandCase[]][] {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith('.txt'));
  return names.sort().map((name) => [name, readCommandCases(readFileSync(join(FOLDER, name), 'utf8'))]);
}

/** The cases of a file. Files above the first title are there in each of them. */
export function readCommandCases(text: string): CommandCase[] {
  const cases: CommandCase[] = [];
  const shared = new Map<string, string | Uint8Array>();
  let [files, commands]: [Map<string, string | Uint8Array>, Command[]] = [shared, []];
  let open: string | undefined;
  for (const [index, line] of text.split('\n').entries()) {
    const [, mark = '', rest = ''] =
      /^(==|--|\$|exit|out|err|json|file|gone|same|bytes|left)(?: (.*))?$/.exec(line) ?? [];
    const number = index + 1;
    if (mark === '==') {
      [files, commands, open] = [new Map(shared), [], undefined];
      cases.push({ title: rest, files, commands });
    } else if (mark === '--') {
      const [name = '', kind, ...hex] = wordsOf(rest);
      open = kind === 'bytes' ? undefined : name;
      const size = /^size=(\d+)$/.exec(hex[0] ?? '')?.[1];
      const bytes =
        size === undefined ? Uint8Array.from(hex, (byte) => parseInt(byte, 16)) : new Uint8Array(Number(size));
      files.set(name, kind === 'bytes' ? bytes : '');
    } else if (mark === '$') {
      open = undefined;
      commands.push({ words: wordsOf(rest), number, expected: [] });
    } else if (open !== undefined) {
      files.set(open, `${String(files.get(open))}${line}\n`);
    } else if (mark !== '') {
      commands.at(-1)!.expected.push({ kind: mark, text: rest, number });
    } else if (line !== '' && !line.startsWith('#')) {
      throw new Error(`line ${number} is neither of a file nor an expectation: ${line}`);
    }
  }
  return cases;
}

/** Words as a shell splits them: what is between quotes is one. */
function wordsOf(text: string): string[] {
  return [...text.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain = '']) => quoted ?? plain);
}

/** What is otherwise than a case says, each with its line in the file of cases. */
export function commandDifferences({ files, commands }: CommandCase): string[] {
  const folder = temporaryFolder();
  for (const [name, content] of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return commands.flatMap(({ words, number, expected }) => {
    // `./name` is a file of the case; all other paths begin at the project, which is the working folder.
    const result = gigatron(...words.map((word) => word.replace(/^\.\//, `${folder}/`)));
    const ran = { ...result, folder, files };
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
  readonly files: CommandCase['files'];
}

/** What is different from what is expected; undefined if nothing is. */
const CHECKS: Readonly<Record<string, (ran: Ran, text: string) => string | undefined>> = {
  exit: ({ status, stderr }, text) => (String(status) === text ? undefined : `it is ${status}\n${stderr}`),
  out: ({ stdout, folder }, text) => lines(stdout, folder, text),
  err: ({ stderr, folder }, text) =>
    /^\s+at .*:\d+:\d+/m.test(stderr) ? `a trace: ${stderr}` : lines(stderr, folder, text),
  /** No more failures than are expected. */
  sentences: ({ stderr }, most) =>
    (stderr.match(/^gigatron: /gm)?.length ?? 0) > Number(most) ? `there are more: ${stderr}` : undefined,
  json: ({ stdout }, text) => (holds(JSON.parse(stdout), JSON.parse(text)) ? undefined : stdout),
  /** A file with a line. */
  file({ folder }, text) {
    const [, name = '', line = '…'] = /^(\S+)(?: (.*))?$/.exec(text) ?? [];
    const path = join(folder, name);
    return existsSync(path) ? lines(readFileSync(path, 'utf8'), folder, line) : 'there is none';
  },
  gone: ({ folder }, name) => (existsSync(join(folder, name)) ? 'it is there' : undefined),
  /** Files with the same bytes. */
  same({ folder }, text) {
    const [first, ...others] = text.split(' ').map((name) => readFileSync(join(folder, name)));
    return others.every((other) => other.equals(first!)) ? undefined : 'they differ';
  },
  /** The first bytes of a file, and its size after `/`. */
  bytes({ folder }, text) {
    const [name = '', ...wanted] = text.split(' ');
    const bytes = readFileSync(join(folder, name));
    const seen = wanted.map((word, at) =>
      word.startsWith('/') ? `/${bytes.length}` : bytes.toString('hex', at, at + 1),
    );
    return seen.join(' ') === wanted.join(' ') ? undefined : seen.join(' ');
  },
  /** A file of the case is as it was. */
  left: ({ folder, files }, name) =>
    readFileSync(join(folder, name)).equals(Buffer.from(files.get(name)!)) ? undefined : 'it has changed',
};

/** Whether a text has a line, in which `…` stands for anything; without one, whether it is empty. */
function lines(text: string, folder: string, wanted: string): string | undefined {
  const shown = text.replaceAll(relative(ROOT, folder), '.').replaceAll(folder, '.');
  const found = wanted === '' ? shown === '' : shown.split('\n').some((line) => matches(line, wanted));
  return found ? undefined : `it is\n${shown}`;
}

function matches(text: string, pattern: string): boolean {
  const parts = pattern.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`).test(text);
}

/** Whether a document has all that is wanted, whatever else objects have. */
function holds(document: unknown, wanted: unknown): boolean {
  if (typeof wanted === 'string') return typeof document === 'string' && matches(document, wanted);
  if (typeof wanted !== 'object' || wanted === null) return document === wanted;
  if (typeof document !== 'object' || document === null) return false;
  if (Array.isArray(wanted) && (document as unknown[]).length !== wanted.length) return false;
  return Object.entries(wanted).every(([key, value]) => holds((document as Record<string, unknown>)[key], value));
}
