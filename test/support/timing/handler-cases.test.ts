import { expect, it } from 'vitest';
import { ANSWERS, HANDLER_CASES, handlerDifferences } from './handler-cases.ts';
import { projectText } from '../project.ts';

const differences = (...lines: readonly string[]): string[] =>
  HANDLER_CASES.read(`sample small\n== a case\n${lines.join('\n')}\n`, 'cases').flatMap(handlerDifferences);

it('a case that says something else is told with its line, and with what there is', () => {
  expect(differences('> verdict: wrong', '> verdict: not proven', '> findings: none')).toEqual([
    '3: verdict is proven',
    '4: verdict is proven',
  ]);
});

it('a change of lines that are not there, or in several places, is told', () => {
  expect(differences('@@', '-        .wait 1')).toEqual(['3: its lines are in 0 places']);
  expect(differences('@@', '-        .wait 5                 ;18')).toEqual(['3: its lines are in 2 places']);
});

it('a line that says nothing is told', () => {
  expect(differences('> verdict wrong')).toEqual(['3: nothing is meant by this line']);
});

it('a case whose sources have errors is told', () => {
  expect(differences('@@', '+        ld', ' nextLine:', '> verdict: wrong')[0]).toMatch(/^7: it has errors: GT/);
});

it('the README names all that a case can ask', () => {
  const page = projectText(HANDLER_CASES.path, 'README.md');
  expect(Object.keys(ANSWERS).filter((name) => !page.includes(`\`${name}: `))).toEqual([]);
});
