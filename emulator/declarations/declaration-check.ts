/**
 * Compares what a source declares, and what its proof assumes, with what happens: a probe that stops at the first
 * difference.
 *
 * | declaration | compared at |
 * | --- | --- |
 * | account | the second word of each check: the cycle at which the handler is due has not changed |
 * | `.targets`, `.resume` | the jump: it goes to one of them, or to the end of the last check that left |
 * | `.loop` | heads, back jumps, entries and exits: how often the head executes from entry to exit |
 * | `.charged` | the word that adds or stores: the amount in AC, and the turns of the loop with that name |
 * | frames | falls of vSync: the lines in between; reported at the next check that leaves |
 * | blocks | jumps after an exit of a timed block: they do not go back into it |
 * | stores | those whose address the proof does not know: they do not hit what it keeps track of |
 */
import type { Cycle, RomAddress } from '#basics';
import { checkOrigin, hexByte, hexWord, opcodeOfWord, ROM_WORDS } from '#isa';
import type { BlindStores, DeclaredCharge, DeclaredCheck, DeclaredJump, DeclaredLoop, RunDeclarations } from '#isa';
import { NOWHERE, type Probe, type QuietPlaces } from '../core/probe.ts';
import { AccountWatch, accountDifference, TO_END } from './account-watch.ts';
import { BlockWatch, CountWatch, FrameWatch, memberOf, targetOf, StoreWatch } from './watches.ts';
import type { Payment, StoreState, Difference } from './watches.ts';
import { LoopWatch, type LoopStep } from './loop-watch.ts';
import { owedBy, quietPlaces, type PlaceKind } from './quiet.ts';

export type { Difference } from './watches.ts';

/** Places that a difference lists. A table can have an entry in every word of its pages. */
const MOST_PLACES = 8;

/** A word that is about to execute, and the registers. */
interface Moment {
  readonly next: RomAddress;
  readonly ac: number;
  readonly x: number;
  readonly y: number;
  readonly cycle: Cycle;
}

type Action = (moment: Moment) => Difference | undefined;

export class DeclarationCheck implements Probe {
  readonly marked = new Uint8Array(ROM_WORDS);
  /** The difference at which the machine last stopped. */
  difference: Difference | undefined;
  readonly quiet: QuietPlaces;
  private readonly actions: (Action | undefined)[] = Array.from({ length: ROM_WORDS });
  private readonly kindsAt = new Map<number, Set<PlaceKind>>();
  private readonly loops: readonly LoopWatch[];
  private readonly account: AccountWatch;
  private readonly frames: FrameWatch | undefined;
  private readonly counts = new CountWatch();
  private readonly stores: StoreWatch | undefined;
  private readonly blocks: readonly BlockWatch[];
  private lastAsked = -1;
  private endedAt = 0;
  private edits = 0;

  /**
   * @param declarations as debug information carries them
   * @param state ROM and RAM of the machine whose probe this is
   */
  constructor(
    private readonly declarations: RunDeclarations,
    private readonly state: StoreState,
  ) {
    const { line, frameLines, charges, jumps, account, checks, blindStores, blocks = [] } = declarations;
    this.frames = line === null || frameLines === undefined ? undefined : new FrameWatch(frameLines, line);
    this.account = new AccountWatch(line, this.frames);
    this.stores = blindStores === undefined ? undefined : new StoreWatch(blindStores, state);
    this.loops = declarations.loops.map((loop) => new LoopWatch(loop, state));
    this.blocks = blocks.map((block) => new BlockWatch(block));
    const counted = new Set(charges.map(({ count }) => count));
    const isPaid = ({ loop }: LoopWatch): boolean => loop.count !== null && counted.has(loop.count);
    for (const loop of this.loops) this.watchLoop(loop, isPaid(loop) ? loop.loop.count : null);
    for (const charge of charges) this.watchCharge(charge);
    for (const jump of jumps) this.watchJump(jump);
    for (const block of this.blocks) this.watchBlock(block);
    if (blindStores !== undefined) this.watchStores(blindStores);
    if (account !== null) for (const check of checks) this.watchCheck(check, account);
    const { kindsAt, loops, stores } = this;
    this.quiet = quietPlaces({ declarations, kindsAt, account: this.account, loops, isPaid, stores });
  }

  begin(cycle: Cycle, edits: number): void {
    if (cycle === this.endedAt && edits === this.edits) return;
    this.edits = edits;
    this.lastAsked = -1;
    this.difference = undefined;
    this.account.reset();
    this.frames?.reset();
    this.counts.forget();
    for (const loop of this.loops) loop.reset(cycle);
    for (const block of this.blocks) block.reset();
  }

  end(cycle: Cycle): void {
    this.endedAt = cycle;
  }

  ask(address: RomAddress, next: RomAddress, ac: number, y: number, cycle: Cycle, x: number): boolean {
    if (cycle === this.lastAsked) return false;
    this.lastAsked = cycle;
    const difference = this.actions[address]?.({ next, ac, x, y, cycle });
    if (difference === undefined) return false;
    this.difference = difference;
    return true;
  }

  vSyncFell(cycle: Cycle, lines: number): void {
    this.frames?.vSyncFell(cycle, lines);
  }

  /** Adds an action at an address. All actions run there; the one added last takes precedence with its difference. */
  private at(address: RomAddress, kind: PlaceKind, action: Action): void {
    const before = this.actions[address];
    this.kindsAt.set(address, new Set(this.kindsAt.get(address)).add(kind));
    this.marked[address] = 1;
    this.actions[address] =
      before === undefined
        ? action
        : (moment) => {
            const first = before(moment);
            return action(moment) ?? first;
          };
  }

  private watchCheck(check: DeclaredCheck, byte: number): void {
    const owed = owedBy(check);
    const second = check.address + 1;
    const known = checkOrigin(check) + 1;
    const isAdded = check.form === 'short';
    this.at(second, 'check', ({ next, ac, cycle }) => {
      if (next !== second + 1) return undefined;
      const unmade = this.counts.check();
      const held = this.state.ram[byte] ?? 0;
      const wrong = this.account.check(known, cycle - 1, owed, held, isAdded ? ac - held : ac);
      const frame = this.account.left ? this.frames?.atLeave(this.account.due ?? 0) : undefined;
      if (wrong !== undefined) return accountDifference(second, cycle, wrong.held, wrong.off);
      if (unmade !== undefined) return chargedDifference(second, cycle, unmade, 'no such loop ran before this check');
      return frame === undefined ? undefined : this.frameDifference(second, cycle, frame.lines);
    });
  }

  private frameDifference(address: RomAddress, cycle: Cycle, lines: number | undefined): Difference {
    const declared = `the video handler is proven, and its frames have ${this.declarations.frameLines} lines`;
    const seen = lines === undefined ? 'vSync has not fallen for longer than that' : `the last one has ${lines}`;
    return { kind: 'frame', address, cycle, declared, seen };
  }

  private watchJump({ address, targets, resumes }: DeclaredJump): void {
    const allows = memberOf(targets);
    const goesTo = targetOf(this.state, address);
    this.at(address, 'jump', ({ next, ac, y, cycle }) => {
      const target = goesTo(next, ac, y);
      if (target === NOWHERE || allows(target)) return undefined;
      const { leftFrom } = this.account;
      const resumed = leftFrom === undefined ? undefined : (leftFrom + TO_END) & 0xffff;
      if (resumes && (resumed === undefined || target === resumed)) return undefined;
      const places = [...targets.map(hexWord), ...(resumes ? ['after the check that left'] : [])];
      const back = resumes && resumed !== undefined ? `, the check's end is ${hexWord(resumed)}` : '';
      const seen = `it goes to ${hexWord(target)}${back}`;
      return { kind: 'targets', address, cycle, declared: `the jump goes to ${list(places)}`, seen };
    });
  }

  /** @param name of the count, if charges pay for its turns; otherwise null */
  private watchLoop(watch: LoopWatch, name: string | null): void {
    const { loop, head, max } = watch;
    const isCheck = this.declarations.checks.some(({ address }) => address === head);
    this.at(head, 'loop', ({ next, cycle }) => {
      // After a check has left, the handler executes its first word once more, on its own.
      if (isCheck && next !== head + 1 && this.account.isLeaving(cycle)) return undefined;
      const step = watch.atHead(cycle, this.account.comesBack(head));
      if (step.kind === 'entered') return this.loopEnds(loop, name, step, head, cycle);
      return step.turns === max + 1 ? loopDifference(loop, head, cycle, `turn ${step.turns} begins`) : undefined;
    });
    for (const address of watch.jumps) {
      this.at(address, 'loop', ({ next, ac, y, cycle }) => {
        const step = watch.atJump(address, next, ac, y, cycle);
        return step === undefined ? undefined : this.loopEnds(loop, name, step, address, cycle);
      });
    }
  }

  /** A loop is left or entered again: compares its turns, if they are known. */
  private loopEnds(
    loop: DeclaredLoop,
    name: string | null,
    { kind, turns }: LoopStep,
    address: RomAddress,
    cycle: Cycle,
  ): Difference | undefined {
    const wrong = turns === undefined ? undefined : this.counts.leave(loop.head, turns);
    if (name !== null && kind === 'entered') this.counts.enter(name, loop.head);
    if (turns !== undefined && turns < loop.min) {
      const again = kind === 'entered' ? ', and is entered again' : '';
      return loopDifference(loop, address, cycle, `it ran ${times(turns)}${again}`);
    }
    if (wrong === undefined) return undefined;
    return chargedDifference(address, cycle, wrong.payment, `the loop made ${wrong.turns}`);
  }

  private watchCharge(charge: DeclaredCharge): void {
    const { address, cycles, factor, count } = charge;
    const { state } = this;
    const adds = opcodeOfWord(state.rom[address] ?? 0).operation === 'adda';
    const byte = this.declarations.account ?? 0;
    this.at(address, 'charge', ({ ac, cycle }) => {
      const rest = (adds ? -ac : (state.ram[byte] ?? 0) - ac) - cycles;
      // The number of turns is not negative, so the charge for them has the sign of the factor.
      const amount = cycles + (factor > 0 ? rest & 0xff : factor < 0 ? -(-rest & 0xff) : signed(rest));
      const declared = `the charge is ${cycles}${count === null ? '' : ` and ${factor} for each turn of "${count}"`}`;
      const difference = { kind: 'charged', address, cycle, declared, seen: `it is ${amount}` } as const;
      if (count === null || factor === 0) return amount === cycles ? undefined : difference;
      const turns = (amount - cycles) / factor;
      if (!Number.isInteger(turns)) return difference;
      const wrong = this.counts.pay({ name: count, turns, address });
      if (wrong === undefined) return this.isPossible(count, turns) ? undefined : difference;
      const why =
        'payment' in wrong
          ? `the loop made ${times(wrong.turns)}`
          : `the charge at ${hexWord(wrong.address)} is for another count`;
      return { ...difference, seen: `it is ${amount}, and ${why}` };
    });
  }

  private watchBlock(watch: BlockWatch): void {
    const { from, to, exits, jumps } = watch.block;
    const mark = (address: RomAddress, note: () => void): void => this.at(address, 'block', () => void note());
    mark(to, () => watch.atEnd());
    mark(from, () => watch.atStart());
    for (const exit of exits) mark(exit, () => watch.atExit());
    for (const address of jumps) {
      const goesTo = targetOf(this.state, address);
      this.at(address, 'block', ({ next, ac, y, cycle }) => {
        const target = goesTo(next, ac, y);
        if (!watch.returns(target)) return undefined;
        const block = `what leaves the block from ${hexWord(from)} to ${hexWord(to)} through another exit`;
        const seen = `this jump goes back to ${hexWord(target)}`;
        return { kind: 'block', address, cycle, declared: `${block} does not come back`, seen };
      });
    }
  }

  /** Whether a loop of this name may make so many turns; true if none has this name. */
  private isPossible(name: string, turns: number): boolean {
    const loops = this.declarations.loops.filter(({ count }) => count === name);
    return loops.length === 0 || loops.some(({ min, max }) => turns >= min && turns <= max);
  }

  private watchStores({ words, bytes }: BlindStores): void {
    const { stores, declarations } = this;
    const isAccountOnly = bytes.length === 1 && bytes[0] === declarations.account;
    const what = isAccountOnly ? 'the account' : 'a byte that the proof keeps track of';
    for (const address of words) {
      this.at(address, 'store', ({ x, y, cycle }) => {
        // Start-up code may clear the RAM.
        if (this.account.due === undefined && declarations.checks.length > 0) return undefined;
        const hit = stores?.hit(address, x, y);
        if (hit === undefined) return undefined;
        const seen = `it stores to ${hit < 0x100 ? hexByte(hit) : hexWord(hit)}`;
        return { kind: 'store', address, cycle, declared: `this store does not hit ${what}`, seen };
      });
    }
  }
}

function loopDifference({ min, max }: DeclaredLoop, address: RomAddress, cycle: Cycle, seen: string): Difference {
  const declared = `the loop runs ${min === max ? times(min) : `${min} to ${max} times`}`;
  return { kind: 'loop', address, cycle, declared, seen };
}

function chargedDifference(address: RomAddress, cycle: Cycle, charge: Payment, seen: string): Difference {
  const declared = `the charge at ${hexWord(charge.address)} is for ${charge.turns} turns of the loop "${charge.name}"`;
  return { kind: 'charged', address, cycle, declared, seen };
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}

function signed(value: number): number {
  return (value << 24) >> 24;
}

function list(places: readonly string[]): string {
  const left = places.length - MOST_PLACES;
  const shown = places.slice(0, MOST_PLACES).join(', ');
  if (left > 0) return `${shown} and ${left} more`;
  return places.length === 0 ? 'nowhere' : shown;
}

export function formatDifference({ declared, seen }: Difference): string {
  return `Declared: ${declared}. Seen: ${seen}.`;
}
