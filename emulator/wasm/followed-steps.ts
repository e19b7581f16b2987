/**
 * Translated code for a followed probe: it takes those steps from state to state about which the probe was asked before.
 *
 * An event is what happens at a marked place: its address, and in the upper half where the program goes from there, or
 * the time check that has left. The step of an event is looked up in a hash table, except for the jump back to what a
 * time check has interrupted, which leads to the waiting state.
 */
import { CHECK_WORDS, decode, wordAt } from '#isa';
import { EXIT_ORIGIN, FOLLOWED, MOST_STATES } from '../core/followed.ts';
import type { BlockContext } from './block-context.ts';
import { emitTarget, following, type Address, type Path } from './block-path.ts';
import { Code, I32 } from './code.ts';
import { isConditional } from './emit-instruction.ts';
import { FUNCTION, LOCAL, TYPE } from './functions.ts';
import { CELL, INTERRUPTS, STATE_CYCLES, STEP, STEP_BYTES, STEP_ENTRIES, STEPS } from './memory-layout.ts';
import type { FunctionBody } from './module-writer.ts';

const EVENT_FACTOR = 0x9e3779b1 | 0;
const STATE_FACTOR = 0x85ebca6b | 0;
/** Leaves as many bits as the number of an entry has. */
const HASH_SHIFT = 32 - Math.log2(STEP_ENTRIES);
const TABLE_MASK = STEP_ENTRIES * STEP_BYTES - 1;

/** Offset in the table at which the search for a step begins. */
export function stepOffset(event: number, state: number): number {
  return ((Math.imul(event, EVENT_FACTOR) + Math.imul(state, STATE_FACTOR)) >>> HASH_SHIFT) * STEP_BYTES;
}

/** Offset of the entry after one. */
export function offsetAfter(offset: number): number {
  return (offset + STEP_BYTES) & TABLE_MASK;
}

/**
 * Opens a block that executes only if the probe must be asked about an event.
 * @param pushSecond appends the upper half of the event
 * @param cycles from where `LOCAL.left` was counted down last to where the step is
 */
export function emitStep(
  code: Code,
  place: number,
  kind: 'follow' | 'look',
  pushSecond: (code: Code) => Code,
  cycles: number,
): void {
  pushSecond(code).i32(16).op('i32.shl').i32(place).op('i32.or');
  code.get(LOCAL.left).i32(cycles).op('i32.sub').call(FUNCTION[kind]).if();
}

/** follow(event, left): the step of a jump. Answers 1 if the probe must be asked; then nothing is changed. */
export function follow(): FunctionBody {
  const [event, left, state] = [0, 1, 2];
  const code = new Code();
  code.get(event).i32(16).op('i32.shr_u');
  cell(code, CELL.resume).op('i32.eq').if();
  cell(code, CELL.state).tee(state).op('i32.eqz').if().i32(1).op('return').end();
  passTime(code, state, left);
  code.i32(0);
  cell(code, CELL.waiting).memory('i32.store', CELL.state);
  code.i32(0).i32(0).memory('i32.store', CELL.waiting);
  code.i32(0).i32(-1).memory('i32.store', CELL.resume);
  code.i32(0).op('return').end();
  return { type: TYPE.step, locals: [I32], code: code.get(event).get(left).returnCall(FUNCTION.look) };
}

/** look(event, left): any other step, by the table; answers as {@link follow}. */
export function look(): FunctionBody {
  const [event, left, state, offset, next] = [0, 1, 2, 3, 4];
  const code = new Code();
  cell(code, CELL.state).tee(state).op('i32.eqz').if().i32(1).op('return').end();
  code.get(event).i32(EVENT_FACTOR).op('i32.mul').get(state).i32(STATE_FACTOR).op('i32.mul', 'i32.add');
  code.i32(HASH_SHIFT).op('i32.shr_u').i32(STEP_BYTES).op('i32.mul').set(offset);
  code.loop();
  const again = code.depth;
  code
    .get(offset)
    .memory('i32.load', STEPS + STEP.state)
    .get(state)
    .op('i32.eq');
  code
    .get(offset)
    .memory('i32.load', STEPS + STEP.event)
    .get(event)
    .op('i32.eq', 'i32.and')
    .if();
  emitFound(code, { event, left, state, offset, next });
  code
    .get(offset)
    .memory('i32.load', STEPS + STEP.state)
    .op('i32.eqz')
    .if();
  code.i32(0).get(event).memory('i32.store', CELL.event).i32(1).op('return').end();
  code.get(offset).i32(STEP_BYTES).op('i32.add').i32(TABLE_MASK).op('i32.and').set(offset).br(again).end();
  return { type: TYPE.step, locals: [I32, I32, I32], code: code.op('unreachable') };
}

/** The step in the table is that of the event: counts it, and goes on in its next state. */
function emitFound(
  code: Code,
  { event, left, state, offset, next }: Readonly<Record<'event' | 'left' | 'state' | 'offset' | 'next', number>>,
): void {
  passTime(code, state, left);
  code
    .get(offset)
    .get(offset)
    .memory('i32.load', STEPS + STEP.count)
    .i32(1)
    .op('i32.add');
  code.memory('i32.store', STEPS + STEP.count);
  code
    .get(offset)
    .memory('i32.load', STEPS + STEP.next)
    .tee(next)
    .i32(INTERRUPTS)
    .op('i32.and')
    .if();
  code.i32(0).get(state).memory('i32.store', CELL.waiting);
  code.i32(0).get(event).i32(16).op('i32.shr_u').i32(CHECK_WORDS).op('i32.add').i32(0xffff).op('i32.and');
  code.memory('i32.store', CELL.resume).end();
  code
    .i32(0)
    .get(next)
    .i32(MOST_STATES - 1)
    .op('i32.and')
    .memory('i32.store', CELL.state);
  code.i32(0).op('return').end();
}

/** The cycles up to `left` were the state's. */
function passTime(code: Code, state: number, left: number): void {
  code.get(state).i32(2).op('i32.shl').get(state).i32(2).op('i32.shl').memory('i32.load', STATE_CYCLES);
  cell(code, CELL.since).op('i32.add').get(left).op('i32.sub').memory('i32.store', STATE_CYCLES);
  code.i32(0).get(left).memory('i32.store', CELL.since);
  code.i32(0).get(state).memory('i32.store', CELL.before);
}

function cell(code: Code, offset: number): Code {
  return code.i32(0).memory('i32.load', offset);
}

/** Emits the step that a word means for a followed probe; opens blocks in which the step is not known, or none. */
export function emitFollowedStep(code: Code, context: BlockContext, path: Path, next: Address): void {
  const { place, cycles } = path;
  const followed = context.followed?.[place] ?? 0;
  const kind = followed & ((1 << EXIT_ORIGIN) - 1);
  if (kind === FOLLOWED.exit) {
    emitStep(code, place, 'look', (c) => c.i32(followed >>> EXIT_ORIGIN), cycles);
  } else if (kind === FOLLOWED.trampoline) {
    emitStep(code, place, 'look', (c) => pushCheckWord(c, place), cycles);
  } else if ((kind === FOLLOWED.ahead || kind === FOLLOWED.slotAhead) && next === following(place)) {
    emitStep(code, place, 'look', (c) => c.i32(next), cycles + 1);
  } else if (kind === FOLLOWED.slotAhead && typeof next === 'number') {
    emitJumpStep(code, context, path, next, FOLLOWED.jump);
  } else if (kind === FOLLOWED.jump || kind === FOLLOWED.double) {
    if (typeof next !== 'number') code.get(next.local).i32(following(place)).op('i32.ne').if();
    emitJumpStep(code, context, path, next, kind);
  }
}

/** AC is the low byte of the check that has left for a trampoline. */
function pushCheckWord(code: Code, trampoline: number): Code {
  return code
    .i32(trampoline & 0xff00)
    .get(LOCAL.ac)
    .op('i32.or');
}

function emitJumpStep(code: Code, { rom, ramKib }: BlockContext, path: Path, next: Address, kind: number): void {
  const { place, cycles } = path;
  const push = (address: Address) => (c: Code) => (typeof address === 'number' ? c.i32(address) : c.get(address.local));
  if (kind === FOLLOWED.jump) return emitStep(code, place, 'follow', push(next), cycles + 1);
  const instruction = decode(wordAt(rom, place));
  if (isConditional(instruction.opcode) || instruction.opcode.bus === 'in') return;
  const page = typeof next === 'number' ? next & 0xff00 : next.page;
  const target = emitTarget(code, instruction, path, { ramKib, page, local: LOCAL.next });
  emitStep(code, place, 'follow', push(target), cycles + 2);
}
