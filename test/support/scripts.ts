/** Cases that are scripts: `== title`, files as `-- name`, and `$ command` followed by the lines that belong to it. */
import { projectText } from './project.ts';
import { PYTHON } from './python-build.ts';

export interface Line {
  readonly text: string;
  /** In the file of cases, from 1. */
  readonly number: number;
}

export interface Command extends Line {
  /** The lines below it. */
  readonly below: Line[];
}

export interface Script {
  readonly title: string;
  /** Whether this computer lacks what it needs. */
  readonly isSkipped: boolean;
  /** Contents by name. */
  readonly files: ReadonlyMap<string, string | Uint8Array>;
  readonly commands: readonly Command[];
}

/** What a case may need; in its file, in brackets after the title. */
const IS_THERE: Readonly<Record<string, boolean>> = {
  python: PYTHON !== '',
  unix: process.platform !== 'win32',
  linux: process.platform === 'linux',
};

/** The cases of a file. Each begins with the files and commands above the first title. */
export function readScripts(text: string): Script[] {
  const scripts: Script[] = [];
  const shared = { files: new Map<string, string | Uint8Array>(), commands: [] as Command[] };
  let { files, commands } = shared;
  let open: string | undefined;
  for (const [index, line] of text.split('\n').entries()) {
    const [, mark, rest = ''] = /^(==|--|\$) (.*)$/.exec(line) ?? [];
    const number = index + 1;
    if (mark === '==') {
      [files, commands, open] = [new Map(shared.files), [...shared.commands], undefined];
      const [, title = '', need] = /^(.*?)(?: \[(\w+)\])?$/.exec(rest) ?? [];
      scripts.push({ title, isSkipped: need !== undefined && !IS_THERE[need]!, files, commands });
    } else if (mark === '--') {
      const [name = '', kind, ...words] = wordsOf(rest);
      open = kind === undefined ? name : undefined;
      files.set(name, kind === undefined ? '' : CONTENTS[kind]!(words));
    } else if (mark === '$') {
      open = undefined;
      commands.push({ text: rest, number, below: [] });
    } else if (open !== undefined) {
      files.set(open, `${String(files.get(open))}${line}\n`);
    } else if (line !== '' && !line.startsWith('#')) {
      const command = commands.at(-1);
      if (command === undefined) throw new Error(`line ${number} belongs to no file and no command: ${line}`);
      command.below.push({ text: line, number });
    }
  }
  return scripts;
}

/** Words as a shell splits them; a text in single quotes is one word. */
export function wordsOf(text: string): string[] {
  return [...text.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain = '']) => quoted ?? plain);
}

/** The contents of `-- name kind words...`, which has no lines below it. */
const CONTENTS: Readonly<Record<string, (words: readonly string[]) => string | Uint8Array>> = {
  /** `0f a0`, or `size=9` for that many zeros. */
  bytes(words) {
    const size = /^size=(\d+)$/.exec(words[0] ?? '')?.[1];
    return size === undefined ? Uint8Array.from(words, (byte) => parseInt(byte, 16)) : new Uint8Array(Number(size));
  },
  /** A copy of a file of the project. */
  from: ([path = '']) => projectText(path),
};
