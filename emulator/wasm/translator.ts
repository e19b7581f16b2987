/**
 * Translated code of one machine: a table of blocks by address, filled in batches as addresses become hot.
 *
 * A batch is a module of its own: the hot address and what it leads to, up to a limit that keeps the pause short.
 * Inside a batch blocks jump to each other directly, from one batch to another through the table. An empty slot
 * of the table leaves translated code. The engine compiles a block in its simple way first and again, in the background, when
 * it has run often.
 */
import { emitIndex } from './emit-instruction.ts';
import { canStart, translateBlock, type BlockContext } from './block-builder.ts';
import { Code } from './code.ts';
import { BLOCK_LOCALS, FUNCTION, IMPORTS, LOCAL, TYPE, TYPES } from './functions.ts';
import { helperFunctions } from './helpers.ts';
import { CELL, MEMORY_PAGES } from './memory-layout.ts';
import { writeModule, type FunctionBody } from './module-writer.ts';
import type { RamSize } from '../ram.ts';

const SLOTS = 0x10000;
/** Blocks of one batch. */
const BATCH = 256;

/** What translated code calls in the machine. */
export interface TranslatedImports {
  /** vSync fell: latch the input device. */
  vSyncFall(): void;
  /** The log is full. */
  drain(): void;
}

/** Runs translated code from an address on, until it leaves; registers then lie in the cells. */
export type Enter = (ac: number, x: number, y: number, left: number, address: number) => void;

export interface TranslatorOptions {
  readonly rom: Uint16Array;
  readonly ramKib: RamSize;
  readonly memory: WebAssembly.Memory;
  readonly imports: TranslatedImports;
}

export class Translator {
  /** By address: 1 if a block starts there. */
  readonly translated = new Uint8Array(SLOTS);
  readonly #options: TranslatorOptions;
  readonly #table = new WebAssembly.Table({ element: 'anyfunc', initial: SLOTS, maximum: SLOTS });
  #barriers: Uint8Array = new Uint8Array(SLOTS);
  #watched = false;
  #enter: Enter;

  constructor(options: TranslatorOptions) {
    this.#options = options;
    this.#enter = this.#base();
  }

  get enter(): Enter {
    return this.#enter;
  }

  /** Forgets all blocks; those to come respect other barriers and watches. */
  reset(barriers: Uint8Array, watched: boolean): void {
    this.translated.fill(0);
    this.#barriers = barriers.slice();
    this.#watched = watched;
    this.#enter = this.#base();
  }

  /** Translates the code that an address leads to. False if nothing can be translated there. */
  translate(address: number): boolean {
    const indexes = new Map<number, number>();
    const queue: number[] = [];
    const context: BlockContext = {
      rom: this.#options.rom,
      ramKib: this.#options.ramKib,
      barriers: this.#barriers,
      watched: this.#watched,
      blockIndex: (place) => {
        const known = indexes.get(place);
        if (known !== undefined || this.translated[place] !== 0 || indexes.size >= BATCH) return known;
        if (!canStart(context, place)) return undefined;
        indexes.set(place, FUNCTION.firstBlock + indexes.size);
        queue.push(place);
        return indexes.get(place);
      },
    };
    if (context.blockIndex(address) === undefined) return false;
    const blocks: FunctionBody[] = [];
    for (let place = queue.shift(); place !== undefined; place = queue.shift()) blocks.push(translateBlock(context, place));
    const elements = [...indexes].map(([slot, index]) => ({ slot, index }));
    this.#instantiate(blocks, [], elements);
    for (const { slot } of elements) this.translated[slot] = 1;
    return true;
  }

  /** The module behind an empty table: the way in, and what every slot holds until it has a block. */
  #base(): Enter {
    const enter = new Code();
    [0, 1, 2, 3, 4].forEach((parameter) => enter.get(parameter));
    enter.returnCallIndirect(TYPE.block);
    const empty = new Code();
    [LOCAL.ac, LOCAL.x, LOCAL.y, LOCAL.left].forEach((local) => empty.get(local));
    empty.i32(0).memory('i32.load', CELL.target).tee(LOCAL.target);
    empty.get(LOCAL.target).i32(1).op('i32.add').i32(16).op('i32.shl', 'i32.or').returnCall(FUNCTION.leave);
    const clear = new Code().fillTable(0, FUNCTION.firstBlock + 1, SLOTS);
    const exports = this.#instantiate(
      [
        { type: TYPE.place, locals: [], code: enter },
        { type: TYPE.block, locals: BLOCK_LOCALS, code: empty },
        { type: TYPE.plain, locals: [], code: clear },
      ],
      [
        { name: 'enter', index: FUNCTION.firstBlock },
        { name: 'empty', index: FUNCTION.firstBlock + 1 },
        { name: 'clear', index: FUNCTION.firstBlock + 2 },
      ],
      [],
    );
    (exports.clear as () => void)();
    return exports.enter as Enter;
  }

  #instantiate(
    blocks: readonly FunctionBody[],
    exports: readonly { name: string; index: number }[],
    elements: readonly { slot: number; index: number }[],
  ): WebAssembly.Exports {
    const { memory, imports, ramKib } = this.#options;
    const module = new WebAssembly.Module(
      writeModule({
        types: TYPES,
        imports: IMPORTS,
        memoryPages: MEMORY_PAGES,
        tableSize: SLOTS,
        functions: [...helperFunctions((code) => emitIndex(code, ramKib, HELPER_SCRATCH)), ...blocks],
        exports,
        elements,
      }),
    );
    const env = { memory, table: this.#table, vSyncFall: imports.vSyncFall, drain: imports.drain };
    return new WebAssembly.Instance(module, { env }).exports;
  }
}

/** Local of the burst helper that address arithmetic may use. */
const HELPER_SCRATCH = 9;
