/**
 * Sessions: cases that are scripts of requests, each with its answer beside or below it. With `-u`, the answers that are
 * given are written into the case. README.md of the cases has the form.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UPDATE } from './golden/golden.ts';
import { type CaseFolder, holds, matches, testCases } from './cases.ts';
import { type Command, readScripts, type Script } from './scripts.ts';
import { PROJECT } from './project.ts';

/** A text, or an object of which a case names what it wants. A text that begins with `! ` is a failure. */
export type Answer = string | object;

/** Who answers the requests of a case. */
export interface Answering {
  answerTo(verb: string, argument: string): Promise<Answer>;
  /** Ends everything; tells what went wrong. */
  end(): Promise<readonly string[]>;
}

export interface SessionCase extends Script {
  /** The lines of its file; removed ones are undefined. */
  readonly lines: (string | undefined)[];
}

export function readSessions(text: string): SessionCase[] {
  const lines = text.split('\n');
  return readScripts(text).map((script) => ({ ...script, lines }));
}

/** Makes a test of each case of a folder. @param begin a session with the files of a case */
export function testSessions(path: string, begin: (files: Script['files']) => Answering): void {
  const folder: CaseFolder<SessionCase> = { path, extension: '.txt', read: readSessions };
  testCases(folder, async (each, name) => {
    const told = await sessionDifferences(each, begin(each.files));
    if (!UPDATE) return told;
    writeFileSync(join(PROJECT, path, name), each.lines.filter((line) => line !== undefined).join('\n'));
    return [];
  });
}

/** The answers that differ from what a case says, each with its line; the case's lines are replaced by them. */
export async function sessionDifferences(tried: SessionCase, session: Answering): Promise<string[]> {
  const told: string[] = [];
  try {
    for (const command of tried.commands) {
      const [asked = '', beside] = command.text.split(/ =>(?: |$)/);
      const [, verb = '', argument = ''] = /^(\S+) ?(.*)$/.exec(asked) ?? [];
      const below = command.below.map(({ text }) => text).join('\n');
      // If it expects nothing, any answer but a failure will do.
      const expected = beside ?? (command.below.length > 0 ? below : undefined);
      const answer = await session.answerTo(verb, argument);
      if (isExpected(answer, expected)) continue;
      told.push(`${command.number}: ${asked}: ${shown(answer, expected)}`);
      rewrite(tried.lines, asked, command, shown(answer, expected));
    }
  } finally {
    told.push(...(await session.end()));
  }
  return told;
}

const isFailure = (answer: Answer): boolean => typeof answer === 'string' && answer.startsWith('! ');

function isExpected(answer: Answer, expected: string | undefined): boolean {
  if (expected === undefined) return !isFailure(answer);
  if (typeof answer !== 'string' && /^[[{]/.test(expected)) return holds(answer, JSON.parse(expected));
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
  const [lines, wanted] = [text.split('\n'), expected.split('\n')];
  if (wanted.length === 1) return matches(text, expected);
  return lines.length === wanted.length && lines.every((line, at) => matches(line, wanted[at]!));
}

/** An answer as a case would have it: of an object, only what is asked for. */
function shown(answer: Answer, expected?: string): string {
  if (typeof answer === 'string') return answer;
  const asked = /^[[{]/.test(expected ?? '') ? part(answer, JSON.parse(expected!)) : answer;
  const lines = JSON.stringify(asked, undefined, 1);
  return lines
    .replace(/([[{])\n\s*/g, '$1')
    .replace(/\n\s*([\]}])/g, '$1')
    .replace(/\n\s*/g, ' ');
}

/** Of a document, only what has a name in another one. */
function part(document: unknown, wanted: unknown): unknown {
  if (typeof wanted !== 'object' || wanted === null || typeof document !== 'object' || document === null) {
    return holds(document, wanted) ? wanted : document;
  }
  if (Array.isArray(document) && Array.isArray(wanted)) {
    return document.map((each: unknown, at) => (at in wanted ? part(each, (wanted as unknown[])[at]) : each));
  }
  const names = Object.keys(wanted).filter((name) => name in document || wanted[name as never] === null);
  return Object.fromEntries(names.map((name) => [name, part(document[name as never], wanted[name as never])]));
}

/** Writes an answer beside its request, or below it if it has several lines. */
function rewrite(lines: SessionCase['lines'], asked: string, { number, below }: Command, answer: string): void {
  lines[number - 1] = answer.includes('\n') ? `$ ${asked}\n${answer}` : `$ ${asked} => ${answer}`.trimEnd();
  for (const line of below) lines[line.number - 1] = undefined;
}
