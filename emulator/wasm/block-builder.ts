/**
 * Translates the code that runs from one address on into one WebAssembly function, a block.
 *
 * The state that is known while translating is the pipeline: the address of the instruction that executes
 * (`place`) and of the one after (`next`). A jump at `place` only says what comes after `next`; so a delay slot, a
 * branch in a delay slot and a single instruction at a computed address need no special case, they are pairs
 * whose members are not neighbours:
 *
 *     (p, p+1) bra t   ─▶  (p+1, t)   slot   ─▶  (t, t+1)
 *
 * A block is a tree: it forks at conditional branches, follows jumps whose target is known, and each of its leaves
 * jumps to another block or leaves translated code. A leaf that comes back to the block's own start loops. The
 * cycles of the longest path are asked for at the start, so that nothing inside needs to count.
 */
import { decode, encode, opcodeOf, type Instruction } from '#isa';
import { watchKind } from '../core/watch-map.ts';
import { canStart, type BlockContext } from './block-context.ts';
import { burstAt } from './burst.ts';
import { Code } from './code.ts';
import { emitCount, emitJump } from './emit-ending.ts';
import {
  emitBus,
  emitCondition,
  emitControlTest,
  emitInstruction,
  emitWatchTest,
  isConditional,
} from './emit-instruction.ts';
import { BLOCK_LOCALS, FUNCTION, LOCAL, TYPE } from './functions.ts';
import { ADDRESS_COUNTERS, CELL, PATH_COUNTERS, ROM_COPY } from './memory-layout.ts';
import { TAKEN } from './path-counters.ts';
import { canCount, emitLoopCounts, emitLoopTest, type LoopPlace } from './quiet-loops.ts';
import { emitCountdownTest, emitTargetTest, isOfCountdown } from './quiet-places.ts';
import type { FunctionBody } from './module-writer.ts';

/** Instructions that a block may hold, shared out between the arms of its forks. */
const BUDGET = 64;
/** Instructions past the budget before a path that finds no plain place to end is cut. */
const OVERDRAFT = 16;

/** An address: known, or in a local with its page perhaps known. */
type Address = number | { readonly local: number; readonly page: number | undefined };

/** Where a path stands. */
interface Path {
  place: number;
  next: Address;
  /** Cycles executed since the start of the block. */
  cycles: number;
  budget: number;
  /** Addresses executed and branches taken, if they are counted. */
  trail: number[];
  /** Value of Y, if it is known. */
  y: number | undefined;
  ac: number | undefined;
}

const following = (address: number): number => (address + 1) & 0xffff;

/** One block's translation. Use {@link translateBlock}. */
class BlockBuilder {
  private readonly context: BlockContext;
  private readonly start: number;
  private readonly code = new Code();
  longest = 1;

  constructor(context: BlockContext, start: number) {
    this.context = context;
    this.start = start;
  }

  build(): FunctionBody {
    // The loop and the test of the longest path stand around the body; their size depends on it.
    this.code.depth = 1;
    this.walk({
      place: this.start,
      next: following(this.start),
      cycles: 0,
      budget: BUDGET,
      trail: [],
      y: undefined,
      ac: undefined,
    });
    const code = new Code();
    code.loop().get(LOCAL.left).i32(this.longest).op('i32.lt_s').if();
    this.pushRegisters(code, 0)
      .i32(this.start | (following(this.start) << 16))
      .returnCall(FUNCTION.leave)
      .end();
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
      const instruction = decode(this.context.rom[place]!);
      // What is counted without asking must not be counted again by the reference core.
      this.testAccess(instruction, path, next);
      this.ask(path, next);
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

  /** Ends a path in front of a block: its own start, or another if the budget is spent. */
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
    this.pushRegisters(this.code, cycles);
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
    this.pushRegisters(this.code, cycles);
    this.pushPlace(place, next).returnCall(FUNCTION.leave);
  }

  /** Both addresses of a place in one word. */
  private pushPlace(place: number, next: Address): Code {
    if (typeof next === 'number') return this.code.i32(place | (next << 16));
    return this.code.i32(place).get(next.local).i32(16).op('i32.shl', 'i32.or');
  }

  /** Asks the machine in front of an instruction that is marked, unless that is not needed; leaves if it says so. */
  private ask(path: Path, next: Address): void {
    if (this.context.marked[path.place] === 0) return;
    const depth = this.code.depth;
    if (typeof next === 'number' && this.context.skips?.(path.place, next) === true) return;
    const loops = typeof next === 'number' ? this.loopsAt(path, next) : undefined;
    if (loops === undefined) {
      if (typeof next === 'number' && this.isQuiet(path, next)) return;
      this.callAsk(path, next);
    } else if (emitLoopTest(this.code, loops)) {
      this.code.if();
      this.callAsk(path, next);
      this.code.else();
    }
    if (loops !== undefined) emitLoopCounts(this.code, loops);
    while (this.code.depth > depth) this.code.end();
  }

  private callAsk(path: Path, next: Address): void {
    this.pushPlace(path.place, next).get(LOCAL.ac).get(LOCAL.y).get(LOCAL.left);
    if (path.cycles > 0) this.code.i32(path.cycles).op('i32.sub');
    this.code.call(FUNCTION.ask).if();
    this.leave(path, next);
    this.code.end();
  }

  /** What there is to count at a place, where loops are all that is asked and it is known where its jump goes. */
  private loopsAt({ place, cycles, y }: Path, next: number): LoopPlace | undefined {
    const { quiet, rom } = this.context;
    const loops = quiet?.loopsAt.get(place);
    if (quiet === undefined || loops === undefined) return undefined;
    const { opcode, operand } = decode(rom[place]!);
    const page = opcode.condition === 'far' ? y : next >> 8;
    if (opcode.operation === 'jump' && (opcode.bus !== 'd' || page === undefined)) return undefined;
    const counted = { place, next, cycles, opcode, target: ((page ?? 0) << 8) | operand, loops, all: quiet.loops };
    return canCount(counted) ? counted : undefined;
  }

  /** Whether nothing is ever asked at a place; else opens blocks in which something is, or none. */
  private isQuiet(path: Path, next: number): boolean {
    const { quiet, rom, tableOf } = this.context;
    const { place } = path;
    if (isOfCountdown(quiet, place, next)) emitCountdownTest(this.code, quiet, place, path.cycles);
    const jump = quiet?.jumps.get(place);
    const instruction = decode(rom[place]!);
    if (jump === undefined || isConditional(instruction.opcode) || instruction.opcode.bus === 'in') return false;
    const target = this.target(instruction, path, next & 0xff00);
    if (typeof target === 'number') return jump.targets.includes(target);
    const table = jump.targets.length === 0 ? undefined : tableOf(jump.targets);
    if (table !== undefined || jump.targets.length === 0) emitTargetTest(this.code, jump, target.local, table);
    return false;
  }

  /** Emits an instruction that is no jump, and what it makes known. */
  private plain(instruction: Instruction, path: Path): void {
    const { opcode, operand } = instruction;
    emitInstruction(this.code, instruction, this.context.ramKib, path.cycles, path.place);
    const constant = opcode.operation === 'ld' && opcode.bus === 'd' ? operand : undefined;
    if (opcode.target === 'y') path.y = opcode.operation === 'st' ? path.ac : constant;
    if (opcode.target === 'ac' && opcode.mnemonic !== 'nop') path.ac = constant;
    this.step(path);
  }

  /** One instruction of a path is done. */
  private step(path: Path): void {
    if (this.context.counterOf !== undefined) path.trail.push(path.place);
    path.cycles++;
    path.budget--;
  }

  /** Leaves in front of an access that the watch map asks about, and of a `ctrl` that does more than choose a bank. */
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

  /** Emits `ora [y,x++],out` as often as it is here in a row, if that is worth it. */
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
    const target = this.target(instruction, path, next & 0xff00);
    const conditional = isConditional(instruction.opcode);
    this.step(path);
    if (conditional) {
      emitCondition(this.code, instruction.opcode).if();
      // What is overdrawn stays so, or branches in the slots of branches would go on for ever.
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

  /**
   * The target of a jump: a known address, or one computed into a local.
   * @param page page of a near target, if known; a far one takes Y
   */
  private target(
    instruction: Instruction,
    path: Path,
    page: number | undefined,
    local: number = LOCAL.target,
  ): Address {
    const { opcode, operand } = instruction;
    const far = opcode.condition === 'far';
    const high = far ? (path.y === undefined ? undefined : path.y << 8) : page;
    if (opcode.bus === 'd' && high !== undefined) return high | operand;
    if (opcode.bus === 'ac' && path.ac !== undefined && high !== undefined) return high | path.ac;
    const code = this.code;
    if (high !== undefined) code.i32(high);
    else if (far) code.get(LOCAL.y).i32(8).op('i32.shl');
    else code.get(LOCAL.target).i32(0xff00).op('i32.and');
    emitBus(code, instruction, this.context.ramKib).op('i32.or').set(local);
    return { local, page: high };
  }

  /** The instruction at `place`, when what follows it has been computed. */
  private lastBeforeComputed(path: Path, next: Exclude<Address, number>): void {
    if (this.mustLeave(path)) return this.leave(path, next);
    const instruction = decode(this.context.rom[path.place]!);
    this.testAccess(instruction, path, next);
    this.ask(path, next);
    if (instruction.opcode.operation !== 'jump') {
      this.plain(instruction, path);
      return this.toComputed(next, path);
    }
    const after = this.target(instruction, path, next.page, LOCAL.next);
    this.step(path);
    if (isConditional(instruction.opcode)) {
      emitCondition(this.code, instruction.opcode).op('i32.eqz').if();
      this.toComputed(next, path);
      this.code.end();
      if (this.context.counterOf !== undefined) path.trail.push(path.place + TAKEN);
    }
    this.single(next, after, path);
  }

  /** One instruction at a computed address, then on to `after`: only a constant into AC is done here. */
  private single(at: Exclude<Address, number>, after: Address, path: Path): void {
    const code = this.code;
    const { cycles } = path;
    code.get(at.local).i32(1).op('i32.shl').memory('i32.load16_u', ROM_COPY).set(LOCAL.value);
    code.get(LOCAL.value).i32(MODE_AND_BUS).op('i32.and').get(LOCAL.value).i32(STORES).op('i32.ge_u', 'i32.or').if();
    this.endPath(path);
    this.pushRegisters(code, cycles).get(at.local);
    if (typeof after === 'number') code.i32(after << 16);
    else code.get(after.local).i32(16).op('i32.shl');
    code.op('i32.or').returnCall(FUNCTION.leave).end();
    code.get(LOCAL.value).i32(13).op('i32.shr_u').get(LOCAL.ac).get(LOCAL.value).i32(0xff).op('i32.and');
    code.call(FUNCTION.alu).set(LOCAL.ac);
    if (this.context.counterOf !== undefined) {
      emitCount(code.get(at.local).i32(2).op('i32.shl').tee(LOCAL.value).get(LOCAL.value), ADDRESS_COUNTERS);
    }
    path.cycles++;
    if (typeof after === 'number') this.toBlock(after, path);
    else this.toComputed(after, path);
  }

  private toComputed({ local }: Exclude<Address, number>, path: Path): void {
    const { cycles } = path;
    this.endPath(path);
    this.code.i32(0).get(local).memory('i32.store', CELL.target);
    emitJump(this.pushRegisters(this.code, cycles).get(local));
  }

  private pushRegisters(code: Code, cycles: number): Code {
    code.get(LOCAL.ac).get(LOCAL.x).get(LOCAL.y).get(LOCAL.left);
    return cycles === 0 ? code : code.i32(cycles).op('i32.sub');
  }

  /** Every path ends through here: its length and, if asked for, its counter. */
  private endPath({ cycles, trail }: Path): void {
    this.longest = Math.max(this.longest, cycles);
    const { counterOf } = this.context;
    if (counterOf === undefined || trail.length === 0) return;
    emitCount(this.code.i32(0).i32(0), PATH_COUNTERS + 4 * counterOf(trail));
  }
}

/** First word that is a store: what is below, of mode 0 and bus D, changes AC alone. */
const STORES = encode(opcodeOf('st', 0, 'd'), 0);
/** The mode and bus fields of a word. */
const MODE_AND_BUS = 0x1f00;

/** Translates the block that starts at an address for which {@link canStart} holds. */
export function translateBlock(context: BlockContext, address: number): FunctionBody {
  return new BlockBuilder(context, address).build();
}
