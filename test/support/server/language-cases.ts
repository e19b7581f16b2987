/** Cases of the language server: sources with questions to it beside the places that they are about. */
import type { CaseFolder } from '../cases.ts';

/** What the server is asked at a place; language-answers.ts has the verbs. */
export interface Question {
  readonly verb: string;
  readonly argument: string;
  /** In the file of cases, from 1. */
  readonly number: number;
  /** Which cursor of the case it is about, from 0; -1 for the whole source. */
  readonly cursor: number;
  /** The text that is expected, where a question has one. */
  readonly lines: string[];
}

export interface LanguageCase {
  readonly title: string;
  readonly marked: string;
  readonly questions: readonly Question[];
}

export const LANGUAGE_CASES: CaseFolder<LanguageCase> = {
  path: 'test/server/cases',
  extension: '.gtasm',
  read: readLanguageCases,
};

/** The cases of a file. What is above the first title is in front of each of them. */
function readLanguageCases(text: string): LanguageCase[] {
  const [shared = '', ...parts] = text.trimEnd().split(/^;;(?= |$)/m);
  const groups = new Map([...shared.matchAll(/^;: (\S+) (;\? .*)$/gm)].map(([, name, questions]) => [name, questions]));
  const head = shared.replace(/^;[ :].*\n/gm, '').replace(/^\n+/, '');
  let number = shared.split('\n').length;
  return parts.map((part) => {
    const [title = '', ...lines] = part.split('\n');
    const source: string[] = [];
    const questions: Question[] = [];
    for (const line of lines) {
      number++;
      const result = /^;=(?: (.*))?$/.exec(line);
      if (result !== null) {
        questions.at(-1)!.lines.push(result[1] ?? '');
        continue;
      }
      const written = line.replace(/;\? as (\S+)/, (_, name: string) => groups.get(name) ?? '');
      const [code = '', ...asked] = written.split(/\s*;\? /);
      if (code !== '' || asked.length === 0) source.push(code);
      const cursor = (head + source.join('\n')).split('¦').length - 2;
      for (const each of asked) {
        const [, verb = '', argument = ''] = /^(\S+) ?(.*)$/.exec(each.trimEnd()) ?? [];
        questions.push({ verb, argument, number, cursor, lines: [] });
      }
    }
    while (source.at(-1) === '') source.pop();
    return { title: title.trim() || source.join(' | '), marked: `${head}${source.join('\n')}\n`, questions };
  });
}
