/** The runner of sessions: what it accepts, what it reports as a difference, and what `-u` makes of it. */
import { describe, expect, it } from 'vitest';
import { projectText } from './project.ts';
import { beginDebugging } from './debugger/session-requests.ts';
import { beginEditing } from './server/server-session.ts';
import { readSessions, sessionDifferences } from './sessions.ts';

const PROGRAM =
  '-- main.gtasm\n        .zp cell\nstart:  ld   5      ; @start\n        st   [cell] ; @store\n$ launch ./main.gtasm\n';

/** The differences that a case with these lines reports, and the lines that `-u` would give it. */
async function run(...lines: readonly string[]): Promise<{ told: readonly string[]; lines: readonly string[] }> {
  const [only] = readSessions(`${PROGRAM}== a\n${lines.join('\n')}\n`);
  const told = await sessionDifferences(only!, beginDebugging(only!.files));
  return { told, lines: only!.lines.slice(6, -1).filter((line) => line !== undefined) };
}

describe('sessions', () => {
  it.each([
    ['an answer', '$ next => step store'],
    ['a part of it', '$ next => step…'],
    ['any answer', '$ next'],
    ['no answer', '$ break =>'],
    ['an answer of several lines', '$ frames\nstart start'],
    ['a part of one of several lines', '$ type help => …dump place…'],
    ['a document that has more', '$ request evaluate {"expression": "ac"} => {"result": "$05…", "nothing": null}'],
    ['a failure', '$ value nothing => ! There is no symbol…'],
  ])('are as expected: %s', async (_, line) => {
    expect(await run(line)).toEqual({ told: [], lines: line.split('\n') });
  });

  it.each([
    ['another place', '$ next => step start', '7: next: step store', '$ next => step store'],
    ['another value', '$ value 1 + 1 => $03 (3)', '7: value 1 + 1: $02 (2)', '$ value 1 + 1 => $02 (2)'],
    ['more lines', '$ value 1\n$01 (1)\n$02 (2)', '7: value 1: $01 (1)', '$ value 1 => $01 (1)'],
    [
      'another document, with what was wanted of it',
      '$ request evaluate {"expression": "1"} => {"result": "2"}',
      '7: request evaluate {"expression": "1"}: {"result": "$01 (1)"}',
      '$ request evaluate {"expression": "1"} => {"result": "$01 (1)"}',
    ],
    ['a failure', '$ value no', '7: value no: ! There is no symbol "no".', '$ value no => ! There is no symbol "no".'],
    ['an answer instead of a failure', '$ value 1 => ! …', '7: value 1: $01 (1)', '$ value 1 => $01 (1)'],
    [
      'a mark that is not there',
      '$ to end',
      '7: to end: ! no line is marked "end"',
      '$ to end => ! no line is marked "end"',
    ],
  ])('tell %s', async (_, line, told, written) => {
    expect(await run(line)).toEqual({ told: [told], lines: [written] });
  });

  it('refuse what cannot be asked', async () => {
    await expect(run('$ nextt')).rejects.toThrow('a case cannot ask "nextt"');
    expect((await run('$ next twice')).told).toEqual(['7: next twice: ! "twice" does not say how to move']);
  });

  it.each([
    ['test/debugger/cases', beginDebugging],
    ['test/server/sessions', beginEditing],
  ])('are as the README of %s shows', async (folder, begin) => {
    const page = projectText(folder, 'README.md');
    const cases = readSessions(/```\n(.*?)```/s.exec(page)?.[1] ?? '');
    expect(cases).toHaveLength(1);
    expect(await sessionDifferences(cases[0]!, begin(cases[0]!.files))).toEqual([]);
  });
});
