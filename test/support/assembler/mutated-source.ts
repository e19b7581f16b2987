/** Almost correct sources: random mutations of a corpus with all statements. */
import { DIRECTIVES, mnemonics } from '#assembler';
import { randomFrom } from '../emulator/program.ts';
import { projectText } from '../project.ts';

/** Statements of all kinds, after an empty line. */
const CORPUS = `\n${projectText('test/support/assembler/drawn/corpus.gtasm')}`;

/** What a mutation inserts. */
const SNIPPETS = [
  ...Object.keys(DIRECTIVES).map((name) => `.${name} `),
  ...mnemonics(),
  ...'()[]{}"\';:=,$%*-<>?#y\n\t\0é',
  ...['😀', '\ud800', '\r\n', '//', '::', '..', 'x++', 'in', ':+', ':-', 'a=a', 'leave', '.loop', 'draw.loop', 'move '],
  ...['$ffff', '65536', '-1', '4294967295', '0x', '0/0', '1<<40'],
];

/** Part or all of the corpus, with a few random changes. A seed gives the same source on every machine. */
export function mutatedSource(seed: number): string {
  const random = randomFrom(seed);
  const lines = CORPUS.split('\n');
  const from = random(lines.length);
  let text = random(3) === 0 ? CORPUS : lines.slice(from, from + 1 + random(20)).join('\n');
  for (let count = 1 + random(6); count > 0; count--) {
    const at = random(text.length + 1);
    switch (random(5)) {
      case 0:
        text = text.slice(0, at) + text.slice(at + 1 + random(8));
        break;
      case 1:
        text = text.slice(0, at) + SNIPPETS[random(SNIPPETS.length)]! + text.slice(at);
        break;
      case 2: {
        const end = Math.min(text.length, at + random(120));
        text = text.slice(0, at) + text.slice(at, end) + text.slice(at);
        break;
      }
      case 3:
        text = text.slice(0, at) + String.fromCharCode(random(128)) + text.slice(at + 1);
        break;
      default: {
        const rows = text.split('\n');
        rows.splice(random(rows.length), 0, ...rows.splice(random(rows.length), 1 + random(3)));
        text = rows.join('\n');
      }
    }
  }
  return text;
}
