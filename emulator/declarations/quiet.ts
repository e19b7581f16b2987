/** Where the fast core need not always ask: at places of one kind, or of two kinds that it can test together. */
import { CHECK_SHAPES, CHECK_WORDS, resumeAddress, ROM_WORDS, type DeclaredCheck, type RunDeclarations } from '#isa';
import { NOT_QUIET, type QuietJump, type QuietLoop, type QuietPlaces } from '../core/probe.ts';
import { TO_END, type AccountWatch } from './account-watch.ts';
import type { StoreWatch } from './watches.ts';
import type { LoopWatch } from './loop-watch.ts';

export type PlaceKind = 'check' | 'jump' | 'loop' | 'charge' | 'store' | 'block';

interface ComparedPlaces {
  readonly declarations: RunDeclarations;
  readonly kindsAt: ReadonlyMap<number, ReadonlySet<PlaceKind>>;
  readonly account: AccountWatch;
  readonly loops: readonly LoopWatch[];
  /** Whether charges pay for the turns of a loop, so that all entries and exits must be reported. */
  readonly isPaid: (loop: LoopWatch) => boolean;
  readonly stores: StoreWatch | undefined;
}

export function quietPlaces(compared: ComparedPlaces): QuietPlaces {
  const { declarations, account, loops, stores } = compared;
  const { offsets, added } = quietChecks(compared);
  const only = (address: number, ...allowed: readonly PlaceKind[]): boolean =>
    [...(compared.kindsAt.get(address) ?? [])].every((kind) => allowed.includes(kind));
  return {
    byte: declarations.account ?? 0,
    offsets,
    added,
    // If the length of a line is not known, the account may be anything after the handler.
    period: declarations.line ?? 1,
    countdown: account,
    jumps: new Map(
      declarations.jumps.flatMap(({ address, targets, resumes }): [number, QuietJump][] =>
        only(address, 'jump', 'loop') ? [[address, { targets, resumes: resumes ? TO_END : null }]] : [],
      ),
    ),
    loops,
    loopsAt: quietLoops(compared, (address) => only(address, 'jump', 'loop')),
    stores: new Set(declarations.blindStores?.words.filter((address) => only(address, 'store'))),
    guarded: stores?.guarded ?? [],
  };
}

/** Cycles spent before a check's first word but charged by this check. */
export function owedBy({ form, cycles }: DeclaredCheck): number {
  return form === 'sync' ? cycles - CHECK_WORDS : CHECK_WORDS - CHECK_SHAPES[form].words;
}

/** A check asks only if the account is wrong, if it leaves after the deadline, or if another kind is compared there. */
function quietChecks({ declarations, kindsAt }: ComparedPlaces): Pick<QuietPlaces, 'offsets' | 'added'> {
  const offsets = new Int16Array(ROM_WORDS).fill(NOT_QUIET);
  const added = new Uint8Array(ROM_WORDS);
  const { account, charges, checks } = declarations;
  // Counts are valid from one check to the next, so the probe must be asked at each.
  if (account === null || charges.some(({ count }) => count !== null)) return { offsets, added };
  for (const check of checks) {
    const second = check.address + 1;
    if ((kindsAt.get(second)?.size ?? 0) > 1) continue;
    // The due cycle uses what the account held at the first word, a cycle before, minus what was owed.
    offsets[second] = 1 + owedBy(check);
    if (check.form === 'short') added[second] = 1;
  }
  return { offsets, added };
}

/** By address, the loops whose turns the fast core can count, since the handler does not come to their heads. */
function quietLoops(
  { declarations, loops, isPaid }: ComparedPlaces,
  isAllowed: (address: number) => boolean,
): ReadonlyMap<number, readonly QuietLoop[]> {
  const loopsAt = new Map<number, LoopWatch[]>();
  for (const loop of loops) {
    for (const address of new Set([loop.head, ...loop.jumps])) {
      loopsAt.set(address, [...(loopsAt.get(address) ?? []), loop]);
    }
  }
  const visited = new Set(declarations.checks.flatMap((check) => [check.address, resumeAddress(check)]));
  const isAsked = (loop: LoopWatch): boolean => isPaid(loop) || visited.has(loop.head);
  for (const [address, all] of loopsAt) if (!isAllowed(address) || all.some(isAsked)) loopsAt.delete(address);
  return loopsAt;
}
