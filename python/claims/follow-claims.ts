/**
 * Compares the cycles that comments claim with each other along the control flow.
 *
 * From each claimed word, all paths are followed to the next claimed ones, through delay slots and counted loops: the
 * claim there must be the one here plus the words between. In a loop, a claim may be of any turn. Comments count from
 * several words, and start over, so a difference is a finding only where nothing but a slip explains it:
 *
 * - in words without a label, whose claims rise, or whose next word goes on with the right count
 * - in the delay slot of a jump that is also an entry and has a claim for both (`#10,19`)
 * - at the target of a jump whose label says the cycle (`label('add#31')`)
 * - at the end of an instruction of the vCPU, which pays (`ld(-28/2)`) for other cycles than pass until `#0`
 * - at a call that runs the interpreter (`runVcpu(199-51)`), whose total counts from the cycle of the call, and at the
 *   word that it comes back to
 *
 * The claim at which a path starts must itself agree with a neighbour. What the names of native functions promise is
 * compared with what they pay (named-limits.ts).
 */
import { opcodeOfWord } from '#isa';
import type { DebugLine } from '#assembler';
import type { ClaimedProgram, ClaimedWord, ClaimedWords } from './claimed-words.ts';
import { isJump, shortestTurn, stepsAfter, type Step } from './flow.ts';
import { brokenLimits } from './named-limits.ts';
import type { Total } from './read-claims.ts';

/** A claim that the control flow contradicts. */
export interface ClaimFinding {
  readonly kind: 'cycle' | 'paid' | 'named' | 'total';
  /** The word with the wrong claim, at its ROM address. */
  readonly word: ClaimedWord;
  readonly message: string;
  /** By how many cycles the claims are too low. */
  readonly off: number;
  /** The words that lead there, from the claim that it contradicts. */
  readonly path: readonly DebugLine[];
}

/** Most words between two claims. */
const LONGEST_WAY = 400;
const MOST_STEPS = 5000;

interface Way {
  readonly step: Step;
  /** Cycles in which the word of the step may execute. */
  readonly cycles: readonly number[];
  readonly from: number;
  /** What is claimed there, as it is written. */
  readonly origin: string;
  readonly path: readonly number[];
  /** Whether the path has entered code with a count of its own, whose claims say nothing about this one. */
  readonly isElsewhere: boolean;
  /** The word that has loaded what is paid for. */
  readonly payer: number | undefined;
}

export class FollowedClaims {
  private readonly found = new Map<string, ClaimFinding>();
  /** Words whose claims agree with a neighbour. */
  private readonly trusted = new Set<number>();
  /** Paths from a claim to the next that agree. */
  readonly agreed = new Set<string>();
  /** Cycles of a turn, by a word of the loop; undefined for a word in no loop. */
  private readonly turns = new Map<number, number | undefined>();
  /** Words whose payments agree with the cycles that pass. */
  readonly paid = new Set<number>();

  constructor(
    private readonly program: ClaimedProgram,
    private readonly words: ClaimedWords,
  ) {
    for (const [address, word] of words.words) {
      const step = program.reached.get(address);
      if (step === undefined) continue;
      this.follow({ ...this.startingAt(address, word.claims.cycles), step, isElsewhere: false });
      if (words.paid.has(address)) this.restart(address, address, word.claims.cycles);
      if (word.claims.total !== undefined) this.comeBack(word, word.claims.total);
    }
  }

  findings(): readonly ClaimFinding[] {
    const found = [...this.found.values()].filter(({ path: [from] }) => from && this.trusted.has(from.address));
    return [...found.filter((finding) => !followsFrom(finding, found)), ...this.named(), ...this.contradictions()];
  }

  /** Payments of more than the names of native functions promise. */
  private named(): readonly ClaimFinding[] {
    return brokenLimits(this.program, this.words).flatMap(({ path, message }) => {
      const word = this.words.words.get(path.at(-1) ?? 0);
      return word === undefined ? [] : [{ kind: 'named', word, message, off: 0, path: this.places(path) }];
    });
  }

  /** Totals that count from a cycle other than the one claimed beside them. */
  private contradictions(): readonly ClaimFinding[] {
    return [...this.words.words.values()].flatMap((word) => {
      const { total, cycles } = word.claims;
      if (total === undefined || cycles.includes(total.from)) return [];
      const message = `${total.name} counts from cycle ${total.from}, and #${cycles.join(',')} is claimed here`;
      return [{ kind: 'total', word, message, off: 0, path: [word.place] }];
    });
  }

  private places(path: readonly number[]): readonly DebugLine[] {
    return path.flatMap((address) => this.words.places.get(address) ?? []);
  }

  private startingAt(address: number, cycles: readonly number[]): Omit<Way, 'step' | 'isElsewhere'> {
    const payer = this.words.paid.has(address) ? address : undefined;
    return { cycles, from: address, origin: `#${cycles.join(',')}`, path: [address], payer };
  }

  /** Whether a claim, if it or the one that a path comes from is of another turn of a loop, is the cycle of the path. */
  private isAgreed(from: number, address: number, cycle: number, claim: number): boolean {
    return claim === cycle || (claim - cycle) % (this.turnOf(from) ?? this.turnOf(address) ?? Infinity) === 0;
  }

  /** Cycles of a turn, as the claim says or as the words of the loop take; the slot of a jump is where the jump is. */
  private turnOf(address: number): number | undefined {
    if (this.turns.has(address)) return this.turns.get(address);
    const { rom, reached } = this.program;
    const said = this.words.words.get(address)?.claims.turn;
    const step = reached.get(isJump(rom, address - 1) ? address - 1 : address);
    const turn = said ?? (step && shortestTurn(rom, step));
    this.turns.set(address, turn);
    return turn;
  }

  /** Follows the paths from where the interpreter comes back to. */
  private comeBack({ place: { address } }: ClaimedWord, { name, from, to, returnTo }: Total): void {
    const after = this.words.after(address);
    const { rom, labels, reached } = this.program;
    const target = typeof returnTo === 'string' ? addressOf(returnTo, labels) : (returnTo ?? after);
    const step = target === undefined ? undefined : reached.get(target);
    if (to === undefined || step === undefined || !keepsAddress(rom.subarray(address, after), step.address)) return;
    const way = { ...this.startingAt(address, [to - 1]), origin: `${name}(${to}-${from})`, step, isElsewhere: false };
    const onwards = this.arrive(step, way);
    if (onwards !== undefined) this.follow(onwards);
  }

  private follow(start: Way): void {
    const waiting = [start];
    for (let steps = 0, way = waiting.pop(); way !== undefined && steps < MOST_STEPS; way = waiting.pop(), steps++) {
      for (const step of stepsAfter(this.program.rom, way.step)) {
        if (!this.words.places.has(step.address) || way.path.length > LONGEST_WAY) continue;
        const next = this.arrive(step, way);
        if (next !== undefined) waiting.push(next);
      }
    }
  }

  /** A path arrives at a word: how it goes on from there, if it does. */
  private arrive(step: Step, way: Way): Way | undefined {
    const { address } = step;
    const loads = this.words.paid.has(address);
    const payer = loads ? (way.isElsewhere ? undefined : address) : way.payer;
    const cycles = way.cycles.map((cycle) => cycle + 1);
    const onwards = { ...way, step, cycles, payer, path: [...way.path, address] };
    const word = this.words.words.get(address);
    if (word === undefined) return this.unclaimed(onwards);
    // In the delay slot of a taken jump, this path is not one of those that start at the word itself.
    const isApart = step.next !== ((address + 1) & 0xffff);
    const agreeing = cycles.filter((cycle) => {
      return word.claims.cycles.some((claim) => this.isAgreed(way.from, address, cycle, claim));
    });
    if (agreeing.length > 0) {
      this.agreed.add(`${way.from} ${address}`);
      this.trusted.add(way.from).add(address);
      if (payer !== undefined) this.restart(payer, address, agreeing);
      const goesOn = isApart || payer !== undefined;
      return goesOn ? { ...onwards, ...this.startingAt(address, agreeing), payer } : undefined;
    }
    if (word.claims.cycles.includes(0)) {
      this.beginAnew(onwards);
      return undefined;
    }
    // Tails that instructions share count from any of them.
    if (way.payer !== undefined && this.program.labels.has(address)) return { ...onwards, isElsewhere: true };
    if (!way.isElsewhere) this.judge(word, onwards);
    return isApart || way.isElsewhere ? onwards : undefined;
  }

  /** In the middle of a function, a payment is subtracted from the count: `ld(-52/2) #64`, then `#13 = 65 - 52`. */
  private restart(payer: number, address: number, cycles: readonly number[]): void {
    const paid = this.words.paid.get(payer) ?? 0;
    const claimed = this.words.words.get(address)?.claims.cycles ?? [];
    if (cycles.some((cycle) => claimed.includes(cycle - paid))) this.pay(payer, address);
  }

  /** A payment agrees with the count, as it restarts at a word. */
  private pay(payer: number, address: number): void {
    this.agreed.add(`${payer} ${address}`);
    this.paid.add(payer);
    this.trusted.add(payer);
  }

  /** How a path goes on from a word without a claim, or with one that is not understood. */
  private unclaimed(way: Way): Way | undefined {
    const { address } = way.step;
    if (this.words.unreadAddresses.has(address)) return undefined;
    return this.program.labels.has(address) ? { ...way, isElsewhere: true } : way;
  }

  /** The count restarts: what was paid for must have passed. */
  private beginAnew({ step, cycles, payer, path }: Way): void {
    const paid = payer === undefined ? undefined : this.words.paid.get(payer);
    const word = payer === undefined ? undefined : this.words.words.get(payer);
    if (payer === undefined || paid === undefined || word === undefined || step.ac !== ((-paid / 2) & 0xff)) return;
    if (cycles.includes(paid)) {
      this.pay(payer, step.address);
      return;
    }
    const claimed = word.claims.cycles.join(',');
    const passed = cycles.join(' or ');
    const message = `this pays for ${paid} cycles, but the count restarts (#0) after ${passed}, counted from #${claimed} here`;
    const off = paid - (cycles[0] ?? 0);
    const way = path[0] === payer ? path : [payer, ...path];
    this.add({ kind: 'paid', word, message, off, path: this.places(way) });
  }

  private judge(word: ClaimedWord, way: Way): void {
    const { address } = way.step;
    const { cycles, total } = word.claims;
    if (!this.words.isSameCall(way.from, address) || !this.isSlip(word, way)) return;
    const claim =
      total !== undefined && cycles.includes(total.from) ? `${total.name}(…-${total.from})` : `#${cycles.join(',')}`;
    const message = `${claim} is cycle ${way.cycles.join(' or ')}, counted from ${way.origin}`;
    const off = (way.cycles[0] ?? 0) - (cycles.at(-1) ?? 0);
    this.add({ kind: 'cycle', word, message, off, path: this.places(way.path) });
  }

  /** Whether nothing but a slip explains that a word executes in another cycle than it claims. */
  private isSlip({ claims }: ClaimedWord, { step, cycles, path }: Way): boolean {
    const { address } = step;
    const names = this.program.labels.get(address);
    const before = path.at(-2) ?? address;
    const isSlot = isJump(this.program.rom, before);
    const isLater = (cycles[0] ?? 0) > (claims.cycles[0] ?? 0);
    if (claims.total !== undefined) return !(claims.total.isDelayed && isLater);
    if (this.words.words.get(before)?.claims.total !== undefined) return true;
    const rises = Math.max(...claims.cycles) > Math.min(...cycles) - (path.length - 1);
    if (names === undefined) return rises || (!isSlot && this.isPassedOver(claims.cycles, cycles, step));
    if (address === before + 1) return isSlot && claims.cycles.length > 1;
    return names.some((name) => claims.cycles.includes(Number(/#(\d+)$/.exec(name)?.[1])));
  }

  /** Whether the next word goes on with the count as if this one had claimed what it should. */
  private isPassedOver(claimed: readonly number[], cycles: readonly number[], step: Step): boolean {
    return stepsAfter(this.program.rom, step).some(({ address }) => {
      const next = this.words.words.get(address)?.claims.cycles ?? [];
      const goesOn = (from: readonly number[]): boolean => from.some((cycle) => next.includes(cycle + 1));
      return goesOn(cycles) && !goesOn(claimed);
    });
  }

  private add(finding: ClaimFinding): void {
    const { source, line } = finding.word.place;
    const key = `${finding.kind} ${source}:${line}`;
    if (!this.found.has(key)) this.found.set(key, finding);
  }
}

function addressOf(name: string, labels: ClaimedProgram['labels']): number | undefined {
  return [...labels].find(([, names]) => names.includes(name))?.[0];
}

/** Whether words store the low byte of an address, as that to which the interpreter is to come back. */
function keepsAddress(words: Uint16Array, address: number): boolean {
  const load = words.findIndex((word) => opcodeOfWord(word).operation === 'ld');
  const next = words[load + 1];
  return (
    next !== undefined && opcodeOfWord(next).operation === 'st' && ((words[load] ?? 0) & 0xff) === (address & 0xff)
  );
}

/** Words after a slip whose claims its count may shift. */
const SHIFTED_WORDS = 64;

/** Whether a payment only seems wrong because a slip before it has shifted the count. */
function followsFrom({ kind, word, off }: ClaimFinding, found: readonly ClaimFinding[]): boolean {
  const isBefore = (slip: ClaimFinding): boolean => {
    const distance = word.place.address - slip.word.place.address;
    return distance >= 0 && distance < SHIFTED_WORDS;
  };
  return kind === 'paid' && found.some((slip) => slip.kind === 'cycle' && slip.off === off && isBefore(slip));
}
