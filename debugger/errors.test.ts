import { expect, it } from 'vitest';
import { failures, type RequestFailure } from './errors.ts';

it('each have a number of their own', () => {
  const make = Object.values<(...values: never[]) => RequestFailure>(failures);
  const numbers = make.map((each) => each(...(['a', 'b', 'c'] as never[])).id);
  expect(numbers).toEqual([...new Set(numbers)]);
});
