/**
 * Translated code of one machine: a table of blocks by address, filled in batches as addresses become hot.
 *
 * A batch is a module of its own: the hot address and what it leads to, up to a limit that keeps the pause short.
 * Inside a batch blocks jump to each other directly, from one batch to another through the table. An empty slot
 * of the table leaves translated code. The engine first compiles a block quickly and compiles it again, in the
 * background, when it has run often.
 */
import { ROM_WORDS, type RamKib } from '#isa';
import { translateBlock } from './block-builder.ts';
import { canStart, type BlockContext, type Requirements } from './block-path.ts';
import { BURST_SCRATCH } from './burst.ts';
import { Code } from './code.ts';
import { emitJump, type PathCounters } from './path-counters.ts';
import { emitIndex } from './emit-instruction.ts';
import {
  BLOCK_LOCALS,
  FUNCTION,
  IMPORTS,
  LOCAL,
  TYPE,
  TYPES,
  BLOCK_NUMBERS,
  CELL,
  MEMORY_PAGES,
} from './memory-layout.ts';
import { helperFunctions } from './helpers.ts';
import { writeModule, type FunctionBody, type ModuleParts } from './module-writer.ts';
import { TargetTables } from './target-tables.ts';

/** Blocks that the table holds. */
const SLOTS = 0x2000;
/** Blocks of one batch. */
const BATCH = 256;
/** Slot of the function that leaves; it stands for all addresses where no block starts. */
const EMPTY_SLOT = 0;

/** What translated code calls in the machine. */
interface TranslatedImports {
  /** vSync fell: latch the input device. */
  vSyncFall(left: number): void;
  drain(): void;
  /**
   * In front of an instruction at a marked address.
   * @param place its address in the low half, the one after it in the high half
   * @returns 1 to leave before it, otherwise 0
   */
  ask(place: number, ac: number, x: number, y: number, left: number): number;
}

/** Runs translated code from an address on, until it leaves; registers then lie in the cells. */
type Enter = (ac: number, x: number, y: number, left: number, address: number) => void;

interface TranslatorOptions {
  readonly rom: Uint16Array;
  readonly ramKib: RamKib;
  readonly memory: WebAssembly.Memory;
  readonly imports: TranslatedImports;
  /** Blocks meet these; after a change, `reset` must be called. */
  readonly requirements: Requirements;
}

let supported: boolean | undefined;

/** Whether this host can run translated code: it needs WebAssembly with tail calls and bulk memory. */
export function canTranslate(): boolean {
  supported ??= typeof WebAssembly !== 'undefined' && compiles(helperModule(32));
  return supported;
}

/** Whether the host accepts a module: even a valid one may be refused by the policy of a page. */
function compiles(module: Uint8Array<ArrayBuffer>): boolean {
  try {
    return new WebAssembly.Module(module) instanceof WebAssembly.Module;
  } catch {
    return false;
  }
}

/** A module of just the helpers, which use every feature that blocks use. */
function helperModule(ramKib: RamKib): Uint8Array<ArrayBuffer> {
  const functions = helperFunctions((code) => emitIndex(code, ramKib, BURST_SCRATCH), 1);
  const jump: FunctionBody = { type: TYPE.block, locals: BLOCK_LOCALS, code: new Code().get(0).get(1).get(2).get(3) };
  emitJump(jump.code.get(LOCAL.ac));
  return writeModule({ ...moduleParts([...functions, jump]), exports: [], elements: [] });
}

function moduleParts(functions: readonly FunctionBody[]): Omit<ModuleParts, 'exports' | 'elements'> {
  return { types: TYPES, imports: IMPORTS, memoryPages: MEMORY_PAGES, tableSize: SLOTS, functions };
}

function emptyTable(): WebAssembly.Table {
  return new WebAssembly.Table({ element: 'anyfunc', initial: SLOTS, maximum: SLOTS });
}

export class Translator {
  /** By address: the number of the block that starts there, or 0. */
  readonly blocks: Uint16Array;
  private readonly targets: TargetTables;
  private table = emptyTable();
  private wayIn: Enter;
  private counters: PathCounters | undefined;
  private used = EMPTY_SLOT + 1;

  constructor(private readonly options: TranslatorOptions) {
    this.blocks = new Uint16Array(options.memory.buffer, BLOCK_NUMBERS, ROM_WORDS);
    this.targets = new TargetTables(options.memory);
    this.wayIn = this.base();
  }

  /** The way into translated code. */
  get enter(): Enter {
    return this.wayIn;
  }

  /** Whether there may be no room for another batch: then `reset` comes before `translate`. */
  get full(): boolean {
    return this.used + BATCH > SLOTS || this.counters?.full === true;
  }

  /**
   * Forgets all blocks; counts must have been folded. The table goes with the blocks, since it keeps alive every module
   * that it was given to, and each takes some 200 KB.
   * @param counters of the paths that blocks take from now on, if executions are counted
   */
  reset(counters: PathCounters | undefined): void {
    this.blocks.fill(0);
    this.used = EMPTY_SLOT + 1;
    this.counters = counters;
    counters?.clear();
    this.targets.clear();
    this.table = emptyTable();
    this.wayIn = this.base();
  }

  /** Translates the code from these addresses on. False if nothing can be translated at any of them. */
  translate(addresses: readonly number[]): boolean {
    const indexes = new Map<number, number>();
    const queue: number[] = [];
    const { counters } = this;
    const { rom, ramKib, requirements } = this.options;
    const context: BlockContext = {
      ...requirements,
      ...{ rom, ramKib },
      tableOf: (addresses) => this.targets.of(addresses),
      counterOf: counters && ((trail) => counters.counterOf(trail)),
      blockIndex: (place) => {
        const known = indexes.get(place);
        if (known !== undefined || this.blocks[place] !== 0 || indexes.size >= BATCH) return known;
        if (!canStart(context, place)) return undefined;
        indexes.set(place, FUNCTION.firstBlock + indexes.size);
        queue.push(place);
        return indexes.get(place);
      },
    };
    for (const address of addresses) context.blockIndex(address);
    if (queue.length === 0) return false;
    const blocks: FunctionBody[] = [];
    for (let place = queue.shift(); place !== undefined; place = queue.shift())
      blocks.push(translateBlock(context, place));
    const first = this.used;
    const elements = blocks.map((_, number) => ({ slot: first + number, index: FUNCTION.firstBlock + number }));
    this.instantiate(blocks, [], elements);
    for (const [address, index] of indexes) this.blocks[address] = first + index - FUNCTION.firstBlock;
    this.used += blocks.length;
    return true;
  }

  /** The module after an empty table: the way in, and what every slot holds until it has a block. */
  private base(): Enter {
    const enter = new Code();
    [0, 1, 2, 3, 4].forEach((parameter) => enter.get(parameter));
    emitJump(enter);
    const empty = new Code();
    [LOCAL.ac, LOCAL.x, LOCAL.y, LOCAL.left].forEach((local) => empty.get(local));
    empty.load(CELL.target).tee(LOCAL.target);
    empty.get(LOCAL.target).i32(1).op('i32.add').i32(16).op('i32.shl', 'i32.or').returnCall(FUNCTION.leave);
    const exports = this.instantiate(
      [
        { type: TYPE.place, locals: [], code: enter },
        { type: TYPE.block, locals: BLOCK_LOCALS, code: empty },
      ],
      [{ name: 'enter', index: FUNCTION.firstBlock }],
      [{ slot: EMPTY_SLOT, index: FUNCTION.firstBlock + 1 }],
    );
    return exports.enter as Enter;
  }

  private instantiate(
    blocks: readonly FunctionBody[],
    exports: readonly { name: string; index: number }[],
    elements: readonly { slot: number; index: number }[],
  ): WebAssembly.Exports {
    const { memory, imports, ramKib, requirements } = this.options;
    const period = requirements.quiet?.period ?? 1;
    const helpers = helperFunctions((code) => emitIndex(code, ramKib, BURST_SCRATCH), period);
    const parts = moduleParts([...helpers, ...blocks]);
    const module = new WebAssembly.Module(writeModule({ ...parts, exports, elements }));
    const env = { memory, table: this.table, ...imports };
    return new WebAssembly.Instance(module, { env }).exports;
  }
}
