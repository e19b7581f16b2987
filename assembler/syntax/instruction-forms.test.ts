/** Operands that the machine does not have, and the messages for them. */
import { describe, expect, it } from 'vitest';
import { parseLine } from './line-parser.ts';

describe('forms that do not exist', () => {
  it.each([
    ['ld   [x],y', 'X and Y load only from a value, a zero-page byte, AC or IN'],
    ['adda [y,5],x', 'X and Y load only from a value, a zero-page byte, AC or IN'],
    ['ld   [y,x],out', 'from memory OUT loads only [value] and [y,x++]'],
    ['ld   [y,x++]', 'X counts only in stores and in loads of OUT'],
    ['ld   y', 'X, Y and OUT cannot be read'],
    ['suba out', 'X, Y and OUT cannot be read'],
    ['st   5', 'a store needs an address in brackets'],
    ['st   [y,5],x', 'X and Y get AC only beside a store to a zero-page byte'],
    ['ctrl [$7f]', 'its address is written without brackets'],
    ['jmp  $1234', 'a far jump is written "jmp y,target"'],
    ['bra  y,5', 'a far jump is written "jmp y,target"'],
  ])('%s: %s', (line, hint) => {
    const { statement } = parseLine(line);
    expect(statement?.kind === 'instruction' && statement.formProblem).toMatchObject({
      code: 'GT0302',
      message: expect.stringMatching(new RegExp(`; ${hint.replace(/[[\]+]/g, '\\$&')}$`)) as unknown,
    });
  });
});
