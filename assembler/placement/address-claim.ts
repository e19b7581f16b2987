/** Assertions on the address at which they are: `.assert * == $0300` says where the words before it end. */
import { counted } from '#basics';
import type { Item } from '../program/program.ts';
import type { Expression } from '../contract/syntax.ts';
import type { Evaluator } from '../values/evaluate.ts';

/** Comparisons that give a distance where they fail. */
const ORDERING: ReadonlySet<string> = new Set(['==', '<', '<=', '>', '>=']);

/** An assertion's condition that compares `*` with an address. */
interface AddressClaim {
  readonly operator: string;
  readonly address: number;
}

/** What a condition claims about the current address; undefined if it is about something else. */
export function addressClaim(evaluator: Evaluator, item: Item, condition: Expression): AddressClaim | undefined {
  if (condition.kind !== 'binary' || condition.left.kind !== 'here' || !ORDERING.has(condition.operator))
    return undefined;
  return { operator: condition.operator, address: evaluator.value(condition.right, item) };
}

/** Whether an item asserts that the words before it do not go beyond an address. */
export function endsBy(evaluator: Evaluator, item: Item | undefined, address: number): boolean {
  const statement = item?.statement;
  if (item === undefined || statement?.kind !== 'directive' || statement.name !== 'assert') return false;
  const [condition] = statement.expressions;
  const claim = condition === undefined ? undefined : addressClaim(evaluator, item, condition);
  return claim?.address === address && (claim.operator === '==' || claim.operator === '<=');
}

/** A number of words that are too many or too few: `2 words too many`. */
export function tooManyText(words: number): string {
  return `${counted(Math.abs(words), 'word')} too ${words > 0 ? 'many' : 'few'}`;
}
