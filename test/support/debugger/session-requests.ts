/** What a case can ask of the debug adapter, and how answers are written; test/debugger/cases/README.md lists it. */
import { readFileSync } from 'node:fs';
import { gigatron, inShell, type CliResult } from '../cli/run-cli.ts';
import { type Script, wordsOf } from '../scripts.ts';
import type { Answer, Answering } from '../sessions.ts';
import { BREAKPOINTS } from './session-breakpoints.ts';
import { MOVES, VALUES } from './session-moves.ts';
import { type Ask, Session } from './session.ts';

/** A session of the debug adapter with the files of a case. */
export function beginDebugging(files: Script['files']): Answering {
  const session = new Session(files);
  return { answerTo: (verb, argument) => answerTo(session, verb, argument), end: () => session.end() };
}

/** The answer to a line of a case, with paths as a case writes them. */
async function answerTo(session: Session, verb: string, argument: string): Promise<Answer> {
  const ask = REQUESTS[verb];
  if (ask === undefined) throw new Error(`a case cannot ask "${verb}"`);
  const withPaths = argument.replace(/(^|[\s="])\.\//g, `$1${session.folder.path}/`);
  const begins = verb === 'launch' || verb === 'start';
  const client = begins ? undefined : await session.client();
  const answer = await ask(session, withPaths, client!).catch(
    (error: Error) => `! ${error.message.replace(/^\S+: /, '')}`,
  );
  const plain = (value: unknown): unknown => (typeof value === 'string' ? session.withoutPaths(value) : value);
  return JSON.parse(JSON.stringify(answer), (_, value) => plain(value)) as Answer;
}

/** `PROGRAM name=value…`; `stopOnEntry` and others as JSON or text. */
function launchOf(text: string): Record<string, unknown> {
  const words = wordsOf(text);
  const program = /^\w+=/.test(words[0] ?? '') ? undefined : words.shift();
  const values = words.map((word) => {
    const [, name = '', value = ''] = /^(\w+)=(.*)$/.exec(word) ?? [];
    return [name, /^([\d[{]|true|false)/.test(value) ? (JSON.parse(value) as unknown) : value] as const;
  });
  return { ...(program === undefined ? {} : { program }), ...Object.fromEntries(values) };
}

const printed = ({ status, stdout, stderr }: CliResult): string => (status === 0 ? stdout.trimEnd() : `! ${stderr}`);

/** The beginning of a session, and its end. */
const RUNS: Readonly<Record<string, Ask>> = {
  async launch(session, text) {
    const client = await session.begin({ stopOnEntry: true, ...launchOf(text) });
    await client.request('configurationDone');
    return session.stop();
  },
  async start(session, text) {
    await session.begin(launchOf(text));
    return '';
  },
  async go(session, _, client) {
    await client.request('configurationDone');
    return session.stop();
  },
  async restart(session, text, client) {
    await client.request('restart', text === '' ? {} : { arguments: { stopOnEntry: true, ...launchOf(text) } });
    return session.stop();
  },
  gigatron: async (_session, text) => printed(gigatron(...wordsOf(text))),
  sh: async (session, text) => printed(inShell(session.folder.path, text)),
  /** `FILE "old" "new"`; the marks of the file move with their lines. */
  async change(session, text) {
    const [, path = '', words = ''] = /^(\S+) (.*)$/.exec(text) ?? [];
    const [before = '', after = ''] = JSON.parse(`[${words.replace('" "', '", "')}]`) as string[];
    const source = readFileSync(path, 'utf8');
    if (!source.includes(before)) throw new Error(`change: ${path} has no ${before}`);
    session.write(path, source.replace(before, after));
    return '';
  },
};

/** What comes unasked, and all other requests. */
const MESSAGES: Readonly<Record<string, Ask>> = {
  /** The next text in the console that begins so and has not been asked for yet; with its place if it has one. */
  async output(session, beginning, client) {
    for (;;) {
      const { output, source, line } = await client.event<{ output: string; source?: object; line?: number }>('output');
      if (!output.startsWith(beginning)) continue;
      return (source === undefined ? '' : `${session.placeOf({ source, line: line ?? 0 })}: `) + output.trimEnd();
    }
  },
  /** The next event of a kind. */
  event: (_session, name, client) => client.event<object>(name).then((body) => body ?? {}),
  /** How many events there have been of a kind, or of all kinds. */
  async count(_session, name, client) {
    const counts = new Map<string, number>();
    for (const { event } of client.events) counts.set(event, (counts.get(event) ?? 0) + 1);
    return name === '' ? [...counts].map((each) => each.join(' ')).join(', ') : String(counts.get(name) ?? 0);
  },
  async request(_session, text, client) {
    const [, command = '', args] = /^(\S+)(?: (.*))?$/.exec(text) ?? [];
    return (await client.request<object | undefined>(command, args === undefined ? {} : JSON.parse(args))) ?? {};
  },
};

const REQUESTS: Readonly<Record<string, Ask>> = { ...RUNS, ...BREAKPOINTS, ...MOVES, ...VALUES, ...MESSAGES };
