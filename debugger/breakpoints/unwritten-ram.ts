/**
 * Which bytes of RAM the program has not written yet: code that uses one of them uses what power-on left there.
 *
 * All of them are watched. A byte that is written stays watched for a while, since making new watches costs more than a
 * few irrelevant accesses. The cycle of each first write is kept, since going back in time makes bytes unwritten again.
 *
 * Two kinds of read do not count as a use. A byte that only goes to OUT is a pixel that was not painted yet: it is
 * visible, but decides nothing. And a byte that is only copied (`ld [from]`, `st [to]`, after which AC is loaded again)
 * has not been used yet: instead, its copy counts as unwritten.
 */
import type { Cycle, RamIndex } from '#basics';
import type { Machine, Watch, WatchHit } from '#emulator';
import { decode, formedAddress, wordAt, type Instruction } from '#isa';

/** Accesses to bytes that no longer need watching, before the watches are made again. */
const MAX_NEEDLESS = 500;

/** From a cycle on, a byte no longer counts as written, because an unwritten one was copied there. */
interface Unwriting {
  readonly cycle: Cycle;
  readonly address: RamIndex;
  /** Since when it had counted as written. */
  readonly since: number;
}

export class UnwrittenRam {
  /** By RAM index, the cycle from which on a byte counts as written. */
  private readonly since: Float64Array;
  private latest = -1;
  private list: readonly Watch[] | undefined;
  private needless = 0;
  private unwritings: Unwriting[] = [];
  /** The write of a copy that is about to happen; `cycle` is the cycle after it. */
  private copying: { readonly cycle: Cycle; readonly address: RamIndex } | undefined;

  /** @param machine at power-on, since earlier writes would not be known */
  constructor(private readonly machine: Machine) {
    this.since = new Float64Array(machine.ram.length).fill(Infinity);
  }

  /** Watches for every access to an unwritten byte, as of the machine's present cycle, and to some others. */
  get watches(): readonly Watch[] {
    if (this.machine.cycle < this.latest) this.goBack();
    if (this.needless > MAX_NEEDLESS) this.list = undefined;
    if (this.list === undefined) this.needless = 0;
    return (this.list ??= this.findWatches());
  }

  /** Notes an access; true if it used a byte that had not been written. The byte then counts as written. */
  note({ address, access, instruction }: WatchHit): boolean {
    const { cycle, rom } = this.machine;
    if (this.sinceOf(address) <= cycle) {
      this.needless++;
      return false;
    }
    if (access === 'read') {
      const copy = copyOf(decode(wordAt(rom, instruction)), this.machine);
      if (copy !== undefined) return this.copy(copy);
    } else if (this.copying?.cycle === cycle && this.copying.address === address) return false;
    this.write(address, cycle);
    return access === 'read' && decode(wordAt(rom, instruction)).opcode.target !== 'out';
  }

  /** The user has set a byte. It counts as written before and after. */
  edited(address: RamIndex): void {
    if (this.since[address] === Infinity) this.write(address, 0);
  }

  private sinceOf(address: RamIndex): number {
    return this.since[address] ?? Infinity;
  }

  private write(address: RamIndex, cycle: Cycle): void {
    this.since[address] = cycle;
    this.latest = Math.max(this.latest, cycle);
  }

  private copy({ address, cycles }: Copy): false {
    const cycle = this.machine.cycle + cycles;
    this.copying = { cycle, address };
    const since = this.sinceOf(address);
    if (since === Infinity) return false;
    this.unwritings.push({ cycle, address, since });
    this.latest = Math.max(this.latest, cycle);
    this.since[address] = Infinity;
    this.list = undefined;
    return false;
  }

  /** The machine has gone back before the latest writes: it will make them again. */
  private goBack(): void {
    const { cycle } = this.machine;
    this.latest = cycle;
    this.copying = undefined;
    for (let last = this.unwritings.at(-1); last !== undefined && last.cycle > cycle; last = this.unwritings.at(-1)) {
      this.since[last.address] = last.since;
      this.unwritings.pop();
    }
    this.since.forEach((since, address) => {
      if (since > cycle) this.since[address] = Infinity;
    });
    this.list = undefined;
  }

  private findWatches(): readonly Watch[] {
    const rows: { address: RamIndex; length: number }[] = [];
    for (let address = 0; address < this.since.length; address++) {
      if (this.since[address] !== Infinity) continue;
      const row = rows.at(-1);
      if (row !== undefined && row.address + row.length === address) row.length++;
      else rows.push({ address, length: 1 });
    }
    return rows.map((row) => ({ ...row, access: ['read', 'write'] }));
  }
}

/** The most instructions to look at: from the one after the read to the one that loads AC again. */
const MAX_STEPS = 8;

/** Where the instructions that follow store a byte that was just read and is only copied. */
interface Copy {
  readonly address: RamIndex;
  /** Cycles from the read to the end of the store. */
  readonly cycles: number;
}

interface Pointers {
  readonly x: number;
  readonly y: number;
}

/**
 * The store of the byte that an instruction has just loaded into AC, if AC is then loaded again: loads of X and Y may
 * be in between, as in `ld [y,from]`, `ld [page],y`, `st [y,to]`.
 */
function copyOf({ opcode }: Instruction, machine: Machine): Copy | undefined {
  if (opcode.operation !== 'ld' || opcode.target !== 'ac') return undefined;
  let pointers: Pointers | undefined = machine.registers;
  let copy: Copy | undefined;
  for (let step = 0; step < MAX_STEPS; step++) {
    const instruction = decode(wordAt(machine.rom, following(machine, step)));
    if (isStoreOfAc(instruction) && copy === undefined) {
      const address = pointers && formedAddress(instruction, pointers.x, pointers.y);
      if (address === undefined) return undefined;
      copy = { address: machine.ramIndex(address), cycles: step + 1 };
    } else if (loadsAc(instruction)) return copy;
    else if (leavesAc(instruction)) pointers = pointers && afterLoad(instruction, pointers, machine);
    else return undefined;
  }
  return undefined;
}

/** Address of the instruction that executes a number of steps from now, if none of them branches. */
function following({ address, nextAddress }: Machine, step: number): number {
  return step === 0 ? address : (nextAddress + step - 1) & 0xffff;
}

/** Whether it is a plain store, not one that also sets X or Y. */
function isStoreOfAc({ opcode }: Instruction): boolean {
  return opcode.operation === 'st' && opcode.bus === 'ac' && opcode.target !== 'x' && opcode.target !== 'y';
}

function loadsAc({ opcode }: Instruction): boolean {
  return opcode.operation === 'ld' && opcode.target === 'ac' && opcode.bus !== 'ac';
}

/** Whether it neither uses AC nor changes it. */
function leavesAc({ opcode }: Instruction): boolean {
  return opcode.mnemonic === 'nop' || (opcode.operation === 'ld' && opcode.bus !== 'ac');
}

/** X and Y after a load; undefined if they cannot be known before it executes. */
function afterLoad(instruction: Instruction, pointers: Pointers, machine: Machine): Pointers | undefined {
  const { bus, target } = instruction.opcode;
  if (target !== 'x' && target !== 'y') return instruction.opcode.incrementsX ? undefined : pointers;
  if (bus === 'in') return undefined;
  const address = formedAddress(instruction, pointers.x, pointers.y) ?? 0;
  return { ...pointers, [target]: bus === 'd' ? instruction.operand : machine.readRam(address) };
}
