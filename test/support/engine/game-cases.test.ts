import { expect, it } from 'vitest';
import { ACTS, gameDifferences, QUESTIONS } from '#test/engine/game-cases.ts';
import { readScripts } from '#test/scripts.ts';
import { projectText } from '../project.ts';

it('a case that says something else is told with its line, and with what there is', () => {
  const [script] = readScripts('== a case\n$ type e2e4\nturns: e2e3\nselected: e2\npanel 3: /^Last e.e3$/\nside: 1\n');
  expect(gameDifferences(script!)).toEqual([
    '3: turns is e2e4 and not e2e3',
    '4: selected is 0 and not e2',
    '5: panel 3 is Last e2e4 and not /^Last e.e3$/',
  ]);
});

it('the README names all that a case can do and ask', () => {
  const page = projectText('test/engine/cases/README.md');
  const names = [...Object.keys(ACTS), ...Object.keys(QUESTIONS)];
  expect(names.filter((name) => !page.includes(`\`${name}`))).toEqual([]);
});
