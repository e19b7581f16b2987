/**
 * Holds the cycles that comments claim against each other along the control flow.
 *
 * From each claimed word, all ways are followed to the next claimed ones, through delay slots and counted loops: the
 * claim there must be that here plus the words between. Comments count from several words, and begin anew, so a
 * difference is a finding only where nothing but a slip explains it:
 *
 * - in words without a label, whose claims rise, or whose next word goes on with the right count
 * - in the delay slot of a jump that is also an entry and has a claim for both (`#10,19`)
 * - at the target of a jump whose label says the cycle (`label('add#31')`)
 * - at the end of an instruction of the vCPU, which pays (`ld(-28/2)`) for other cycles than pass until `#0`
 *
 * The claim that the way comes from must itself agree with a neighbour. What the names of native functions promise is
 * compared with what they pay (named-limits.ts).
 */
import type { DebugInfo } from '#assembler';
import { ClaimedWords, type ClaimedWord } from './claimed-words.ts';
import { entries, isJump, stepsAfter, type Step } from './flow.ts';
import { brokenLimits } from './named-limits.ts';

/** A claim that the control flow contradicts. */
export interface ClaimFinding {
  readonly kind: 'cycle' | 'paid' | 'named';
  /** ROM address of the word with the wrong claim. */
  readonly address: number;
  readonly word: ClaimedWord;
  readonly message: string;
  /** By how many cycles the claims are too low. */
  readonly off: number;
  /** ROM addresses of the words that lead there, from the claim that it contradicts. */
  readonly path: readonly number[];
}

export interface ClaimReport {
  readonly findings: readonly ClaimFinding[];
  readonly words: ClaimedWords;
  /** Ways from a claim to the next that agree. */
  readonly agreed: number;
}

/** @param texts of the sources of the debug information; undefined for one that is not Python, or has gone */
export function checkClaims(rom: Uint16Array, info: DebugInfo, texts: readonly (string | undefined)[]): ClaimReport {
  return new ClaimCheck(rom, info, new ClaimedWords(info, texts)).report();
}

/** Most words between two claims. */
const LONGEST_WAY = 400;
/** Most steps from one claim. */
const MOST_STEPS = 5000;

/** A way from a claimed word. */
interface Way {
  readonly step: Step;
  /** Cycles in which the word of the step may execute. */
  readonly cycles: readonly number[];
  /** Address of the claim. */
  readonly from: number;
  readonly path: readonly number[];
  /** Cycles of a turn, if the claim was made in a loop. */
  readonly turn: number | undefined;
  /** Whether the way has entered code with a count of its own: what is claimed there says nothing about this one. */
  readonly isElsewhere: boolean;
  /** The word that has loaded what is paid for. */
  readonly payer: number | undefined;
}

class ClaimCheck {
  private readonly labels = new Map<number, string[]>();
  private readonly found = new Map<string, ClaimFinding>();
  /** Words whose claims agree with a neighbour. */
  private readonly trusted = new Set<number>();
  private agreed = 0;

  constructor(
    private readonly rom: Uint16Array,
    private readonly info: DebugInfo,
    private readonly words: ClaimedWords,
  ) {
    for (const { kind, name, value } of info.symbols)
      if (kind === 'label') this.labels.set(value, [...(this.labels.get(value) ?? []), name]);
  }

  report(): ClaimReport {
    const reached = entries(this.rom, this.labels.keys(), (address) => this.words.places.has(address));
    for (const [address, word] of this.words.words) {
      const step = reached.get(address);
      if (step !== undefined)
        this.follow({ ...this.startingAt(address, word.claims.cycles), step, isElsewhere: false });
    }
    const found = [...this.found.values()].filter(({ path: [from = 0] }) => this.trusted.has(from));
    const slips = found.filter((finding) => !followsFrom(finding, found));
    const findings = [...slips, ...this.named(reached)].sort((a, b) => a.address - b.address);
    return { findings, words: this.words, agreed: this.agreed };
  }

  /** Payments of more than the names of native functions promise. */
  private named(reached: ReadonlyMap<number, Step>): readonly ClaimFinding[] {
    return brokenLimits(this.rom, this.info.symbols, this.words, reached).flatMap(({ path, message }) => {
      const address = path.at(-1) ?? 0;
      const word = this.words.words.get(address);
      return word === undefined ? [] : [{ kind: 'named', address, word, message, off: 0, path }];
    });
  }

  private startingAt(address: number, cycles: readonly number[]): Omit<Way, 'step' | 'isElsewhere'> {
    const turn = this.words.words.get(address)?.claims.turn;
    return { cycles, turn, from: address, path: [address], payer: this.words.paid.has(address) ? address : undefined };
  }

  private follow(start: Way): void {
    const waiting = [start];
    for (let steps = 0, way = waiting.pop(); way !== undefined && steps < MOST_STEPS; way = waiting.pop(), steps++) {
      for (const step of stepsAfter(this.rom, way.step)) {
        if (!this.words.places.has(step.address) || way.path.length > LONGEST_WAY) continue;
        const next = this.arrive(step, way);
        if (next !== undefined) waiting.push(next);
      }
    }
  }

  /** A way arrives at a word: how it goes on from there, if it does. */
  private arrive(step: Step, way: Way): Way | undefined {
    const { address } = step;
    const loads = this.words.paid.has(address);
    const payer = loads ? (way.isElsewhere ? undefined : address) : way.payer;
    const cycles = way.cycles.map((cycle) => cycle + 1);
    const onwards = { ...way, step, cycles, payer, path: [...way.path, address] };
    const word = this.words.words.get(address);
    if (word === undefined) return this.unclaimed(onwards);
    // In the delay slot of a jump that is taken: ways from the word itself are others.
    const isApart = step.next !== ((address + 1) & 0xffff);
    const turn = way.turn ?? word.claims.turn ?? Infinity;
    const agreeing = cycles.filter((cycle) => word.claims.cycles.some((claim) => (claim - cycle) % turn === 0));
    if (agreeing.length > 0) {
      this.agreed++;
      this.trusted.add(way.from).add(address);
      const goesOn = isApart || payer !== undefined;
      return goesOn ? { ...onwards, ...this.startingAt(address, agreeing), payer } : undefined;
    }
    if (word.claims.cycles.includes(0)) {
      this.beginAnew(onwards);
      return undefined;
    }
    // Tails that instructions share count from any of them.
    if (way.payer !== undefined && this.labels.has(address)) return { ...onwards, isElsewhere: true };
    if (!way.isElsewhere) this.judge(word, onwards);
    return isApart || way.isElsewhere ? onwards : undefined;
  }

  /** How a way goes on from a word without a claim, or with one that is not understood. */
  private unclaimed(way: Way): Way | undefined {
    const { address } = way.step;
    if (this.words.unreadAddresses.has(address)) return undefined;
    return this.labels.has(address) ? { ...way, isElsewhere: true } : way;
  }

  /** The count restarts: what was paid for must have passed. */
  private beginAnew({ step, cycles, payer, path }: Way): void {
    const paid = payer === undefined ? undefined : this.words.paid.get(payer);
    const word = payer === undefined ? undefined : this.words.words.get(payer);
    if (payer === undefined || paid === undefined || word === undefined || step.ac !== ((-paid / 2) & 0xff)) return;
    if (cycles.includes(paid)) {
      this.agreed++;
      this.trusted.add(payer);
      return;
    }
    const claimed = word.claims.cycles.join(',');
    const passed = cycles.join(' or ');
    const message = `this pays for ${paid} cycles, but the count restarts (#0) after ${passed}, counted from #${claimed} here`;
    const off = paid - (cycles[0] ?? 0);
    this.add({ kind: 'paid', address: payer, word, message, off, path: path[0] === payer ? path : [payer, ...path] });
  }

  private judge(word: ClaimedWord, way: Way): void {
    const { address } = way.step;
    if (!this.words.isSameCall(way.from, address) || !this.isSlip(word, way)) return;
    const before = way.cycles.map((cycle) => cycle - way.path.length + 1);
    const counted = `counted from #${before.join(',')}`;
    const message = `#${word.claims.cycles.join(',')} is cycle ${way.cycles.join(' or ')}, ${counted}`;
    const off = (way.cycles[0] ?? 0) - (word.claims.cycles.at(-1) ?? 0);
    this.add({ kind: 'cycle', address, word, message, off, path: way.path });
  }

  /** Whether nothing but a slip explains that a word executes in another cycle than it claims. */
  private isSlip({ claims }: ClaimedWord, { step, cycles, path }: Way): boolean {
    const { address } = step;
    const names = this.labels.get(address);
    const before = path.at(-2) ?? address;
    const isSlot = isJump(this.rom, before);
    const rises = Math.max(...claims.cycles) > Math.min(...cycles) - (path.length - 1);
    if (names === undefined) return rises || (!isSlot && this.isPassedOver(claims.cycles, cycles, step));
    if (address === before + 1) return isSlot && claims.cycles.length > 1;
    return names.some((name) => claims.cycles.includes(Number(/#(\d+)$/.exec(name)?.[1])));
  }

  /** Whether the next word goes on with the count as if this one had claimed what it should. */
  private isPassedOver(claimed: readonly number[], cycles: readonly number[], step: Step): boolean {
    return stepsAfter(this.rom, step).some(({ address }) => {
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

/** Words behind a slip that its count may reach. */
const SHIFTED_WORDS = 64;

/** Whether a payment only seems wrong because a slip before it has shifted the count. */
function followsFrom({ kind, address, off }: ClaimFinding, found: readonly ClaimFinding[]): boolean {
  const isBefore = (slip: ClaimFinding): boolean => slip.address <= address && address - slip.address < SHIFTED_WORDS;
  return kind === 'paid' && found.some((slip) => slip.kind === 'cycle' && slip.off === off && isBefore(slip));
}
