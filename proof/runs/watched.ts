/** What is watched in all runs of a program, and what was seen in them. */
import { opcodeOfWord, resumeAddress, ROM_WORDS, wordAt } from '#isa';
import type { TimeAssertion, TimeCheck, TimingProgram } from '../contract/program.ts';
import type { TimeWords } from '../words/time-words.ts';
import type { SeenHandler } from './line-watch.ts';

/** A path from the end of a check, as far as a check or a charge. */
export interface EndedPath {
  /** Where it began. */
  readonly from: number;
  /** Its cycles, and what was charged, -128..127. */
  readonly elapsed: number;
  readonly paid: number;
  /** The least of what was charged less what was spent. */
  readonly lowest: number;
}

/** An address where something begins, ends, is charged or declared. */
export class Place {
  /** The check that begins here. */
  check: TimeCheck | undefined;
  isCharge = false;
  beginsBlock = false;
  /** Timed blocks that end here. */
  readonly blocks: TimeAssertion[] = [];
  /** Where the declared jump here may go, besides after the check that left. */
  targets: Set<number> | undefined;
  /** Whether it may go on after the check that left. */
  isResume = false;
  /** The path that ended here last: loops bring the same one again and again. */
  latest: EndedPath | undefined;

  constructor(readonly address: number) {}
}

export class Watched {
  /** Whether something outside decides what the program does: then a false declaration may be the run's own doing. */
  readonly isOpen: boolean;
  readonly hasChecks: boolean;
  /** How much has been seen, other sums of the same path apart. */
  count = 0;
  /** The RAM of one run after the other: new RAM for each would cost more than a short run. */
  readonly memory: Uint8Array;
  readonly handler: SeenHandler = { wayIn: undefined, faults: new Map() };
  /** Whether the handler comes back; if it was seen not to, it is no longer run. */
  returns = true;
  private readonly places: Place[] = [];
  /** The number of the place at each address, from 1; 0 where there is none. */
  private readonly numbers = new Uint16Array(ROM_WORDS);
  /** What was seen, in words that sightings.ts looks for: of each two ends of a path, for example, all sums. */
  private readonly seen = new Map<string, Set<string>>();
  /** Lost registers that were read, as a mask, by the check that lost them and the address of the word. */
  private readonly reads = new Map<number, Map<number, number>>();

  constructor(
    readonly program: TimingProgram,
    { addresses, charges, checks }: TimeWords,
  ) {
    const { assertions, ramKib = 32, external } = program;
    this.isOpen =
      (external?.size ?? 0) > 0 ||
      addresses.some((address) => opcodeOfWord(wordAt(program.words, address)).bus === 'in');
    this.hasChecks = checks.size > 0;
    this.memory = new Uint8Array(ramKib * 1024);
    for (const address of charges.keys()) this.add(address).isCharge = true;
    for (const [address, check] of checks) this.add(address).check = check;
    for (const check of program.checks) this.add(resumeAddress(check));
    for (const assertion of assertions) {
      this.add(assertion.from).beginsBlock = true;
      this.add(assertion.to).blocks.push(assertion);
    }
    this.addJumps(program);
  }

  private addJumps({ targets, tables, resumes = [] }: TimingProgram): void {
    const declare = (jump: number, isResume: boolean, declared: readonly number[] = []): void => {
      const place = this.add(jump);
      place.isResume ||= isResume;
      place.targets ??= new Set();
      // The name of a table stands for all of its entries.
      for (const target of declared) for (const each of tables.get(target) ?? [target]) place.targets.add(each);
    };
    for (const each of targets) declare(each.address, each.targets.length === 0, each.targets);
    for (const resume of resumes) declare(resume, true);
  }

  private add(address: number): Place {
    const known = this.placeAt(address);
    if (known !== undefined) return known;
    const place = new Place(address);
    this.numbers[address] = this.places.push(place);
    return place;
  }

  /** What is watched at an address, if anything is. */
  placeAt(address: number): Place | undefined {
    const number = this.numbers[address] ?? 0;
    return number === 0 ? undefined : this.places[number - 1];
  }

  see(what: string, sums = ''): void {
    const all = this.seen.get(what);
    if (all !== undefined) all.add(sums);
    else {
      this.seen.set(what, new Set([sums]));
      this.count++;
    }
  }

  /** Sees a path end at a check. */
  seePath(place: Place, path: EndedPath): void {
    if (isAgain(place, path)) return;
    const { from, elapsed, paid, lowest } = path;
    this.see(`path ${from} ${place.address}`, `${elapsed} ${paid & 0xff} ${lowest}`);
  }

  /** Sees a path come to a charge. */
  seeCharge(place: Place, path: EndedPath): void {
    if (isAgain(place, path)) return;
    this.see(`charge ${path.from} ${place.address}`, `${path.elapsed} ${path.paid & 0xff}`);
  }

  /** Sees a word read registers that a check has lost. @param registers as a mask */
  seeRead(check: number, address: number, registers: number): void {
    let reads = this.reads.get(check);
    if (reads === undefined) this.reads.set(check, (reads = new Map<number, number>()));
    const before = reads.get(address) ?? 0;
    if ((registers & ~before) === 0) return;
    reads.set(address, before | registers);
    this.count++;
  }

  has(what: string, sums = ''): boolean {
    return this.seen.get(what)?.has(sums) === true;
  }

  /** Whether a word was seen to read a register that a check has lost. */
  hasRead(check: number, address: number, register: number): boolean {
    return ((this.reads.get(check)?.get(address) ?? 0) & register) !== 0;
  }
}

/** Whether a path is the one that ended at a place before; if not, it is the latest now. */
function isAgain(place: Place, path: EndedPath): boolean {
  const { latest } = place;
  place.latest = path;
  return (
    latest?.from === path.from &&
    latest.elapsed === path.elapsed &&
    latest.paid === path.paid &&
    latest.lowest === path.lowest
  );
}
