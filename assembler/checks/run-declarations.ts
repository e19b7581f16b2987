/** What a program declares about its run, as debug information carries it. */
import { decode } from '#isa';
import { VGA, type TimingProgram } from '#proof';
import type { LintProgram } from '../lints/index.ts';
import type { DebugDeclarations, DebugHandler } from '../contract/debug-info.ts';
import type { Proof } from './kept-proof.ts';
import { loopsOf } from './loop-declarations.ts';

/**
 * Collects the declarations.
 * @param handler the verdict on the handler: only a proven one takes whole lines
 * @param proof is asked where loops are declared, and where blocks begin together
 */
export function declarationsOf(program: LintProgram, handler: DebugHandler | null, proof: Proof): DebugDeclarations {
  const { checks, charges, targets, tables, loops, resumes = [], shape = VGA } = program;
  const isProven = handler?.verdict === 'proven';
  const blindStores = blindStoresOf(program);
  const blocks = blocksOf(program, proof);
  const resuming = new Set(resumes);
  return {
    account: checks[0]?.account ?? null,
    line: isProven ? shape.line : null,
    checks: checks.map(({ address, form, cycles }) => ({ address, form, cycles })),
    jumps: targets.map((jump) => ({
      address: jump.address,
      targets: jump.targets.flatMap((target) => tables.get(target) ?? [target]),
      resumes: jump.targets.length === 0 || resuming.has(jump.address),
    })),
    loops: loops.length === 0 ? [] : loopsOf(proof.of(program).proof.view.parts),
    charges: charges.flatMap(({ address, cycles, perCount }) => {
      if (perCount === undefined) return [];
      const { count, factor } = perCount;
      return [{ address, cycles, factor, count: count === '' ? null : count }];
    }),
    ...(isProven && { frameLines: shape.lines }),
    ...(blindStores !== undefined && { blindStores }),
    ...(blocks.length > 0 && { blocks }),
  };
}

/** Exact blocks that are left through the end of another. What begins a block or the program may be jumped to. */
function blocksOf(program: LintProgram, proof: Proof): NonNullable<DebugDeclarations['blocks']> {
  const { assertions, checks, entries } = program;
  const starts = new Set(assertions.map(({ from }) => from));
  if (starts.size === assertions.length) return [];
  for (const entry of entries) starts.add(entry);
  const verdicts = proof.of(program).report().results;
  return assertions.flatMap(({ from, to }, index) => {
    const left = verdicts[checks.length + index]?.left;
    return left === undefined ? [] : [{ from, to, ...left, inside: left.inside.filter((each) => !starts.has(each)) }];
  });
}

/** Stores whose address no proof knows; what they may hit and must not is the account. */
function blindStoresOf({ words, used, checks }: TimingProgram): DebugDeclarations['blindStores'] {
  const account = checks[0]?.account;
  if (account === undefined) return undefined;
  const stores: number[] = [];
  words.forEach((word, address) => {
    const { opcode, operand } = decode(word);
    if (used[address] !== 1 || !opcode.writesRam || opcode.address === 'd') return;
    if (opcode.address !== 'yd' || operand === account) stores.push(address);
  });
  return stores.length === 0 ? undefined : { words: stores, bytes: [account] };
}
