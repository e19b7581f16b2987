/** Which words may execute in the slot of a jump, so that the next word does not follow them. */
import { IS_JUMP, opcodeOfWord, resumeAddress, ROM_WORDS, wordAt } from '#isa';
import type { TimingProgram } from '../contract/program.ts';
import { fixedTarget } from '../values/jumps.ts';
import type { TimeWords } from '../words/time-words.ts';
import { pairKey } from './loops.ts';
import { isInSlot, type Reach, type ReachedPoint } from './reached.ts';

type Pair = Pick<ReachedPoint, 'address' | 'next'>;

/** 1 for the addresses of such words. */
export function findWordsInSlots(program: TimingProgram, { addresses }: TimeWords, found: Reach): Uint8Array {
  const slots = new WordSlots(program, addresses);
  slots.addReached(found, new Set(program.checks.map(resumeAddress)));
  if (found.straysAnywhere || found.lostJumps.some(({ inHandler }) => !inHandler)) slots.addAll();
  return slots.found;
}

class WordSlots {
  readonly found = new Uint8Array(ROM_WORDS);
  private readonly followed = new Set<number>();

  constructor(
    private readonly program: TimingProgram,
    private readonly addresses: readonly number[],
  ) {}

  /** @param resumes words after checks: no jump of the handler is followed to them */
  addReached({ points, strays }: Reach, resumes: ReadonlySet<number>): void {
    for (const point of [...points, ...strays]) {
      const { address, next, inHandler } = point;
      if (isInSlot(point)) this.found[address] = 1;
      if (!this.isJump(address)) continue;
      const target = this.targetOf(point);
      if (target === undefined || (inHandler && resumes.has(target))) this.found[next] = 1;
    }
  }

  /** A jump that may go anywhere may lead to any other one. */
  addAll(): void {
    for (const address of this.addresses)
      if (this.isJump(address)) this.follow({ address, next: (address + 1) & 0xffff });
  }

  /** Follows a jump that has jumps in its slot. */
  private follow(jump: Pair): void {
    const { address, next } = jump;
    const key = pairKey(address, next);
    if (this.followed.has(key)) return;
    this.followed.add(key);
    this.found[next] = 1;
    if (!this.isJump(next)) return;
    const target = this.targetOf(jump);
    if (target !== undefined) return this.follow({ address: next, next: target });
    // Any word executes alone, and then the target of the second jump; any other one follows if that is a jump, too.
    const then = this.targetOf({ address: next, next });
    const isFar = opcodeOfWord(wordAt(this.program.words, address)).condition === 'far';
    if (isFar || then === undefined || this.isJump(then)) {
      this.found.fill(1);
      return;
    }
    this.found.fill(1, next & 0xff00, (next | 0xff) + 1);
    this.found[then] = 1;
  }

  private isJump(address: number): boolean {
    return this.program.used[address] === 1 && IS_JUMP[wordAt(this.program.words, address) >> 8] === 1;
  }

  private targetOf({ address, next }: Pair): number | undefined {
    return fixedTarget(wordAt(this.program.words, address), next);
  }
}
