/** What a program declares of its run, as debug information carries it. */
import type { DebugDeclarations, DebugHandler } from '../contract/debug-info.ts';
import { indexLoops, VGA, type TimingProgram } from '../timing/index.ts';

/** Collects the declarations. @param handler the verdict on the handler: only a proven one takes whole lines */
export function declarationsOf(program: TimingProgram, handler: DebugHandler | null): DebugDeclarations {
  const { checks, charges, targets, tables, resumes = [], shape = VGA } = program;
  const resuming = new Set(resumes);
  return {
    account: checks[0]?.account ?? null,
    line: handler?.verdict === 'proven' ? shape.line : null,
    checks: checks.map(({ address, form, cycles }) => ({ address, form, cycles })),
    jumps: targets.map((jump) => ({
      address: jump.address,
      targets: jump.targets.flatMap((target) => tables.get(target) ?? [target]),
      resumes: jump.targets.length === 0 || resuming.has(jump.address),
    })),
    loops: [...indexLoops(program).values()].map(({ head, last, backs, min, max, count = null }) => {
      return { head, last, backs: [...backs], min, max, count };
    }),
    charges: charges.flatMap(({ address, cycles, perCount }) => {
      if (perCount === undefined) return [];
      const { count, factor } = perCount;
      return [{ address, cycles, factor, count: count === '' ? null : count }];
    }),
  };
}
