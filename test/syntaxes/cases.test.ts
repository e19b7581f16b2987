/** Every case of `cases/`: a line has the scopes that the case says. With `-u`, those are written into it. */
import { testSessions } from '#test/sessions.ts';
import { tokenizer } from '#test/syntaxes/tokenize.ts';

const GRAMMARS = { source: await tokenizer('source.gigatron'), listing: await tokenizer('text.gigatron-listing') };

testSessions('test/syntaxes/cases', () => ({
  answerTo(grammar, line) {
    const [pieces = []] = GRAMMARS[grammar as keyof typeof GRAMMARS](line);
    return Promise.resolve(pieces.map(([piece, scope]) => `${scope} ${piece.trim()}`).join('\n'));
  },
  end: () => Promise.resolve([]),
}));
