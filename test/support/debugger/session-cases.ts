/**
 * Cases of the debug adapter: programs, requests, and what is answered. test/debugger/cases/README.md has the form;
 * what a case can ask is in session-requests.ts.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CaseFolder, holds, matches } from '../cases.ts';
import { type Command, readScripts, type Script } from '../scripts.ts';
import { answerTo } from './session-requests.ts';
import { type Answer, Session } from './session.ts';
import { PROJECT } from '../project.ts';

interface SessionCase extends Script {
  /** The lines of its file; removed ones are undefined. */
  readonly lines: (string | undefined)[];
}

export const SESSION_CASES: CaseFolder<SessionCase> = {
  path: 'test/debugger/cases',
  extension: '.txt',
  read(text) {
    const lines = text.split('\n');
    return readScripts(text).map((script) => ({ ...script, lines }));
  },
};

/** The answers that differ from what a case says, each with its line; the case's lines are replaced by them. */
export async function sessionDifferences(tried: SessionCase): Promise<string[]> {
  const session = new Session(tried.files);
  const told: string[] = [];
  try {
    for (const command of tried.commands) {
      const [asked = '', beside] = command.text.split(/ =>(?: |$)/);
      const [, verb = '', argument = ''] = /^(\S+) ?(.*)$/.exec(asked) ?? [];
      const below = command.below.map(({ text }) => text).join('\n');
      // If it expects nothing, any answer but a failure will do.
      const expected = beside ?? (command.below.length > 0 ? below : undefined);
      const answer = await answerTo(session, verb, argument);
      if (isExpected(answer, expected)) continue;
      told.push(`${command.number}: ${asked}: ${shown(answer, expected)}`);
      rewrite(tried.lines, asked, command, shown(answer, expected));
    }
  } finally {
    told.push(...(await session.end()));
  }
  return told;
}

/** Rewrites the file of a case with the answers that were given. */
export function saveCase({ lines }: SessionCase, name: string): void {
  writeFileSync(join(PROJECT, SESSION_CASES.path, name), lines.filter((line) => line !== undefined).join('\n'));
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
  if (Array.isArray(document)) {
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
