/** Where computed jumps go and what tables hold, by declaration. */
import { wordAt } from '#isa';
import type { TimingProgram } from '../contract/program.ts';
import type { Value, ValueTable } from './values.ts';

/** Declared targets by the address of the jump: those of all its declarations. */
export function indexTargets({ targets }: TimingProgram): ReadonlyMap<number, readonly number[]> {
  const byJump = new Map<number, readonly number[]>();
  for (const { address, targets: each } of targets)
    byJump.set(address, [...new Set([...(byJump.get(address) ?? []), ...each])]);
  return byJump;
}

/** What a read of each table gives, by the address of its first entry: the operand of any of its entries. */
export function entryValues({ tables, words }: TimingProgram, values: ValueTable): ReadonlyMap<number, Value> {
  return new Map(
    [...tables].map(([first, entries]) => [
      first,
      values.oneOf(entries.map((entry) => ({ byte: wordAt(words, entry) & 0xff, origin: entry }))),
    ]),
  );
}
