/**
 * Translates the code that runs from one address on into one WebAssembly function, a block.
 *
 * The state that is known during translation is the pipeline: the address of the instruction that executes
 * (`place`) and of the one after it (`next`). A jump at `place` only says what comes after `next`. So a delay slot,
 * a branch in a delay slot and a single instruction at a computed address need no special case: they are pairs
 * whose members are not neighbours.
 *
 *     (p, p+1) bra t   ─▶  (p+1, t)   slot   ─▶  (t, t+1)
 *
 * A block is a tree: it forks at conditional branches and follows jumps whose target is known. Each of its leaves
 * jumps to another block or leaves translated code; one that comes back to the block's own start loops. The start
 * checks that enough cycles are left for the longest path, so that nothing inside needs to count.
 */
import { isConditional, decode, wordAt, type Instruction, encode, opcodeOf } from '#isa';
import { watchKind } from '../core/watch-map.ts';
import { canStart, emitTarget, following, pushPlace, pushRegisters } from './block-path.ts';
import type { BlockContext, Address, ComputedAddress, Path } from './block-path.ts';
import { burstAt } from './burst.ts';
import { Code } from './code.ts';
import { emitCount, emitJump, TAKEN } from './path-counters.ts';
import { emitCondition, emitControlTest, emitInstruction, emitWatchTest } from './emit-instruction.ts';
import {
  BLOCK_LOCALS,
  FUNCTION,
  LOCAL,
  TYPE,
  CELL,
  PATH_COUNTERS,
  ADDRESS_COUNTERS,
  ROM_COPY,
} from './memory-layout.ts';
import type { FunctionBody } from './module-writer.ts';
import { emitAsk } from './probe-asks.ts';

/** Instructions that a block may hold, divided between the arms of its forks. */
const BUDGET = 64;
/** Instructions past the budget after which a path that finds no natural end is cut off. */
const OVERDRAFT = 16;

/** One block's translation. Use {@link translateBlock}. */
class BlockBuilder {
  private readonly code = new Code();
  longest = 1;

  constructor(
    private readonly context: BlockContext,
    private readonly start: number,
  ) {}

  build(): FunctionBody {
    // The loop and the test for the longest path go around the body, but depend on it.
    this.code.depth = 1;
    const [place, next] = [this.start, following(this.start)];
    this.walk({ place, next, cycles: 0, budget: BUDGET, trail: [], y: undefined, ac: undefined });
    const code = new Code();
    code.loop().get(LOCAL.left).i32(this.longest).op('i32.lt_s').if();
    pushPlace(pushRegisters(code, 0), place, next).returnCall(FUNCTION.leave).end();
    code.append(this.code).end().op('unreachable');
    return { type: TYPE.block, locals: BLOCK_LOCALS, code };
  }

  /** Emits one path to its end. */
  private walk(path: Path): void {
    for (;;) {
      const { place, next } = path;
      if (typeof next !== 'number') return this.lastBeforeComputed(path, next);
      const normal = next === following(place);
      if (path.cycles > 0 && normal && this.endsHere(path)) return;
      if (this.mustLeave(path)) return this.leave(path, next);
      const instruction = decode(wordAt(this.context.rom, place));
      // This test comes first: what the quiet places count, the reference core must not count again.
      this.testAccess(instruction, path, next);
      emitAsk(this.code, this.context, path, next, () => this.leave(path, next));
      if (normal && this.burst(path)) continue;
      if (instruction.opcode.operation === 'jump') {
        this.jump(instruction, path, next);
        continue;
      }
      this.plain(instruction, path);
      path.place = next;
      path.next = following(next);
    }
  }

  /** Ends a path where a block begins: this one, or another if the budget is spent. */
  private endsHere(path: Path): boolean {
    const { place, cycles } = path;
    if (place === this.start) {
      this.endPath(path);
      this.code.get(LOCAL.left).i32(cycles).op('i32.sub').set(LOCAL.left).br(1);
      return true;
    }
    if (path.budget > 0) return false;
    this.toBlock(place, path);
    return true;
  }

  private toBlock(place: number, path: Path): void {
    const index = this.context.blockIndex(place);
    const { cycles } = path;
    this.endPath(path);
    if (index === undefined) this.code.i32(0).i32(place).memory('i32.store', CELL.target);
    pushRegisters(this.code, cycles);
    if (index === undefined) emitJump(this.code.i32(place));
    else this.code.returnCall(index);
  }

  private mustLeave({ place, budget }: Path): boolean {
    return budget < -OVERDRAFT || !canStart(this.context, place);
  }

  /** Gives the instruction at `place` to the reference core. */
  private leave(path: Path, next: Address): void {
    const { place, cycles } = path;
    this.endPath(path);
    pushRegisters(this.code, cycles);
    pushPlace(this.code, place, next).returnCall(FUNCTION.leave);
  }

  /** Emits an instruction that is not a jump, and notes what is known after it. */
  private plain(instruction: Instruction, path: Path): void {
    const { opcode, operand } = instruction;
    emitInstruction(this.code, instruction, this.context.ramKib, path.cycles, path.place);
    const constant = opcode.operation === 'ld' && opcode.bus === 'd' ? operand : undefined;
    if (opcode.target === 'y') path.y = opcode.operation === 'st' ? path.ac : constant;
    if (opcode.target === 'ac' && opcode.mnemonic !== 'nop') path.ac = constant;
    this.step(path);
  }

  private step(path: Path): void {
    if (this.context.counterOf !== undefined) path.trail.push(path.place);
    path.cycles++;
    path.budget--;
  }

  /** Leaves before an access that the watch map asks about, and before a `ctrl` that does more than choose a bank. */
  private testAccess(instruction: Instruction, path: Path, next: Address): void {
    const { watched, ramKib } = this.context;
    const { opcode } = instruction;
    const asks = opcode.address !== undefined && (watched & watchKind(opcode)) !== 0;
    if (opcode.mnemonic === 'ctrl') emitControlTest(this.code, instruction).if();
    else if (asks) emitWatchTest(this.code, instruction, ramKib).if();
    else return;
    this.leave(path, next);
    this.code.end();
  }

  /** Emits a burst for consecutive `ora [y,x++],out`, if that is worth it. */
  private burst(path: Path): boolean {
    const count = burstAt(this.context, path.place);
    if (count === 0) return false;
    this.code.get(LOCAL.ac).get(LOCAL.y).get(LOCAL.x).get(LOCAL.left).i32(path.cycles).op('i32.sub');
    this.code.i32(count).i32(path.place).call(FUNCTION.burst);
    this.code.get(LOCAL.x).i32(count).op('i32.add').i32(0xff).op('i32.and').set(LOCAL.x);
    if (this.context.counterOf !== undefined) for (let i = 0; i < count; i++) path.trail.push(path.place + i);
    path.place += count;
    path.next = following(path.place);
    path.cycles += count;
    path.budget--;
    return true;
  }

  /** A jump with `next` known: decides what comes after `next`. */
  private jump(instruction: Instruction, path: Path, next: number): void {
    const { place } = path;
    const { ramKib } = this.context;
    const target = emitTarget(this.code, instruction, path, { ramKib, page: next & 0xff00 });
    const conditional = isConditional(instruction.opcode);
    this.step(path);
    if (conditional) {
      emitCondition(this.code, instruction.opcode).if();
      // Halving an overdrawn budget would let branches in the slots of branches go on forever.
      const half = path.budget > 0 ? path.budget >> 1 : path.budget;
      const trail = [...path.trail];
      if (this.context.counterOf !== undefined) trail.push(place + TAKEN);
      this.walk({ ...path, place: next, next: target, budget: half, trail });
      this.code.end();
      path.budget = half;
    }
    path.place = next;
    path.next = conditional ? following(next) : target;
  }

  /** Emits the instruction at `place` when what follows it has been computed. */
  private lastBeforeComputed(path: Path, next: ComputedAddress): void {
    if (this.mustLeave(path)) return this.leave(path, next);
    const instruction = decode(wordAt(this.context.rom, path.place));
    this.testAccess(instruction, path, next);
    emitAsk(this.code, this.context, path, next, () => this.leave(path, next));
    if (instruction.opcode.operation !== 'jump') {
      this.plain(instruction, path);
      return this.toComputed(next, path);
    }
    const { ramKib } = this.context;
    const after = emitTarget(this.code, instruction, path, { ramKib, page: next.page, local: LOCAL.next });
    this.step(path);
    if (isConditional(instruction.opcode)) {
      emitCondition(this.code, instruction.opcode).op('i32.eqz').if();
      this.toComputed(next, path);
      this.code.end();
      if (this.context.counterOf !== undefined) path.trail.push(path.place + TAKEN);
    }
    this.single(next, after, path);
  }

  /**
   * Emits the one instruction that executes at a computed address, such as an entry of a table, in the delay slot of a
   * jump to `after`; then goes on there. Translates only operations on AC and a constant.
   */
  private single(at: ComputedAddress, after: Address, path: Path): void {
    const { code } = this;
    emitSingleTest(code, at).if();
    this.endPath(path);
    pushRegisters(code, path.cycles);
    pushPlace(code, at, after).returnCall(FUNCTION.leave).end();
    code.get(LOCAL.value).i32(13).op('i32.shr_u').get(LOCAL.ac).get(LOCAL.value).i32(0xff).op('i32.and');
    code.call(FUNCTION.alu).set(LOCAL.ac);
    if (this.context.counterOf !== undefined)
      emitCount(code.get(at.local).i32(2).op('i32.shl').tee(LOCAL.value).get(LOCAL.value), ADDRESS_COUNTERS);
    path.cycles++;
    if (typeof after === 'number') this.toBlock(after, path);
    else this.toComputed(after, path);
  }

  private toComputed({ local }: ComputedAddress, path: Path): void {
    const { cycles } = path;
    this.endPath(path);
    this.code.i32(0).get(local).memory('i32.store', CELL.target);
    emitJump(pushRegisters(this.code, cycles).get(local));
  }

  /** Every path ends here: notes its length and, if executions are counted, emits its counter. */
  private endPath({ cycles, trail }: Path): void {
    this.longest = Math.max(this.longest, cycles);
    const { counterOf } = this.context;
    if (counterOf === undefined || trail.length === 0) return;
    emitCount(this.code.i32(0).i32(0), PATH_COUNTERS + 4 * counterOf(trail));
  }
}

/** Translates the block that starts at an address for which {@link canStart} holds. */
export function translateBlock(context: BlockContext, address: number): FunctionBody {
  return new BlockBuilder(context, address).build();
}

/** The first word that is a store. Words below it with mode 0 and bus D change only AC. */
const STORES = encode(opcodeOf('st', 0, 'd'), 0);
const MODE_AND_BUS = 0x1f00;

/** Loads the word at an address, and pushes whether it is anything but an operation on AC and a constant. */
function emitSingleTest(code: Code, { local }: ComputedAddress): Code {
  code.get(local).i32(1).op('i32.shl').memory('i32.load16_u', ROM_COPY).set(LOCAL.value);
  return code.get(LOCAL.value).i32(MODE_AND_BUS).op('i32.and').get(LOCAL.value).i32(STORES).op('i32.ge_u', 'i32.or');
}
