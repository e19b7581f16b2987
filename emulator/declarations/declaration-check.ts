/**
 * Compares what a source declares with what happens, as a probe that stops at the first difference.
 *
 * | declaration | compared at |
 * | --- | --- |
 * | account | the second word of each check: the cycle at which the handler is due stays the same |
 * | `.targets`, `.resume` | the jump: it goes to one of them, or after the last check that left |
 * | `.loop` | head and jumps of the loop: executions of the head from entry to exit |
 * | `.charged` | the word that adds or stores: the amount in AC, and the turns of the loop with that name |
 */
import type { Cycle, RomAddress } from '#basics';
import { CHECK_SHAPES, CHECK_WORDS, checkOrigin, hexWord, opcodeOfWord, ROM_WORDS } from '#isa';
import { NOT_QUIET, NOWHERE, type Probe, type QuietJump, type QuietLoop, type QuietPlaces } from '../core/probe.ts';
import { AccountWatch, accountDifference } from './account-watch.ts';
import type {
  DeclaredCharge,
  DeclaredCheck,
  DeclaredJump,
  DeclaredLoop,
  Difference,
  RunDeclarations,
} from './declarations.ts';
import { memberOf, targetOf, type JumpState } from './jump.ts';
import { LoopWatch } from './loop-watch.ts';

export type { Difference, RunDeclarations } from './declarations.ts';

/** Words from a check's second to its end. */
const TO_END = CHECK_WORDS - 1;

/** What to do at a marked address. */
type Action = (next: RomAddress, ac: number, y: number, cycle: Cycle) => Difference | undefined;

export class DeclarationCheck implements Probe {
  readonly marked = new Uint8Array(ROM_WORDS);
  /** The difference at which the machine last stopped. */
  difference: Difference | undefined;
  readonly quiet: QuietPlaces;
  private readonly offsets = new Int16Array(ROM_WORDS).fill(NOT_QUIET);
  private readonly added = new Uint8Array(ROM_WORDS);
  private readonly actions: (Action | undefined)[] = Array.from({ length: ROM_WORDS });
  /** Addresses at which several things are compared. */
  private readonly shared = new Set<number>();
  private readonly loops: LoopWatch[];
  private readonly account: AccountWatch;
  private readonly state: JumpState;
  private readonly accountByte: number;
  /** By name: turns that a charge has paid for, and turns that a loop has made, since the last check. */
  private readonly paid = new Map<string, { readonly turns: number; readonly address: RomAddress }>();
  private readonly made = new Map<string, number>();
  private lastAsked = -1;
  private endedAt = 0;
  private edits = 0;

  /**
   * @param declarations as debug information carries them
   * @param state ROM and RAM of the machine whose probe this is
   */
  constructor(declarations: RunDeclarations, state: JumpState) {
    this.state = state;
    this.accountByte = declarations.account ?? 0;
    this.account = new AccountWatch(declarations.line);
    const paid = new Set(declarations.charges.map(({ count }) => count));
    this.loops = declarations.loops.map(
      (loop) => new LoopWatch(loop, state, loop.count !== null && paid.has(loop.count)),
    );
    for (const loop of this.loops) this.watchLoop(loop);
    for (const charge of declarations.charges) this.watchCharge(charge);
    for (const jump of declarations.jumps) this.watchJump(jump);
    const { account } = declarations;
    if (account !== null) for (const check of declarations.checks) this.watchCheck(check);
    this.quiet = {
      byte: this.accountByte,
      offsets: this.offsets,
      added: this.added,
      // If lines are not known, the account may be anything after the handler.
      period: declarations.line ?? 1,
      countdown: this.account,
      jumps: this.quietJumps(declarations.jumps),
      loops: this.loops,
      loopsAt: this.quietLoops(declarations),
    };
    // Counts are valid from one check to the next, so the probe must be asked at each.
    if (account === null || declarations.charges.some(({ count }) => count !== null)) return;
    for (const check of declarations.checks) this.quieten(check);
  }

  begin(cycle: Cycle, edits: number): void {
    if (cycle === this.endedAt && edits === this.edits) return;
    this.edits = edits;
    this.lastAsked = -1;
    this.difference = undefined;
    this.account.reset();
    this.paid.clear();
    this.made.clear();
    for (const loop of this.loops) loop.reset(cycle);
  }

  end(cycle: Cycle): void {
    this.endedAt = cycle;
  }

  ask(address: RomAddress, next: RomAddress, ac: number, y: number, cycle: Cycle): boolean {
    if (cycle === this.lastAsked) return false;
    this.lastAsked = cycle;
    const difference = this.actions[address]?.(next, ac, y, cycle);
    if (difference === undefined) return false;
    this.difference = difference;
    return true;
  }

  /** Adds something to do at an address; the first difference there counts. */
  private at(address: RomAddress, action: Action): void {
    const before = this.actions[address];
    if (before !== undefined) this.shared.add(address);
    this.marked[address] = 1;
    this.actions[address] =
      before === undefined
        ? action
        : (next, ac, y, cycle) => {
            const first = before(next, ac, y, cycle);
            return action(next, ac, y, cycle) ?? first;
          };
  }

  private watchCheck(check: DeclaredCheck): void {
    const owed = owedBy(check);
    const second = check.address + 1;
    const known = checkOrigin(check) + 1;
    const isAdded = check.form === 'short';
    this.at(second, (next, ac, _, cycle) => {
      if (next !== second + 1) return undefined;
      if (this.paid.size > 0) this.paid.clear();
      if (this.made.size > 0) this.made.clear();
      const account = this.state.ram[this.accountByte] ?? 0;
      const wrong = this.account.check(known, cycle - 1, owed, account, isAdded ? ac - account : ac);
      return wrong === undefined ? undefined : accountDifference(second, cycle, wrong.held, wrong.off);
    });
  }

  /** A check only asks if the account is wrong or if it leaves, unless something else is compared there, too. */
  private quieten(check: DeclaredCheck): void {
    const second = check.address + 1;
    if (this.shared.has(second)) return;
    // The due cycle uses what the account held at the first word, a cycle before, minus what was owed.
    this.offsets[second] = 1 + owedBy(check);
    if (check.form === 'short') this.added[second] = 1;
  }

  /** Jumps that only ask if they go elsewhere, without those at which something else is compared. */
  private quietJumps(jumps: readonly DeclaredJump[]): ReadonlyMap<number, QuietJump> {
    const alone = jumps.filter(({ address }) => !this.shared.has(address));
    return new Map(
      alone.map(({ address, targets, resumes }) => [address, { targets, resumes: resumes ? TO_END : null }]),
    );
  }

  /** By address, the loops where nothing else is compared; none at all if two loops share a head. */
  private quietLoops({ charges, jumps, checks }: RunDeclarations): ReadonlyMap<number, readonly QuietLoop[]> {
    const loopsAt = new Map<number, QuietLoop[]>();
    if (new Set(this.loops.map(({ head }) => head)).size < this.loops.length) return loopsAt;
    for (const loop of this.loops) {
      for (const address of new Set([loop.head, ...loop.jumps()])) {
        loopsAt.set(address, [...(loopsAt.get(address) ?? []), loop]);
      }
    }
    for (const { address } of [...charges, ...jumps]) loopsAt.delete(address);
    for (const { address } of checks) loopsAt.delete(address + 1);
    return loopsAt;
  }

  private watchJump({ address, targets, resumes }: DeclaredJump): void {
    const allows = memberOf(targets);
    const goesTo = targetOf(this.state, address);
    this.at(address, (next, ac, y, cycle) => {
      const target = goesTo(next, ac, y);
      if (target === NOWHERE || allows(target)) return undefined;
      const { leftFrom } = this.account;
      const resumed = leftFrom === undefined ? undefined : leftFrom + TO_END;
      if (resumes && (resumed === undefined || target === resumed)) return undefined;
      const places = [...targets.map(hexWord), ...(resumes ? ['after the check that left'] : [])];
      const back = resumes && resumed !== undefined ? `, the check's end is ${hexWord(resumed)}` : '';
      const seen = `it goes to ${hexWord(target)}${back}`;
      return { kind: 'targets', address, cycle, declared: `the jump goes to ${list(places)}`, seen };
    });
  }

  private watchLoop(watch: LoopWatch): void {
    const { loop } = watch;
    const { head } = loop;
    this.at(head, (next, _, __, cycle) => {
      const turns = next === head + 1 ? watch.atHead(cycle) : undefined;
      return turns === undefined ? undefined : loopDifference(loop, head, cycle, `turn ${turns} begins`);
    });
    for (const address of watch.jumps()) {
      this.at(address, (next, ac, y, cycle) => {
        const turns = watch.atJump(address, next, ac, y, cycle);
        return turns === undefined ? undefined : this.leave(loop, turns, address, cycle);
      });
    }
  }

  private leave(loop: DeclaredLoop, turns: number, address: RomAddress, cycle: Cycle): Difference | undefined {
    const { count, min, max } = loop;
    if (turns < min) return loopDifference(loop, address, cycle, `it ran ${times(turns)}`);
    if (turns > max || count === null) return undefined;
    const paid = this.paid.get(count);
    if (paid === undefined) this.made.set(count, turns);
    this.paid.delete(count);
    if (paid === undefined || paid.turns === turns) return undefined;
    const declared = `the charge at ${hexWord(paid.address)} is for ${paid.turns} turns of the loop "${count}"`;
    return { kind: 'charged', address, cycle, declared, seen: `the loop made ${turns}` };
  }

  private watchCharge(charge: DeclaredCharge): void {
    const { address, cycles, factor, count } = charge;
    const adds = opcodeOfWord(this.state.rom[address] ?? 0).operation === 'adda';
    this.at(address, (_, ac, __, cycle) => {
      const amount = signed(adds ? -ac : (this.state.ram[this.accountByte] ?? 0) - ac);
      const turns = count === null || factor === 0 ? undefined : (amount - cycles) / factor;
      const declared = `the charge is ${cycles}${count === null ? '' : ` and ${factor} for each turn of "${count}"`}`;
      const difference = { kind: 'charged', address, cycle, declared, seen: `it is ${amount}` } as const;
      if (turns === undefined || count === null) return amount === cycles ? undefined : difference;
      if (!Number.isInteger(turns)) return difference;
      const made = this.made.get(count);
      this.made.delete(count);
      if (made === undefined) this.paid.set(count, { turns, address });
      else if (made !== turns) return { ...difference, seen: `it is ${amount}, and the loop made ${times(made)}` };
      return undefined;
    });
  }
}

/** Cycles that are already spent at a check's first word and charged by it. */
function owedBy({ form, cycles }: DeclaredCheck): number {
  return form === 'sync' ? cycles - CHECK_WORDS : CHECK_WORDS - CHECK_SHAPES[form].words;
}

function loopDifference({ min, max }: DeclaredLoop, address: RomAddress, cycle: Cycle, seen: string): Difference {
  const declared = `the loop runs ${min === max ? times(min) : `${min} to ${max} times`}`;
  return { kind: 'loop', address, cycle, declared, seen };
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}

function signed(value: number): number {
  return (value << 24) >> 24;
}

function list(places: readonly string[]): string {
  return places.length === 0 ? 'nowhere' : places.join(', ');
}

/** A difference as one sentence. */
export function formatDifference({ declared, seen }: Difference): string {
  return `Declared: ${declared}. Seen: ${seen}.`;
}
